"""The examples of the documentation run."""

import doctest
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

import talon

ROOT = Path(__file__).parents[3]


class Finder(doctest.DocTestFinder):
    """Finds the examples of compiled functions too."""

    def _from_module(self, module: object, value: object) -> bool:
        return str(getattr(value, "__module__", None) or "talon").startswith("talon")


@pytest.mark.parametrize(("module", "least"), [(talon, 30), (talon.lab, 5)])
def test_the_examples_of_the_docstrings_run(module: ModuleType, least: int) -> None:
    runner = doctest.DocTestRunner()
    for examples in Finder().find(module):
        runner.run(examples)
    results = runner.summarize(verbose=False)
    assert results.failed == 0
    assert results.attempted >= least


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    runner = doctest.DocTestRunner()
    text = "\n".join(blocks)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "python.md", "docs/python.md", 0))
    results = runner.summarize(verbose=False)
    assert results.failed == 0
    assert results.attempted >= 17


def test_everything_public_is_documented() -> None:
    bare = []
    for name in talon.__all__:
        value = getattr(talon, name)
        members = vars(value).items() if inspect.isclass(value) else []
        public = [(name, value), *((f"{name}.{at}", member) for at, member in members)]
        bare += [
            place
            for place, item in public
            if not place.rpartition(".")[2].startswith("_")
            and (callable(item) or isinstance(item, property) or inspect.isgetsetdescriptor(item))
            and not item.__doc__
        ]
    assert bare == []
