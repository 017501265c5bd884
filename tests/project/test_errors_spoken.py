"""Every error code, reason and form has a text in both languages."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

from armarium.core import registry
from armarium.core.errors import (
    ArmariumError,
    BadOption,
    BadRecord,
    IllegalAction,
    NotYourTurn,
)
from armarium.games.bibliogamo.component_checks import REASONS, BadComponents
from armarium.text import catalogue
from armarium.text.catalogue import languages, placeholders, raw_text, translate
from armarium.text.errors import describe_error, describe_error_data

from .raised import find_given_facts, find_unknown_raisers, list_errors

ERRORS = list_errors()
GIVEN = find_given_facts()
KINDS = {"reason": "reasons", "form": "forms"}
# The files of the sources that are a game's: its reasons are in its own catalogue.
OF_GAMES = {BadComponents: "bibliogamo"}
# A code, a name, an address, an action or an example of JSON: nothing that a translator would touch.
DATA = re.compile(r"[\w./:+~*|-]*|\{.*\}")


def to_snake_case(code):
    return code.replace("-", "_")


def make_key(kind, code, error):
    game = OF_GAMES.get(error)
    return f"{game}_{kind}_{to_snake_case(code)}" if game else f"{kind}_{to_snake_case(code)}"


def list_error_cases():
    """(error, kind, code, English words) of every code that a class can have; inherited ones once."""
    return [
        (error, kind, code, text)
        for error in ERRORS
        for kind, table in KINDS.items()
        if table in vars(error)
        for code, text in vars(error)[table].items()
    ]


TABLES = list_error_cases()
NAMES = [f"{error.__name__} {kind} {code}" for error, kind, code, _ in TABLES]


def test_every_function_that_raises_with_a_given_reason_exists():
    assert find_unknown_raisers() == set()


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_of_the_project_has_a_text_with_its_facts(error):
    key = make_key("error", error.code, error)
    assert catalogue.has_key(key), f"no words for {error.code}"
    if error.sentence not in error.reasons.values():  # else it is said by its reason alone
        facts = {name for _, name, _, _ in string.Formatter().parse(error.sentence) if name}
        for language in languages():
            assert placeholders(language, key) <= facts
    assert raw_text("en", key) != raw_text("fr", key)


@pytest.mark.parametrize(("error", "kind", "code", "text"), TABLES, ids=NAMES)
def test_the_catalogue_says_what_the_error_says(error, kind, code, text):
    key = make_key(kind, code, error)
    assert catalogue.has_key(key), f"no words for {code}: add {key} to both catalogues"
    assert raw_text("en", key) == text
    facts = dict.fromkeys(placeholders("fr", key), 7)
    assert facts.keys() == {name for _, name, _, _ in string.Formatter().parse(text) if name}
    assert translate("fr", key, **facts) != translate("en", key, **facts)


@pytest.mark.parametrize(("error", "kind", "code", "text"), TABLES, ids=NAMES)
def test_words_of_a_code_fit_their_place(error, kind, code, text):
    """A phrase where the sentence has a place for it, else a whole sentence."""
    is_whole = kind == "reason" and "{reason}" not in error.sentence
    for language in languages():
        said = raw_text(language, make_key(kind, code, error))
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
    """The facts of an error are data, not texts."""
    prose = [
        one
        for one in GIVEN
        if not DATA.fullmatch(one.text) and one.error != "BadComponents"  # entries: names in a file
    ]
    assert prose == []


def test_every_error_code_is_used():
    raised = {one.text for one in GIVEN if one.fact in KINDS}
    raised |= set(REASONS)  # some are chosen by a table; test_components.py has an example of each
    assert {code for _, _, code, _ in TABLES} - raised == set()
    keys = {make_key(kind, code, error) for error, kind, code, _ in TABLES}
    owners = ("", *(f"{game}_" for game in registry.game_names()))
    begun = tuple(f"{owner}{kind}_" for owner in owners for kind in KINDS)
    kept = {key for key in catalogue.all_keys() if key.startswith(begun)}
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


def test_a_reason_is_in_the_readers_language_with_its_facts():
    cut = BadRecord(line=3, reason="record-cut-off")
    assert "la fin manque" in describe_error(cut, "fr")
    assert "cut off" in describe_error(cut, "en") and "cut off" in str(cut)
    found = BadRecord(line=1, reason="record-no-line", name="seed")
    assert "«\u202fseed\u00a0: …\u202f» manque" in describe_error(found, "fr")


def test_a_form_replaces_the_list_of_allowed_values():
    wrong = BadOption(option="count", asked=0, form="whole-number", low=1)
    assert str(wrong) == "The option 'count' cannot be '0'. Allowed: a whole number of at least 1."
    assert "un nombre entier d’au moins 1" in describe_error(wrong, "fr")


def test_a_reason_without_a_place_is_the_whole_sentence():
    over = NotYourTurn(seat=None, asked="pass", to_act=None, reason="game-over")
    assert str(over) == describe_error(over, "en") == "The game is over; no action is possible."
    assert describe_error(over, "fr").startswith("La partie est terminée")


def test_a_cause_is_data_and_becomes_text_in_every_layer():
    inner = IllegalAction(asked="bid 5", allowed=["pass"])
    outer = BadRecord(line=9, reason="record-action", cause=inner)
    assert outer.facts["cause"]["code"] == "illegal-action"
    assert outer.facts["cause"]["facts"] == {"asked": "bid 5", "allowed": ["pass"]}
    assert str(outer).endswith(
        "its action is not valid: 'bid 5' is not allowed now. Allowed: pass."
    )
    sent = json.loads(json.dumps(outer.to_dict()))  # by another process, knowing no class
    for french in (describe_error(outer, "fr"), describe_error_data(sent, "fr")):
        assert "n’est pas permis maintenant" in french
        assert "not allowed" not in french


def test_a_games_own_error_is_found_in_its_catalogue_from_its_data():
    inner = BadComponents("ring spaces", "wrong-ring")
    outer = BadRecord(line=2, reason="record-options", cause=inner)
    sent = json.loads(json.dumps(outer.to_dict()))
    assert "la Grande Bibliothèque vient d’abord" in describe_error_data(sent, "fr")


def test_an_empty_list_has_words():
    none = IllegalAction(asked="pass", allowed=[])
    assert str(none).endswith("Allowed: nothing.")
    assert describe_error(none, "fr").endswith("rien.")


def test_texts_of_other_packages_stay_unchanged():
    for foreign in ("moon too bright", "'str' object {cannot} be interpreted as an integer"):
        assert describe_error(BadRecord(line=1, reason=foreign), "fr").endswith(f"{foreign}.")
        assert str(BadRecord(line=1, reason=foreign)).endswith(f"{foreign}.")


def test_an_error_that_nobody_knows_keeps_its_own_sentence():
    class Strange(ArmariumError):
        code = "strange"
        sentence = "The moon is {asked}."

    outer = BadRecord(line=1, reason="record-options", cause=Strange(asked="blue"))
    assert describe_error(outer, "fr").endswith("The moon is blue.")


def test_a_fact_that_is_missing_leaves_the_error_its_own_sentence():
    lost = BadRecord(line=1, reason="moon too bright")
    del lost.facts["reason"]
    assert describe_error(lost, "fr") == str(lost)


def test_values_of_an_option_are_written_as_people_type_them():
    seat = BadOption(option="first", asked="9", allowed=[None, 0, 1])
    answer = BadOption(option="may_refuse", asked=None, allowed=[True, False])
    assert describe_error(seat, "en").endswith("Allowed: random, 0, 1.")
    assert "“random”. Allowed: yes, no." in describe_error(answer, "en")
    assert describe_error(answer, "fr").endswith("yes, no.")
