"""Folders named `kernels` hold all compiled code and nothing else."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
BORROWING = {"jit_inline", "jit_no_refcount"}
DECORATORS = BORROWING | {"generic", "jit", "jit_entry"}  # core/{binding,jit}.py


def find_compiled(path: Path) -> list[str]:
    """Return the functions of a module that Numba compiles for the CPU or a GPU."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for_cpu = [f.name for f in functions if any(_name(d) in DECORATORS for d in f.decorator_list)]
    return for_cpu + [f.name for f in functions if _reads_thread_index(f)]


def _name(decorator: ast.expr) -> str:
    return decorator.id if isinstance(decorator, ast.Name) else ""


def _reads_thread_index(function: ast.FunctionDef) -> bool:
    """Return True if a function reads its thread index (`cuda.grid(1)` or thread and block), as GPU kernels do."""
    asked = {"cuda.grid", "cuda.threadIdx", "cuda.blockIdx"}
    return any(ast.unparse(n) in asked for n in ast.walk(function) if isinstance(n, ast.Attribute))


def list_modules() -> list[str]:
    return [path.relative_to(SOURCES).as_posix() for path in sorted(SOURCES.rglob("*.py"))]


@pytest.mark.parametrize("module", [m for m in list_modules() if Path(m).name != "__init__.py"])
def test_a_module_compiles_something_if_it_lies_among_the_kernels(module):
    assert bool(find_compiled(SOURCES / module)) == (Path(module).parent.name == "kernels")


def find_returned_borrows(path: Path) -> list[str]:
    """Return kernels without reference counts that return an array or a slice, which would be freed while in use."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [
        function.name
        for function in functions
        if any(_name(decorator) in BORROWING for decorator in function.decorator_list)
        and any(_is_array(one, _list_arrays(function)) for one in _list_returns(function))
    ]


def _list_returns(function: ast.FunctionDef) -> list[ast.expr]:
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    parts = [node.elts if isinstance(node, ast.Tuple) else [node] for node in returned if node]
    return [one for part in parts for one in part]


def _list_arrays(function: ast.FunctionDef) -> set[str]:
    """Return the names that are indexed or assigned a slice."""
    nodes = list(ast.walk(function))
    looked_into = {ast.unparse(node.value) for node in nodes if isinstance(node, ast.Subscript)}
    slices = {
        ast.unparse(target)
        for node in nodes
        if isinstance(node, ast.Assign) and _is_slice(node.value)
        for target in node.targets
    }
    return looked_into | slices


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and any(
        isinstance(part, ast.Slice) for part in ast.walk(node.slice)
    )


def _is_array(given: ast.expr, arrays: set[str]) -> bool:
    return _is_slice(given) or (isinstance(given, ast.Name) and given.id in arrays)


@pytest.mark.parametrize("module", [m for m in list_modules() if Path(m).parent.name == "kernels"])
def test_arrays_of_the_caller_are_not_returned(module):
    assert find_returned_borrows(SOURCES / module) == []


def test_a_returned_array_of_the_caller_is_found(tmp_path):
    text = "@jit_no_refcount\ndef {}(a):\n    a[0] = 1\n    return {}\n"
    (tmp_path / "one.py").write_text(text.format("whole", "a") + text.format("part", "a[:2]"))
    (tmp_path / "two.py").write_text(text.format("first", "a[0]"))
    assert find_returned_borrows(tmp_path / "one.py") == ["whole", "part"]
    assert find_returned_borrows(tmp_path / "two.py") == []


def test_there_are_kernels():
    assert len([m for m in list_modules() if Path(m).parent.name == "kernels"]) > 40


def test_no_module_has_its_own_type_checking_rules():
    """One pattern in pyproject.toml names the modules that mypy does not check."""
    loose = [m for m in list_modules() if "# mypy:" in (SOURCES / m).read_text(encoding="utf-8")]
    assert loose == []
