"""Verification of strategy trees and certificates by the stand-alone checkers, which share no code with the rest."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar, overload

import msgspec

from codepegs.codes import Candidates, CodeSpace
from codepegs.errors import BadInput, shown, whole_number
from codepegs.files import MOST_TREE_BYTES, read_text
from codepegs.game import CANONICAL, FormerName, Game, Kinds, set_kinds
from codepegs.reasons import bracketed, clip, counted
from codepegs.trees import Tree, certificate_checker, checker, text
from codepegs.trees.formats import FORMATS, read_json, read_tree_text, recognise
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
    longest_game: int | None
    """Largest number of guesses for a secret, or what they cost."""
    histogram: list[int] | None
    """Secrets found with 1, 2, 3 … guesses, or at these costs."""
    nodes: int
    """Number of nodes of the tree."""
    valid: bool
    """Whether there are no faults."""
    faults: list[str] = []
    """The faults and their places, at most 20 sentences."""
    kinds: Kinds = msgspec.field(default_factory=dict)
    """The figures are counted."""

    depth: ClassVar[FormerName] = FormerName("longest_game")

    def __post_init__(self) -> None:
        set_kinds(self, total="counted", average="counted", longest_game="counted")

    def __repr__(self) -> str:
        found = "valid" if self.valid else counted(len(self.faults), "fault")
        total = "" if self.total is None else f", total {self.total:,}"
        return bracketed(f"check of a tree of {clip(self.rules)}: {found}, {counted(self.nodes, 'node')}{total}")


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
    impossible: bool = False
    """Whether the total is more than the objective allows, so that no strategy finds every secret in time."""
    checked: int | None = None
    """The number of claims checked, drawn at random; None if all were."""
    seed: int | None = None
    """The random seed of the draw."""
    compared: str | None = None
    """The game given, which is the one that the certificate states or names; None if none was given."""
    kinds: Kinds = msgspec.field(default_factory=dict)
    """The total is proved, if the certificate is valid and all its claims were checked."""

    def __post_init__(self) -> None:
        if self.valid and self.checked is None:
            set_kinds(self, total="proved")

    def __repr__(self) -> str:
        found = "valid" if self.valid else counted(len(self.faults), "fault")
        return bracketed(f"check of a certificate of {clip(self.rules)}: {found}, at least {self.total:,}")

    @property
    def sentence(self) -> str:
        """What is proved."""
        which = "strategy" if self.covers_all_strategies else "strategy that guesses only candidates"
        kind, _, turns = self.objective.partition(":")
        if self.rules.startswith("table:"):
            return f"no {which} for {self.rules} costs less than {self.total:,} in total"
        if kind == certificate_checker.EXPECTED:
            return f"no {which} finds all secrets of {self.rules} with fewer than {self.total:,} guesses in total"
        if self.impossible:
            return f"there is no {which} that finds every secret of {self.rules} with at most {turns} guesses"
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


@overload
def verify(source: Tree, rules: str | None = None) -> TreeCheck: ...


@overload
def verify(
    source: Tree | str | Path,
    rules: str | None = None,
    *,
    compiled: bool = False,
    sample: int | None = None,
    seed: int = 0,
    converted: Callable[[str], None] = lambda name: None,
    progress: Callable[[int, int], None] | None = None,
) -> TreeCheck | CertificateCheck: ...


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

    A tree is replayed with every secret, and every figure recounted, by `codepegs/trees/checker.py`, which also reads
    lists and tables from their files. What is beyond it there, and games without files, are left to this module, with
    the replies of the game. A certificate is checked by `codepegs/trees/certificate_checker.py`, which tries every
    guess for each set of candidates that the certificate names.

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
    >>> found.valid, found.total, found.longest_game
    (True, 208, 4)
    """
    if isinstance(source, Tree):
        _check_is_tree(compiled, sample, "the tree")
        return _check_listed(source) if source.game._digest else _check_tree(text.write(source), "the tree")
    if not isinstance(source, str | Path):
        raise BadInput.because("no_tree_object", value=shown(source))
    sample = None if sample is None else whole_number("sample", sample, least=1)
    file = tree_file(str(source))
    content = read_text(file, MOST_TREE_BYTES)
    if content.startswith(certificate_checker.MAGIC.split()[0]):
        if sample is not None and sample < 1:
            raise BadInput.because("too_few_claims", sample=sample)
        board = CompiledBoard if compiled else certificate_checker.Board
        game = None if rules is None else Game.parse(rules)
        wanted, secrets, others = (None, (), ()) if game is None else game._certified()
        if not secrets and re.search(r"^rules list:", content, re.MULTILINE):
            raise BadInput.because("certificate_of_list", file=file)
        try:
            proof = certificate_checker.check_text(content, progress, board, secrets, others, sample, seed)
        except certificate_checker.Unreadable as error:
            raise BadInput.because("checker_refuses", file=file, error=str(error)) from None
        if game is not None and game._stated and proof["rules"].startswith("table:"):
            _check_stated(file, content, game, proof["rules"])
        elif wanted not in (None, proof["rules"]):
            raise BadInput.because("certificate_of_another_game", file=file, other=proof["rules"], game=str(game))
        return CertificateCheck(**proof, compared=None if game is None else str(game))
    _check_is_tree(compiled, sample, file)
    try:
        form = recognise(content)
        if form.name in _STATED:
            stated = re.search(_STATED[form.name], content, re.MULTILINE)
            game = None if stated is None else Game.parse(json.loads(stated[1]) if form.name == "json" else stated[1])
        else:
            read = read_tree_text(content, rules)
            content, game = FORMATS["text"].write(read), read.game
            converted(form.name)
        is_listed = game is not None and game._digest != ""
        if game is not None and is_listed and not _is_read_alike(game):
            _check_rules(file, game, rules)
            return _check_reading(content)
    except BadInput as error:
        raise error.within(f"{file}", source=f"{file}") from None
    found = _check_tree(content, file, str(game) if is_listed else "")
    if found.rules and rules is not None:
        _check_rules(file, Game.parse(found.rules), rules)
    return found


def _check_stated(file: str, certificate: str, game: Game, named: str) -> None:
    """Raise `BadInput` if a certificate does not state the lines of a game; its hash alone would prove little."""
    head = certificate.partition("\n\n")[0].split("\n")[3:]
    stated = [line for line in head if not line.startswith(("objective ", "total "))]
    for line, other in zip_longest(stated, game._stated, fillvalue="nothing more"):
        pairs = enumerate(zip_longest(line.split(" "), other.split(" ")))
        at = next((number for number, (found, given) in pairs if found != given), None)
        if at is not None:
            found, given = _to_word(line, at), _to_word(other, at)
            raise BadInput.because(
                "certificate_of_another_table", file=file, other=named, game=str(game), found=found, given=given
            )


def _to_word(line: str, at: int) -> str:
    """The words of a line up to one of them, without the middle if they are many."""
    words = line.split(" ")[: max(2, at + 1)]
    return " ".join(words if len(words) <= MOST_WORDS else (*words[:2], "…", words[-1]))


MOST_WORDS = 5
"""Words of a line of a certificate that are shown."""

_STATED = {"text": r"^rules (\S+)$", "json": r'"rules":\s*("(?:[^"\\\s]|\\.)+")'}
"""The formats that the stand-alone checker reads, and how they state the rules."""

MOST_TABLE_CELLS = 4_000_000
"""Outcomes of the largest table that the stand-alone checker reads."""


def _is_read_alike(game: Game) -> bool:
    """Whether the stand-alone checker reads a listed game from the files of its name as codepegs does."""
    if game._traits.reply_rule is None and game.size * game._guess_count > MOST_TABLE_CELLS:
        return False
    try:
        return checker.Listed(str(game), str(game)).digest == game._digest
    except (OSError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False


def _check_reading(content: str) -> TreeCheck:
    """Check a tree of a listed game, as text or JSON, as codepegs reads it, and that it says what the tree does."""
    is_json = recognise(content).name == "json"
    read = (read_json if is_json else text.read)(content, is_checked=False)
    found, wanted = _check_listed(read), FORMATS["json" if is_json else "text"].write(read)
    if is_json:
        given, made = json.loads(content), json.loads(wanted)
        pairs = [(name, given.get(name), made[name]) for name in made if name != "tree"]
    else:
        lines = zip_longest(content.split("\n"), wanted.split("\n"))
        pairs = [(f"line {number}", line, other) for number, (line, other) in enumerate(lines, 1)]
    wrong = [
        f"{where} is {line!r:.60}: the tree has {other!r:.60} there" for where, line, other in pairs if line != other
    ]
    faults = [*found.faults, *wrong[:1]][-checker.MOST_FAULTS :]
    return msgspec.structs.replace(found, valid=not faults, faults=faults)


def _check_rules(file: str, found: Game, rules: str | None) -> None:
    """Raise `BadInput` if other rules are given than those that were found."""
    if rules is not None and (game := Game.parse(rules)) != found:
        raise BadInput.because("tree_of_another_game", file=file, other=str(found), game=str(game))


def _check_is_tree(compiled: bool, sample: int | None, name: str) -> None:
    for option, given in (("--compiled", compiled), ("--sample", sample is not None)):
        if given:
            raise BadInput.because("only_for_certificates", option=option, name=name)


def _check_tree(content: str, name: str, game: str = "") -> TreeCheck:
    try:
        return TreeCheck(**checker.check_text(content, game))
    except checker.Unreadable as error:
        raise BadInput.because("checker_refuses", file=name, error=str(error)) from None


def _check_listed(tree: Tree) -> TreeCheck:
    head, lines = text.header(tree), text.node_lines(tree)
    checks = text.checks(tree, head, "\n".join(lines))
    held = checker.Tree(_Stated(tree.game), head, len(head) + 2)
    held.header = [line.partition(" ")[::2] for line in head[1:]]
    nodes: list[checker.Node] = []
    guesses = [CANONICAL.format(tree.game, tree.guess(node)) for node in range(len(tree))]
    for node, (guess, line) in enumerate(zip(guesses, lines, strict=True)):
        above, reply = (nodes[tree.parents[node]], str(tree.reply(node))) if node else (None, "")
        nodes.append(held.add(above, reply, guess, line, checks.get(node)))
    report = held.report()
    forbidden = _not_allowed(tree, guesses) if tree.game._traits.hard else []
    faults = [*report["faults"], *forbidden][: checker.MOST_FAULTS]
    return TreeCheck(**report | {"strategy": tree.strategy, "valid": not faults, "faults": faults})


class _Stated(checker.Rules):
    """The rules of a listed game for the checker: codes are texts, and replies are computed without its table."""

    def __init__(self, game: Game) -> None:
        *replies, win = map(str, game.replies())
        self.game, self.text, self.joint, self.win, self.digest = game, str(game), "", win, game._digest
        self.size, self.mass = game.size, game._mass
        self.order = {reply: place for place, reply in enumerate(replies)}

    def codes(self) -> Iterator[checker.Code]:
        return ((CANONICAL.spell(self.game, code),) for code in Candidates.all(self.game))

    def code(self, text: str) -> checker.Code | None:
        return (text,)  # codepegs has read it

    def cost(self, guess: checker.Code) -> int:
        return self.game._cost_of(self.game.check_code(guess[0]))

    def weight(self, secrets: list[checker.Code]) -> int:
        weights = self.game.weights
        return len(secrets) if weights is None else int(weights[self._numbers(secrets)].sum())

    def _numbers(self, secrets: list[checker.Code]) -> list[int]:
        return [self.game._number_of_code(self.game.check_code(text)) for (text,) in secrets]

    def is_over(self, secrets: list[checker.Code]) -> bool:
        game, space = self.game, CodeSpace.of(self.game)
        if game.until == "named" or len(secrets) == 1:
            return game.until != "named"
        if game.until == "class" and game.classes is not None and len({*game.classes[self._numbers(secrets)]}) == 1:
            return True
        guesses = ((CANONICAL.spell(game, code),) for code in space.unpack(space.guesses()).tolist())
        return all(len(self.split(guess, secrets)) == 1 for guess in guesses)

    def split(self, guess: checker.Code, secrets: list[checker.Code]) -> dict[str, list[checker.Code]]:
        parts: dict[str, list[checker.Code]] = {}
        for secret in secrets:
            reply = self.win if secret == guess else plain_reply(self.game, *guess, *secret)
            parts.setdefault(reply, []).append(secret)
        return parts


def _not_allowed(tree: Tree, texts: list[str]) -> list[str]:
    """The guesses that hard mode forbids."""
    faults = []
    for node in range(1, len(tree)):
        for turn in tree.turns(node):
            guess, shown = CANONICAL.format(tree.game, turn.guess), str(turn.reply)
            if not _fits(tree.game, guess, shown, texts[node]):
                faults.append(f"hard mode forbids the guess {texts[node]} after {guess} {shown}")
                break
    return faults


def _fits(game: Game, guess: str, shown: str, later: str) -> bool:
    """Whether hard mode allows a later guess after a turn."""
    if game._traits.hard != "wordle":
        return plain_reply(game, guess, later) == shown
    marked = Counter(letter for letter, mark in zip(guess, shown, strict=True) if mark != "-")
    in_place = all(mine == letter for mine, letter, mark in zip(later, guess, shown, strict=True) if mark == "g")
    return in_place and marked <= Counter(later)


def plain_reply(game: Game, guess: str, secret: str) -> str:
    """Compute the text of a reply from the texts of two codes, without the table of the game."""
    if game._traits.reply_rule in certificate_checker.KINDS:
        return certificate_checker.listed_reply(game._traits.reply_rule, guess, secret)
    return str(game._reply_if_secret(game.check_code(guess), game.check_code(secret)) or "")
