"""A check of trees of listed games, in plain Python: every secret is taken through the tree."""

from __future__ import annotations

from collections import Counter, defaultdict

from codepegs.codes import Candidates, CodeSpace
from codepegs.game import CANONICAL, Game
from codepegs.trees import Tree

MOST_FAULTS = 20


def played(tree: Tree) -> tuple[list[int], int, list[str]]:
    """Take every secret of a listed game through a tree: the histogram, the total by weight, and the faults."""
    game = tree.game
    texts = [CANONICAL.format(game, tree.guess(node)) for node in range(len(tree))]
    below = {(int(tree.parents[node]), str(tree.reply(node))): node for node in range(1, len(tree))}
    prices = [game.cost_of(tree.guess(node)) for node in range(len(tree))]
    lengths, faults, used = dict[str, int](), list[str](), {0}
    ended = defaultdict[tuple[int, str], list[str]](list)
    for secret in (CANONICAL.spell(game, code) for code in Candidates.all(game)):
        node, spent = 0, prices[0]
        while texts[node] != secret:
            shown = plain_reply(game, texts[node], secret)
            child = below.get((node, shown))
            if child is None:
                ended[node, shown].append(secret)
                break
            node, spent = child, spent + prices[child]
            used.add(node)
        else:
            lengths[secret] = spent
    for (node, shown), secrets in ended.items():
        if _is_over(game, secrets):
            above = [node]
            while above[-1]:
                above.append(int(tree.parents[above[-1]]))
            lengths |= dict.fromkeys(secrets, sum(prices[each] for each in above))
        else:
            faults += [f"{secret} is not found: nothing follows {texts[node]} {shown}" for secret in secrets]
    faults += [f"no secret leads to node {node + 1} ({texts[node]})" for node in range(len(tree)) if node not in used]
    if game.traits.hard:
        faults += _not_allowed(tree, texts)
    counts = Counter(lengths.values())
    total = sum(length * _weight(game, secret) for secret, length in lengths.items())
    return [counts[length] for length in range(1, max(counts, default=0) + 1)], total, faults[:MOST_FAULTS]


def _weight(game: Game, secret: str) -> int:
    return 1 if game.weights is None else int(game.weights[game.number_of_code(game.check_code(secret))])


def _is_over(game: Game, secrets: list[str]) -> bool:
    """Whether the game is over with these secrets left, without a win."""
    if game.until == "named":
        return False
    codes = [game.check_code(secret) for secret in secrets]
    labels = game.classes if game.until == "class" else None
    if len(secrets) == 1 or (labels is not None and len({labels[game.number_of_code(code)] for code in codes}) == 1):
        return True
    guesses = [CANONICAL.spell(game, code) for code in CodeSpace.of(game).unpack(CodeSpace.of(game).guesses()).tolist()]
    return all(len({plain_reply(game, guess, secret) for secret in secrets}) == 1 for guess in guesses)


def _not_allowed(tree: Tree, texts: list[str]) -> list[str]:
    """The guesses that hard mode forbids."""
    game = tree.game
    faults = []
    turns: list[list[tuple[str, str]]] = [[]]
    for node in range(1, len(tree)):
        parent = int(tree.parents[node])
        turns.append([*turns[parent], (texts[parent], str(tree.reply(node)))])
        broken = next(
            (f"{guess} {shown}" for guess, shown in turns[node] if not _fits(game, guess, shown, texts[node])), ""
        )
        if broken:
            faults.append(f"hard mode forbids the guess {texts[node]} after {broken}")
    return faults


def _fits(game: Game, guess: str, shown: str, later: str) -> bool:
    """Whether hard mode allows a later guess after a turn."""
    if game.traits.hard != "wordle":
        return plain_reply(game, guess, later) == shown
    marked = Counter(letter for letter, mark in zip(guess, shown, strict=True) if mark != "-")
    in_place = all(mine == letter for mine, letter, mark in zip(later, guess, shown, strict=True) if mark == "g")
    return in_place and marked <= Counter(later)


def plain_reply(game: Game, guess: str, secret: str) -> str:
    """Compute the text of a reply from the texts of two codes, without the table of the game.

    >>> from codepegs.game import ListedGame
    >>> plain_reply(ListedGame(["CRANE", "EERIE"], reply="wordle"), "EERIE", "CRANE")
    '--y-g'
    """
    rule = game.traits.reply_rule
    pairs = list(zip(guess, secret, strict=False))
    black = sum(mine == theirs for mine, theirs in pairs)
    total = (Counter(guess) & Counter(secret)).total()
    if rule == "wordle":
        left = Counter(theirs for mine, theirs in pairs if mine != theirs)
        marks = ""
        for mine, theirs in pairs:
            elsewhere = mine != theirs and left[mine] > 0
            left[mine] -= elsewhere
            marks += "g" if mine == theirs else "y" if elsewhere else "-"
        return marks
    if rule == "mastermind":
        return f"{black}b{total - black}w"
    if rule == "per-slot":
        return f"{black}b{sum(mine != theirs and mine in secret for mine, theirs in pairs)}w"
    if rule in ("common", "same-place"):
        return f"{total}t" if rule == "common" else f"{black}b"
    return str(game.reply_if_secret(game.check_code(guess), game.check_code(secret)) or "")
