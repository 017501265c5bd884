"""Build a WebAssembly module per game from the kernels of the package: `python tools/build_wasm.py FOLDER [GAME …]`.

Numba's LLVM code is taken before any optimisation, and what depends on this machine is removed. LLVM then lays it out
and optimises it for 32-bit WebAssembly. The package `ziglang` compiles what the kernels need besides (wasm_runtime.c)
and links the module, which imports nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["NUMBA_OPT"] = "0"
# Vector instructions of this machine must not find their way into the module.
os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "generic", ""

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # noqa: E402
import numba  # noqa: E402
from numba.core.codegen import CPUCodeLibrary  # noqa: E402
from numba.core.dispatcher import Dispatcher  # noqa: E402

TARGET = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
STACK_BYTES = 1 << 20
RUNTIME = Path(__file__).with_name("wasm_runtime.c")
C_FLAGS = (
    "--target=wasm32-freestanding", "-mcpu=generic+bulk_memory+sign_ext+nontrapping_fptoint+mutable_globals",
    "-std=c11", "-O2", "-Wall", "-Werror", "-ffp-contract=off", "-fno-builtin", "-fno-sanitize=all",
)  # fmt: skip
MEMORY = ("allocate", "mark", "release")  # of wasm_runtime.c, for the caller
# A wrapper that has caught an error of its kernel calls this function of Python first. Here the call ends in a trap, so
# nothing that reports errors is left in the module.
TRAP = """
declare void @llvm.trap()
define void @numba_gil_ensure(ptr %state) alwaysinline noreturn {
  call void @llvm.trap()
  unreachable
}
"""


def build(game: str, folder: Path) -> Path:
    """Build `game.wasm` and its description `game.json`."""
    from wasm_exports import describe, list_exports  # reads the settings above
    from wasm_network import levels_of, write_network

    from armarium.players.network.network import network_file

    machine = llvm.Target.from_triple(TARGET).create_target_machine(
        cpu="generic", features=FEATURES, opt=2
    )
    module = llvm.parse_assembly("")
    exported = {}
    for name, signature, function in list_exports(game):
        compiled = numba.cfunc(signature, nopython=True, error_model="numpy")(function)
        exported[compiled.native_name] = name
        module.link_in(llvm.parse_assembly(_retarget(compiled._library.get_llvm_str(), machine)))
    module.link_in(llvm.parse_assembly(TRAP))
    for name in exported:
        module.get_function(name).name = exported[name]
    _optimise(module, machine, set(exported.values()))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}.wasm"
    _link(machine.emit_object(module), list(exported.values()), file)
    about = describe(game) | {"hash": hashlib.sha256(file.read_bytes()).hexdigest()}
    if network_file(game) is not None:
        about["network"] = write_network(game, folder) | {"levels": list(levels_of(game))}
    (folder / f"{game}.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    return file


def _keep_portable(finalize: Callable[[CPUCodeLibrary], None]) -> Callable[[CPUCodeLibrary], None]:
    """Let a library keep its code as it was before Numba compiled it for this machine, which changes it."""

    def finalize_copy(library: CPUCodeLibrary) -> None:
        portable = library._final_module.clone()
        finalize(library)
        library._final_module = portable  # its functions still run: the engine has the other one

    return finalize_copy


def _retarget(text: str, machine: llvm.TargetMachine) -> str:
    """Return LLVM code for this machine as code for WebAssembly."""
    for what, value in (("datalayout", str(machine.target_data)), ("triple", TARGET)):
        text = re.sub(rf"^target {what} = .*$", f'target {what} = "{value}"', text, flags=re.M)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    # arm64 places small variables at multiples of 4 bytes.
    text = re.sub(r"(alloca (?:\[\d+ x )*i(?:1|8)\]*), align \d+", r"\1, align 1", text)
    text = re.sub(r"(alloca (?:\[\d+ x )*i16\]*), align \d+", r"\1, align 2", text)
    # Python's errors name files of this machine, and nobody can raise them.
    text = re.sub(
        r"^(@\.const\.picklebuf\.\S+ = .*?\}) .*", r"\1 zeroinitializer", text, flags=re.M
    )
    # Pointers to Numba's environments. WebAssembly has no common symbols.
    return re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, exported: set[str]) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()


def _link(code: bytes, exported: list[str], file: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "module.o").write_bytes(code)
        link_runtime(folder, file, [*exported, *MEMORY], [folder / "module.o"])


def link_runtime(folder: Path, file: Path, exported: list[str], objects: list[Path]) -> None:
    """Compile wasm_runtime.c in an empty folder and link it with other object files. A missing function is an error."""
    runtime = folder / "runtime.o"
    _zig(folder, "cc", *C_FLAGS, "-c", RUNTIME, "-o", runtime)
    names = [f"--export={name}" for name in exported]
    _zig(
        folder, "wasm-ld", "--no-entry", "--fatal-warnings", "--gc-sections", "--strip-all",
        "-z", f"stack-size={STACK_BYTES}", *names, *objects, runtime, "-o", file,
    )  # fmt: skip


def _zig(folder: Path, *arguments: str | Path) -> None:
    caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(folder / "cache"))
    subprocess.run(
        [sys.executable, "-m", "ziglang", *arguments], env={**os.environ, **caches}, check=True
    )


def main() -> None:
    folder = Path(sys.argv[1])
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    from armarium.core.registry import find_game, game_names

    # A cached kernel has been optimised for this machine.
    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]
    CPUCodeLibrary._finalize_final_module = _keep_portable(CPUCodeLibrary._finalize_final_module)
    for game in sys.argv[2:] or [name for name in game_names() if find_game(name).batch]:
        file = build(game, folder)
        print(f"{file}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
