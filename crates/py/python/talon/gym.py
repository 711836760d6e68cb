"""Solitaire games as Gymnasium environments.

Importing this module registers every game of `talon.games()`, under its name in camel case:
`talon/Klondike-v0`, `talon/KlondikeDraw3-v0`, `talon/Spider2-v0`. Rules and settings are keywords
of `gymnasium.make`. What the numbers mean is described in `docs/learning.md`.

>>> import gymnasium
>>> import talon.gym
>>> env = gymnasium.make("talon/Klondike-v0", draw=3)
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

Thousands of games are stepped in one call:

>>> envs = gymnasium.make_vec("talon/Klondike-v0", num_envs=1000)
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape
(1000, 166)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from talon._native import Environments, Game, end_words, game, games

__all__ = [
    "Evaluation",
    "SolitaireEnv",
    "SolitaireVectorEnv",
    "environment_id",
    "evaluate",
    "register",
]

Observation: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]

_ENDS = end_words()
# The largest byte of an observation: a king of spades that the player has not seen.
_MOST = 64 + 52


def environment_id(name: str) -> str:
    """Return the name under which a game is registered.

    >>> environment_id("klondike-draw3")
    'talon/KlondikeDraw3-v0'
    """
    camel = "".join(word.capitalize() for word in name.split("-"))
    return f"talon/{camel}-v0"


def _register_all() -> None:
    for one in games():
        register(
            environment_id(one.name),
            entry_point="talon.gym:SolitaireEnv",
            vector_entry_point="talon.gym:SolitaireVectorEnv",
            kwargs={"game": one.name},
        )


def _choose(chosen: str | Game, rules: dict[str, Any]) -> Game:
    return game(chosen, **rules) if isinstance(chosen, str) else chosen.replace(**rules)


def _observation_space(games: Environments) -> spaces.Space[Observation]:
    space: spaces.Space[Any] = spaces.Dict(
        {
            "observation": spaces.Box(0, _MOST, (games.place_count,), np.uint8),
            "action_mask": spaces.MultiBinary(games.action_count),
        }
    )
    return space


class SolitaireEnv(gymnasium.Env[Observation, np.int64]):
    """One game of solitaire after another.

    An observation has the entries `observation`, a byte for each place that can hold a card, and
    `action_mask`, 1 for each legal action; the mask is also in the info. An action that is not
    legal changes nothing on the table, and the info says so (`refused`).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "klondike",
        *,
        observation: str = "seen",
        reward: str = "progress",
        split: str = "train",
        order: str = "random",
        max_moves: int = 1000,
        patience: int = 200,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        """Make the environment of a game.

        * `game`: the game, or its name.
        * `observation`: "seen", what the player has seen, or "all", every card.
        * `reward`: "progress" (the change of the progress, and 1 for a win), "win" (1 for a win) or
          "score" (the change of the game's own score).
        * `split`: the deals: "train", "validation" or "test".
        * `order`: "random", or "ascending" from the first deal of the split.
        * `max_moves`: the number of moves after which a game is cut off.
        * `patience`: the number of moves in a row without progress after which it is cut off.
        * `render_mode`: "ansi" for a text, or nothing.
        * `rules`: fields of the rules, such as `draw=3`.
        """
        self.games = Environments(
            _choose(game, rules),
            1,
            observation=observation,
            reward=reward,
            split=split,
            order=order,
            max_moves=max_moves,
            patience=patience,
            threads=1,
        )
        self.observation_space = _observation_space(self.games)
        self.action_space = spaces.Discrete(self.games.action_count)
        self.render_mode = render_mode
        self._seeded = False
        # The arrays are always the same.
        self._places, self._mask = self.games.observations[0], self.games.masks[0]
        self._rewards, self._ends = self.games.rewards, self.games.ends
        self._terminated, self._truncated = self.games.terminated, self.games.truncated
        self._action = np.zeros(1, dtype=np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal the next game; `options={"deal": 42}` chooses one of Talon's own deals."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        deal = (options or {}).get("deal")
        if deal is None:
            self.games.reset(seed)
        else:
            self.games.reset_to(deal)
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Take an action."""
        self._action[0] = action
        self.games.step(self._action)
        info = self._info()
        info["refused"] = self.games.refused()[0]
        if end := self._ends[0]:
            info["end"] = _ENDS[end]
        return (
            self._observation(),
            float(self._rewards[0]),
            bool(self._terminated[0]),
            bool(self._truncated[0]),
            info,
        )

    def render(self) -> str | None:
        """Return the board as a text, if the render mode is "ansi"."""
        return str(self.games.table()) if self.render_mode == "ansi" else None

    def information_state(self) -> NDArray[np.float32]:
        """Return the information-state tensor: what the player knows, as numbers from 0 to 1."""
        state = np.empty((1, self.games.information_size), dtype=np.float32)
        self.games.information(state)
        return state.reshape(-1)

    @property
    def deal(self) -> int:
        """The number of the deal. It determines the hidden cards."""
        return self.games.deals()[0]

    def _observation(self) -> Observation:
        return {"observation": self._places.copy(), "action_mask": self._mask.copy()}

    def _info(self) -> Info:
        return {"action_mask": self._mask.copy()}


class SolitaireVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of solitaire at once, stepped by threads of the compiled half.

    The arrays that `reset` and `step` return are always the same ones, and the next call overwrites
    them. Copy what you keep, or pass `copy=True`. The games and the rewards are those of
    `SolitaireEnv`: game number `i` of a vector that was reset with a seed plays the deals of a
    `SolitaireEnv` that was reset with this seed and `i`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "klondike",
        *,
        observation: str = "seen",
        reward: str = "progress",
        split: str = "train",
        order: str = "random",
        max_moves: int = 1000,
        patience: int = 200,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        copy: bool = False,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        """Make `num_envs` games; see `SolitaireEnv` for the game, the settings and the rules.

        * `num_envs`: the number of games.
        * `game`: the game, or its name.
        * `observation`: as for `SolitaireEnv`.
        * `reward`: as for `SolitaireEnv`.
        * `split`: as for `SolitaireEnv`.
        * `order`: as for `SolitaireEnv`.
        * `max_moves`: as for `SolitaireEnv`.
        * `patience`: as for `SolitaireEnv`.
        * `autoreset_mode`: when a game that is over is dealt anew, by the next step or by the same
          one. In the second case, `infos["final_obs"]` has the last observations.
        * `threads`: the number of threads; 0 stands for one for each processor.
        * `copy`: whether `reset` and `step` return copies.
        * `render_mode`: "ansi" for texts, or nothing.
        * `rules`: fields of the rules, such as `draw=3`.
        """
        mode = AutoresetMode(autoreset_mode) if isinstance(autoreset_mode, str) else autoreset_mode
        modes = {AutoresetMode.NEXT_STEP: "next-step", AutoresetMode.SAME_STEP: "same-step"}
        if mode not in modes:
            raise ValueError("Games are always dealt anew; choose the next step or the same step.")
        self.games = Environments(
            _choose(game, rules),
            num_envs,
            observation=observation,
            reward=reward,
            split=split,
            order=order,
            max_moves=max_moves,
            patience=patience,
            autoreset=modes[mode],
            threads=threads,
        )
        self.num_envs = num_envs
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": mode}
        self.render_mode = render_mode
        self.single_observation_space = _observation_space(self.games)
        self.single_action_space = spaces.Discrete(self.games.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._seeded = False
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._observations: Observation = {
            "observation": self.games.observations,
            "action_mask": self.games.masks,
        }
        self._results = (self.games.rewards, self.games.terminated, self.games.truncated)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal all games anew."""
        super().reset(seed=seed, options=options)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        self.games.reset(seed)
        return self._returned(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Take an action in each game."""
        self.games.step(np.ascontiguousarray(actions, dtype=np.int64))
        infos = self._infos()
        rewards, terminated, truncated = self._results
        over = terminated | truncated
        if over.any():
            infos["end"], infos["_end"] = self.games.ends.copy(), over
            if self._same_step:
                last = self.games.last_observations
                infos["final_obs"] = {"observation": last.copy() if self._copy else last}
                infos["_final_obs"] = over
        if self._copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._returned(), rewards, terminated, truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as texts, if the render mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        return tuple(str(self.games.table(i)) for i in range(self.num_envs))

    def information_state(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the information-state tensors of all games; written into `out` if it is given."""
        if out is None:
            out = np.empty((self.num_envs, self.games.information_size), dtype=np.float32)
        self.games.information(out)
        return out

    def _returned(self) -> Observation:
        if self._copy:
            return {name: array.copy() for name, array in self._observations.items()}
        return self._observations

    def _infos(self) -> Info:
        return {"action_mask": self._observations["action_mask"], "_action_mask": self._all}


@dataclass(frozen=True)
class Evaluation:
    """The result of a policy on the first deals of a split."""

    game: str
    split: str
    deals: int
    won: int
    mean_return: float
    """The mean sum of rewards: with the reward "progress" the progress made, and 1 for a win."""


def evaluate(
    policy: Callable[[Environments], NDArray[np.int64]],
    chosen: str | Game,
    *,
    split: str = "test",
    deals: int = 1000,
    observation: str = "seen",
    max_moves: int = 1000,
    patience: int = 200,
) -> Evaluation:
    """Play each of the first deals of a split once, and count the wins.

    The policy gets all games and returns an action for each of them. A game that is over is
    still shown to it, but no longer counts.
    """
    every = Environments(
        _choose(chosen, {}),
        deals,
        observation=observation,
        split=split,
        order="ascending",
        max_moves=max_moves,
        patience=patience,
    )
    every.reset()
    playing = np.ones(deals, dtype=np.bool_)
    returns = np.zeros(deals)
    won = 0
    while playing.any():
        every.step(policy(every))
        returns += every.rewards * playing
        won += int(((every.ends == _ENDS.index("won")) & playing).sum())
        playing &= ~(every.terminated | every.truncated)
    return Evaluation(every.game.name, split, deals, won, float(returns.mean()))


_register_all()
