"""What changed between two texts of JSON, as a JSON Patch (RFC 6902): for views, of which an action changes little.

The texts are all it knows: two views of one eye, written without spaces. Where telling the changes of a part would take
more than the part, the part is told. Objects of a list that begin alike, with a word or a list, are one that changed.
"""

from __future__ import annotations

import numpy as np

from armarium.games.table.compiled import borrowing, door, inlined
from armarium.games.table.kernels.bits import lowest, place
from armarium.games.table.kernels.writing import eight_at, number

__all__ = ["patch_text"]

_MOST_PARTS = 4096  # on the way to one value; a list or an object that has more is told whole
_DEEPEST, _LONGEST_PATH, _LONGEST_NAME = 16, 1024, 100
# What is known of a value on the way down.
_FIELDS = 10
_J, _DEPTH, _IS_LIST, _P, _P_END, _Q, _Q_END, _PLACE, _BEGUN, _WHOLE = range(_FIELDS)
_ADD, _REPLACE, _REMOVE = 0, 1, 2
_BEGINNINGS = tuple(
    np.frombuffer(f'{{"op":"{op}","path":"'.encode(), np.uint8)
    for op in ("add", "replace", "remove")
)
_BEGIN_ADD, _BEGIN_REPLACE, _BEGIN_REMOVE = _BEGINNINGS
_VALUE = np.frombuffer(b'","value":', np.uint8)
_QUOTE, _COMMA, _COLON, _SLASH, _BACKSLASH, _TILDE = 34, 44, 58, 47, 92, 126
_ONES = 0x0101010101010101
_QUOTES, _BACKSLASHES, _HIGHEST = _QUOTE * _ONES, _BACKSLASH * _ONES, -0x7F7F7F7F7F7F7F80
_LIST, _END_OF_LIST, _OBJECT, _END_OF_OBJECT = 91, 93, 123, 125


def patch_text(before: bytes, after: bytes) -> bytes:
    """The patch that leads from one text to the other, as JSON."""
    a, b = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    out = np.empty(2 * len(b) + 4096, np.uint8)
    end = _write_patch(a, b, np.empty(_LONGEST_PATH, np.uint8), out)
    return out[:end].tobytes()


@door
def _write_patch(a, b, path, out):
    a_ends, b_ends = np.empty(len(a), np.int32), np.empty(len(b), np.int32)
    open_at = np.empty(max(len(a), len(b)), np.int32)
    _scan(a, a_ends, open_at)
    _scan(b, b_ends, open_at)
    frames = np.empty((_DEEPEST, _FIELDS), np.int32)
    mine, theirs = np.empty((_MOST_PARTS, 4), np.int32), np.empty((_MOST_PARTS, 4), np.int32)
    out[0] = _LIST
    end = _differ(a, a_ends, b, b_ends, path, frames, mine, theirs, out)
    out[end] = _END_OF_LIST
    return end + 1


@borrowing
def _differ(a, a_ends, b, b_ends, path, frames, mine, theirs, out):
    """Write the operations; returns where they end. The values on the way down lie on a stack of frames."""
    if _are_equal(a, 0, len(a), b, 0, len(b)):
        return 1
    at, level = _enter(a, a_ends, 0, b, b_ends, 0, path, 0, frames, 0, mine, theirs, out, 1)
    while level > 0:
        frame = frames[level - 1]
        p, q, depth, is_list = frame[_P], frame[_Q], frame[_DEPTH], frame[_IS_LIST]
        has_mine, has_theirs = p < frame[_P_END], q < frame[_Q_END]
        if at <= frame[_WHOLE] and not has_mine and not has_theirs:
            level -= 1
        elif at <= frame[_WHOLE] and has_mine and has_theirs and _is_same(a, mine, p, b, theirs, q):
            i, j = mine[p, 2], theirs[q, 2]
            if not _are_equal(a, i, a_ends[i], b, j, b_ends[j]):
                deeper = _go_down(path, depth, is_list, frame[_PLACE], b, theirs, q)
                at, level = _enter(
                    a, a_ends, i, b, b_ends, j, path, deeper, frames, level, mine, theirs, out, at
                )
            frame[_P] += 1
            frame[_Q] += 1
            frame[_PLACE] += 1
        elif (
            at <= frame[_WHOLE] and has_mine and not _is_in(a, mine, p, b, theirs, q, frame[_Q_END])
        ):
            deeper = _go_down(path, depth, is_list, frame[_PLACE], a, mine, p)
            at = _operate(_REMOVE, path, deeper, b, 0, 0, out, at)
            frame[_P] += 1
        elif (
            at <= frame[_WHOLE]
            and has_theirs
            and not _is_in(b, theirs, q, a, mine, p, frame[_P_END])
        ):
            deeper = _go_down(path, depth, is_list, frame[_PLACE], b, theirs, q)
            at = _operate(_ADD, path, deeper, b, theirs[q, 2], theirs[q, 3], out, at)
            frame[_Q] += 1
            frame[_PLACE] += 1
        else:
            # It takes more than the whole value would, or something has changed places.
            j = frame[_J]
            at = _operate(_REPLACE, path, depth, b, j, b_ends[j], out, frame[_BEGUN])
            level -= 1
    return at


@borrowing
def _enter(a, a_ends, i, b, b_ends, j, path, depth, frames, level, mine, theirs, out, at):
    """From the value at a[i] to the value at b[j], which is another: done, or a frame more on the stack."""
    kind = a[i]
    is_open = kind == b[j] and (kind in (_OBJECT, _LIST))
    if is_open and level < _DEEPEST and depth + _LONGEST_NAME + 4 < len(path):
        p = frames[level - 1, _P_END] if level else 0
        q = frames[level - 1, _Q_END] if level else 0
        n = _parts_of(a, a_ends, i, mine, p, kind == _LIST)
        m = _parts_of(b, b_ends, j, theirs, q, kind == _LIST)
        if n >= 0 and m >= 0:
            frame = frames[level]
            frame[_J], frame[_DEPTH], frame[_IS_LIST] = j, depth, kind == _LIST
            frame[_P], frame[_P_END], frame[_Q], frame[_Q_END] = p, n, q, m
            frame[_PLACE], frame[_BEGUN] = 0, at
            frame[_WHOLE] = at + b_ends[j] - j + depth + 40  # about where the whole value would end
            return at, level + 1
    return _operate(_REPLACE, path, depth, b, j, b_ends[j], out, at), level


@borrowing
def _parts_of(text, ends, start, parts, n, is_list):
    """The parts of a list or an object that begins here: name and value, from … to; returns how many there are now,
    −1 if those are too many."""
    at = start + 1
    while at < ends[start] - 1:
        if n == len(parts):
            return -1
        if text[at] == _COMMA:
            at += 1
        if not is_list and ends[at] - at > _LONGEST_NAME // 2:
            return -1
        if not is_list:
            parts[n, 0], parts[n, 1] = at, ends[at]
            at = ends[at] + 1
        elif text[at] != _OBJECT:
            parts[n, 0], parts[n, 1] = at, ends[at]
        else:
            # What an object begins with is its name, but for a number: then its place is.
            first = ends[at + 1] + 1 if text[at + 1] == _QUOTE else at
            is_named = text[first] == _QUOTE or text[first] == _LIST
            parts[n, 0], parts[n, 1] = first, ends[first] if is_named else first
        parts[n, 2], parts[n, 3] = at, ends[at]
        at = ends[at]
        n += 1
    return n


@borrowing
def _scan(text, ends, open_at):
    """Where each value ends, by where it begins; `open_at` is room for the lists and objects that are open."""
    at = depth = 0
    while at < len(text):
        start, letter = at, text[at]
        at += 1
        if letter == _QUOTE:
            at = _end_of_word(text, at)
            ends[start] = at
        elif letter in (_OBJECT, _LIST):
            open_at[depth] = start
            depth += 1
        elif letter in (_END_OF_OBJECT, _END_OF_LIST):
            depth -= 1
            ends[open_at[depth]] = at
        elif letter != _COMMA and letter != _COLON:
            while at < len(text) and not _is_end(text[at]):
                at += 1
            ends[start] = at


@inlined
def _end_of_word(text, at):
    """Behind the closing quote. Eight letters at a time, as long as no backslash is among them."""
    while at + 8 <= len(text):
        letters = eight_at(text, at)
        quotes = _where(letters ^ _QUOTES)
        if _where(letters ^ _BACKSLASHES):
            break
        if quotes:
            return at + (place(lowest(quotes)) >> 3) + 1
        at += 8
    while text[at] != _QUOTE:
        at += 2 if text[at] == _BACKSLASH else 1
    return at + 1


@inlined
def _where(letters):
    """The highest bit of every byte that is 0; what lies above the first may be wrong."""
    return (letters - _ONES) & ~letters & _HIGHEST


@borrowing
def _is_end(letter):
    return letter in (_COMMA, _END_OF_OBJECT, _END_OF_LIST)


@inlined
def _are_equal(a, i, i_end, b, j, j_end):
    size = i_end - i
    if size != j_end - j:
        return False
    n = 0
    while n + 8 <= size:
        if eight_at(a, i + n) != eight_at(b, j + n):
            return False
        n += 8
    while n < size:
        if a[i + n] != b[j + n]:
            return False
        n += 1
    return True


@inlined
def _is_same(a, mine, p, b, theirs, q):
    return _are_equal(a, mine[p, 0], mine[p, 1], b, theirs[q, 0], theirs[q, 1])


@borrowing
def _is_in(a, mine, p, b, parts, start, end):
    for n in range(start, end):
        if _is_same(a, mine, p, b, parts, n):
            return True
    return False


@borrowing
def _go_down(path, depth, is_list, at, text, parts, n):
    """One step further down the path: the place in a list, or the name as it stands, without its quotes."""
    path[depth] = _SLASH
    depth += 1
    if is_list:
        return number(path, depth, at)
    for i in range(parts[n, 0] + 1, parts[n, 1] - 1):
        letter = text[i]
        if letter in (_TILDE, _SLASH):  # as JSON Pointer spells them
            path[depth] = _TILDE
            letter = 48 if letter == _TILDE else 49
            depth += 1
        path[depth] = letter
        depth += 1
    return depth


@borrowing
def _operate(op, path, depth, text, start, end, out, at):
    if at > 1:
        out[at] = _COMMA
        at += 1
    if op == _ADD:
        at = _copy(_BEGIN_ADD, 0, len(_BEGIN_ADD), out, at)
    elif op == _REPLACE:
        at = _copy(_BEGIN_REPLACE, 0, len(_BEGIN_REPLACE), out, at)
    else:
        at = _copy(_BEGIN_REMOVE, 0, len(_BEGIN_REMOVE), out, at)
    at = _copy(path, 0, depth, out, at)
    if op == _REMOVE:
        out[at] = _QUOTE
        at += 1
    else:
        at = _copy(_VALUE, 0, len(_VALUE), out, at)
        at = _copy(text, start, end, out, at)
    out[at] = _END_OF_OBJECT
    return at + 1


@borrowing
def _copy(text, start, end, out, at):
    for n in range(start, end):
        out[at] = text[n]
        at += 1
    return at
