"""The notebooks of the examples run, and their pages in the documentation are of these scripts."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "crates/py/examples"
PAGES = ROOT / "docs/examples"
NOTEBOOKS = ["winnability", "compare_players"]


def pictures(page: Path) -> list[str]:
    return re.findall(r"!\[.+?\]\((.*?)\)", page.read_text())


def code(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_writes_its_page(name: str, tmp_path: Path) -> None:
    script = EXAMPLES / f"{name}.py"
    command: list[str | Path] = [sys.executable, script, "--deals", "30", "--out", tmp_path]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    page = tmp_path / f"{name}.md"
    assert {*pictures(page)} == {path.name for path in tmp_path.glob("*.svg")}
    for path in tmp_path.glob("*.svg"):
        ElementTree.parse(path)
    # The committed page has the same cells, but for the number of deals, and all its pictures.
    short = [cell.replace("DEALS = 30\n", "") for cell in code(page)]
    assert short == code(PAGES / f"{name}.md")
    for picture in pictures(PAGES / f"{name}.md"):
        assert (PAGES / picture).is_file()


def test_the_published_shares_are_those_of_the_program(talon_program: Callable[..., Any]) -> None:
    script = (EXAMPLES / "winnability.py").read_text()
    shares = re.findall(r"^    (\d): \((.*?), (.*?)\),$", script, re.MULTILINE)
    assert len(shares) == 5
    for draw, percent, spread in shares:
        arguments = ["--set", f"draw={draw}", "--deals", "1..2"]
        printed = talon_program("lab", "winnability", "klondike", *arguments)
        assert f"published: {float(percent):g} ± {float(spread):g} %" in printed
