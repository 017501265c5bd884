"""Parsing of typed lines in Bibliogamo, and the messages for invalid ones."""

import re
from pathlib import Path

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.actions import VERBS
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.terminal.choices import list_choices, parse_input
from armarium.terminal.play import InvalidInput
from tests.rulebook.bibliogamo.scenes import fill_towers, play, set_up, set_up_city

ROOT = Path(__file__).parents[3]
COMPONENTS = Game.new(seed=1).components
READERS = {language: BibliogamoNames.of(language, COMPONENTS) for language in ("en", "fr")}
SCRIBES = [2, 5, 12, 29, 47]


def parse_typed(typed, game, language="en"):
    return parse_input(typed, game.view(0), READERS[language])


def get_error(typed, game, language="en"):
    with pytest.raises(InvalidInput) as refused:
        parse_typed(typed, game, language)
    return str(refused.value)


def test_letters_and_words_of_both_languages():
    game = set_up_city()
    for typed in ("f", "forward", " FORWARD ", "One step forward (1 florin)"):
        assert parse_typed(typed, game) == "forward"
    assert parse_typed("a", game, "fr") == parse_typed("f", game, "fr") == "forward"
    assert parse_typed("r", game, "fr") == parse_typed("b", game, "fr") == "back"
    assert parse_typed("d", game) == parse_typed("d", game, "fr") == "done"
    assert parse_typed("lift 15", game) == "lift 15"


def test_a_hire_is_a_card_and_a_tower_by_space_or_the_beginning_of_its_name():
    game = set_up_city()
    play(game, "done")
    for typed in ("15 4", "15 a", "15 ASTRO", "hire 15 astronomy", "hire 15 4", "015 4"):
        assert parse_typed(typed, game) == "hire 15 astronomy"
    assert (
        parse_typed("15 poe", game, "fr")
        == parse_typed("15 poésie", game, "fr")
        == "hire 15 poetry"
    )
    assert (
        parse_typed("15 devot", game, "fr")
        == parse_typed("15 dév", game, "fr")
        == "hire 15 devotion"
    )


@pytest.mark.parametrize("typed", ["15 p", "15 0", "15 7", "15 x", "15", "15 ²", "٣ 4", "hire 15"])
def test_half_a_hire_is_none(typed):
    game = set_up_city()
    play(game, "done")
    assert get_error(typed, game).endswith(".")


def test_cards_are_paid_and_discarded_by_their_number():
    game = set_up_city(at=0)
    play(game, "done", "hire 15 history")
    assert parse_typed("20", game) == "pay 20"
    play(game, "pay 20", "done")
    assert parse_typed("14", game) == "library 14"


def test_other_choices_are_numbered():
    game = set_up_city(at=0, towers={"poetry": {"scribe": 1, "binder": 1}})
    play(game, "done", "done", "library 14")
    view = game.view(0)
    shown = list_choices(view, READERS["en"])
    assert [choice.keys for choice in shown] == [(str(n),) for n in range(1, len(shown) + 1)]
    assert parse_typed("1", game) == view["legal"][0]


def test_enter_does_the_only_thing_possible_and_else_asks_again():
    game = set_up(set_up_city(florins=0), hand=[])
    assert parse_typed("", game) == "done"
    assert get_error("", set_up_city()) == "Type a key in brackets, or ? for help."
    game = set_up_city(hand=[5, 12, 8, 9, 11])
    play(game, "done", "hire 5 history")
    assert get_error("", game).endswith(".")


def set_up_price(**laid):
    game = set_up_city(pile=[28, 1, 2], at=3, towers=fill_towers("philosophy"), **laid)
    play(game, "done", "sell")
    return game


def set_up_hire(**laid):
    game = set_up_city(hand=SCRIBES, **laid)
    play(game, "done")
    return game


def play_actions(game, *actions):
    play(game, *actions)
    return game


LANDED = {"at": 0, "towers": {"poetry": {"scribe": 1}, "devotion": {"scribe": 2}}}
REASONS = {
    "l1_4": [
        (set_up_hire, "hire 7 history", "not in your hand"),
        (set_up_city, "lift 9", "not in your hand"),
    ],
    "l2_6": [(set_up_hire, "2 1", "unless the block is lifted")],
    "l2_8": [
        (
            lambda: play_actions(set_up_city(hand=SCRIBES), "lift 2"),
            "lift 5",
            "already been lifted",
        ),
        (set_up_city, "lift 14", "small icon is the blocked craft"),
    ],
    "l2_9": [
        (
            lambda: play_actions(set_up_city(hand=SCRIBES, **LANDED), "done", "done"),
            "lift 2",
            "no longer be lifted",
        )
    ],
    "l3_1": [
        (set_up_city, "hire 15 history", "Continue first"),
        (set_up_hire, "forward", "is over"),
        (set_up_hire, "sell", "is over"),
    ],
    "l3_2": [(lambda: set_up_city(florins=0), "back", "costs a florin")],
    "l3_5": [
        (
            lambda: play_actions(
                set_up_city(florins=15, towers=fill_towers("history"), supply=0), "back"
            ),
            "done",
            "choose who leaves",
        ),
        (set_up_city, "give-back history scribe", "nobody has to leave"),
    ],
    "l4_1": [
        (lambda: set_up_city(at=0), "sell", "Grand Library"),
        (set_up_city, "sell", "is not finished"),
    ],
    "l4_4": [
        (set_up_price, "done", "must be sold"),
        (set_up_city, "accept", "No price has been"),
        (set_up_city, "redraw", "No price"),
    ],
    "l4_6": [(lambda: set_up_price(day=40), "redraw", "No day is left")],
    "l5_1": [
        (set_up_city, "pay 14", "no hire"),
        (set_up_city, "place scribe", "no hire"),
        (lambda: play_actions(set_up_hire(), "hire 5 history"), "done", "card that pays"),
        (lambda: play_actions(set_up_hire(), "hire 5 history"), "pay 9", "not in your hand"),
    ],
    "l5_6": [
        (
            lambda: play_actions(
                set_up_city(hand=[31, 8, 7, 10, 11], pile=[27], supply=1),
                "lift 8",
                "done",
                "hire 31 philosophy",
            ),
            "done",
            "First choose which",
        ),
    ],
    "l5_7": [(lambda: set_up(set_up_hire(), hand=[5]), "5 1", "takes two cards")],
    "l6_1": [
        (lambda: set_up_city(**LANDED), "library 14", "after the hires"),
        (set_up_hire, "library 2", "has not landed"),
        (set_up_city, "transfer scribe history poetry", "only at the Grand Library"),
    ],
    "l6_2": [
        (
            lambda: play_actions(
                set_up_city(hand=SCRIBES, at=0, towers={"poetry": {"scribe": 2, "binder": 1}}),
                "done",
                "done",
                "library 2",
                "transfer scribe poetry history",
            ),
            "transfer binder poetry cartography",
            "same tower",
        ),
    ],
    "l6_3": [
        (
            lambda: play_actions(set_up_city(hand=SCRIBES, **LANDED), "done", "done", "library 2"),
            "done",
            "At least one",
        ),
        (
            lambda: play_actions(set_up_city(hand=SCRIBES, **LANDED), "done", "done", "library 2"),
            "transfer scribe poetry devotion",
            "free slot",
        ),
        (
            lambda: play_actions(
                set_up_city(
                    hand=SCRIBES, at=0, towers={"poetry": {"scribe": 1}}, transfer_keeps_type=False
                ),
                "done",
                "done",
                "library 2",
                "transfer scribe poetry history",
            ),
            "done",
            "on the way",
        ),
    ],
}


@pytest.mark.parametrize(
    ("number", "make", "typed", "reason"),
    [(number, *case) for number, cases in REASONS.items() for case in cases],  # type: ignore[attr-defined]
)
def test_why_not(number, make, typed, reason):
    game = make()
    assert reason in get_error(typed, game)
    assert get_error(typed, game, "fr") != get_error(typed, game)
    assert get_error(typed, game, "fr").endswith(".")


def test_every_reason_cites_a_sentence_of_the_rules_and_is_tried():
    rules = (ROOT / "docs" / "rules" / "bibliogamo.md").read_text(encoding="utf-8")
    source = (ROOT / "src/armarium/games/bibliogamo/kernels/reasons.py").read_text(encoding="utf-8")
    cited = set(re.findall(r"\"l(\d)-(\d+)-[a-z]", source))
    for chapter, sentence in cited:
        assert f'<a id="L-{chapter}.{sentence}">' in rules
    assert {f"l{chapter}_{sentence}" for chapter, sentence in cited} == set(REASONS)


def test_every_verb_is_known():
    assert set(VERBS) == {text.split()[0] for text in Game.codes}
    for verb in VERBS:
        for game in (set_up_city(), set_up_price(), set_up_hire()):
            if verb not in game.legal():
                assert get_error(verb, game).endswith(".")
