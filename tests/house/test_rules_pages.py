"""The rules for players: every numbered sentence can be linked to, in both languages."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Book:
    """A game's rules: the letter of its numbers, and how many sentences each chapter has."""

    name: str
    letter: str
    chapters: dict[int, int]

    @property
    def ids(self) -> list[str]:
        return [
            f"{self.letter}-{chapter}.{n}"
            for chapter, last in self.chapters.items()
            for n in range(1, last + 1)
        ]

    def page(self, language: str) -> str:
        name = self.name + {"en": ".md", "fr": ".fr.md"}[language]
        return (RULES / name).read_text(encoding="utf-8")

    def items(self, language: str) -> dict[str, str]:
        """The text of each numbered sentence."""
        number = rf"{self.letter}-\d+\.\d+"
        item = re.compile(
            rf'^- <a id="({number})"></a>\*\*\1\*\* (.*(?:\n  .*)*)',
            re.MULTILINE,
        )
        return dict(item.findall(self.page(language)))

    def listed(self, language: str) -> list[str]:
        """The sentences of the table of rulings."""
        return re.findall(rf"^\| \[({self.letter}-\d+\.\d+)\]", self.page(language), re.MULTILINE)


BIBLIOS = Book("biblios", "B", {1: 8, 2: 6, 3: 13, 4: 6, 5: 6, 6: 5})
BIBLIOGAMO = Book("bibliogamo", "L", {1: 8, 2: 10, 3: 6, 4: 9, 5: 8, 6: 4, 7: 10, 8: 1})
BOOKS = pytest.mark.parametrize("book", [BIBLIOS, BIBLIOGAMO], ids=lambda book: book.name)
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_every_page_is_looked_at():
    names = {f"{book.name}{end}" for book in (BIBLIOS, BIBLIOGAMO) for end in (".md", ".fr.md")}
    assert {path.name for path in RULES.glob("*.md")} == names


@BOOKS
@EACH_LANGUAGE
def test_every_sentence_stands_once_in_order_under_its_own_anchor(book, language):
    anchors = re.findall(rf'<a id="({book.letter}-\d+\.\d+)">', book.page(language))
    assert anchors == book.ids
    assert list(book.items(language)) == book.ids


@BOOKS
@EACH_LANGUAGE
def test_an_anchor_is_never_given_twice(book, language):
    anchors = re.findall(r'<a id="([^"]+)">', book.page(language))
    assert len(anchors) == len(set(anchors))


@BOOKS
@EACH_LANGUAGE
def test_links_within_the_page_lead_somewhere(book, language):
    text = book.page(language)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


@BOOKS
def test_each_page_links_to_the_other_language(book):
    assert f"[Français]({book.name}.fr.md)" in book.page("en")
    assert f"[English]({book.name}.md)" in book.page("fr")


@BOOKS
def test_both_pages_mark_and_list_the_same_rulings(book):
    for language in LANGUAGES:
        marked = [n for n, text in book.items(language).items() if text.startswith("⚖")]
        assert book.listed(language) == marked
    assert book.listed("en") == book.listed("fr")


@BOOKS
def test_french_signs_stand_after_a_no_break_space(book):
    text = book.page("fr")
    assert not re.findall(r".*(?:[ \n][;:!?»]|«[ \n]).*", text)
    assert "'" not in text


@EACH_LANGUAGE
def test_each_ruling_of_bibliogamo_is_cited_at_the_sentence_that_settles_it(language):
    """And the table at the end says the same."""
    cited = {n: re.findall(r"G-\d+", text) for n, text in BIBLIOGAMO.items(language).items()}
    rows = re.findall(
        r"^\| \[(L-\d+\.\d+)\][^|]*\| ([^|]+) \|", BIBLIOGAMO.page(language), re.MULTILINE
    )
    assert {n: found for n, found in cited.items() if found} == {
        n: row.split(", ") for n, row in rows
    }
    numbers = {ruling for found in cited.values() for ruling in found}
    assert numbers == {f"G-{number}" for number in range(1, 45)}
    assert BIBLIOGAMO.page("en").count("⚖") == BIBLIOGAMO.page("fr").count("⚖")


def test_both_pages_of_bibliogamo_cite_the_same_rulings_in_the_same_places():
    english, french = (
        [re.findall(r"[GL]-\d+(?:\.\d+)?", text) for text in BIBLIOGAMO.items(language).values()]
        for language in LANGUAGES
    )
    assert english == french


# ---------------------------------------------------------------- the tables of Bibliogamo

COMPONENTS = tomllib.loads(
    (ROOT / "src" / "armarium" / "games" / "bibliogamo" / "components.toml").read_text("utf-8")
)
TYPES = ("researcher", "scribe", "illustrator", "binder")
LETTERS = {"en": "RSIB", "fr": "CSER"}


def rows(language, anchor):
    """The cells of the table that follows an anchor, without its head."""
    text = BIBLIOGAMO.page(language).partition(f'<a id="{anchor}"></a>')[2].partition("\n## ")[2]
    lines = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def number(text):
    return int(text.replace("−", "-"))


@EACH_LANGUAGE
def test_the_table_of_cards_is_the_set_that_is_played(language):
    letters = dict(zip(TYPES, LETTERS[language]))
    for row, card in zip(rows(language, "cards"), COMPONENTS["artisan"], strict=True):
        icons = [letters[kind] for kind in TYPES for _ in range(card["grants"].get(kind, 0))]
        assert (int(row[0]), number(row[1])) == (card["id"], card["librarian"])
        assert (row[2], row[3].split()) == (letters[card["blocks"]], icons)
        assert [int(cell) for cell in row[4:]] == [card["pointer"], *card["florins"]]


@EACH_LANGUAGE
def test_the_table_of_towers_is_the_set_that_is_played_and_says_what_is_published(language):
    towers = {tower["id"]: tower for tower in COMPONENTS["tower"]}
    library, *there = rows(language, "towers")
    assert library[0] == "0"
    said = {
        "review": {"en": "review", "fr": "critique"},
        "reconstruction": {"en": "recon", "fr": "recon"},
    }
    for space, row in enumerate(there, 1):
        tower = towers[COMPONENTS["ring"]["spaces"][space]]
        assert int(row[0]) == space
        assert row[2:6] == [str(tower["need"].get(kind, "–")) for kind in TYPES]
        assert said[tower["need_provenance"]][language] in row[6]
        if language == "en":
            assert row[1] == tower["name"]


@EACH_LANGUAGE
def test_the_table_of_collections_is_the_set_that_is_played(language):
    names = [row[1] for row in rows(language, "towers")]
    spaces = COMPONENTS["ring"]["spaces"]
    for row, card in zip(rows(language, "collections"), COMPONENTS["prestige"], strict=True):
        wants = [f"{names[spaces.index(tower)]} {n}" for tower, n in card["need"].items()]
        assert (int(row[0]), row[2].split(", ")) == (card["id"], wants)
        assert [int(cell) for cell in row[3:]] == [sum(card["need"].values()), card["vp"]]
        if language == "en":
            assert row[1] == card["name"].replace("'", "’")
