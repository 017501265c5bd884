"""Every message, with no, one and two of a thing and with names that begin with a vowel: grammar as it is spoken."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from armarium.words import every_key, placeholders, say
from armarium.words.elision import joined

EXAMPLES = json.loads((Path(__file__).parent / "elision_examples.json").read_text(encoding="utf-8"))
NAMES = ("Ivo", "Hildegard", "Élodie", "Bede")
NUMBERS = (0, 1, 2)
# What is a number in every message that asks for it; all other facts are tried as names, too.
COUNTED = set(
    re.findall(
        r"\w+",
        """amount asked allowed base books cards column count day first_new first_old found high icons letter level line
        low mean most needed new number old on own per place places points previous price round row score seats
        second_new second_old seat seen seconds slot space step steps tenths times total v value wanted when whole""",
    )
)
COUNTED_HERE = {"biblios_web_church_die": {"from", "to"}}
NOT_ELIDED = re.compile(
    r"(?<![\w’-])(?:[Dd]e|[Ll]e|[Ll]a|[Qq]ue|[Nn]e|[Ss]e|[Jj]usque) (?:«\u00a0)?[aeiouéèêàâîôûœAEIOUÉÈÊÀÂÎÔÛŒ](?!\b)"
)
ELIDED_WRONGLY = re.compile(
    r"\b(?:[Dd]|[Ll]|[Qq]u|[Nn]|[Ss])’(?!y\b)[bcdfgjklmnpqrstvwxzBCDFGJKLMNPQRSTVWXZ]"
)
# "1 florins", "0 cartes": French has the singular for both.
PLURAL_OF_ONE = re.compile(
    r"(?<![\d.,+−-])(?<!à )[01] (?!fois|des\b|dés\b|sous|plus|pas|mois|sans|jours?\u00a0)(\w+[^\Ws]s)\b"
)
SINGULAR_OF_TWO = re.compile(
    r"(?<![\d.,+−-])2 (florin|carte|point|Point|livre|artisan|jour|joueur|place|case|action|ligne|essai)\b"
)


NOUNS = "florin|card|point|book|artisan|day|player|seat|space|action|line|time|letter|slot|entry"


def said(language: str, key: str, number: int, name: str) -> str:
    """In the words of both editions, a line each."""
    facts: dict[str, Any] = {
        fact: number if fact in COUNTED | COUNTED_HERE.get(key, set()) else name
        for fact in placeholders(language, key)
    }
    editions = ({**facts, "words": words} for words in ("iello", "scripts-and-scribes"))
    return "\n".join(say(language, key, **told) for told in editions)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["joined"])
def test_elision(example: dict[str, str]):
    assert joined(example["word"], example["text"]) == example["joined"]


@pytest.mark.parametrize("name", NAMES)
def test_every_french_message_elides(name: str):
    wrong = {
        key: found[0]
        for key in every_key()
        for number in NUMBERS
        if (text := said("fr", key, number, name))
        and (found := NOT_ELIDED.search(text) or ELIDED_WRONGLY.search(text))
    }
    assert wrong == {}


def test_every_french_message_has_the_number_of_what_it_counts():
    wrong = {}
    for key in every_key():
        for number, slip in ((0, PLURAL_OF_ONE), (1, PLURAL_OF_ONE), (2, SINGULAR_OF_TWO)):
            if found := slip.search(said("fr", key, number, "Bede")):
                wrong[key] = found[0]
    assert wrong == {}


# What goes wrong is told in English by the sources, too, with numbers as they were asked.
IN_SOURCES = re.compile(r"([a-z]+_)?(error|reason|form)_")


def test_every_english_message_has_the_number_of_what_it_counts():
    one = re.compile(rf"(?<![\d.,+−-])(?<!to )(?<!of )1 (?:{NOUNS})s\b")
    two = re.compile(rf"(?<![\d.,+−-])2 (?:{NOUNS})\b(?! card)")
    wrong = {}
    for key in every_key():
        for number, slip in ((1, one), (2, two)):
            if not IN_SOURCES.match(key) and (
                found := slip.search(said("en", key, number, "Bede"))
            ):
                wrong[key] = found[0]
    assert wrong == {}
