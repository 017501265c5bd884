"""What is compiled is seen from its place: folders named `kernels` hold it, and hold nothing else."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "armarium"
DECORATORS = {"compiled", "door", "generic", "inlined"}  # games/table/{compiled,binding}.py


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


def test_there_are_kernels():
    assert len([m for m in modules() if Path(m).parent.name == "kernels"]) > 40


def test_no_module_has_types_of_its_own_strictness():
    """One pattern in pyproject.toml says where types are the compiler's business."""
    loose = [m for m in modules() if "# mypy:" in (SOURCES / m).read_text(encoding="utf-8")]
    assert loose == []
