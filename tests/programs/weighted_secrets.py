"""Secrets that are not equally likely."""

from codepegs import ListedGame, evaluate, optimal

weights = {"crane": 50, "crate": 30, "trace": 10, "slate": 5, "stale": 5}
game = ListedGame(list(weights), reply="wordle", weights=weights)
for row in evaluate(game, ["entropy", "minimax"]).to_dicts():
    assert row["weighted_average"] <= row["longest_game"]
best = optimal(game)
print(best.upper_bound, best.proved)
