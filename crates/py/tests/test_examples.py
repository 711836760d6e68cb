"""The examples of the documentation run."""

import doctest
import inspect
from pathlib import Path

import talon

ROOT = Path(__file__).parents[3]


class Finder(doctest.DocTestFinder):
    """Finds the examples of compiled functions too."""

    def _from_module(self, module: object, value: object) -> bool:
        return str(getattr(value, "__module__", None) or "talon").startswith("talon")


def test_the_examples_of_the_docstrings_run() -> None:
    runner = doctest.DocTestRunner()
    for example in Finder().find(talon):
        runner.run(example)
    results = runner.summarize(verbose=True)
    assert results.failed == 0
    assert results.attempted > 20


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
