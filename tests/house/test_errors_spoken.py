"""Whatever is refused is said in both languages: every code, every reason, every phrase inside."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from armarium import words
from armarium.games.bibliogamo.bad_components import REASONS
from armarium.words import languages, placeholders, plain, say
from armarium.words.errors import key_of_reason, sentence_of

from .raised import every_error, phrases

PHRASES = phrases()
# Words of a notation, not of a language: editions, options, actions, shapes of arrays.
NOTATION = re.compile(r"[a-z]+(-[a-z]+)*|\(7,\)")


def own_words(error):
    """The name under which the catalogue has an error: its code, unless two of one code differ."""
    from armarium.server.errors import _NAMES

    return _NAMES.get(error, error.code).replace("-", "_")


def key_of(error):
    name = own_words(error)
    return next((key for key in (f"error_{name}", f"play_{name}") if words.has(key)), None)


@pytest.mark.parametrize("error", every_error(), ids=lambda error: error.__name__)
def test_every_error_of_the_project_is_said_with_the_facts_it_has(error):
    key = key_of(error)
    assert key is not None, f"no words for {error.code}"
    facts = {name for _, name, _, _ in string.Formatter().parse(error.sentence) if name}
    for language in languages():
        assert placeholders(language, key) <= facts
    assert plain("en", key) != plain("fr", key)


def reason_key(text):
    coded = f"reason_{text.replace('-', '_')}"
    if words.has(coded):
        return coded
    known = key_of_reason(text)
    return known and known[0]


@pytest.mark.parametrize("where", PHRASES)
def test_every_reason_in_the_sources_has_its_words(where):
    text = PHRASES[where]
    if NOTATION.fullmatch(text) and not where.endswith(" reason"):
        return
    key = reason_key(text)
    assert key is not None, f"{text!r} has no words: add reason_… to both catalogues"
    facts = dict.fromkeys(placeholders("fr", key), 7)
    assert say("fr", key, **facts) != say("en", key, **facts)


def test_the_sources_were_read():
    """A scan that finds nothing would find nothing wrong."""
    texts = set(PHRASES.values())
    assert {"the last line cannot be read", "not-utf8", "unknown-tower"} <= texts
    assert "numba-cuda cannot be loaded (7)" in texts
    assert "no answer within 7 s" in texts
    assert "7 is neither a fact nor an action" in texts


def test_no_reason_is_kept_for_nothing():
    used = {reason_key(text) for text in PHRASES.values()}
    used |= {f"reason_{code.replace('-', '_')}" for code in REASONS}
    used |= {"reason_the_file", "reason_file_named"}  # names of an entry
    used |= {"reason_player_ended_saying"}  # put together from what a stranger said last
    kept = {key for key in words.every_key() if key.startswith("reason_")}
    assert kept - used == set()


@pytest.mark.parametrize("code", REASONS)
def test_the_catalogue_says_what_the_rulebook_says(code):
    assert plain("en", f"reason_{code.replace('-', '_')}") == REASONS[code]


def test_every_reason_stands_in_the_documents():
    text = (Path(__file__).parents[2] / "docs" / "components.md").read_text(encoding="utf-8")
    assert [code for code in REASONS if f"| `{code}` |" not in text] == []


def test_a_reason_is_told_in_the_readers_language_with_its_facts():
    from armarium.games.table.errors import BadRecord, IllegalAction

    cut = BadRecord(line=3, reason="the end is missing, so the record was cut off")
    assert "la fin manque" in sentence_of(cut, "fr")
    assert "cut off" in sentence_of(cut, "en")
    found = BadRecord(line=1, reason="the line 'seed: …' is missing")
    assert "«\u00a0seed\u00a0: …\u00a0» manque" in sentence_of(found, "fr")
    inner = IllegalAction(asked="bid 5", allowed=["pass"])
    outer = BadRecord(line=9, reason=str(inner).rstrip("."))
    outer.__cause__ = inner
    told = sentence_of(outer, "fr")
    assert "n’est pas permis maintenant" in told
    assert "not allowed" not in told


def test_what_nobody_of_the_house_wrote_stays_as_it_came():
    from armarium.games.table.errors import BadRecord

    for foreign in ("moon too bright", "'str' object cannot be interpreted as an integer"):
        assert sentence_of(BadRecord(line=1, reason=foreign), "fr").endswith(f"{foreign}.")


def test_a_fact_that_is_missing_leaves_the_error_its_own_sentence():
    from armarium.games.table.errors import BadRecord

    lost = BadRecord(line=1, reason="moon too bright")
    del lost.facts["reason"]
    assert sentence_of(lost, "fr") == str(lost)
