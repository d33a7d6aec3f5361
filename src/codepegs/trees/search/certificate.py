"""Certificates: proofs that no strategy is better than an optimal tree, and the compiled checker of them.

A certificate contains only what `certificate_checker.py` cannot derive itself: claims about parts, no larger than
necessary. The code of the checker is called to find out which these are. The search only suggests claims; each is
written after it has been proved with the rules of the checker.

`CompiledBoard` is the checker with its loops in C++, for games in which plain Python takes hours. It has the rules, the
file format and the sentences of `certificate_checker.py`; only the counting of parts is compiled. It is part of the
package and not independent of it: the plain checker remains the reference where it takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise, permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codepegs import files
from codepegs.core import loops
from codepegs.errors import BadInput, whole_number
from codepegs.game import CANONICAL, Game, ListedGame, Reply, Turn, format_turn, parse_reply
from codepegs.reasons import bracketed, counted
from codepegs.trees.certificate_checker import (
    ANY,
    CANDIDATES,
    EXPECTED,
    KINDS,
    LAST_TURN,
    MAGIC,
    MOST_CODES_CERTIFIED,
    MOST_ORDERS,
    WIN,
    Board,
    Code,
    Codes,
    Lists,
    OpenGuess,
    Rates,
    Rules,
    Table,
    TableBoard,
    Unproved,
    Unreadable,
    seal,
)
from codepegs.trees.search.objectives import TreeObjective
from codepegs.trees.search.set_search import Cost, Searcher, check_candidates_only, check_searched


@dataclass(frozen=True)
class Certificate:
    """A proof that no strategy is better in a game, for some objective."""

    text: str
    """The text, which `verify` and the stand-alone `certificate_checker.py` check."""
    claims: int
    """Number of claims in it."""

    def __repr__(self) -> str:
        return bracketed(f"certificate of {counted(self.claims, 'claim')}")

    def write(self, path: Path | str) -> None:
        """Write the certificate to a file, completely or not at all.

        Args:
            path: The file; compressed with gzip if its name ends in `.gz`.

        Raises:
            Unavailable: The file cannot be written.
        """
        files.write_whole(path, self.text)


MOST_TABLE_CELLS = 4_000_000
"""Replies of the largest table that a certificate contains."""


def checked_rules(game: Game) -> Rules | Lists | Table:
    """Return the rules of a game as the checker has them."""
    text, secrets, others = game._certified()
    if game._stated:
        return Table(text, game._stated)
    return Lists(text, secrets, others) if secrets else Rules(text)


def check_certificate_size(game: Game) -> None:
    """Check that a game is small enough for a certificate."""
    check_searched(game)
    if game.size > MOST_CODES_CERTIFIED:
        raise BadInput.because(game._reason("too_large_for_certificate", size=game.size, most=MOST_CODES_CERTIFIED))
    if game._first_guess or game._is_weighed:
        if game.size * game._guess_count > MOST_TABLE_CELLS:
            raise BadInput.because(
                game._reason(
                    "too_many_replies_for_certificate", count=game.size * game._guess_count, most=MOST_TABLE_CELLS
                )
            )
        return
    try:
        checked_rules(game)
    except Unreadable:
        known = ", ".join(KINDS)
        raise BadInput.because(game._reason("no_certificate_of_reply", choice=known)) from None


BETTER = {
    "expected": "fewer_on_average",
    "expected-within": "fewer_within_turns",
    "depth": "fewer_in_worst_case",
    "last-turn": "fewer_in_last_turn",
}
"""The kind of the sentence that a strategy is better than a bound, by the kind of the objective."""


MOST_TOTAL = 1 << 50
"""Largest total that a certificate states: more than any game needs that has one."""


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
        BadInput: A strategy is better than `total`, or it is below 1 (below 0 with `last-turn`); the game is too large,
            or has replies that the checker does not know; or the objective is unknown, or `worst`, which takes two
            certificates.

    >>> certify("p3c5", 451).claims, certify("p3c5", 5, "depth").claims
    (7, 2)
    """
    game = Game.of(game)
    wanted = objective if isinstance(objective, TreeObjective) else TreeObjective.parse(objective)
    check_certificate_size(game)
    check_certificate_objective(game, wanted)
    check_candidates_only(game, candidates_only)
    is_none = wanted.kind == "last-turn" and type(total) is int and total == 0
    total = whole_number("total", total, 0 if is_none else 1, MOST_TOTAL)
    stated, bound, cost = _stated(wanted, total)
    candidates_only = candidates_only or game._traits.guesses_candidates_only
    prover = _Prover(game, stated, cost, candidates_only, progress)
    try:
        prover.tabulate(REPLIES)
        prover.prove((), prover.board.everything, bound, PROOFS)
    except Unproved:
        kind = "costs_less" if game._is_weighed else BETTER[wanted.kind]
        raise BadInput.because(game._reason(kind, total=total, turns=wanted.turns or 0)) from None
    header = [MAGIC, f"rules {prover.board.rules.text}", f"guesses {CANDIDATES if candidates_only else ANY}"]
    header += [] if stated == EXPECTED else [f"objective {stated}"]
    header += game._stated
    body = "".join(f"{line}\n" for line in (*header, f"total {bound}", "", *prover.lines))
    return Certificate(body + seal(body), len(prover.lines))


def check_certificate_objective(game: Game, objective: TreeObjective) -> None:
    """Check that there are certificates of an objective for a game."""
    if game._traits.weighed_by is not None and objective.kind != "expected":
        raise BadInput.because(game._reason("weighed_certificate", weighed_by=game._traits.weighed_by))
    if objective.kind == "worst":
        raise BadInput.because("no_certificate_of_worst")


def _stated(objective: TreeObjective, total: int) -> tuple[str, int, Cost]:
    """The objective and the total as a certificate states them, and the cost for the search that suggests claims."""
    if objective.kind == "expected":
        return EXPECTED, total, Cost()
    if objective.kind == "expected-within":
        return str(objective), total, Cost(objective.turns)
    turns = total if objective.kind == "depth" else objective.turns
    assert turns is not None
    if objective.kind == "depth" or total == 1:  # some secret needs guess T: so does one, at least, in trees of depth T
        return f"{LAST_TURN}:{turns}", 1, Cost.within(turns - 1)
    return str(objective), total, Cost.last_turn(turns)


LEVELS_OF_PROGRESS = 2
"""How many guesses deep the share done is counted."""

Share = tuple[float, float]
"""A part of all work, from its beginning to its end, both from 0 to 1."""

REPLIES, PROOFS = (0.0, 0.2), (0.2, 1.0)
"""What the replies of all codes and the proofs take, roughly: half of a small certificate, a tenth of a large one."""


def _part(share: Share, first: int, end: int, whole: int) -> Share:
    """The part of a share from `first` to `end` when all of it is `whole`."""
    low, high = share
    return low + (high - low) * first / whole, low + (high - low) * end / whole


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
        is_compiled = not isinstance(rules, Lists) or len(_replies_of_lists(rules)[1]) <= MOST_COMPILED_REPLIES
        self.board = (CompiledBoard if is_compiled else Board).of(rules, candidates_only, objective)
        self.searcher = Searcher(game, cost, candidates_only)
        self.keys = self.searcher.space.secrets()
        self.replies: dict[int, Reply] = {}
        self.lines: list[str] = []

    def tabulate(self, share: Share) -> None:
        """Have the checker compute the replies of all codes, which it needs at once; `share` as for `prove`."""
        for code in self.board.everything:
            self.board.row(code)
            self._report(_part(share, code, code + 1, len(self.board.everything)))
        self.replies = {number: parse_reply(self.game, text) for text, number in self.board.replies.items()}

    def prove(self, history: tuple[Turn, ...], codes: Codes, target: int, share: Share) -> None:
        """Prove that a set costs at least `target`, with claims about parts; `share` is that of this proof."""
        numbers = [self.board.numbers[CANONICAL.format(self.game, turn.guess)] for turn in history]
        guesses = tuple(map(self.board.codes.__getitem__, numbers))
        if self.board.exact(codes, len(history)) is None:
            left: Iterable[OpenGuess] = self.board.open_guesses(guesses, codes, target)
            if len(history) < LEVELS_OF_PROGRESS:
                left = list(left)  # the share done needs their number
            for number, guess in enumerate(left):
                part = _part(share, number, number + 1, len(left)) if isinstance(left, list) else share
                self._close(history, guess, target, part)
        self.board.check(guesses, codes, target)

    def _close(self, history: tuple[Turn, ...], open_guess: OpenGuess, target: int, share: Share) -> None:
        """Claim enough about parts of a guess that the set costs `target` with it."""
        self._report(share)
        missing = target - open_guess.bound(target)
        if missing <= 0:
            return
        # Small parts come first; where only turns count, large ones, which are likelier to need too many.
        parts = sorted(open_guess.parts.items(), key=lambda item: len(item[1]), reverse=self.searcher.cost.is_free)
        work = list(accumulate((len(part) ** 2 for _, part in parts), initial=0))  # a proof takes about that long
        for (reply, part), (begun, done) in zip(parts, pairwise(work), strict=True):
            if missing <= 0:
                return
            share_of_part = _part(share, begun, done, work[-1])
            self._report(share_of_part)
            guess = self.board.rules.spelled(self.board.codes[open_guess.guess])
            turn = Turn(CANONICAL.parse(self.game, guess), self.replies[reply])
            known, longer = open_guess.known(part), (*history, turn)
            # What every code costs now, which the values of a search leave out.
            now = 0 if self.game._is_weighed else len(part) * self.board.stage(len(longer)).now
            value = self.searcher.search(self.keys[list(part)], longer, known + missing - now)
            assert value is not None
            wanted = min(known + missing, now + value)
            if wanted > known:
                self.lines.append(f"{' ' * len(history)}{format_turn(self.game, turn)} {wanted}")
                self.prove(longer, part, wanted, share_of_part)
                missing -= wanted - known
        if missing > 0:
            raise Unproved(f"a cost of less than {target} is possible")

    def _report(self, share: Share) -> None:
        if self.progress is not None:
            self.progress(share[0], len(self.lines))


MOST_COMPILED_REPLIES = 256
"""Replies are numbered with one byte."""


class CompiledBoard(Board):
    """A board of the checker that counts parts in C++."""

    @classmethod
    def of(cls, rules: Rules | Lists | Table, candidates_only: bool, objective: str) -> Board:
        """Return the board of a game."""
        if isinstance(rules, Table):
            return CompiledTableBoard(rules, candidates_only, objective)
        return cls(rules, candidates_only, objective)

    def __init__(self, rules: Rules | Lists, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        super().__init__(rules, candidates_only, objective)
        if isinstance(rules, Lists):
            by_guess, shown = _replies_of_lists(rules)
            if len(shown) > MOST_COMPILED_REPLIES:
                raise BadInput.because(
                    "too_many_replies_to_check", game=rules.text, count=len(shown), most=MOST_COMPILED_REPLIES
                )
            colors, orders, apart = np.zeros((len(self.codes), 1), np.uint16), np.zeros((0, 1), np.int64), 0
        else:
            game = Game.parse(rules.text)
            by_guess, shown = game.reply_matrix(self.codes, self.codes), [str(reply) for reply in game.replies()]
            offsets = np.array(rules.color_offsets or 0, dtype=np.uint16)
            colors = np.array(self.codes, dtype=np.uint16) + offsets
            orders = np.array(list(islice(permutations(range(rules.pegs)), MOST_ORDERS)), dtype=np.int64)
            apart = rules.colors if rules.color_offsets else 0
        self.replies = {text: (number + 1) % len(shown) for number, text in enumerate(shown)}  # the win is the last
        numbers = np.array([self.replies[text] for text in shown], dtype=np.uint8)
        self.by_guess = numbers[by_guess]
        self.by_secret = np.ascontiguousarray(self.by_guess.T)
        steps = np.array(self.objective.steps or (), dtype=np.int64)
        self.native = loops.new_proof_board(
            colors, apart, self.by_secret, self.by_guess, orders, steps, len(shown), WIN, candidates_only
        )
        self.room = np.empty(len(self.codes), dtype=np.int64)

    def row(self, number: int) -> bytes:
        """Return the replies of one code to all guesses."""
        return bytes(self.by_secret[number])

    def parts(self, codes: Codes, guess: int) -> dict[int, Codes]:
        """Split a set of codes by their replies to a guess."""
        held = np.array(codes)
        replies = self.by_guess[guess, held]
        found = dict.fromkeys(replies.tolist())  # in the order of the plain checker
        return {reply: tuple(held[replies == reply].tolist()) for reply in found}

    def open_guesses(self, history: tuple[Code, ...], codes: Codes, target: int) -> Iterator[OpenGuess]:
        """Iterate over the guesses for which counting alone does not show that a set costs `target`."""
        numbers = np.array([self.numbers[self.rules.spelled(code)] for code in history], dtype=np.int64)
        held = np.array(codes, dtype=np.uint16)
        count, below, other = loops.find_open_guesses(self.native, held, numbers, target, self.room)
        for guess in self.room[:count].tolist():
            yield _CompiledGuess(self, codes, held, guess, below, other, len(history))

    def accept(self, codes: Codes, target: int, made: int = 0) -> None:
        """Record as proved that a set costs at least `target`."""
        loops.accept_claim(self.native, np.array(codes, dtype=np.uint16), made, target)


@lru_cache(maxsize=1)
def _replies_of_lists(lists: Lists) -> tuple[NDArray[np.integer], list[str]]:
    """The part numbers of the replies to each guess (row) by each secret, and the text of each part, the win last."""
    codes = list(map(str, lists.codes()))
    game = ListedGame(codes[: lists.size], codes[lists.size :], reply=lists.kind)
    used, numbers = np.unique(game._table, return_inverse=True)
    replies = game.replies()
    texts = [lists.win if replies[part].solved else str(replies[part]) for part in used.tolist()]
    return numbers.reshape(game._table.shape), texts


class CompiledTableBoard(TableBoard):
    """A board of a table that bounds sets in C++."""

    def __init__(self, table: Table, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        super().__init__(table, candidates_only, objective)
        weights, costs, items = (np.array(each, np.int64) for each in (table.weights, table.costs, table.items))
        endings = np.array(table.endings, dtype=np.int64).reshape(len(table.endings), table.size)
        by_guess = np.array(self.by_guess, dtype=np.uint16)
        self.native = loops.new_table_board(by_guess, weights, costs, items, endings)
        self.room = np.empty(len(self.codes), dtype=np.int64)

    def least(self, codes: Codes, rates: Rates) -> int:
        """Return a lower bound of the cost of a set, from the rates of a set that contains it."""
        return loops.bound_of_part(self.native, np.array(codes, dtype=np.uint16), *rates)

    def one_step(self, codes: Codes, made: int = 0) -> int:
        """Return a lower bound of the cost of a set from all guesses at it."""
        looked_at = self.stage(made).looked_at
        if codes not in looked_at:
            looked_at[codes] = loops.one_step_of_set(self.native, np.array(codes, dtype=np.uint16))
        return looked_at[codes]

    def left_open(self, codes: Codes, target: int) -> tuple[list[int], Rates]:
        """Return the guesses for which counting alone does not show that a set costs `target`, and the rates."""
        count, *rates = loops.guesses_left_open(self.native, np.array(codes, dtype=np.uint16), target, self.room)
        return self.room[:count].tolist(), (rates[0], rates[1], rates[2])


@dataclass(eq=False)
class _CompiledGuess(OpenGuess):
    """A guess for which counting its parts does not suffice."""

    board: CompiledBoard
    codes: Codes
    held: NDArray[np.uint16]
    guess: int
    below: int
    other: int
    made: int

    @cached_property
    def parts(self) -> dict[int, Codes]:
        """The parts besides the win, by their replies."""
        return {reply: part for reply, part in self.board.parts(self.codes, self.guess).items() if reply != WIN}

    def known(self, part: Codes) -> int:
        """The best lower bound known for a part."""
        held = np.array(part, dtype=np.uint16)
        return loops.known_bound(self.board.native, held, self.made + 1, self.below, self.other)

    def bound(self, target: int) -> int:
        """A lower bound of the cost of the set for this guess; its parts are bounded as needed, small ones first."""
        where = (self.held, self.made, self.guess)
        return loops.bound_of_guess(self.board.native, *where, target, self.below, self.other)
