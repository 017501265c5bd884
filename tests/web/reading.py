"""Collects every visible or spoken text of a page, and finds those not from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from tests.web.scenes import NAMES
from tests.web.seeing import in_language

__all__ = [
    "check_dialog_translations",
    "check_translations",
    "find_untranslated_texts",
    "in_test_locale",
    "read_texts",
]

# The site's name, with or without its initial, and the names of the players.
KNOWN = ["Armarium", "rmarium", *NAMES]

# Visible or spoken text nodes, labels, titles and placeholders.
_SAID = """() => {
  const said = [["title", document.title]];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const skipped = new Set(["SCRIPT", "STYLE", "SYMBOL", "NOSCRIPT"]);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element || element.closest("[hidden]")) continue;
    if (skipped.has(element.tagName)) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) && element.tagName !== "OPTION") continue;
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.data.trim()) said.push([element.tagName.toLowerCase(), node.data]);
      continue;
    }
    const spoken = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
    for (const name of [...spoken, "title", "alt", "placeholder"]) {
      const value = element.getAttribute(name);
      if (value) said.push([`${element.tagName.toLowerCase()}[${name}]`, value]);
    }
  }
  return said;
}"""

_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[^\W\d_]{2,}|(?<![^\W_])[^\W\d_A-Z](?![^\W_])")


def read_texts(page: Page) -> list[tuple[str, str]]:
    """Return each text with its place."""
    found: list[tuple[str, str]] = page.evaluate(_SAID)
    return [(where, text) for where, text in found]


def find_untranslated_texts(page: Page, names: Iterable[str]) -> list[str]:
    """Return texts outside the brackets of the test locale that are neither names nor numbers.

    A single capital letter does not count as a word: it is the letter of a card, a key or an initial.
    """
    known = sorted(names, key=len, reverse=True)
    wrong = []
    for where, text in read_texts(page):
        rest = text
        while (without := _BRACKETED.sub(" ", rest)) != rest:
            rest = without
        for name in known:
            rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
        if _WORD.search(rest):
            wrong.append(f"{where}: {text.strip()}")
    return wrong


def in_test_locale(link: str) -> str:
    return in_language(link, "xx")


def check_translations(page: Page, where: str, least: int = 5) -> None:
    assert sum("⟦" in text for _, text in read_texts(page)) >= least, (
        f"{where} has fewer than {least} translated texts"
    )
    assert find_untranslated_texts(page, KNOWN) == [], where


def check_dialog_translations(page: Page, where: str) -> None:
    expect(page.locator("dialog[open]")).to_be_visible()
    check_translations(page, where)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
