"""Certificates: proofs for `certificate_checker.py` that no strategy needs fewer guesses than an optimal tree.

A certificate contains only what the checker cannot derive itself: claims about parts, no larger than necessary. The
code of the checker is called to find out which these are. The search only suggests claims; each is written after it has
been proved with the rules of the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from codepegs import files
from codepegs.errors import BadInput
from codepegs.game import Game, Turn, format_turn, parse_reply
from codepegs.trees.certificate_checker import (
    ANY,
    CANDIDATES,
    MAGIC,
    MOST_CODES,
    Board,
    Code,
    Codes,
    OpenGuess,
    Rules,
    Unproved,
    seal,
)
from codepegs.trees.search.set_search import Searcher


@dataclass(frozen=True)
class Certificate:
    """A proof that no strategy needs fewer guesses in total over all secrets of a game."""

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


def check_certificate_size(game: Game) -> None:
    """Check that a game is small enough for a certificate.

    Args:
        game: The game.

    Raises:
        BadInput: It has too many codes.
    """
    if game.size > MOST_CODES:
        raise BadInput(f"{game} has {game.size:,} codes, more than the {MOST_CODES:,} supported by certificates")


def certify(
    game: Game | str, total: int, *, candidates_only: bool = False, progress: Callable[[int], None] | None = None
) -> Certificate:
    """Prove that no strategy finds all secrets of a game with fewer than `total` guesses in all.

    Args:
        game: The rules, of up to 10,000 codes.
        total: The lower bound to prove.
        candidates_only: Prove it for strategies that guess candidates only.
        progress: Called with the number of claims proved so far.

    Returns:
        The certificate, whose text `verify` and the stand-alone `certificate_checker.py` check.

    Raises:
        BadInput: There is such a strategy, or the game is too large.

    >>> certify("p3c5", 451).claims
    7
    """
    game = Game.of(game)
    check_certificate_size(game)
    prover = _Prover(game, candidates_only, progress)
    try:
        prover.prove((), prover.board.everything, total)
    except Unproved:
        raise BadInput(f"{game} can be played with fewer than {total:,} guesses in total") from None
    guesses = CANDIDATES if candidates_only else ANY
    body = "".join(f"{line}\n" for line in (MAGIC, f"rules {game}", f"guesses {guesses}", f"total {total}", ""))
    body += "".join(f"{line}\n" for line in prover.lines)
    return Certificate(body + seal(body), len(prover.lines))


class _Prover:
    """A prover of claims, with the lines of their proofs."""

    def __init__(self, game: Game, candidates_only: bool, progress: Callable[[int], None] | None) -> None:
        self.game = game
        self.progress = progress
        self.board = Board(Rules(str(game)), candidates_only)
        self.searcher = Searcher(game, candidates_only=candidates_only)
        self.keys = np.array([self.searcher.layout.encode(code) for code in self.board.codes], dtype=np.uint64)
        self.lines: list[str] = []

    def prove(self, history: tuple[Turn, ...], codes: Codes, target: int) -> None:
        """Prove that a set needs at least `target` guesses, with claims about parts where necessary."""
        guesses: tuple[Code, ...] = tuple(turn.guess for turn in history)
        if len(codes) > 2:
            for open_guess in self.board.open_guesses(guesses, codes, target):
                self._close(history, open_guess, target)
        self.board.check(guesses, codes, target)

    def _close(self, history: tuple[Turn, ...], open_guess: OpenGuess, target: int) -> None:
        """Claim enough about parts of a guess, small ones first, that the set needs `target` guesses with it."""
        missing = target - open_guess.bound(target)
        names = {number: name for name, number in self.board.replies.items()}
        for reply, part in sorted(open_guess.parts.items(), key=lambda item: len(item[1])):
            if missing <= 0:
                return
            turn = Turn(self.board.codes[open_guess.guess], parse_reply(self.game, names[reply]))
            known = open_guess.known(part)
            longer = (*history, turn)
            value = len(part) + self.searched(longer, part, known + missing - len(part))
            wanted = min(known + missing, value)
            if wanted > known:
                self.lines.append(f"{' ' * len(history)}{format_turn(self.game, turn)} {wanted}")
                if self.progress is not None:
                    self.progress(len(self.lines))
                self.prove(longer, part, wanted)
                missing -= wanted - known
        if missing > 0:
            raise Unproved(f"fewer than {target} guesses suffice")

    def searched(self, history: tuple[Turn, ...], codes: Codes, limit: int) -> int:
        """The value of a set by the search, or `limit` if it is at least that."""
        value = self.searcher.search(self.keys[list(codes)], history, limit)
        assert value is not None
        return value
