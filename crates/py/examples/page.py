"""Write the page of a script in cells: its text, its code, and what the code printed and showed.

The scripts are in the percent format, which Jupytext, VS Code and PyCharm open as notebooks. As in
a notebook, what a cell prints is shown below it, and so is the value of its last line.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import os
import platform
import re
import textwrap
import time
from pathlib import Path
from typing import Any

import talon

ROOT = Path(__file__).parents[3]
MARK = re.compile(r"^# %%(.*)\n", re.MULTILINE)


class Page:
    """A page that is being written."""

    def __init__(self, script: Path, folder: Path) -> None:
        self.script = script
        self.folder = folder
        self.blocks: list[str] = []
        self.pictures = 0
        # The names that the cells define.
        self.names: dict[str, Any] = {"__name__": script.stem}

    def add_cells(self, parameters: dict[str, object]) -> None:
        """Add all cells. `parameters` follow the cell with the tag, and change what it sets."""
        text = self.script.read_text(encoding="utf-8")
        marks = list(MARK.finditer(text))
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            source = text[mark.end() : following.start() if following else None].strip()
            if "[markdown]" in mark[1]:
                self.blocks.append(re.sub("^# ?", "", source, flags=re.MULTILINE))
                continue
            if '"parameters"' in mark[1]:
                changed = [f"{name} = {value!r}" for name, value in parameters.items()]
                source = "\n".join([source, *changed])
            self.add_code(source, text.count("\n", 0, mark.end()))

    def add_code(self, source: str, line: int) -> None:
        """Execute a cell that begins after `line` lines, and add it with its output."""
        self.blocks.append(f"```python\n{source}\n```")
        # The empty lines make tracebacks name the lines of the script.
        tree = ast.parse("\n" * line + source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, self.script, "exec", dont_inherit=True), self.names)
            value = None
            if isinstance(last, ast.Expr):
                code = compile(ast.Expression(last.value), self.script, "eval", dont_inherit=True)
                value = eval(code, self.names)
        if printed.getvalue():
            self.blocks.append(f"```text\n{printed.getvalue().rstrip()}\n```")
        if value is not None:
            self.show(value)

    def show(self, value: object) -> None:
        """Add a value by its best representation."""
        if isinstance(value, talon.Table):
            self.add_picture(value.svg())
        elif hasattr(value, "_repr_svg_"):
            self.add_picture(value._repr_svg_())
        elif hasattr(value, "_repr_markdown_"):
            self.blocks.append(value._repr_markdown_())
        else:
            self.blocks.append(f"```text\n{value}\n```")

    def add_picture(self, svg: str) -> None:
        """Write a picture into a file of its own; its title describes it."""
        self.pictures += 1
        name = f"{self.script.stem}-{self.pictures}.svg"
        (self.folder / name).write_text(svg + "\n", encoding="utf-8")
        title = re.search("<title>(.*?)</title>", svg)
        self.blocks.append(f"![{title[1] if title else ''}]({name})")

    def write(self, seconds: float) -> Path:
        """Write the page, with how it was made as its last paragraph."""
        made = (
            f"This page was written by `python {self.script.relative_to(ROOT)}`, with Talon "
            f"{talon.__version__} and Python {platform.python_version()}, in {seconds:.0f} seconds "
            f"of CPU time on a machine with {os.cpu_count()} cores ({processor()})."
        )
        path = self.folder / f"{self.script.stem}.md"
        blocks = [*self.blocks, textwrap.fill(made, 120, break_on_hyphens=False)]
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
        return path


def processor() -> str:
    """Return what kind of processor this is."""
    with contextlib.suppress(OSError):
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or platform.machine()


def main(script: str) -> None:
    """Write the page of `script`, as the command line says."""
    parser = argparse.ArgumentParser(description=f"Write the page of {Path(script).name}.")
    parser.add_argument("--deals", type=int, help="the number of deals, instead of the script's")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/examples", help="its folder")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    page = Page(Path(script).resolve(), arguments.out)
    start = time.process_time()
    page.add_cells({} if arguments.deals is None else {"DEALS": arguments.deals})
    print(page.write(time.process_time() - start))
