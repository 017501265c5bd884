"""The rules for players: every numbered sentence can be linked to, in both languages."""

import re
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "docs" / "rules"
PAGES = {"en": "biblios.md", "fr": "biblios.fr.md"}
SENTENCES = {1: 8, 2: 6, 3: 13, 4: 6, 5: 6, 6: 5}  # how many each chapter has
IDS = [f"B-{chapter}.{n}" for chapter, last in SENTENCES.items() for n in range(1, last + 1)]

ITEM = re.compile(r'^- <a id="(B-\d+\.\d+)"></a>\*\*(B-\d+\.\d+)\*\* \S', re.MULTILINE)


def page(language: str) -> str:
    return (RULES / PAGES[language]).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_every_sentence_stands_once_in_order_under_its_own_anchor(language):
    items = ITEM.findall(page(language))
    assert [anchor for anchor, _ in items] == IDS
    assert [number for _, number in items] == IDS


@pytest.mark.parametrize("language", PAGES)
def test_an_anchor_is_never_given_twice(language):
    anchors = re.findall(r'<a id="([^"]+)">', page(language))
    assert len(anchors) == len(set(anchors))
    assert set(IDS) <= set(anchors)


@pytest.mark.parametrize("language", PAGES)
def test_links_within_the_page_lead_somewhere(language):
    text = page(language)
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_each_page_links_to_the_other_language():
    assert "[Français](biblios.fr.md)" in page("en")
    assert "[English](biblios.md)" in page("fr")


def test_both_pages_mark_and_list_the_same_rulings():
    listed = {}
    for language in PAGES:
        text = page(language)
        marked = re.findall(r"\*\*(B-\d+\.\d+)\*\* ⚖", text)
        listed[language] = re.findall(r"^\| \[(B-\d+\.\d+)\]", text, re.MULTILINE)
        assert marked == listed[language]
    assert listed["en"] == listed["fr"]


def test_french_signs_stand_after_a_no_break_space():
    text = page("fr")
    assert not re.findall(r".*(?:[ \n][;:!?»]|«[ \n]).*", text)
    assert "'" not in text
