"""The examples of the documentation, in their order, each with what those before it have left."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
#: Beside the tests where an installed package is tested, else in the repository.
PAGES = [HERE.parent / "python.md", HERE.parent.parent / "docs" / "python.md"]


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    page = next(page for page in PAGES if page.exists())
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {"__name__": "docs"}
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|pycon)\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 10
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, str(page), "exec"), known)
        else:
            examples = parser.get_doctest(block, known, page.name, str(page), 0)
            failed, _ = runner.run(examples, clear_globs=False)
            assert not failed
            known.update(examples.globs)


@pytest.mark.slow
def test_notebook() -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    places = [HERE.parent / "examples", HERE.parent.parent / "examples"]
    path = next(place / "python.ipynb" for place in places if (place / "python.ipynb").exists())
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600).execute()
    pictures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert pictures
