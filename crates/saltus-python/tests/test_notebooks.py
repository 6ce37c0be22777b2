"""The notebooks run from top to bottom, and what they show can be shown."""

import ast
import contextlib
import io
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_they_were_found() -> None:
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    names: dict[str, object] = {}
    printed = io.StringIO()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None, "notebooks are kept without output"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        shown = None
        with contextlib.redirect_stdout(printed):
            if isinstance(last, ast.Expr):
                before = ast.Module(tree.body[:-1], [])
                exec(compile(before, path.name, "exec"), names)
                shown = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
            else:
                exec(compile(tree, path.name, "exec"), names)
        # As a notebook would.
        for method in ("_repr_svg_", "_repr_html_"):
            if hasattr(shown, method):
                assert getattr(shown, method)().startswith("<"), cell["id"]
    if path.stem == "searches":
        assert printed.getvalue() in (path.parent.parent / "searches.md").read_text(encoding="utf-8"), (
            printed.getvalue()
        )
