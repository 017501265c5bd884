"""The C code that every module contains, beside exact arithmetic in Python; and what else is in the modules."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest

from tests.wasm.test_equality import FOLDER, GAMES, NODE

TOOLS = Path(__file__).parents[2] / "tools"
# Reads a function and lists of numbers as JSON; a large integer is text.
CALLER = """
const fs = require('fs');
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(process.argv[1])));
const at = exports.allocate(64n, 16);
const words = () => new BigInt64Array(exports.memory.buffer, at, 3);
const calls = {
  exp: ([x]) => [exports.exp(x)],
  numba_frexp: ([x]) => [exports.numba_frexp(x, at + 16), Number(BigInt.asIntN(32, words()[2]))],
  __multi3: (parts) => (exports.__multi3(at, ...parts.map(BigInt)), [...words().slice(0, 2)].map(String)),
};
const [name, values] = JSON.parse(fs.readFileSync(0));
console.log(JSON.stringify(values.map(calls[name])));
"""
IMPORTS = "process.stdout.write(JSON.stringify(WebAssembly.Module.imports(new WebAssembly.Module(fs.readFileSync(process.argv[1])))))"  # noqa: E501


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C code alone, as a module."""
    folder = tmp_path_factory.mktemp("runtime")
    command = "from build_wasm import *; link_runtime(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:], [])"
    names = ["allocate", "exp", "numba_frexp", "__multi3"]
    (folder / "parts").mkdir()
    file = folder / "runtime.wasm"
    subprocess.run(
        [sys.executable, "-c", command, folder / "parts", file, *names], cwd=TOOLS, check=True
    )
    return file


def call(runtime: Path, name: str, values: list[list[Any]]) -> list[list[Any]]:
    done = subprocess.run(
        [NODE, "-e", CALLER, runtime],
        input=json.dumps([name, values]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout, parse_int=float)
    return found


def list_powers() -> list[float]:
    chance = random.Random(5)
    return [
        *(chance.uniform(-40, 40) for _ in range(3000)),
        *(chance.uniform(-745, 709.78) for _ in range(500)),
        *(chance.uniform(-1, 1) * 2.0 ** -chance.randrange(60) for _ in range(500)),
        *(0.0, 1.0, 5e-324, -512.0, 512.0, 709.782712893384, -745.1332191019411),
    ]


def test_exp_is_the_exact_value_rounded(runtime: Path):
    powers = list_powers()
    with localcontext(prec=60):
        exact = [[float(Decimal(x).exp())] for x in powers]
    assert call(runtime, "exp", [[x] for x in powers]) == exact
    assert call(runtime, "exp", [[-746], [-1e9]]) == [[0], [0]]


def test_frexp_is_exact(runtime: Path):
    chance = random.Random(6)
    numbers = [
        chance.uniform(-1, 1) * 2.0 ** chance.randrange(-1074, 1000) for _ in range(2000)
    ] + [0.0, 5e-324, -5e-324, 1.0, 2.0]
    found = call(runtime, "numba_frexp", [[x] for x in numbers])
    assert found == [list(math.frexp(x)) for x in numbers]


def test_wide_products_are_exact(runtime: Path):
    chance, low = random.Random(7), (1 << 64) - 1
    pairs = [
        [chance.getrandbits(chance.choice([9, 64, 127, 128])) for _ in "ab"] for _ in range(2000)
    ]
    parts = [[str(one) for x in pair for one in (x & low, x >> 64)] for pair in pairs]
    for (a, b), words in zip(pairs, call(runtime, "__multi3", parts)):
        assert sum((int(word) & low) << 64 * n for n, word in enumerate(words)) == a * b % (
            1 << 128
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_module_imports_nothing(game: str):
    done = subprocess.run(
        [NODE, "-e", IMPORTS, FOLDER / f"{game}.wasm"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]"


CODE = """target datalayout = "{layout}"
target triple = "{machine}-unknown-linux-gnu"
@.const.picklebuf.1 = internal constant {{ ptr, i32 }} {{ ptr {error}, i32 9 }}
@environment = common {common}global ptr null

define void @f() #0 {{
  %a = alloca i1, align {alignment}
  %b = alloca [2 x [3 x i8]], align {alignment}
  %c = alloca i16, align {alignment}
  %d = alloca i64, align 8
}}

attributes #0 = {{ noinline "target-cpu"="{machine}" "target-features"="" }}
"""
RETARGET = """
from build_wasm import *
from build_wasm import _retarget
llvm.initialize_all_targets()
machine = llvm.Target.from_triple(TARGET).create_target_machine(cpu="generic", features=FEATURES, opt=2)
print(json.dumps([_retarget(text, machine) for text in json.load(sys.stdin)]))
"""


def test_the_code_of_two_processors_becomes_the_same():
    codes = [
        CODE.format(machine="x86_64", layout="e-i64:64", error="@a", common="", alignment=2),
        CODE.format(
            machine="aarch64",
            layout="e-i8:8:32-i16:16:32",
            error="@b",
            common="local_unnamed_addr ",
            alignment=4,
        ),
    ]
    done = subprocess.run(
        [sys.executable, "-c", RETARGET],
        cwd=TOOLS,
        input=json.dumps(codes),
        capture_output=True,
        text=True,
        check=True,
    )
    one, other = json.loads(done.stdout)
    assert one == other
    assert "x86" not in one and "alloca i64, align 8" in one


@pytest.mark.parametrize("game", GAMES)
def test_a_module_does_not_depend_on_the_folder_in_which_it_was_built(game: str):
    """Errors of Python name files. They are not in the module."""
    code = (FOLDER / f"{game}.wasm").read_bytes()
    assert [word for word in (b"site-packages", b".py", b"builtins") if word in code] == []
