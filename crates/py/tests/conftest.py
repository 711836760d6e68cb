"""What the tests share: the program `talon`, as the measure of what is right."""

import json
import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest


def run(*words: str) -> str:
    done = subprocess.run(
        [os.environ["TALON_BINARY"], *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return done.stdout


@pytest.fixture
def talon_program() -> Callable[..., str]:
    """Run the program with these words and return what it prints."""
    return run


@pytest.fixture
def talon_json() -> Callable[..., list[dict[str, Any]]]:
    """Run the program with these words and return the objects that it prints."""

    def objects(*words: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in run(*words).splitlines()]

    return objects
