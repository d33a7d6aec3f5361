"""Certificates: proofs for `certificate_checker.py` that no strategy is better than an optimal tree.

A certificate contains only what the checker cannot derive itself: claims about parts, no larger than necessary. The
code of the checker is called to find out which these are. The search only suggests claims; each is written after it has
been proved with the rules of the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from codepegs import files
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Game, Reason, Reply, Turn, format_turn, parse_reply
from codepegs.trees.certificate_checker import (
    ANY,
    CANDIDATES,
    EXPECTED,
    LAST_TURN,
    MAGIC,
    MOST_CODES,
    Board,
    Code,
    Codes,
    Lists,
    OpenGuess,
    Rules,
    Table,
    Unproved,
    Unreadable,
    seal,
)
from codepegs.trees.compiled_checker import CompiledBoard, counts_replies_of
from codepegs.trees.search.objectives import TreeObjective
from codepegs.trees.search.set_search import Cost, Searcher, check_candidates_only, check_searched


@dataclass(frozen=True)
class Certificate:
    """A proof that no strategy is better in a game, for some objective."""

    text: str
    """The text, which `verify` and the stand-alone `certificate_checker.py` check."""
    claims: int
    """Number of claims in it."""

    def write(self, path: Path | str) -> None:
        """Write the certificate to a file, completely or not at all.

        Args:
            path: The file; compressed with gzip if its name ends in `.gz`.

        Raises:
            Unavailable: The file cannot be written.
        """
        files.write_whole(path, self.text)


MOST_CELLS = 4_000_000
"""Replies of the largest table that a certificate contains."""

LISTED_REPLIES = ("wordle", "mastermind", "per-slot", "common", "same-place")
"""The replies of lists that the checker computes."""


def checked_rules(game: Game) -> Rules | Lists | Table:
    """Return the rules of a game as the checker has them.

    >>> from codepegs.game import ListedGame
    >>> checked_rules(ListedGame(["AB", "BA"], reply="wordle")).text
    'list:wordle:624f9f92df0b'
    """
    text, secrets, others = game.certified()
    if game.stated:
        return Table(text, game.stated)
    return Lists(text, secrets, others) if secrets else Rules(text)


def check_certificate_size(game: Game) -> None:
    """Check that a game is small enough for a certificate."""
    check_searched(game)
    if game.size > MOST_CODES:
        raise BadInput.because(game.reason("too_large_for_certificate", size=game.size, most=MOST_CODES))
    if game.first_guess or game.is_weighed:
        if game.size * game.guess_count > MOST_CELLS:
            raise BadInput.because(
                game.reason("too_many_replies_for_certificate", count=game.size * game.guess_count, most=MOST_CELLS)
            )
        return
    try:
        checked_rules(game)
    except Unreadable:
        known = ", ".join(LISTED_REPLIES)
        raise BadInput.because(game.reason("no_certificate_of_reply", choice=known)) from None


def certify(
    game: Game | str,
    total: int,
    objective: TreeObjective | str = "expected",
    *,
    candidates_only: bool = False,
    progress: Callable[[float, int], None] | None = None,
) -> Certificate:
    """Prove a lower bound: by default, that no strategy needs fewer than `total` guesses, summed over all secrets.

    Args:
        game: The game or its rules id, of up to 10,000 codes.
        total: The lower bound to prove, in the units of the objective.
        objective: What is bounded. `expected`: the total number of guesses. `depth`: the number of guesses of the
            longest game. `expected-within:T`: the total number of guesses of strategies that never need more than T in
            a game. `last-turn:T`: the number of secrets for which such strategies need all T guesses.
        candidates_only: Prove the bound for strategies that guess candidates only, instead of for all strategies.
        progress: Called with the estimated share of the work that is done, from 0 to 1, and the number of claims proved
            so far.

    Returns:
        The certificate, whose text `verify` and the stand-alone `certificate_checker.py` check.

    Raises:
        BadInput: A strategy is better than `total`; the game is too large, or has replies that the checker does not
            know; or the objective is unknown, or `worst`, which takes two certificates.

    >>> certify("p3c5", 451).claims, certify("p3c5", 5, "depth").claims
    (7, 2)
    """
    game = Game.of(game)
    wanted = objective if isinstance(objective, TreeObjective) else TreeObjective.parse(objective)
    check_certificate_size(game)
    check_searched(game, wanted.kind)
    check_candidates_only(game, candidates_only)
    stated, bound, cost = _stated(wanted, total)
    candidates_only = candidates_only or game.traits.guesses_candidates_only
    prover = _Prover(game, stated, cost, candidates_only, progress)
    try:
        prover.tabulate(REPLIES)
        prover.prove((), prover.board.everything, bound, PROOFS)
    except Unproved:
        better = f"a strategy costs less than {total:,} in total" if game.is_weighed else wanted.better_words(total)
        raise BadInput(f"{game}: {better}") from None
    header = [MAGIC, f"rules {prover.board.rules.text}", f"guesses {CANDIDATES if candidates_only else ANY}"]
    header += [] if stated == EXPECTED else [f"objective {stated}"]
    header += game.stated
    body = "".join(f"{line}\n" for line in (*header, f"total {bound}", "", *prover.lines))
    return Certificate(body + seal(body), len(prover.lines))


def check_certificate_objective(objective: TreeObjective) -> None:
    """Check that there are certificates of an objective."""
    if objective.kind == "worst":
        raise BadInput.because(Reason.of("no_certificate_of_worst"))


def _stated(objective: TreeObjective, total: int) -> tuple[str, int, Cost]:
    """The objective and the total as a certificate states them, and the cost for the search that suggests claims.

    That some secret needs guess T is the same as that in trees of depth T one secret at least needs it.
    """
    check_certificate_objective(objective)
    if objective.kind == "expected":
        return EXPECTED, total, Cost()
    if objective.kind == "expected-within":
        return str(objective), total, Cost(objective.turns)
    turns = total if objective.kind == "depth" else objective.turns
    assert turns is not None
    if objective.kind == "depth" or total == 1:
        return f"{LAST_TURN}:{turns}", 1, Cost.within(turns - 1)
    return str(objective), total, Cost.last_turn(turns)


LEVELS_OF_PROGRESS = 2
"""How many guesses deep the share done is counted."""


class ProgressRange(NamedTuple):
    """A share of all work, from `low` to `high`, both from 0 to 1."""

    low: float = 0.0
    high: float = 1.0

    def part(self, first: int, end: int, whole: int) -> ProgressRange:
        """Return the part of this share from `first` to `end` when all of it is `whole`."""
        length = self.high - self.low
        return ProgressRange(self.low + length * first / whole, self.low + length * end / whole)


REPLIES, PROOFS = ProgressRange(0.0, 0.2), ProgressRange(0.2, 1.0)
"""What the replies of all codes and the proofs take, roughly: half of a small certificate, a tenth of a large one."""


class _Prover:
    """A prover of claims, with the lines of their proofs."""

    def __init__(
        self,
        game: Game,
        objective: str,
        cost: Cost,
        candidates_only: bool,
        progress: Callable[[float, int], None] | None,
    ) -> None:
        self.game = game
        self.progress = progress
        rules = checked_rules(game)
        compiled = not isinstance(rules, Lists) or counts_replies_of(rules)
        self.board = (CompiledBoard if compiled else Board).of(rules, candidates_only, objective)
        self.searcher = Searcher(game, cost, candidates_only)
        self.keys = self.searcher.space.secrets()
        self.replies: dict[int, Reply] = {}
        self.lines: list[str] = []

    def code(self, number: int) -> tuple[int, ...]:
        """A code of the checker as the game has it."""
        return CANONICAL.parse(self.game, self.board.rules.spelled(self.board.codes[number]))

    def checked(self, code: tuple[int, ...]) -> Code:
        """A code of the game as the checker has it."""
        return self.board.codes[self.board.numbers[CANONICAL.format(self.game, code)]]

    def tabulate(self, share: ProgressRange) -> None:
        """Have the checker compute the replies of all codes, which it needs at once; `share` as for `prove`."""
        for code in self.board.everything:
            self.board.row(code)
            self._report(share.part(code, code + 1, len(self.board.everything)))
        self.replies = {number: parse_reply(self.game, text) for text, number in self.board.replies.items()}

    def prove(self, history: tuple[Turn, ...], codes: Codes, target: int, share: ProgressRange) -> None:
        """Prove that a set costs at least `target`, with claims about parts where necessary.

        `share` is the share of all work that this proof is taken to be.
        """
        guesses = tuple(self.checked(turn.guess) for turn in history)
        if self.board.exact(codes, len(history)) is None:
            open_guesses = self.board.open_guesses(guesses, codes, target)
            if len(history) < LEVELS_OF_PROGRESS:
                listed = list(open_guesses)  # the share done needs their number
                for number, open_guess in enumerate(listed):
                    self._close(history, open_guess, target, share.part(number, number + 1, len(listed)))
            else:
                for open_guess in open_guesses:
                    self._close(history, open_guess, target, share)
        self.board.check(guesses, codes, target)

    def _close(self, history: tuple[Turn, ...], open_guess: OpenGuess, target: int, share: ProgressRange) -> None:
        """Claim enough about parts of a guess that the set costs `target` with it.

        Small parts come first; where only the number of turns counts, large ones, which are likelier to need too many.
        """
        self._report(share)
        missing = target - open_guess.bound(target)
        if missing <= 0:
            return
        parts = sorted(open_guess.parts.items(), key=lambda item: len(item[1]), reverse=self.searcher.cost.is_free)
        work = list(accumulate((len(part) ** 2 for _, part in parts), initial=0))  # a proof takes about that long
        for number, (reply, part) in enumerate(parts):
            if missing <= 0:
                return
            share_of_part = share.part(work[number], work[number + 1], work[-1])
            self._report(share_of_part)
            turn = Turn(self.code(open_guess.guess), self.replies[reply])
            known = open_guess.known(part)
            longer = (*history, turn)
            # What every code costs now, which the values of a search leave out.
            now = 0 if self.game.is_weighed else len(part) * self.board.stage(len(longer)).now
            value = now + self.searched(longer, part, known + missing - now)
            wanted = min(known + missing, value)
            if wanted > known:
                self.lines.append(f"{' ' * len(history)}{format_turn(self.game, turn)} {wanted}")
                self.prove(longer, part, wanted, share_of_part)
                missing -= wanted - known
        if missing > 0:
            raise Unproved(f"a cost of less than {target} is possible")

    def _report(self, share: ProgressRange) -> None:
        if self.progress is not None:
            self.progress(share.low, len(self.lines))

    def searched(self, history: tuple[Turn, ...], codes: Codes, limit: int) -> int:
        """The value of a set by the search, or `limit` if it is at least that."""
        value = self.searcher.search(self.keys[list(codes)], history, limit)
        assert value is not None
        return value
