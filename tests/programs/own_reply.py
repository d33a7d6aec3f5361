"""A game with a reply of one's own: how far the digits of the guess are above those of the secret."""

from codepegs import ListedGame, evaluate, suggest


def above(guess: str, secret: str) -> int:
    return sum(max(0, int(a) - int(b)) for a, b in zip(guess, secret, strict=True))


game = ListedGame([f"{number:02}" for number in range(100)], reply=above)
assert str(game.reply("95", "05")) == str(above("95", "05")) == "9"
assert "42" in game.codes
(found,) = evaluate(game, "entropy")
print(len(game.codes), found.games, found.unsolved, suggest(game, "entropy")[0].text in game.texts)
