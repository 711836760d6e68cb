"""Learn to play Klondike by PPO, in plain PyTorch, and compare the result with random play.

    python crates/py/examples/learn_klondike.py [--minutes 1] [--game klondike] [--seed 1]

It needs the packages talon, gymnasium and torch. A net of two layers sees the information-state
tensor. It learns on the training deals; the table that is printed shows what it wins on the
validation deals, and the last line what it wins on the test deals.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

from talon import Environments
from talon.gym import SolitaireVectorEnv, evaluate

GAMES, STEPS = 256, 32  # Each update learns from this many games and steps.
EPOCHS, BATCH = 3, 2048
DISCOUNT, TRACE = 0.99, 0.95  # Of rewards, and of advantages.
CLIP, ENTROPY, RATE = 0.2, 0.01, 5e-4
LINES = 5  # The number of evaluations while it learns.


class Player(nn.Module):
    """A policy and a value function with common layers."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
        )
        self.policy = nn.Linear(256, actions)
        self.value = nn.Linear(256, 1)

    def forward(self, state: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over the legal actions, and the value."""
        hidden = self.trunk(state)
        # Not minus infinity: a new deal may have no legal action.
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def advantages(rewards: Tensor, values: Tensor, over: Tensor) -> Tensor:
    """Return the generalised advantages; `values` has one more row, those after the last step."""
    result = torch.zeros_like(rewards)
    following = torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        goes_on = 1.0 - over[t]
        error = rewards[t] + DISCOUNT * values[t + 1] * goes_on - values[t]
        following = error + DISCOUNT * TRACE * goes_on * following
        result[t] = following
    return result


class Learner:
    """The games of the training deals, and the player that learns on them."""

    def __init__(self, game: str, seed: int) -> None:
        self.envs = SolitaireVectorEnv(
            GAMES, game, autoreset_mode="SameStep", patience=60, max_moves=500
        )
        actions = self.envs.games.action_count
        self.player = Player(self.envs.games.information_size, actions)
        self.optimiser = torch.optim.Adam(self.player.parameters(), lr=RATE, eps=1e-5)
        self.envs.reset(seed=seed)
        self.states = torch.zeros(STEPS + 1, GAMES, self.envs.games.information_size)
        self.masks = torch.zeros(STEPS + 1, GAMES, actions, dtype=torch.int8)

    def look(self, t: int) -> tuple[Tensor, Tensor]:
        """Store what all games look like at step `t` of this update."""
        self.envs.information_state(self.states[t].numpy())
        self.masks[t] = torch.from_numpy(self.envs.games.masks)
        return self.states[t], self.masks[t]

    @torch.no_grad()
    def play(self) -> tuple[Tensor, ...]:
        """Play some steps of all games; return the actions, their log-probabilities and worths."""
        actions = torch.zeros(STEPS, GAMES, dtype=torch.int64)
        chances, rewards, over = (torch.zeros(STEPS, GAMES) for _ in range(3))
        values = torch.zeros(STEPS + 1, GAMES)
        for t in range(STEPS):
            policy, values[t] = self.player(*self.look(t))
            actions[t] = policy.sample()
            chances[t] = policy.log_prob(actions[t])
            _, reward, terminated, truncated, _ = self.envs.step(actions[t].numpy())
            rewards[t] = torch.from_numpy(reward)
            # A game that is cut off had no prospects, and counts as over.
            over[t] = torch.from_numpy(terminated | truncated)
        _, values[STEPS] = self.player(*self.look(STEPS))
        gains = advantages(rewards, values, over)
        return actions, chances, gains, gains + values[:-1]

    def update(self) -> None:
        """Play, and learn from it."""
        actions, chances, gains, returns = (item.flatten() for item in self.play())
        states, masks = self.states[:-1].flatten(0, 1), self.masks[:-1].flatten(0, 1)
        for _ in range(EPOCHS):
            for batch in torch.randperm(len(actions)).split(BATCH):
                policy, values = self.player(states[batch], masks[batch])
                gain = gains[batch]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (policy.log_prob(actions[batch]) - chances[batch]).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                loss = -torch.min(ratio * gain, clipped * gain).mean()
                loss = loss + 0.5 * (values - returns[batch]).square().mean()
                loss = loss - ENTROPY * policy.entropy().mean()
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
                self.optimiser.step()

    @torch.no_grad()
    def choose(self, games: Environments) -> NDArray[np.int64]:
        """Choose actions as the player does now."""
        state = torch.zeros(len(games), games.information_size)
        games.information(state.numpy())
        policy, _ = self.player(state, torch.from_numpy(games.masks))
        return policy.sample().numpy()


def main() -> None:
    """Learn, and print a line now and then."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="klondike", help="the game (klondike)")
    parser.add_argument("--minutes", type=float, default=1.0, help="CPU minutes to learn (1)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (1)")
    parser.add_argument("--deals", type=int, default=300, help="deals of each evaluation (300)")
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    generator = np.random.default_rng(arguments.seed)

    def at_random(games: Environments) -> NDArray[np.int64]:
        return (generator.random(games.masks.shape) * games.masks).argmax(axis=1)

    def line(name: str, steps: int, spent: float, policy: str = "validation") -> None:
        chooser = at_random if name == "random" else learner.choose
        result = evaluate(chooser, arguments.game, split=policy, deals=arguments.deals, patience=60)
        won = f"{100 * result.won / result.deals:.1f} %"
        minutes = f"{spent / 60:.1f}"
        print(
            f"| {name} | {policy} | {steps:,} | {minutes} | {won} | {result.mean_return:.3f} |",
            flush=True,
        )

    learner = Learner(arguments.game, arguments.seed)
    print("| player | deals | steps learnt | CPU min | won | mean return |")
    print("|---|---|---:|---:|---:|---:|")
    line("random", 0, 0.0)
    steps, spent, shown = 0, 0.0, 0.0
    while spent < 60 * arguments.minutes:
        start = time.process_time()
        learner.update()
        spent += time.process_time() - start
        steps += GAMES * STEPS
        if spent - shown >= 60 * arguments.minutes / LINES:
            shown = spent
            line("PPO", steps, spent)
    line("random", 0, 0.0, "test")
    line("PPO", steps, spent, "test")


if __name__ == "__main__":
    main()
