"""Fuzz the kernel that compares JSON texts, the only one that parses text; test_patch_bounds.py runs this with
NUMBA_BOUNDSCHECK=1.

For texts that this project writes, the patch must lead from one to the other by the plain Python of `patched`. Anything
else is refused with a ValueError, or answered; it never reads or writes out of bounds.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import numba

from armarium.core.game import encode_json
from armarium.core.kernels.patch import patch_text
from tests.server.patch_client import apply_patch

LETTERS = b'{}[]",:\\/~ \t\n\x00\x1f\x7f\xc3\xa9\xff0123456789-+.eEtrufalsn'
NAMES = [
    "",
    "a",
    "b",
    "a/b",
    "~",
    "~1",
    'q"q',
    "back\\slash",
    "é",
    "日本",
    "n" * 46,
    "long" * 30,
    "\x01",
]
LEAVES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    10**30,
    -(10**400),
    1.5e300,
    "",
    "é",
    "\u2028",
    "]}",
    "x" * 300,
]

# Each of these, before or after an object, once made the kernel read or write out of bounds.
NO_JSON = [
    b"",
    b'"abc',
    b'"\\',
    b"[1]]",
    b"]",
    b'{"a"}',
    b'{"a":}',
    b"{1:2}",
    b"[,]",
    b'{"a":1,}',
    b'{"a": {"b":1}}',
]


def make_deep_pair(fields: int) -> tuple[Any, Any]:
    """Return nested objects that lose this many fields at every depth.

    The operations of all depths together once overflowed the output buffer.
    """
    gone = {f"field-{n}": 0 for n in range(fields)}
    before: Any = {"text": "x" * 4000 + "1"}
    after: Any = {"text": "x" * 4000 + "2"}
    for _ in range(14):
        before, after = {**gone, "text": before}, {"text": after}
    return before, after


def make_document(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(3 if depth < rng.choice([2, 4, 20]) else 1)
    if kind == 0:
        return rng.choice(LEAVES)
    parts = [make_document(rng, depth + 1) for _ in range(rng.choice([0, 1, 2, 5]))]
    if kind == 1:
        return parts
    return dict(zip(rng.sample(NAMES, len(NAMES)), parts, strict=False))


def change_document(rng: random.Random, document: Any) -> Any:
    """Return another document that has much in common with this one."""
    if isinstance(document, list) and document and rng.random() < 0.9:
        after = [change_document(rng, part) if rng.random() < 0.3 else part for part in document]
        if rng.random() < 0.5:
            after.insert(rng.randrange(len(after) + 1), make_document(rng, 3))
        if rng.random() < 0.5:
            del after[rng.randrange(len(after))]
        return after
    if isinstance(document, dict) and document and rng.random() < 0.9:
        found = {
            name: change_document(rng, part)
            for name, part in document.items()
            if rng.random() < 0.8
        }
        return found | ({rng.choice(NAMES): make_document(rng, 3)} if rng.random() < 0.5 else {})
    return make_document(rng, 3)


def corrupt_text(rng: random.Random, text: bytes) -> bytes:
    """Truncate the text, or remove, insert, exchange or double some bytes."""
    letters = bytearray(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters) + 1)
        match rng.randrange(5):
            case 0:
                del letters[at:]
            case 1:
                del letters[at : at + rng.randrange(1, 9)]
            case 2:
                letters[at:at] = rng.choices(LETTERS, k=rng.randrange(1, 9))
            case 3 if at < len(letters):
                letters[at] = rng.choice(LETTERS)
            case _:
                letters[at:at] = letters[at : at + 20]
    return bytes(letters)


def iter_texts(rng: random.Random, count: int) -> Iterator[tuple[bytes, bytes]]:
    for text in NO_JSON:
        for good in (b'{"a":2}', b"[2]"):
            yield text, good
            yield good, text
    for fields in range(40, 100, 10):
        before, after = make_deep_pair(fields)
        yield encode_json(before), encode_json(after)
    for _ in range(count):
        before = make_document(rng)
        old, new = encode_json(before), encode_json(change_document(rng, before))
        yield old, new
        yield corrupt_text(rng, old), new
        yield old, corrupt_text(rng, new)
        noise = bytes(rng.choices(LETTERS, k=rng.choice([0, 1, 7, 8, 9, 40, 400])))
        yield noise, new
        yield old, noise
        yield (
            corrupt_text(rng, json.dumps(before).encode()),
            bytes(rng.randbytes(rng.randrange(40))),
        )


def check(before: bytes, after: bytes) -> bool:
    """Return whether the texts were accepted. An IndexError is not caught."""
    try:
        patch = patch_text(before, after)
    except ValueError:
        # Texts that this project writes are never refused.
        for text in (before, after):
            try:
                is_ours = encode_json(json.loads(text)) == text
            except ValueError:
                is_ours = False
            if not is_ours:
                return False
        raise
    try:
        documents = [json.loads(text) for text in (before, after)]
        is_ours = [encode_json(document) for document in documents] == [before, after]
    except (ValueError, RecursionError):
        return True
    if is_ours:
        # Fields may be in another order.
        found = apply_patch(documents[0], json.loads(patch))
        assert json.dumps(found, sort_keys=True) == json.dumps(documents[1], sort_keys=True)
    return True


def main(seed: int, count: int) -> None:
    assert numba.config.BOUNDSCHECK, "run it with NUMBA_BOUNDSCHECK=1"
    rng = random.Random(seed)
    answered = refused = 0
    for before, after in iter_texts(rng, count):
        try:
            is_answered = check(before, after)
        except Exception:
            print(f"patch_text({before!r},\n           {after!r})", file=sys.stderr)
            raise
        answered, refused = answered + is_answered, refused + (not is_answered)
    print(f"{answered} answered, {refused} refused")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
