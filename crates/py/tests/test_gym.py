"""Gymnasium environments: Gymnasium's own checks, parity with the engine, and the entry point."""

import doctest
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import talon
import talon.gym
from talon.gym import SolitaireEnv, SolitaireVectorEnv, environment_id, evaluate

NAMES = [game.name for game in talon.games()]


def sample(mask: Any, generator: np.random.Generator) -> Any:
    """A random legal action for each row of a mask; 0 if there is none."""
    return (generator.random(mask.shape) * mask).argmax(axis=-1)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_every_game(name: str) -> None:
    env = gymnasium.make(environment_id(name))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Its render modes and a second environment are checked too, since it has a specification.
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_an_environment_plays_what_the_engine_plays(name: str) -> None:
    env = SolitaireEnv(name)
    generator = np.random.default_rng(7)
    observation, info = env.reset(options={"deal": 11})
    table = talon.game(name).deal(11)
    for _ in range(60):
        mask = info["action_mask"]
        assert env.observation_space.contains(observation)
        legal = [env.games.decode(int(action)) for action in mask.nonzero()[0]]
        assert sorted(str(move) for move in legal) == sorted(table.moves())
        if not legal:
            break
        action = sample(mask, generator)
        move = env.games.decode(action)
        assert move is not None
        assert env.games.action(move) == action
        table.play(move)
        observation, _, terminated, truncated, info = env.step(action)
        assert str(env.games.table()) == str(table)
        if terminated or truncated:
            break


def test_rules_and_settings_are_keywords() -> None:
    env = gymnasium.make("talon/Klondike-v0", draw=3, observation="all", split="test")
    observation, info = env.reset(seed=3)
    assert isinstance(env.unwrapped, SolitaireEnv)
    assert env.unwrapped.games.game.changes == "draw=3 waste_shows=3"
    first, last = talon.splits()["test"]
    assert first <= env.unwrapped.deal <= last
    # All 52 cards are shown, and 45 of them have not been seen.
    cards = observation["observation"][:-2]
    assert sorted(cards[cards > 0] % 64) == list(range(1, 53))
    assert (cards > 64).sum() == 45
    seen, _ = SolitaireEnv("klondike", draw=3, split="test").reset(seed=3)
    assert np.array_equal(np.where(cards > 64, 64, cards), seen["observation"][:-2])
    assert np.array_equal(info["action_mask"], observation["action_mask"])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"observation": "some"}, 'observation must be one of "seen", "all", not "some".'),
        ({"reward": "fun"}, 'reward must be one of "progress", "win", "score", not "fun".'),
        ({"draw": 0}, "Draw must be a whole number from 1 to 8, not 0."),
        ({"num_envs": 0}, "needs at least one game"),
        ({"autoreset_mode": "Disabled"}, "always dealt anew"),
    ],
)
def test_settings_that_are_wrong_are_explained(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        SolitaireVectorEnv(**{"num_envs": 2, **settings})


def test_an_illegal_action_is_refused_and_the_game_is_cut_off_in_the_end() -> None:
    env = SolitaireEnv("klondike", patience=3)
    before, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).nonzero()[0][0])
    for moves in range(1, 4):
        after, reward, terminated, truncated, info = env.step(illegal)
        assert np.array_equal(before["observation"], after["observation"])
        assert (reward, terminated, truncated) == (0.0, False, moves == 3)
        assert info["refused"]
    assert info["end"] == "no-progress"


@pytest.mark.parametrize("name", ["klondike", "spider-1", "canfield"])
def test_a_vector_plays_what_single_environments_play(name: str) -> None:
    count, seed = 70, 5
    envs = SolitaireVectorEnv(count, name, max_moves=40, threads=2)
    singles = [SolitaireEnv(name, max_moves=40) for _ in range(count)]
    observations, _ = envs.reset(seed=seed)
    alone = [single.reset(seed=seed + i)[0] for i, single in enumerate(singles)]
    generator = np.random.default_rng(1)
    over = np.zeros(count, dtype=bool)
    for _ in range(90):
        for i in range(count):
            assert np.array_equal(observations["observation"][i], alone[i]["observation"])
            assert np.array_equal(observations["action_mask"][i], alone[i]["action_mask"])
        actions = sample(observations["action_mask"], generator)
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        for i, single in enumerate(singles):
            if over[i]:
                alone[i], _ = single.reset()
                result = (0.0, False, False)
            else:
                alone[i], reward, won_or_stuck, cut_off, _ = single.step(actions[i])
                result = (reward, won_or_stuck, cut_off)
            assert (rewards[i], terminated[i], truncated[i]) == result
        over = terminated | truncated
    state = envs.information_state()
    assert np.array_equal(state, [single.information_state() for single in singles])


def test_a_vector_writes_into_the_same_arrays() -> None:
    envs = gymnasium.make_vec("talon/Klondike-v0", num_envs=3)
    first, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(first)
    addresses = [array.ctypes.data for array in first.values()]
    kept = first["observation"].copy()
    second, rewards, _, _, infos = envs.step(np.zeros(3, dtype=np.int64))
    assert [array.ctypes.data for array in second.values()] == addresses
    assert infos["action_mask"].ctypes.data == addresses[1]
    assert not np.array_equal(kept, first["observation"])
    assert rewards.dtype == np.float32
    copying = SolitaireVectorEnv(3, "klondike", copy=True)
    first, _ = copying.reset(seed=1)
    copying.step(np.zeros(3, dtype=np.int64))
    assert np.array_equal(kept, first["observation"])


def test_a_reset_in_the_same_step_shows_the_last_observation() -> None:
    mode = AutoresetMode.SAME_STEP
    envs = SolitaireVectorEnv(2, "klondike", max_moves=3, autoreset_mode=mode, copy=True)
    later = SolitaireVectorEnv(2, "klondike", max_moves=3)
    assert envs.metadata["autoreset_mode"] is mode
    envs.reset(seed=1)
    later.reset(seed=1)
    for _ in range(3):
        observations, _, _, truncated, infos = envs.step(np.zeros(2, dtype=np.int64))
        expected, *_ = later.step(np.zeros(2, dtype=np.int64))
    assert truncated.all()
    assert np.array_equal(infos["final_obs"]["observation"], expected["observation"])
    assert not np.array_equal(observations["observation"], expected["observation"])


def test_an_evaluation_plays_every_deal_once() -> None:
    generator = np.random.default_rng(1)
    dealt: set[int] = set()

    def policy(games: talon.Environments) -> Any:
        if not dealt:
            dealt.update(games.deals())
        return sample(games.masks, generator)

    result = evaluate(policy, "spider-1", split="validation", deals=200, max_moves=100)
    first, _ = talon.splits()["validation"]
    assert dealt == set(range(first, first + 200))
    assert (result.game, result.deals) == ("spider-1", 200)
    assert 0 <= result.won <= 200
    assert 0.0 < result.mean_return < 1.0


def test_the_examples_of_the_docstrings_run() -> None:
    results = doctest.testmod(talon.gym)
    assert results.failed == 0
    assert results.attempted > 8


@pytest.mark.parametrize(
    "program",
    [
        "import gymnasium, talon.gym; env = gymnasium.make('talon/KlondikeDraw3-v0')",
        # Gymnasium imports the module that stands before the colon.
        "import gymnasium; env = gymnasium.make('talon.gym:talon/KlondikeDraw3-v0')",
    ],
)
def test_the_games_are_registered_by_importing_the_module(program: str) -> None:
    path = str(Path(talon.__file__).parents[1])
    subprocess.run(
        [sys.executable, "-c", f"{program}; env.reset(seed=1)"],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
    )


def test_talon_does_without_gymnasium_and_numpy() -> None:
    program = "import sys, talon; sys.exit(bool({'gymnasium', 'numpy'} & set(sys.modules)))"
    path = str(Path(talon.__file__).parents[1])
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, check=True
    )
