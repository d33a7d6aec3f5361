"""Two agents for the Gymnasium environment: one guesses any consistent code, the other maximises entropy.

    python examples/gymnasium_agents.py --pegs 4 --colors 6 --games 100

Needs the extra `rl`. The return of an episode is minus its number of guesses, so the averages are those of
`codepegs evaluate`, up to chance.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium

import codepegs.gym  # registers codepegs/Mastermind-v0
from codepegs import suggest

Agent = Callable[[gymnasium.Env[Any, Any], dict[str, Any]], Any]


def random_agent(env: gymnasium.Env[Any, Any], info: dict[str, Any]) -> Any:
    """Return a random action that the mask allows: a consistent code."""
    return env.action_space.sample(info["action_mask"])


def entropy_agent(env: gymnasium.Env[Any, Any], info: dict[str, Any]) -> Any:
    """Return the guess of highest entropy for the position."""
    board = env.unwrapped
    assert isinstance(board, codepegs.gym.MastermindEnv)
    return board.action(suggest(info["position"], "entropy", top=1)[0].guess)


AGENTS: dict[str, Agent] = {"random": random_agent, "entropy": entropy_agent}


def average_return(env: gymnasium.Env[Any, Any], agent: Agent, games: int, seed: int = 0) -> float:
    """Return the average return of an episode; game number n uses the secret of seed + n."""
    env.action_space.seed(seed)
    total = 0.0
    for game in range(games):
        _, info = env.reset(seed=seed + game)
        over = False
        while not over:
            _, reward, terminated, truncated, info = env.step(agent(env, info))
            total += float(reward)
            over = terminated or truncated
    return total / games


def main(arguments: list[str] | None = None) -> None:
    """Play both agents and print their averages."""
    parser = argparse.ArgumentParser(description="two agents in the Gymnasium environment")
    parser.add_argument("--pegs", type=int, default=4)
    parser.add_argument("--colors", type=int, default=6)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    env = gymnasium.make(codepegs.gym.ENVIRONMENT, pegs=given.pegs, colors=given.colors)
    for name, agent in AGENTS.items():
        print(f"{name:<8} {average_return(env, agent, given.games, given.seed):.2f}")


if __name__ == "__main__":
    main()
