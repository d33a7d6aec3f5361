"""The entropy of all first guesses, from the matrix of replies."""

import numpy as np

from codepegs import Game, suggest

game = Game(pegs=4, colors=6)
matrix = game.reply_matrix(game.codes, game.codes)
entropies = {}
for code, row in zip(game.codes, matrix, strict=True):
    shares = np.bincount(row) / len(game.codes)
    shares = shares[shares > 0]
    entropies[code] = float(-(shares * np.log2(shares)).sum())
for found in suggest(game, "entropy"):
    assert found.bits is not None
    assert abs(entropies[found.guess] - found.bits) < 1e-12
print(len(entropies), round(max(entropies.values()), 4))
