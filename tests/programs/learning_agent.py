"""A tabular agent that learns the value of the first guess, in several environments at a time."""

import gymnasium
import numpy as np

import codepegs.gym  # noqa: F401  (registers the environment)

if __name__ == "__main__":
    envs = gymnasium.make_vec("codepegs/Mastermind-v0", 4, vectorization_mode="async", pegs=2, colors=3)
    rng = np.random.default_rng(1)
    values, visits = np.zeros(9), np.zeros(9)
    first, returns, episodes = np.full(4, -1), np.zeros(4), 0
    _, info = envs.reset(seed=1)
    over = np.zeros(4, dtype=bool)
    for _ in range(400):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        _, rewards, terminated, truncated, info = envs.step(actions)
        returns = np.where(over, 0, returns + rewards)
        first = np.where(over, -1, np.where(first < 0, actions, first))
        over = terminated | truncated
        for number in np.flatnonzero(over):
            visits[first[number]] += 1
            values[first[number]] += (returns[number] - values[first[number]]) / visits[first[number]]
            first[number], episodes = -1, episodes + 1
        returns = np.where(over, 0, returns)
    envs.close()
    print(episodes > 80, -3.5 < values[visits > 0].max() < -2)
