"""Tensors on disk: the same files as those of the library safetensors, and the same refusals."""

import json
import struct

import numpy as np
import pytest

from armarium.players.network.tensors import (
    BadTensors,
    Bits,
    read_notes,
    read_tensors,
    write_tensors,
)

TENSORS: dict[str, np.ndarray] = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.array([1, -2], np.int8),
    "empty": np.zeros((0, 4), np.int64),
    "flag": np.array(True),
}


def test_a_written_file_can_be_read(tmp_path):
    file = tmp_path / "t.safetensors"
    bits = np.array([1, 65535], np.uint16).view(Bits)
    write_tensors(file, {**TENSORS, "half": bits}, {"note": "text"})
    found = read_tensors(file)
    for name, tensor in TENSORS.items():
        assert found[name].dtype == tensor.dtype and np.array_equal(found[name], tensor)
    assert isinstance(found["half"], Bits) and found["half"].tolist() == [1, 65535]
    assert read_notes(file) == {"note": "text"}


def make_entry(low, high, shape=None, dtype="U8"):
    return {
        "dtype": dtype,
        "shape": [high - low] if shape is None else shape,
        "data_offsets": [low, high],
    }


HEADERS = {
    "overlaps": ({"a": make_entry(0, 4), "b": make_entry(2, 8)}, "overlaps another tensor"),
    "same place": ({"a": make_entry(0, 8), "b": make_entry(0, 8)}, "overlaps another tensor"),
    "gap": ({"a": make_entry(0, 3), "b": make_entry(4, 8)}, "follows a gap"),
    "gap at the start": ({"a": make_entry(1, 8)}, "follows a gap"),
    "bytes left": ({"a": make_entry(0, 7)}, "1 bytes after the last tensor"),
    "too long": ({"a": make_entry(0, 9)}, "ends too early"),
    "backwards": ({"a": make_entry(0, 8), "b": make_entry(8, 4, [0])}, "but its shape needs 0"),
    "negative": ({"a": make_entry(-8, 0)}, "not a whole number"),
    "other shape": ({"a": make_entry(0, 8, [3])}, "8 bytes, but its shape needs 3"),
    "other size": ({"a": make_entry(0, 8, [8], "F32")}, "needs 32"),
    "no type": ({"a": make_entry(0, 8, dtype="F12")}, "F12"),
    "fraction": ({"a": make_entry(0, 8, [8.0])}, "not a whole number"),
    "no offsets": ({"a": {"dtype": "U8", "shape": [8]}}, "data_offsets"),
    "no object": ({"a": 5}, "."),
    "no header": ([1], "not an object"),
}


def encode_file(header, numbers=bytes(8), length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + numbers


def check_refused(tmp_path, data, reason):
    file = tmp_path / "bad.safetensors"
    file.write_bytes(data)
    with pytest.raises(BadTensors, match=reason):
        read_tensors(file)
    return file


@pytest.mark.parametrize("name", HEADERS)
def test_a_file_that_does_not_add_up_is_refused(tmp_path, name):
    header, reason = HEADERS[name]
    check_refused(tmp_path, encode_file(header), reason)


def test_a_broken_header_is_refused(tmp_path):
    good = {"a": make_entry(0, 8)}
    check_refused(tmp_path, encode_file(good, length=2**63), "longer than the file")
    check_refused(tmp_path, encode_file(good)[:20], "longer than the file")
    check_refused(tmp_path, b"1234", ".")
    twice = b'{"a":%s,"a":%s}' % ((json.dumps(make_entry(0, 8)).encode(),) * 2)
    check_refused(tmp_path, encode_file(twice), "occurs twice")


@pytest.mark.third_party
def test_the_library_reads_and_refuses_the_same(tmp_path):
    library = pytest.importorskip("safetensors.numpy")
    file = tmp_path / "t.safetensors"
    write_tensors(file, TENSORS, {"note": "text"})
    for name, tensor in library.load_file(file).items():
        assert np.array_equal(tensor, TENSORS[name])
    library.save_file(TENSORS, file, {"note": "text"})
    for name, tensor in read_tensors(file).items():
        assert np.array_equal(tensor, TENSORS[name]), name
    for header, _ in HEADERS.values():
        bad = check_refused(tmp_path, encode_file(header), ".")
        with pytest.raises(Exception):  # noqa: B017, PT011 (the library has errors of its own)
            library.load_file(bad)
