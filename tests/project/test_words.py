"""The catalogues: English and French have the same entries, with correct grammar."""

import json
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armarium.core import registry
from armarium.core.errors import ArmariumError
from armarium.games.biblios import cards, options
from armarium.lab.arena.running import BadResults
from armarium.players.third_party import PlayerFailed
from armarium.server.store import BadDatabase
from armarium.text.catalogue import (
    MissingMessage,
    languages,
    placeholders,
    plural_category,
    translate,
)
from tests.project.messages import CATALOGUES, FOLDERS, SOURCES, catalogue, iter_variants

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((Path(__file__).parent / "plural_examples.json").read_text(encoding="utf-8"))

# Keys that no source names in full, because they are put together from a name of the game.
BUILT = {
    "language": "a language",
    "edition": "an edition, _printed and _explained",
    "option": "an option, its value (on and off for yes and no), and _explained",
    "category": "a category, gold or church",
    "card": "a category, gold, or what a church card does",
    "phase": "a phase",
    "advice": "a reason of advice",
    "hint": "a fact behind a hinted action",
    "analysis": "a reason of an analysis",
    "story": "a sentence of the story of an analysed game",
    "practice": "a theme of practice, and _question",
    "place": "a place where cards lie",
    "count": "what is counted",
    "action": "the verb of an action",
    "turn": "the decision, then _you or _other",
    "why": "the number of the rule and a reason: the code of `Book.why_not`",
    "event": "an event (test_event_texts.py)",
    "error": "the code of an error",
    "reason": "the code of a reason (test_errors_spoken.py)",
    "form": "the code of a form, what is allowed where no list can say it",
    "player": "a level, and _character",
    "verify": "a step of the page's proof, and _not or _none",
    "lesson": "a step of a lesson, and _why; part_ and a part of it",
    "list": "joining names in a sentence",
    "play": "the game in the terminal",
}
# A sign without its no-break space; addresses (://) and times (12:30) are no sentences.
FRENCH_SLIP = re.compile(r"(?<![\u00a0\u202f;:!?])[;:!?»](?!//)(?!(?<=\d:)\d)|«(?![\u00a0\u202f])")


KEYS = list(CATALOGUES["en"])


def iter_texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        yield from entry[0]["match"].values()


def to_snake_case(name: str) -> str:
    return name.replace("-", "_")


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS.keys())
def test_there_is_a_catalogue_for_each_language_and_no_other(folder):
    assert {path.stem for path in folder.glob("*.json")} == set(languages())


@pytest.mark.parametrize("owner", FOLDERS)
def test_keys_lie_with_their_owner(owner):
    """Keys of a game start with its name and are in its folder; all others are in the common catalogue."""
    games = tuple(f"{game}_" for game in registry.game_names())
    for key in catalogue("en", FOLDERS[owner]):
        assert key.startswith(f"{owner}_") if owner else not key.startswith(games), key


def test_both_languages_have_the_same_keys():
    assert set(CATALOGUES["fr"]) ^ set(KEYS) == set()


def test_keys_are_plain_identifiers():
    assert [key for key in KEYS if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key)] == []


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_ask_for_the_same_facts(key):
    assert placeholders("en", key) == placeholders("fr", key)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS.keys())
@pytest.mark.parametrize("language", languages())
def test_no_key_is_written_twice(language, folder):
    pairs = json.loads((folder / f"{language}.json").read_text("utf-8"), object_pairs_hook=list)
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", languages())
def test_variants_have_the_form_that_the_page_reads_too(language):
    for key, entry in CATALOGUES[language].items():
        if isinstance(entry, str):
            continue
        assert isinstance(entry, list), key
        (message,) = entry
        assert list(message) == ["declarations", "selectors", "match"], key
        facts = [line.split()[1] for line in message["declarations"] if line.startswith("input ")]
        assert set(facts) == placeholders(language, key), f"{key}: each fact is declared"
        for when in message["match"]:
            names = [condition.partition("=")[0] for condition in when.split(", ")]
            assert names == message["selectors"], f"{key}: {when}"
        last = ", ".join(f"{name}=*" for name in message["selectors"])
        assert list(message["match"])[-1] == last, f"{key}: the last variant fits everything"


@pytest.mark.parametrize("language", languages())
def test_every_key_has_a_text_in_every_edition(language):
    for key in KEYS:
        for number in (0, 1, 2, 66):
            for said in iter_variants(language, key, lambda _, number=number: number):  # type: ignore[misc]
                assert said
                assert said == said.strip()
                assert "{" not in said


@pytest.mark.parametrize("language", languages())
def test_texts_use_the_printed_apostrophe(language):
    for key, entry in CATALOGUES[language].items():
        assert not any("'" in text for text in iter_texts(entry)), key


def test_french_signs_stand_after_a_no_break_space():
    for key, entry in CATALOGUES["fr"].items():
        for text in iter_texts(entry):
            assert not FRENCH_SLIP.search(text), key


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['language']}-{e['facts']}")
def test_plural_example(example):
    assert translate(example["language"], example["key"], **example["facts"]) == example["text"]


@pytest.mark.parametrize(
    ("language", "number", "category"),
    [
        ("en", 0, "other"),
        ("en", 1, "one"),
        ("en", 2, "other"),
        ("en", 1_000_000, "other"),
        ("fr", 0, "one"),
        ("fr", 1, "one"),
        ("fr", 2, "other"),
        ("fr", 1_000_000, "many"),
    ],
)
def test_plural_category(language, number, category):
    assert plural_category(language, number) == category


def test_an_unknown_key_is_named():
    with pytest.raises(MissingMessage, match="'no_such_key' in 'fr'"):
        translate("fr", "no_such_key")


def test_an_unknown_language_is_named_with_those_there_are():
    with pytest.raises(MissingMessage, match="'la'; there are: en, fr"):
        translate("la", "biblios_action_pass")


def test_a_missing_fact_is_named():
    with pytest.raises(MissingMessage, match="'biblios_web_now_bid' needs count; given: name"):
        translate("en", "biblios_web_now_bid", name="Ada")


def test_what_is_counted_is_a_number():
    with pytest.raises(MissingMessage, match="'two' is not an integer"):
        translate("en", "biblios_count_cards", count="two")


def test_facts_that_nobody_asks_for_are_ignored():
    assert translate("en", "biblios_action_pass", count=3) == "Pass"


def test_a_text_given_as_a_fact_is_not_read_again():
    assert translate("en", "biblios_web_log_turn_of", name="{name}") == "{name}’s turn"


def test_cards_are_named_in_the_words_of_the_edition():
    card = {"value": 4, "letter": "H"}
    assert translate("en", "biblios_card_monks", words="iello", **card) == "Monk 4 H"  # type: ignore[arg-type]
    text = translate("en", "biblios_card_monks", words="scripts-and-scribes", **card)  # type: ignore[arg-type]
    assert text == "Illuminator 4 H"
    assert (
        translate("fr", "biblios_card_holy_books", words="iello", value=1, letter="A")
        == "Livre Sacré 1 A"
    )
    assert (
        translate("en", "biblios_card_church_down_two", words="scripts-and-scribes") == "Bishop −2"
    )
    assert translate("fr", "biblios_card_church_up_two", words="iello") == "Église +1 sur deux dés"


def test_every_name_of_the_game_has_its_words():
    church = ("up", "down", "up_two", "down_two", "either")
    needed = {
        *(f"biblios_edition_{to_snake_case(name)}" for name in options.EDITIONS),
        *(
            f"biblios_option_{option.name}_{to_snake_case(str(choice))}"
            for option in options.OPTIONS
            for choice in option.choices
        ),
        *(f"biblios_option_{option.name}" for option in options.OPTIONS),
        *(
            f"biblios_category_{to_snake_case(name)}"
            for name in (*cards.CATEGORIES, "gold", "church")
        ),
        *(f"biblios_card_{to_snake_case(name)}" for name in (*cards.CATEGORIES, "gold")),
        *(f"biblios_card_church_{what}" for what in church),
        *(f"biblios_turn_church_{what}_you" for what in church),
        *(f"biblios_phase_{name}" for name in ("gift", "auction", "over")),
        *(f"biblios_player_{name}" for name in ("oblate", "novice", "monk")),
        "player_random",
    }
    assert sorted(needed - set(KEYS)) == []
    explained = {key for key in KEYS if key.startswith(("biblios_edition_", "biblios_option_"))}
    values = {key for key in explained if not key.endswith(("_explained", "_printed"))}
    titles = {f"biblios_option_{option.name}" for option in options.OPTIONS}
    assert (
        sorted(f"{key}_explained" for key in values - titles if f"{key}_explained" not in KEYS)
        == []
    )


def iter_errors(kind: type[ArmariumError] = ArmariumError) -> Iterator[type[ArmariumError]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("armarium.core."):
            yield child
            yield from iter_errors(child)


@pytest.mark.parametrize("error", list(iter_errors()), ids=lambda error: error.code)
def test_every_error_of_the_games_has_a_text_with_its_facts(error):
    facts = {name for _, name, _, _ in string.Formatter().parse(error.sentence) if name}
    assert placeholders("en", f"error_{to_snake_case(error.code)}") <= facts


def test_every_refusal_of_the_server_has_its_words():
    codes = (
        "stale illegal-action invalid-action not-your-turn bad-token table-full table-over "
        "too-fast too-big unknown-type"
    )
    assert [code for code in codes.split() if f"error_{to_snake_case(code)}" not in KEYS] == []


@pytest.mark.parametrize("error", [BadDatabase, BadResults, PlayerFailed], ids=lambda e: e.code)
def test_errors_outside_tables_have_texts(error):
    """The command shows these errors in the requested language."""
    facts = {name for _, name, _, _ in string.Formatter().parse(error.sentence) if name}
    for language in languages():
        assert placeholders(language, f"error_{to_snake_case(error.code)}") == facts


def list_reason_codes(game: str) -> dict[str, str]:
    """Return the reason codes of a game with their rule numbers: b3-3-too-low belongs to B-3.3."""
    source = (SOURCES / "games" / game / "kernels" / "reasons.py").read_text(encoding="utf-8")
    found = re.findall(r'"((\w)(\d)-(\d+)-[a-z0-9-]+)"', source)
    return {code: f"{letter.upper()}-{chapter}.{number}" for code, letter, chapter, number in found}


@pytest.mark.parametrize("game", registry.game_names())
def test_every_reason_against_an_action_cites_a_sentence_of_the_rules(game):
    rules = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    assert list_reason_codes(game)
    for code, sentence in list_reason_codes(game).items():
        assert f'<a id="{sentence}">' in rules, code


@pytest.mark.parametrize("game", registry.game_names())
def test_every_refusal_reason_has_a_text_and_every_text_is_used(game):
    keys = {f"{game}_why_{to_snake_case(code)}" for code in list_reason_codes(game)}
    assert {key for key in KEYS if key.startswith(f"{game}_why_")} == keys
    for key in keys:
        for language in languages():
            assert all(text.endswith(".") for text in iter_texts(CATALOGUES[language][key])), key


def test_every_key_is_used_or_listed():
    sources = [
        path.read_text(encoding="utf-8")
        for folder, kinds in ((ROOT / "src", (".py",)), (ROOT / "web" / "src", (".ts", ".svelte")))
        for path in sorted(folder.rglob("*"))
        if path.suffix in kinds and path.is_file()
    ]
    text = "\n".join(sources)
    named = set(re.findall(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b", text))
    # Some are built where they are said: `biblios_web_church_${kind}`, f"bibliogamo_tower_{tower}".
    begun = tuple(set(re.findall(r"[`\"]([a-z]+_(?:[a-z0-9]+_)+)\$?\{", text)))
    games = tuple(f"{game}_" for game in registry.game_names())
    # What every game has is asked for by the rest of its key: textsOfGames("front_lead").
    named |= {game + rest for game in games for rest in re.findall(r'"([a-z]+(?:_[a-z]+)*)"', text)}
    unused = [
        key
        for key in KEYS
        if key.removeprefix(next((g for g in games if key.startswith(g)), "")).split("_")[0]
        not in BUILT
        and key not in named
        and not key.startswith(begun)
    ]
    assert unused == []
