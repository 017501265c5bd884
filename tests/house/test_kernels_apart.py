"""What is compiled is seen from its place: folders named `kernels` hold it, and hold nothing else."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
BORROWING = {"borrowing", "inlined"}
DECORATORS = BORROWING | {"compiled", "door", "generic"}  # games/table/{compiled,binding}.py


def compiled_in(path: Path) -> list[str]:
    """The functions of a module that Numba compiles, or that it builds for a GPU."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for_cpu = [f.name for f in functions if any(_name(d) in DECORATORS for d in f.decorator_list)]
    return for_cpu + [f.name for f in functions if _asks_for_its_thread(f)]


def _name(decorator: ast.expr) -> str:
    return decorator.id if isinstance(decorator, ast.Name) else ""


def _asks_for_its_thread(function: ast.FunctionDef) -> bool:
    """Every kernel of a GPU does: `cuda.grid(1)`, or the numbers of thread and block."""
    asked = {"cuda.grid", "cuda.threadIdx", "cuda.blockIdx"}
    return any(ast.unparse(n) in asked for n in ast.walk(function) if isinstance(n, ast.Attribute))


def modules() -> list[str]:
    return [path.relative_to(SOURCES).as_posix() for path in sorted(SOURCES.rglob("*.py"))]


@pytest.mark.parametrize("module", [m for m in modules() if Path(m).name != "__init__.py"])
def test_a_module_compiles_something_if_it_lies_among_the_kernels(module):
    assert bool(compiled_in(SOURCES / module)) == (Path(module).parent.name == "kernels")


def borrowed_back(path: Path) -> list[str]:
    """Kernels that count nobody's arrays and give one back, whole or a slice: it would be let go while it is used."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [
        function.name
        for function in functions
        if any(_name(decorator) in BORROWING for decorator in function.decorator_list)
        and any(_is_array(one, _arrays(function)) for one in _given(function))
    ]


def _given(function: ast.FunctionDef) -> list[ast.expr]:
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    parts = [node.elts if isinstance(node, ast.Tuple) else [node] for node in returned if node]
    return [one for part in parts for one in part]


def _arrays(function: ast.FunctionDef) -> set[str]:
    """Names that are looked into, or stand for a slice."""
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


@pytest.mark.parametrize("module", [m for m in modules() if Path(m).parent.name == "kernels"])
def test_what_is_borrowed_is_not_given_back(module):
    assert borrowed_back(SOURCES / module) == []


def test_a_borrowed_array_that_is_given_back_is_found(tmp_path):
    text = "@borrowing\ndef {}(a):\n    a[0] = 1\n    return {}\n"
    (tmp_path / "one.py").write_text(text.format("whole", "a") + text.format("part", "a[:2]"))
    (tmp_path / "two.py").write_text(text.format("first", "a[0]"))
    assert borrowed_back(tmp_path / "one.py") == ["whole", "part"]
    assert borrowed_back(tmp_path / "two.py") == []


def test_there_are_kernels():
    assert len([m for m in modules() if Path(m).parent.name == "kernels"]) > 40


def test_no_module_has_types_of_its_own_strictness():
    """One pattern in pyproject.toml says where types are the compiler's business."""
    loose = [m for m in modules() if "# mypy:" in (SOURCES / m).read_text(encoding="utf-8")]
    assert loose == []
