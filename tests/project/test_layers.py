"""No import cycle between the files of the package, not even one that only type checkers follow."""

import grimp


def find_cycles(graph: grimp.ImportGraph) -> set[str]:
    """Return the modules that import themselves through others."""
    return {
        module
        for module in graph.modules
        if any(
            module in graph.find_upstream_modules(imported)
            for imported in graph.find_modules_directly_imported_by(module)
        )
    }


def test_no_file_imports_itself_through_others():
    graph = grimp.build_graph("armarium", cache_dir=None)
    assert len(graph.modules) > 300
    assert find_cycles(graph) == set()


def test_a_cycle_would_be_found():
    graph = grimp.ImportGraph()
    for name in ("a", "b", "c"):
        graph.add_module(name)
    graph.add_import(importer="a", imported="b")
    graph.add_import(importer="b", imported="a")
    graph.add_import(importer="c", imported="a")
    assert find_cycles(graph) == {"a", "b"}
