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
class RulesPage:
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
        """Return the text of each numbered sentence."""
        number = rf"{self.letter}-\d+\.\d+"
        item = re.compile(
            rf'^- <a id="({number})"></a>\*\*\1\*\* (.*(?:\n  .*)*)',
            re.MULTILINE,
        )
        return dict(item.findall(self.page(language)))

    def list_rulings(self, language: str) -> list[str]:
        """Return the sentences in the table of rulings."""
        return re.findall(rf"^\| \[({self.letter}-\d+\.\d+)\]", self.page(language), re.MULTILINE)


BIBLIOS = RulesPage("biblios", "B", {1: 8, 2: 6, 3: 14, 4: 6, 5: 6, 6: 5})
BIBLIOGAMO = RulesPage("bibliogamo", "L", {1: 8, 2: 10, 3: 6, 4: 9, 5: 8, 6: 4, 7: 10, 8: 1})
BOOKS = pytest.mark.parametrize("page_of", [BIBLIOS, BIBLIOGAMO], ids=lambda page_of: page_of.name)
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_every_page_is_looked_at():
    names = {
        f"{page_of.name}{end}" for page_of in (BIBLIOS, BIBLIOGAMO) for end in (".md", ".fr.md")
    }
    assert {path.name for path in RULES.glob("*.md")} == names


@BOOKS
@EACH_LANGUAGE
def test_every_sentence_stands_once_in_order_under_its_own_anchor(page_of, language):
    anchors = re.findall(rf'<a id="({page_of.letter}-\d+\.\d+)">', page_of.page(language))
    assert anchors == page_of.ids
    assert list(page_of.items(language)) == page_of.ids


@BOOKS
@EACH_LANGUAGE
def test_an_anchor_is_never_given_twice(page_of, language):
    anchors = re.findall(r'<a id="([^"]+)">', page_of.page(language))
    assert len(anchors) == len(set(anchors))


@BOOKS
@EACH_LANGUAGE
def test_links_within_the_page_lead_somewhere(page_of, language):
    text = page_of.page(language)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


@BOOKS
def test_each_page_links_to_the_other_language(page_of):
    assert f"[Français]({page_of.name}.fr.md)" in page_of.page("en")
    assert f"[English]({page_of.name}.md)" in page_of.page("fr")


@BOOKS
def test_both_pages_mark_and_list_the_same_rulings(page_of):
    for language in LANGUAGES:
        marked = [n for n, text in page_of.items(language).items() if text.startswith("⚖")]
        assert page_of.list_rulings(language) == marked
    assert page_of.list_rulings("en") == page_of.list_rulings("fr")


@BOOKS
def test_french_signs_stand_after_a_no_break_space(page_of):
    text = page_of.page("fr")
    assert not re.findall(r".*(?:[ \n][;:!?»]|«[ \n]).*", text)
    assert "'" not in text


@EACH_LANGUAGE
def test_each_ruling_of_bibliogamo_is_cited_at_the_sentence_that_settles_it(language):
    """The table at the end of the page says the same."""
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


REASONS = {
    "B-3.5": {"en": "gold in hand breaks ties", "fr": "l’or en réserve départage"},
    "B-3.13": {"en": "66 gold in the game", "fr": "le jeu compte 66 Or"},
    "B-4.3": {"en": "the separate ±1 card", "fr": "la carte ±1 n’aurait pas"},
    "L-1.8": {
        "en": "paying for the second hire ends the day",
        "fr": "paiement de la seconde embauche",
    },
}


@EACH_LANGUAGE
@pytest.mark.parametrize("sentence", REASONS)
def test_rulings_that_read_narrower_than_the_source_say_why(sentence, language):
    page_of = BIBLIOS if sentence.startswith("B") else BIBLIOGAMO
    text = " ".join(page_of.items(language)[sentence].split())
    assert REASONS[sentence][language] in text


# ---------------------------------------------------------------- the tables of Bibliogamo

COMPONENTS = tomllib.loads(
    (ROOT / "src" / "armarium" / "games" / "bibliogamo" / "components.toml").read_text("utf-8")
)
TYPES = ("researcher", "scribe", "illustrator", "binder")
LETTERS = {"en": "RSIB", "fr": "CSIR"}


def read_rows(language, anchor):
    """Return the cells of the table after an anchor, without the header row."""
    text = BIBLIOGAMO.page(language).partition(f'<a id="{anchor}"></a>')[2].partition("\n## ")[2]
    lines = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def parse_number(text):
    return int(text.replace("−", "-"))


@EACH_LANGUAGE
def test_the_table_of_cards_is_the_set_that_is_played(language):
    letters = dict(zip(TYPES, LETTERS[language]))
    for row, card in zip(read_rows(language, "cards"), COMPONENTS["artisan"], strict=True):
        icons = [letters[kind] for kind in TYPES for _ in range(card["grants"].get(kind, 0))]
        assert (int(row[0]), parse_number(row[1])) == (card["id"], card["librarian"])
        assert (row[2], row[3].split()) == (letters[card["blocks"]], icons)
        assert [int(cell) for cell in row[4:]] == [card["pointer"], *card["florins"]]


@EACH_LANGUAGE
def test_the_table_of_towers_is_the_set_that_is_played_and_says_what_is_published(language):
    towers = {tower["id"]: tower for tower in COMPONENTS["tower"]}
    library, *there = read_rows(language, "towers")
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
    names = [row[1] for row in read_rows(language, "towers")]
    spaces = COMPONENTS["ring"]["spaces"]
    for row, card in zip(read_rows(language, "collections"), COMPONENTS["prestige"], strict=True):
        wants = [f"{names[spaces.index(tower)]} {n}" for tower, n in card["need"].items()]
        assert (int(row[0]), row[2].split(", ")) == (card["id"], wants)
        assert [int(cell) for cell in row[3:]] == [sum(card["need"].values()), card["vp"]]
        if language == "en":
            assert row[1] == card["name"].replace("'", "’")
