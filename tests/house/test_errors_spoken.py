"""Whatever is refused is a code with facts, and is said in both languages: every code, every reason, every form."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

from armarium import words
from armarium.games import shelf
from armarium.games.bibliogamo.bad_components import REASONS, BadComponents
from armarium.games.table.errors import (
    ArmariumError,
    BadOption,
    BadRecord,
    IllegalAction,
    NotYourTurn,
)
from armarium.words import languages, placeholders, plain, say
from armarium.words.errors import sentence_from, sentence_of

from .raised import every_error, given

ERRORS = every_error()
GIVEN = given()
KINDS = {"reason": "reasons", "form": "forms"}
# The files of the sources that are a game's: its reasons are in its own catalogue.
OF_GAMES = {BadComponents: "bibliogamo"}
# A code, a name, an address, an action or an example of JSON: nothing that a translator would touch.
DATA = re.compile(r"[\w./:+~*|-]*|\{.*\}")


def snake(code):
    return code.replace("-", "_")


def key_of(kind, code, error):
    game = OF_GAMES.get(error)
    return f"{game}_{kind}_{snake(code)}" if game else f"{kind}_{snake(code)}"


def tables():
    """(error, kind, code, English words) of every code that a class can have; inherited ones once."""
    return [
        (error, kind, code, text)
        for error in ERRORS
        for kind, table in KINDS.items()
        if table in vars(error)
        for code, text in vars(error)[table].items()
    ]


TABLES = tables()
NAMES = [f"{error.__name__} {kind} {code}" for error, kind, code, _ in TABLES]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_of_the_project_is_said_with_the_facts_it_has(error):
    key = key_of("error", error.code, error)
    assert words.has(key), f"no words for {error.code}"
    if error.sentence not in error.reasons.values():  # else it is said by its reason alone
        facts = {name for _, name, _, _ in string.Formatter().parse(error.sentence) if name}
        for language in languages():
            assert placeholders(language, key) <= facts
    assert plain("en", key) != plain("fr", key)


@pytest.mark.parametrize(("error", "kind", "code", "text"), TABLES, ids=NAMES)
def test_the_catalogue_says_what_the_error_says(error, kind, code, text):
    key = key_of(kind, code, error)
    assert words.has(key), f"no words for {code}: add {key} to both catalogues"
    assert plain("en", key) == text
    facts = dict.fromkeys(placeholders("fr", key), 7)
    assert facts.keys() == {name for _, name, _, _ in string.Formatter().parse(text) if name}
    assert say("fr", key, **facts) != say("en", key, **facts)


@pytest.mark.parametrize(("error", "kind", "code", "text"), TABLES, ids=NAMES)
def test_words_of_a_code_fit_their_place(error, kind, code, text):
    """A phrase where the sentence has a place for it, else a whole sentence."""
    is_whole = kind == "reason" and "{reason}" not in error.sentence
    for language in languages():
        said = plain(language, key_of(kind, code, error))
        assert said.endswith(".") == is_whole
        if kind == "form":
            assert "{allowed}" in error.sentence


def test_every_code_in_the_sources_is_one_of_its_error():
    by_name = {error.__name__: error for error in ERRORS}
    wrong = [
        one
        for one in GIVEN
        if one.fact in KINDS and one.text not in getattr(by_name[one.error], KINDS[one.fact])
    ]
    assert wrong == []


def test_no_fact_is_prose():
    """What is given to an error is data; words are made of it where somebody reads."""
    prose = [
        one
        for one in GIVEN
        if not DATA.fullmatch(one.text) and one.error != "BadComponents"  # entries: names in a file
    ]
    assert prose == []


def test_no_code_is_kept_for_nothing():
    raised = {one.text for one in GIVEN if one.fact in KINDS}
    raised |= set(REASONS)  # some are chosen by a table; test_components.py has an example of each
    assert {code for _, _, code, _ in TABLES} - raised == set()
    keys = {key_of(kind, code, error) for error, kind, code, _ in TABLES}
    owners = ("", *(f"{game}_" for game in shelf.names()))
    begun = tuple(f"{owner}{kind}_" for owner in owners for kind in KINDS)
    kept = {key for key in words.every_key() if key.startswith(begun)}
    assert kept - keys == set()


def test_the_sources_were_read():
    """A scan that finds nothing would find nothing wrong."""
    found = {(one.error, one.fact, one.text) for one in GIVEN}
    assert {
        ("BadRecord", "reason", "record-last-line"),
        ("BadRecord", "reason", "record-action"),
        ("BadComponents", "reason", "not-utf8"),
        ("BadComponents", "reason", "unknown-tower"),
        ("NoDevice", "reason", "device-library"),
        ("PlayerFailed", "reason", "player-no-answer"),
        ("NotYourTurn", "reason", "game-over"),
        ("TableStopped", "reason", "stopped-entry"),
        ("UnreadableAct", "reason", "act-one-or-list"),
        ("BadOption", "form", "seed"),
    } <= found


def test_every_reason_stands_in_the_documents():
    text = (Path(__file__).parents[2] / "docs" / "components.md").read_text(encoding="utf-8")
    assert [code for code in REASONS if f"| `{code}` |" not in text] == []


def test_a_reason_is_told_in_the_readers_language_with_its_facts():
    cut = BadRecord(line=3, reason="record-cut-off")
    assert "la fin manque" in sentence_of(cut, "fr")
    assert "cut off" in sentence_of(cut, "en") and "cut off" in str(cut)
    found = BadRecord(line=1, reason="record-no-line", name="seed")
    assert "«\u00a0seed\u00a0: …\u00a0» manque" in sentence_of(found, "fr")


def test_a_form_is_told_in_the_place_of_what_is_allowed():
    wrong = BadOption(option="count", asked=0, form="whole-number", low=1)
    assert str(wrong) == "Option count cannot be '0'; allowed: a whole number from 1."
    assert "un nombre entier à partir de 1" in sentence_of(wrong, "fr")


def test_a_reason_without_a_place_is_the_whole_sentence():
    over = NotYourTurn(seat=None, asked="pass", to_act=None, reason="game-over")
    assert str(over) == sentence_of(over, "en") == "The game is over; no action is possible."
    assert sentence_of(over, "fr").startswith("La partie est terminée")


def test_a_cause_is_data_and_is_said_wherever_it_arrives():
    inner = IllegalAction(asked="bid 5", allowed=["pass"])
    outer = BadRecord(line=9, reason="record-action", cause=inner)
    assert outer.facts["cause"]["code"] == "illegal-action"
    assert outer.facts["cause"]["facts"] == {"asked": "bid 5", "allowed": ["pass"]}
    assert str(outer).endswith("its action is refused: 'bid 5' is not allowed now; allowed: pass.")
    told = json.loads(json.dumps(outer.told()))  # by another process, knowing no class
    for french in (sentence_of(outer, "fr"), sentence_from(told, "fr")):
        assert "n’est pas permis maintenant" in french
        assert "not allowed" not in french


def test_a_games_own_error_is_found_in_its_catalogue_from_its_data():
    inner = BadComponents("ring spaces", "wrong-ring")
    outer = BadRecord(line=2, reason="record-options", cause=inner)
    told = json.loads(json.dumps(outer.told()))
    assert "la Grande Bibliothèque vient d’abord" in sentence_from(told, "fr")


def test_an_empty_list_has_words():
    none = IllegalAction(asked="pass", allowed=[])
    assert str(none).endswith("allowed: nothing.")
    assert sentence_of(none, "fr").endswith("rien.")


def test_what_nobody_of_the_house_wrote_stays_as_it_came():
    for foreign in ("moon too bright", "'str' object {cannot} be interpreted as an integer"):
        assert sentence_of(BadRecord(line=1, reason=foreign), "fr").endswith(f"{foreign}.")
        assert str(BadRecord(line=1, reason=foreign)).endswith(f"{foreign}.")


def test_an_error_that_nobody_knows_keeps_its_own_sentence():
    class Strange(ArmariumError):
        code = "strange"
        sentence = "The moon is {asked}."

    outer = BadRecord(line=1, reason="record-options", cause=Strange(asked="blue"))
    assert sentence_of(outer, "fr").endswith("The moon is blue.")


def test_a_fact_that_is_missing_leaves_the_error_its_own_sentence():
    lost = BadRecord(line=1, reason="moon too bright")
    del lost.facts["reason"]
    assert sentence_of(lost, "fr") == str(lost)


def test_values_of_an_option_are_said_as_people_write_them():
    seat = BadOption(option="first", asked="9", allowed=[None, 0, 1])
    answer = BadOption(option="may_refuse", asked=None, allowed=[True, False])
    assert sentence_of(seat, "en").endswith("it can be: random, 0, 1.")
    assert "“random”; it can be: yes, no." in sentence_of(answer, "en")
    assert sentence_of(answer, "fr").endswith("yes, no.")
