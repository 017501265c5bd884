"""French grammar and typography: elision, plurals for 0, 1 and 2, and the no-break space that each sign takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from armarium.text.catalogue import all_keys, join_elided
from tests.project.messages import FOLDERS, iter_variants

EXAMPLES = json.loads((Path(__file__).parent / "elision_examples.json").read_text(encoding="utf-8"))
ROOT = Path(__file__).parents[2]
NAMES = ("Anselme", "Hildegarde", "Élodie", "Bède")
NUMBERS = (0, 1, 2)
# What is a number in every message that asks for it; all other facts are tried as names, too.
COUNTED = set(
    re.findall(
        r"\w+",
        """amount artisans asked allowed base best books cards column count date day first_new first_old found high
        icons letter level line lost low mean most moves needed new number old on own per place places points previous
        price round row score seats second_new second_old seat seen seconds slot space step steps tenths times total v
        value solved wanted when whole""",
    )
)
FIXED = {"level": 15, "per": 5}  # numbers that the rules fix
COUNTED_HERE = {"biblios_web_church_die": {"from", "to"}}
NOT_ELIDED = re.compile(
    r"(?<![\w’-])(?:[Dd]e|[Ll]e|[Ll]a|[Qq]ue|[Nn]e|[Ss]e|[Jj]usque) (?:«\u202f)?[aeiouéèêàâîôûœAEIOUÉÈÊÀÂÎÔÛŒ](?!\b)"
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


def render_variants(language: str, key: str, number: int, name: str) -> str:
    """Every variant in the words of both editions, a line each."""
    counted = COUNTED | COUNTED_HERE.get(key, set())
    return "\n".join(
        iter_variants(
            language, key, lambda fact: FIXED.get(fact, number) if fact in counted else name
        )
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["joined"])
def test_elision(example: dict[str, str]):
    assert join_elided(example["word"], example["text"]) == example["joined"]


@pytest.mark.parametrize("name", NAMES)
def test_every_french_message_elides(name: str):
    wrong = {
        key: found[0]
        for key in all_keys()
        for number in NUMBERS
        if (text := render_variants("fr", key, number, name))
        and (found := NOT_ELIDED.search(text) or ELIDED_WRONGLY.search(text))
    }
    assert wrong == {}


def test_every_french_message_has_the_number_of_what_it_counts():
    wrong = {}
    for key in all_keys():
        for number, slip in ((0, PLURAL_OF_ONE), (1, PLURAL_OF_ONE), (2, SINGULAR_OF_TWO)):
            if found := slip.search(render_variants("fr", key, number, "Bede")):
                wrong[key] = found[0]
    assert wrong == {}


# Error texts in the sources are English and contain numbers as given.
IN_SOURCES = re.compile(r"([a-z]+_)?(error|reason|form)_")


def test_every_english_message_has_the_number_of_what_it_counts():
    one = re.compile(rf"(?<![\d.,+−-])(?<!to )(?<!of )1 (?:{NOUNS})s\b")
    two = re.compile(rf"(?<![\d.,+−-])2 (?:{NOUNS})\b(?! card)")
    wrong = {}
    for key in all_keys():
        for number, slip in ((1, one), (2, two)):
            if not IN_SOURCES.match(key) and (
                found := slip.search(render_variants("en", key, number, "Bede"))
            ):
                wrong[key] = found[0]
    assert wrong == {}


# One width per sign: a narrow no-break space before ; ! ? and inside guillemets, a no-break space before : and %.
NO_BREAK, NARROW = "\u00a0", "\u202f"
WRONG_SPACE = {
    "before ; ! ? »": re.compile(rf".?(?<!{NARROW})[;!?»]"),
    "after «": re.compile(rf"«(?!{NARROW}).?"),
    "before :": re.compile(rf".?(?<!{NO_BREAK}):(?!//)(?!(?<=\d:)\d)"),
    "before %": re.compile(rf".?(?<!{NO_BREAK})%"),
    "before …": re.compile(r"\w[ \u00a0\u202f]…"),
    "narrow elsewhere": re.compile(rf"(?<!«)(?<!\d){NARROW}(?![;!?»])"),
}
MARKUP = re.compile(r"```.*?```|`[^`]*`|https?://\S+|<[^>]*>|\]\([^)]*\)", re.DOTALL)
FRENCH_TEXTS = [
    *(folder / "fr.json" for folder in FOLDERS.values()),
    ROOT / "tests/thirdgame/package/mill/text/fr.json",
    *sorted((ROOT / "docs/rules").glob("*.fr.md")),
]


def list_french_texts(path: Path) -> list[str]:
    """The texts of a catalogue, or a Markdown page without its markup and code."""
    if path.suffix == ".md":
        return [MARKUP.sub("x", path.read_text(encoding="utf-8"))]
    entries = json.loads(path.read_text(encoding="utf-8"))
    return [
        text
        for key, entry in entries.items()
        if key != "$schema"
        for text in ([entry] if isinstance(entry, str) else entry[0]["match"].values())
    ]


@pytest.mark.parametrize("path", FRENCH_TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_french_sign_takes_its_own_space(path: Path):
    wrong = [
        (place, found[0], text[max(0, found.start() - 30) : found.end() + 10])
        for text in list_french_texts(path)
        for place, pattern in WRONG_SPACE.items()
        for found in pattern.finditer(text)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "Qui\u00a0?",
        "Qui ?",
        "Qui?",
        "fini\u00a0; suite",
        "«\u00a0Or\u00a0»",
        "Prix\u202f: 2",
        "Prix : 2",
        "2\u202f%",
        "2 %",
        "Envoi …",
        "2\u202fcartes et\u202fdemie",
    ],
)
def test_a_wrong_space_is_found(text: str):
    assert any(pattern.search(text) for pattern in WRONG_SPACE.values())
