"""French elision, as the page has it (web/src/shell/elision.ts): a catalogue writes `de~{name}`, and what is said is
"d’Ivo" or "de Bede". One table of examples holds for both (tests/house/elision_examples.json).
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["joined", "swallows"]

# Words that begin with a vowel and are spoken as if they did not.
_HARD = frozenset({"oui", "onze", "onzième", "ouistiti", "uhlan", "yaourt", "yoga"})
_FIRST_WORD = re.compile(r"[^\w]*([^\W\d_][^\W\d_’'-]*)")


def swallows(text: str) -> bool:
    """Whether this swallows the vowel before it: it begins with a vowel or a silent h."""
    found = _FIRST_WORD.match(text)
    if found is None or (word := found[1].lower()) in _HARD:
        return False
    plain = "".join(
        sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)
    )
    return plain[0] in "aeiouhœæ" or (plain[0] == "y" and plain[1:2] not in tuple("aeiou"))


def joined(word: str | None, text: str) -> str:
    """ "de" and "Ivo": "d’Ivo". Without a word: the text alone."""
    if word is None:
        return text
    return f"{word[:-1]}’{text}" if swallows(text) else f"{word} {text}"
