"""What a typed line means in the city, and the one sentence that says why it means nothing."""

import re
from pathlib import Path

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal.choices import Refused, choices_of, read
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.bibliogamo.why import VERBS
from tests.rulebook.bibliogamo.scenes import city, full, lay, play

ROOT = Path(__file__).parents[3]
COMPONENTS = Game.new(seed=1).components
READERS = {language: Reader.of(language, COMPONENTS) for language in ("en", "fr")}
SCRIBES = [2, 5, 12, 29, 47]


def meant(typed, game, language="en"):
    return read(typed, game.view(0), READERS[language])


def refusal(typed, game, language="en"):
    with pytest.raises(Refused) as refused:
        meant(typed, game, language)
    return str(refused.value)


def test_letters_and_words_of_both_languages():
    game = city()
    for typed in ("f", "forward", " FORWARD ", "One step on (1 florin)"):
        assert meant(typed, game) == "forward"
    assert meant("a", game, "fr") == meant("f", game, "fr") == "forward"
    assert meant("r", game, "fr") == meant("b", game, "fr") == "back"
    assert meant("d", game) == meant("d", game, "fr") == "done"
    assert meant("lift 15", game) == "lift 15"


def test_a_hire_is_a_card_and_a_tower_by_space_or_the_beginning_of_its_name():
    game = city()
    play(game, "done")
    for typed in ("15 4", "15 a", "15 ASTRO", "hire 15 astronomy", "hire 15 4", "015 4"):
        assert meant(typed, game) == "hire 15 astronomy"
    assert meant("15 poe", game, "fr") == meant("15 poésie", game, "fr") == "hire 15 poetry"
    assert meant("15 devot", game, "fr") == meant("15 dév", game, "fr") == "hire 15 devotion"


@pytest.mark.parametrize("typed", ["15 p", "15 0", "15 7", "15 x", "15", "15 ²", "٣ 4", "hire 15"])
def test_half_a_hire_is_none(typed):
    game = city()
    play(game, "done")
    assert refusal(typed, game).endswith(".")


def test_cards_are_paid_and_discarded_by_their_number():
    game = city(at=0)
    play(game, "done", "hire 15 history")
    assert meant("20", game) == "pay 20"
    play(game, "pay 20", "done")
    assert meant("14", game) == "library 14"


def test_other_choices_are_numbered():
    game = city(at=0, towers={"poetry": {"scribe": 1, "binder": 1}})
    play(game, "done", "done", "library 14")
    view = game.view(0)
    shown = choices_of(view, READERS["en"])
    assert [choice.keys for choice in shown] == [(str(n),) for n in range(1, len(shown) + 1)]
    assert meant("1", game) == view["legal"][0]


def test_enter_does_the_only_thing_possible_and_else_asks_again():
    game = lay(city(florins=0), hand=[])
    assert meant("", game) == "done"
    assert refusal("", city()) == "Type one of the keys in brackets, or ? for help."
    game = city(hand=[5, 12, 8, 9, 11])
    play(game, "done", "hire 5 history")
    assert refusal("", game).endswith(".")


def priced(**laid):
    game = city(pile=[28, 1, 2], at=3, towers=full("philosophy"), **laid)
    play(game, "done", "sell")
    return game


def hiring(**laid):
    game = city(hand=SCRIBES, **laid)
    play(game, "done")
    return game


def after(game, *actions):
    play(game, *actions)
    return game


LANDED = {"at": 0, "towers": {"poetry": {"scribe": 1}, "devotion": {"scribe": 2}}}
REASONS = {
    "l1_4": [(hiring, "hire 7 history", "not in your hand"), (city, "lift 9", "not in your hand")],
    "l2_6": [(hiring, "2 1", "unless the block is lifted")],
    "l2_8": [
        (lambda: after(city(hand=SCRIBES), "lift 2"), "lift 5", "already been lifted"),
        (city, "lift 14", "small icon is the blocked type"),
    ],
    "l2_9": [(lambda: after(city(hand=SCRIBES, **LANDED), "done", "done"), "lift 2", "no longer be lifted")],
    "l3_1": [(city, "hire 15 history", "go on first"), (hiring, "forward", "is over"), (hiring, "sell", "is over")],
    "l3_2": [(lambda: city(florins=0), "back", "costs a florin")],
    "l3_5": [
        (lambda: after(city(florins=15, towers=full("history"), supply=0), "back"), "done", "choose who leaves"),
        (city, "give-back history scribe", "nobody has to leave"),
    ],
    "l4_1": [(lambda: city(at=0), "sell", "Grand Library"), (city, "sell", "is not finished")],
    "l4_4": [(priced, "done", "will be sold"), (city, "accept", "No price is open"), (city, "redraw", "No price")],
    "l4_6": [(lambda: priced(day=40), "redraw", "No day is left")],
    "l5_1": [
        (city, "pay 14", "no hire"), (city, "place scribe", "no hire"),
        (lambda: after(hiring(), "hire 5 history"), "done", "card that pays"),
        (lambda: after(hiring(), "hire 5 history"), "pay 9", "not in your hand"),
    ],
    "l5_6": [
        (lambda: after(city(hand=[31, 8, 7, 10, 11], pile=[27], supply=1), "lift 8", "done", "hire 31 philosophy"),
         "done", "First choose who"),
    ],
    "l5_7": [(lambda: lay(hiring(), hand=[5]), "5 1", "takes two cards")],
    "l6_1": [
        (lambda: city(**LANDED), "library 14", "after the hires"), (hiring, "library 2", "has not landed"),
        (city, "transfer scribe history poetry", "only at the Grand Library"),
    ],
    "l6_2": [
        (lambda: after(city(hand=SCRIBES, at=0, towers={"poetry": {"scribe": 2, "binder": 1}}), "done", "done",
                       "library 2", "transfer scribe poetry history"),
         "transfer binder poetry cartography", "same tower"),
    ],
    "l6_3": [
        (lambda: after(city(hand=SCRIBES, **LANDED), "done", "done", "library 2"), "done", "At least one"),
        (lambda: after(city(hand=SCRIBES, **LANDED), "done", "done", "library 2"),
         "transfer scribe poetry devotion", "free place"),
        (lambda: after(city(hand=SCRIBES, at=0, towers={"poetry": {"scribe": 1}}, transfer_keeps_type=False),
                       "done", "done", "library 2", "transfer scribe poetry history"), "done", "on the way"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("number", "make", "typed", "reason"),
    [(number, *case) for number, cases in REASONS.items() for case in cases],
)
def test_why_not(number, make, typed, reason):
    game = make()
    assert reason in refusal(typed, game)
    assert refusal(typed, game, "fr") != refusal(typed, game)
    assert refusal(typed, game, "fr").endswith(".")


def test_every_reason_cites_a_sentence_of_the_rules_and_is_tried():
    rules = (ROOT / "docs" / "rules" / "bibliogamo.md").read_text(encoding="utf-8")
    source = (ROOT / "src/armarium/games/bibliogamo/why.py").read_text(encoding="utf-8")
    cited = set(re.findall(r"\"l(\d)-(\d+)-[a-z]", source))
    for chapter, sentence in cited:
        assert f'<a id="L-{chapter}.{sentence}">' in rules
    assert {f"l{chapter}_{sentence}" for chapter, sentence in cited} == set(REASONS)


def test_every_verb_is_known():
    assert set(VERBS) == {text.split()[0] for text in Game.codes}
    for verb in VERBS:
        for game in (city(), priced(), hiring()):
            if verb not in game.legal():
                assert refusal(verb, game).endswith(".")
