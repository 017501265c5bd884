"""All that a page says to eyes and ears, and what of it does not come from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from tests.web.scenes import NAMES
from tests.web.seeing import in_language

__all__ = ["check", "check_dialog", "in_test_tongue", "said", "strange"]

# The name of the house, also as its big letter leaves it; the names of the players.
KNOWN = ["Armarium", "rmarium", *NAMES]

# Text nodes that are seen or read aloud, labels, titles, and what fields say while empty.
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


def said(page: Page) -> list[tuple[str, str]]:
    """Where, and what."""
    found: list[tuple[str, str]] = page.evaluate(_SAID)
    return [(where, text) for where, text in found]


def strange(page: Page, names: Iterable[str]) -> list[str]:
    """What is said outside the brackets of the test tongue and is neither a name nor a number.

    A single capital is a number's sister here: the letter of a card, a key, an initial.
    """
    known = sorted(names, key=len, reverse=True)
    wrong = []
    for where, text in said(page):
        rest = text
        while (without := _BRACKETED.sub(" ", rest)) != rest:
            rest = without
        for name in known:
            rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
        if _WORD.search(rest):
            wrong.append(f"{where}: {text.strip()}")
    return wrong


def in_test_tongue(link: str) -> str:
    return in_language(link, "xx")


def check(page: Page, where: str, least: int = 5) -> None:
    assert sum("⟦" in text for _, text in said(page)) >= least, f"{where} says nothing"
    assert strange(page, KNOWN) == [], where


def check_dialog(page: Page, where: str) -> None:
    expect(page.locator("dialog[open]")).to_be_visible()
    check(page, where)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
