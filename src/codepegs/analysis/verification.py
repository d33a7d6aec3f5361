"""Verification of strategy trees and certificates by the stand-alone checkers, which share no code with the rest."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from codepegs.codes import Candidates, CodeSpace
from codepegs.errors import BadInput
from codepegs.files import MOST_TREE_BYTES, read_text
from codepegs.game import CANONICAL, Game
from codepegs.reasons import Reason, counted
from codepegs.trees import Tree, certificate_checker, checker
from codepegs.trees.formats import FORMATS, read_tree_text, recognise
from codepegs.trees.gallery import tree_file
from codepegs.trees.search import CompiledBoard


class TreeCheck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of checking a strategy tree; figures are None if some secret is not found."""

    rules: str
    """The rules id."""
    strategy: str
    """The text of the strategy from which the tree was built, or empty."""
    total: int | None
    """Number of guesses summed over all secrets, or what they cost, times the weight of each secret if it has one."""
    average: float | None
    """`total` for a secret drawn at random."""
    depth: int | None
    """Largest number of guesses for a secret, or what they cost."""
    histogram: list[int] | None
    """Secrets found with 1, 2, 3 … guesses, or at these costs."""
    nodes: int
    """Number of nodes of the tree."""
    valid: bool
    """Whether there are no faults."""
    faults: list[str] = []
    """The faults and their places, at most 20 sentences."""


class CertificateCheck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of checking a certificate."""

    rules: str
    """The rules id, or the hash of a list of codes."""
    guesses: str
    """`any`, or `candidates` if only strategies that guess candidates are covered."""
    total: int
    """The proved lower bound, in the units of the objective (by default, guesses summed over all secrets)."""
    claims: int
    """Number of claims in the certificate."""
    valid: bool
    """Whether the bound is proved; if only some claims were checked, whether none of these is wrong."""
    faults: list[str] = []
    """The faults and their places, in sentences."""
    objective: str = certificate_checker.EXPECTED
    """The objective, as `certify` takes it; `total` is in its units."""
    checked: int | None = None
    """The number of claims checked, drawn at random; None if all were."""
    seed: int | None = None
    """The random seed of the draw."""

    @property
    def sentence(self) -> str:
        """What is proved."""
        which = "strategy" if self.covers_all_strategies else "strategy that guesses only candidates"
        kind, _, turns = self.objective.partition(":")
        if self.rules.startswith("table:"):
            return f"no {which} for {self.rules} costs less than {self.total:,} in total"
        if kind == certificate_checker.EXPECTED:
            return f"no {which} finds all secrets of {self.rules} with fewer than {self.total:,} guesses in total"
        if kind == certificate_checker.LAST_TURN and self.total == 1:
            return f"no {which} finds every secret of {self.rules} with fewer than {turns} guesses"
        also = "that" if self.covers_all_strategies else "and"
        found = f"every {which} {also} finds every secret of {self.rules} with at most {turns} guesses needs"
        if kind == certificate_checker.WITHIN:
            return f"{found} at least {self.total:,} guesses in total"
        return f"{found} all {turns} for at least {counted(self.total, 'secret')}"

    @property
    def covers_all_strategies(self) -> bool:
        """Whether strategies that guess other codes than candidates are covered."""
        return self.guesses == certificate_checker.ANY


def verify(
    source: Tree | str | Path,
    rules: str | None = None,
    *,
    compiled: bool = False,
    sample: int | None = None,
    seed: int = 0,
    converted: Callable[[str], None] = lambda name: None,
    progress: Callable[[int, int], None] | None = None,
) -> TreeCheck | CertificateCheck:
    """Check a strategy tree, or a certificate of optimality, independently of the code that made it.

    A tree is replayed with every secret, and every figure recounted, by `codepegs/trees/checker.py`; a tree of a
    `ListedGame` by `codepegs.analysis.verification`, with the replies of the game. A certificate is checked by
    `codepegs/trees/certificate_checker.py`, which tries every guess for each set of candidates that the certificate
    names.

    Args:
        source: A tree; or a file with a tree in any known format, or with a certificate; or `gallery:RULES`.
        rules: Rules of the game, if the file does not contain them.
        compiled: Check a certificate with the C++ library instead: it applies the same rules, but is not independent of
            codepegs.
        sample: Number of claims of a certificate to check, at least 1, drawn at random; None checks all. Each is
            checked on the assumption that the claims before it are true.
        seed: The random seed of the draw.
        converted: Called with the name of the format if a tree has to be converted before it is checked.
        progress: Called, for a certificate, with the number of claims checked so far and the total number of claims.

    Returns:
        A `TreeCheck` for a tree, a `CertificateCheck` for a certificate; both have `valid` and `faults`.

    Raises:
        BadInput: The file is neither a tree nor a certificate, belongs to another game, or the gallery has no such
            tree; or `sample` is below 1; or `compiled` or `sample` is given for a tree.
        Unavailable: The file cannot be read.

    >>> from codepegs import build_tree
    >>> found = verify(build_tree("p3c4", "entropy"))
    >>> found.valid, found.total, found.depth
    (True, 208, 4)
    """
    if isinstance(source, Tree):
        _check_is_tree(compiled, sample, "the tree")
        return _check_listed(source) if source.game.digest else _check_tree(FORMATS["text"].write(source), "the tree")
    file = tree_file(str(source))
    content = read_text(file, MOST_TREE_BYTES)
    if content.startswith(certificate_checker.MAGIC.split()[0]):
        if sample is not None and sample < 1:
            raise BadInput(f"the sample is {sample} claims: expected 1 or more")
        board_class = CompiledBoard if compiled else certificate_checker.Board
        return _check_certificate(
            content,
            file,
            rules,
            lambda lists: certificate_checker.check_text(content, progress, board_class, *lists, sample, seed),
        )
    _check_is_tree(compiled, sample, file)
    try:
        form = recognise(content)
        stated = {"text": r"^rules (\S+)$", "json": r'"rules":\s*"([^"\s]+)"'}
        named = re.search(stated[form.name], content, re.MULTILINE) if form.name in stated else None
        is_listed = named is not None and Game.parse(named[1]).digest != ""
        read = read_tree_text(content, rules) if is_listed or form.name not in ("text", "json") else None
    except BadInput as error:
        raise error.within(f"{file}") from None
    if read is not None and is_listed:
        _check_rules(file, str(read.game), rules)
        found = _check_listed(read)
        wanted = FORMATS["text"].write(read)
        if form.name == "text" and content != wanted:
            lines = zip_longest(content.split("\n"), wanted.split("\n"))
            number, (line, other) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
            wrong = f"line {number} is {line!r:.60}: the tree has {other!r:.60} there"
            return msgspec.structs.replace(found, valid=False, faults=[*found.faults, wrong][-checker.MOST_FAULTS :])
        return found
    if read is not None:
        content = FORMATS["text"].write(read)
        converted(form.name)
    found = _check_tree(content, file)
    if found.rules:
        _check_rules(file, found.rules, rules)
    return found


def _check_rules(file: str | Path, found: str, rules: str | None) -> None:
    """Raise `BadInput` if other rules are given than those that were found."""
    if rules is not None and Game.parse(rules) != Game.parse(found):
        raise BadInput.because(
            Reason.of("tree_of_another_game", file=str(file), other=str(found), game=str(Game.parse(rules)))
        )


def _check_is_tree(compiled: bool, sample: int | None, name: str | Path) -> None:
    for option, given in (("--compiled", compiled), ("--sample", sample is not None)):
        if given:
            raise BadInput(f"{option} works only for certificates, but {name} is a tree: omit {option}")


def _check_tree(content: str, name: str | Path) -> TreeCheck:
    try:
        return TreeCheck(**checker.check_text(content))
    except checker.Unreadable as error:
        raise BadInput(f"{name}: {error}") from None


def _check_listed(tree: Tree) -> TreeCheck:
    histogram, total, faults = played(tree)
    solved = sum(histogram) == tree.game.size
    if tuple(histogram) != tree.figures.histogram or total != tree.total:
        faults.append("the figures of the tree are not those of the secrets it finds")
    return TreeCheck(
        rules=str(tree.game),
        strategy=tree.strategy,
        total=total if solved else None,
        average=total / tree.game.mass if solved else None,
        depth=len(histogram) if solved else None,
        histogram=histogram if solved else None,
        nodes=len(tree),
        valid=not faults,
        faults=faults,
    )


def _check_certificate(
    content: str,
    name: str | Path,
    rules: str | None,
    check: Callable[[tuple[Sequence[str], Sequence[str]]], dict[str, Any]],
) -> CertificateCheck:
    game = None if rules is None else Game.parse(rules)
    wanted, secrets, others = (None, (), ()) if game is None else game.certified()
    if not secrets and re.search(r"^rules list:", content, re.MULTILINE):
        raise BadInput(f"{name} is a certificate for a list of codes: give its game with --rules")
    try:
        found = CertificateCheck(**check((secrets, others)))
    except certificate_checker.Unreadable as error:
        raise BadInput(f"{name}: {error}") from None
    if wanted is not None and wanted != found.rules:
        raise BadInput(f"{name} is a certificate for {found.rules}, not for {game}")
    return found


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
    return [counts[length] for length in range(1, max(counts, default=0) + 1)], total, faults[: checker.MOST_FAULTS]


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
    """Compute the text of a reply from the texts of two codes, without the table of the game."""
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
