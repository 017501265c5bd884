"""The difference between two JSON texts as a JSON Patch (RFC 6902), for views, of which an action changes little.

It compares texts only: two views of one viewer, written without spaces. If the changes of a part would take more than
the part, the whole part is replaced. Objects of a list that begin alike, with a word or a list, count as the same
object.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit_entry, jit_inline, jit_no_refcount
from armarium.core.kernels.bits import lowest, place
from armarium.core.kernels.writing import eight_at, number

__all__ = ["JsonText", "find_ends", "patch_text", "write_patch"]

_MOST_PARTS = 4096  # parts on the path to one value; a larger list or object is replaced as a whole
_DEEPEST, _LONGEST_PATH, _LONGEST_NAME = 16, 1024, 100
# Fields of a stack frame.
_FIELDS = 10
_J, _DEPTH, _IS_LIST, _P, _P_END, _Q, _Q_END, _PLACE, _STARTED, _WHOLE = range(_FIELDS)
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
_FIRST_OF_SCALAR = 45  # a minus; digits and letters have higher codes, spaces lower ones
_MAX_OVERHEAD = 64  # maximum size of an operation without its path and value


class JsonText:
    """A JSON text without spaces, and the end of each of its values.

    Finding the ends takes half the time of a patch, and a view is compared twice: with the previous one and with the
    next one. So the ends are found once.
    """

    __slots__ = ("ends", "letters", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.letters = np.frombuffer(text, np.uint8)
        self.ends = np.empty(len(text), np.int32)
        if not find_ends(self.letters, self.ends):
            raise ValueError("a patch needs two JSON texts without spaces")


def patch_text(before: bytes | JsonText, after: bytes | JsonText) -> bytes:
    """Return the patch from one text to the other, as JSON. Raise ValueError if one is not JSON without spaces."""
    a = before if isinstance(before, JsonText) else JsonText(before)
    b = after if isinstance(after, JsonText) else JsonText(after)
    out = np.empty(2 * len(b.text) + 4096, np.uint8)
    end = write_patch(a.letters, a.ends, b.letters, b.ends, out)
    return out[:end].tobytes()


@jit_entry
def find_ends(text, ends):
    return _scan(text, ends, np.empty(len(text), np.int32))


@jit_entry
def write_patch(a, a_ends, b, b_ends, out):
    path = np.empty(_LONGEST_PATH, np.uint8)
    frames = np.empty((_DEEPEST, _FIELDS), np.int32)
    a_parts, b_parts = np.empty((_MOST_PARTS, 4), np.int32), np.empty((_MOST_PARTS, 4), np.int32)
    out[0] = _LIST
    end = _differ(a, a_ends, b, b_ends, path, frames, a_parts, b_parts, out)
    out[end] = _END_OF_LIST
    return end + 1


@jit_no_refcount
def _differ(a, a_ends, b, b_ends, path, frames, a_parts, b_parts, out):
    """Write the operations; return where they end. The values on the current path are on a stack of frames."""
    if _are_equal(a, 0, len(a), b, 0, len(b)):
        return 1
    at, level = _enter(a, a_ends, 0, b, b_ends, 0, path, 0, frames, 0, a_parts, b_parts, out, 1)
    while level > 0:
        frame = frames[level - 1]
        p, q, depth, is_list = frame[_P], frame[_Q], frame[_DEPTH], frame[_IS_LIST]
        has_a, has_b = p < frame[_P_END], q < frame[_Q_END]
        if at <= frame[_WHOLE] and not has_a and not has_b:
            level -= 1
        elif at <= frame[_WHOLE] and has_a and has_b and _is_same(a, a_parts, p, b, b_parts, q):
            i, j = a_parts[p, 2], b_parts[q, 2]
            if not _are_equal(a, i, a_ends[i], b, j, b_ends[j]):
                deeper = _go_down(path, depth, is_list, frame[_PLACE], b, b_parts, q)
                at, level = _enter(
                    a,
                    a_ends,
                    i,
                    b,
                    b_ends,
                    j,
                    path,
                    deeper,
                    frames,
                    level,
                    a_parts,
                    b_parts,
                    out,
                    at,
                )
            frame[_P] += 1
            frame[_Q] += 1
            frame[_PLACE] += 1
        elif (
            at <= frame[_WHOLE]
            and has_a
            and not _is_in(a, a_parts, p, b, b_parts, q, frame[_Q_END])
        ):
            deeper = _go_down(path, depth, is_list, frame[_PLACE], a, a_parts, p)
            at = _operate(_REMOVE, path, deeper, b, 0, 0, out, at)
            frame[_P] += 1
        elif (
            at <= frame[_WHOLE]
            and has_b
            and not _is_in(b, b_parts, q, a, a_parts, p, frame[_P_END])
        ):
            deeper = _go_down(path, depth, is_list, frame[_PLACE], b, b_parts, q)
            at = _operate(_ADD, path, deeper, b, b_parts[q, 2], b_parts[q, 3], out, at)
            frame[_Q] += 1
            frame[_PLACE] += 1
        else:
            # The changes take more space than the whole value, or items were reordered.
            j = frame[_J]
            at = _operate(_REPLACE, path, depth, b, j, b_ends[j], out, frame[_STARTED])
            level -= 1
    return at


@jit_no_refcount
def _enter(a, a_ends, i, b, b_ends, j, path, depth, frames, level, a_parts, b_parts, out, at):
    """Compare the value at a[i] with a different value at b[j]: write it, or push a frame."""
    kind = a[i]
    is_open = kind == b[j] and (kind in (_OBJECT, _LIST))
    if is_open and level < _DEEPEST and depth + _LONGEST_NAME + 4 < len(path):
        p = frames[level - 1, _P_END] if level else 0
        q = frames[level - 1, _Q_END] if level else 0
        n = _parts_of(a, a_ends, i, a_parts, p, kind == _LIST)
        m = _parts_of(b, b_ends, j, b_parts, q, kind == _LIST)
        if n >= 0 and m >= 0:
            frame = frames[level]
            frame[_J], frame[_DEPTH], frame[_IS_LIST] = j, depth, kind == _LIST
            frame[_P], frame[_P_END], frame[_Q], frame[_Q_END] = p, n, q, m
            frame[_PLACE], frame[_STARTED] = 0, at
            frame[_WHOLE] = at + b_ends[j] - j + depth + 40  # approximate end of the whole value
            return at, level + 1
    return _operate(_REPLACE, path, depth, b, j, b_ends[j], out, at), level


@jit_no_refcount
def _parts_of(text, ends, start, parts, n, is_list):
    """Find the parts of the list or object that starts here: range of the name, range of the value.

    Return the number of parts so far, or −1 if there are too many.
    """
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
            # An object's first value is its name, unless it is a number; then its position is.
            first = ends[at + 1] + 1 if text[at + 1] == _QUOTE else at
            is_named = text[first] == _QUOTE or text[first] == _LIST
            parts[n, 0], parts[n, 1] = first, ends[first] if is_named else first
        parts[n, 2], parts[n, 3] = at, ends[at]
        at = ends[at]
        n += 1
    return n


@jit_no_refcount
def _scan(text, ends, open_at):
    """Find where each value ends, by where it starts; `open_at` is space for the open lists and objects.

    Return False for a text that is not valid JSON: its ends are undefined.
    """
    at = depth = closing = 0
    is_name = False  # a field name comes next
    while at < len(text):
        start, letter = at, text[at]
        at += 1
        if letter == _QUOTE:
            at = _end_of_word(text, at)
            if at > len(text):
                return False
            ends[start] = at
            if is_name:
                if at == len(text) or text[at] != _COLON:
                    return False
                at += 1
                is_name = False
                continue
        elif is_name:
            return False
        elif letter in (_OBJECT, _LIST):
            open_at[depth] = start
            depth += 1
            closing = letter + 2
            if at == len(text) or text[at] != closing:
                is_name = letter == _OBJECT
                continue
        elif letter < _FIRST_OF_SCALAR or letter == _COLON or _is_end(letter):
            return False
        else:
            while at < len(text) and not _is_end(text[at]):
                at += 1
            ends[start] = at
        # After a value: close what ends with it, then expect a comma.
        while depth and at < len(text) and text[at] == closing:
            at += 1
            depth -= 1
            ends[open_at[depth]] = at
            closing = text[open_at[depth - 1]] + 2 if depth else 0
        if at == len(text):
            return depth == 0
        if depth == 0 or text[at] != _COMMA:
            return False
        at += 1
        is_name = closing == _END_OF_OBJECT
    return False


@jit_inline
def _end_of_word(text, at):
    """Return the position after the closing quote, or after the text if there is none.

    It reads eight bytes at a time until a backslash occurs.
    """
    while at + 8 <= len(text):
        letters = eight_at(text, at)
        quotes = _where(letters ^ _QUOTES)
        if _where(letters ^ _BACKSLASHES):
            break
        if quotes:
            return at + (place(lowest(quotes)) >> 3) + 1
        at += 8
    while at < len(text) and text[at] != _QUOTE:
        at += 2 if text[at] == _BACKSLASH else 1
    return at + 1


@jit_inline
def _where(letters):
    """Return the highest bit of every zero byte; bits above the first may be wrong."""
    return (letters - _ONES) & ~letters & _HIGHEST


@jit_no_refcount
def _is_end(letter):
    return letter in (_COMMA, _END_OF_OBJECT, _END_OF_LIST)


@jit_inline
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


@jit_inline
def _is_same(a, a_parts, p, b, b_parts, q):
    return _are_equal(a, a_parts[p, 0], a_parts[p, 1], b, b_parts[q, 0], b_parts[q, 1])


@jit_no_refcount
def _is_in(a, a_parts, p, b, parts, start, end):
    for n in range(start, end):
        if _is_same(a, a_parts, p, b, parts, n):
            return True
    return False


@jit_no_refcount
def _go_down(path, depth, is_list, at, text, parts, n):
    """Append a step to the path: the index in a list, or the name as written, without its quotes."""
    path[depth] = _SLASH
    depth += 1
    if is_list:
        return number(path, depth, at)
    for i in range(parts[n, 0] + 1, parts[n, 1] - 1):
        letter = text[i]
        if letter in (_TILDE, _SLASH):  # escaped as in JSON Pointer
            path[depth] = _TILDE
            letter = 48 if letter == _TILDE else 49
            depth += 1
        path[depth] = letter
        depth += 1
    return depth


@jit_no_refcount
def _operate(op, path, depth, text, start, end, out, at):
    """Write an operation; return where the next one goes.

    An operation without space is left out. The buffer is twice as long as the whole text, so an enclosing value is then
    shorter as a whole and is replaced.
    """
    if at + _MAX_OVERHEAD + depth + end - start > len(out):
        return len(out)
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


@jit_no_refcount
def _copy(text, start, end, out, at):
    for n in range(start, end):
        out[at] = text[n]
        at += 1
    return at
