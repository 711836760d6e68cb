"""Measure how many steps a second learning environments take, all of them in one run.

    python crates/py/examples/steps.py [--seconds 3] [--games 4096]

It needs the packages talon, gymnasium and open_spiel; without open_spiel, its rows are left out.
Players choose random legal actions. Only the calls that take a step and show the new position are
measured, not the choice. The times are CPU times of all threads together.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice

import gymnasium
import numpy as np
from numpy.typing import NDArray

import talon.gym

# Each item is a number of steps that were taken; the generator measures what lies within.
Steps = Iterator[tuple[int, float]]


def timed(call: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def legal_actions(masks: NDArray[np.int8], generator: np.random.Generator) -> NDArray[np.int64]:
    """Choose a random legal action in each row."""
    legal = masks.astype(bool)
    ranks = generator.random(masks.shape, dtype=np.float32) * legal
    actions: NDArray[np.int64] = ranks.argmax(axis=1)
    return actions


def vector(game: str, count: int, threads: int) -> Steps:
    """Step a vector of games."""
    envs = gymnasium.make_vec(game, num_envs=count, threads=threads)
    generator = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    while True:
        actions = legal_actions(infos["action_mask"], generator)
        start = time.process_time()
        _, _, _, _, infos = envs.step(actions)
        yield count, time.process_time() - start


def loop(game: str, count: int) -> Steps:
    """Step single games, one after the other."""
    envs = [gymnasium.make(game, disable_env_checker=True) for _ in range(count)]
    generator = np.random.default_rng(1)
    masks = np.array([env.reset(seed=i)[1]["action_mask"] for i, env in enumerate(envs)])
    while True:
        actions = legal_actions(masks, generator)
        start = time.process_time()
        for i, (env, action) in enumerate(zip(envs, actions, strict=True)):
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                _, info = env.reset()
            masks[i] = info["action_mask"]
        yield count, time.process_time() - start


def cartpole(count: int) -> Steps:
    """Step Gymnasium's own vector of CartPoles."""
    envs = gymnasium.make_vec(
        "CartPole-v1", num_envs=count, vectorization_mode="vector_entry_point"
    )
    envs.reset(seed=1)
    generator = np.random.default_rng(1)
    while True:
        actions = generator.integers(2, size=count)
        yield count, timed(lambda actions=actions: envs.step(actions))  # type: ignore[misc]


def open_spiel(tensors: bool) -> Steps:
    """Play OpenSpiel's Klondike, and perhaps ask for the mask and the observation."""
    import pyspiel

    solitaire = pyspiel.load_game("solitaire")
    choose = random.Random(1)

    def turn(state: pyspiel.State) -> None:
        while state.is_chance_node():
            # All outcomes of a chance node are equally likely.
            state.apply_action(choose.choice(state.chance_outcomes())[0])

    while True:
        state = solitaire.new_initial_state()
        spent = timed(lambda state=state: turn(state))  # type: ignore[misc]
        steps = 0
        while not state.is_terminal():
            action = choose.choice(state.legal_actions())
            start = time.process_time()
            state.apply_action(action)
            turn(state)
            if tensors and not state.is_terminal():
                state.legal_actions_mask()
                state.observation_tensor()
            spent += time.process_time() - start
            steps += 1
        yield steps, spent


def rate(steps: Steps, seconds: float) -> float:
    """Return the number of steps in a CPU second."""
    # The first steps fill caches.
    list(islice(steps, 2))
    taken, spent = 0, 0.0
    for count, time_spent in steps:
        taken += count
        spent += time_spent
        if spent >= seconds:
            break
    return taken / spent


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each row (3)")
    parser.add_argument("--games", type=int, default=4096, help="games of a vector (4096)")
    arguments = parser.parse_args()
    games: int = arguments.games
    klondike = "talon/Klondike-v0"
    rows: list[tuple[str, Steps]] = [
        ("Klondike, a vector of 64, one thread", vector(klondike, 64, 1)),
        (f"Klondike, a vector of {games}, one thread", vector(klondike, games, 1)),
        (f"Klondike, a vector of {games}, {os.cpu_count()} threads", vector(klondike, games, 0)),
        ("Klondike, a loop over 64 single environments", loop(klondike, 64)),
        (f"CartPole-v1 of Gymnasium, its vector of {games}", cartpole(games)),
    ]
    versions = [f"talon {talon.__version__}", f"gymnasium {gymnasium.__version__}"]
    try:
        versions.append(f"open_spiel {importlib.metadata.version('open_spiel')}")
    except importlib.metadata.PackageNotFoundError:
        print("open_spiel is not installed, so its rows are left out.")
    else:
        rows.append(("Klondike of OpenSpiel, moves, mask and observation", open_spiel(True)))
        rows.append(("Klondike of OpenSpiel, moves alone", open_spiel(False)))
    python = f"Python {platform.python_version()}"
    print(f"Steps in a CPU second ({', '.join(versions)}, {python}):\n")
    print("| environment | steps/CPU s | rate of the first row, as a multiple |\n|---|---:|---:|")
    first = 0.0
    for name, steps in rows:
        measured = rate(steps, arguments.seconds)
        first = first or measured
        print(f"| {name} | {measured:,.0f} | {first / measured:.3g} |", flush=True)


if __name__ == "__main__":
    main()
