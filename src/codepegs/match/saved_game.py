"""Games that are saved while they are played, and can be resumed.

A file contains the rules, the strategy text, the seed, the secret, and the replies so far. It contains no guesses: a
strategy is a function of its seed and the earlier turns, so the game is replayed, and a digest of the guesses shows
whether it is the same game.
"""

from __future__ import annotations

import hashlib
import threading
import time
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from codepegs import files
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Code, Game, LongCode
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import PlayedTurn
from codepegs.rng import Seed
from codepegs.strategies import Player

MARK: Literal["codepegs saved game"] = "codepegs saved game"
"""The value of `format` in a file."""

VERSION = 1

SAVE_EVERY = 10.0
"""Seconds between saves, the largest loss in a crash."""

DIGEST_BYTES = 16
"""Bytes of a digest, enough to make collisions improbable."""


class SavedGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a saved game; `codepegs.match.saved_game.read` checks it."""

    format: Literal["codepegs saved game"] = MARK
    version: int = VERSION
    rules: str
    strategy: str
    noise: float | str = 0.0
    """Probability that a reply is replaced by a random one."""
    declare: float | None = None
    """Probability at which the secret is declared, if the codemaker does not announce the win."""
    seed: int
    drawn: bool
    """Whether the secret was drawn by the seed; otherwise it was given."""
    secret: str
    turns: int = 0
    replies: str = ""
    """The replies as texts, separated by blanks."""
    guesses: str = ""
    """A digest of the guesses."""
    check: str = ""
    """A digest of all other fields."""

    @classmethod
    def begun(
        cls,
        game: Game,
        strategy: Player | str,
        seed: Seed,
        secret: Code | None = None,
        *,
        noise: float | str = 0.0,
        declare: float | None = None,
    ) -> SavedGame:
        """Return a game before its first turn; the secret is drawn by the seed if it is not given."""
        held = Secret.draw(game, seed).code if secret is None else secret
        return cls(
            rules=str(game),
            strategy=str(strategy),
            noise=noise,
            declare=declare,
            seed=seed.value,
            drawn=secret is None,
            secret=CANONICAL.format(game, held),
        )

    @property
    def game(self) -> Game:
        return Game.parse(self.rules)

    @property
    def code(self) -> Code:
        return CANONICAL.parse(self.game, self.secret)

    def checked(self) -> SavedGame:
        """Return a copy with its `check` computed."""
        bare = msgspec.structs.replace(self, check="")
        digest = hashlib.blake2b(msgspec.json.encode(bare), digest_size=DIGEST_BYTES).hexdigest()
        return msgspec.structs.replace(self, check=digest)


def read(path: Path | str) -> SavedGame:
    """Read a saved game from a file."""
    try:
        text = files.read_text(path)
    except BadInput:  # not text, or a damaged archive
        kind = "damaged_saved_game" if Path(path).suffix == ".gz" else "not_a_saved_game"
        raise BadInput.because(kind, file=str(path)) from None
    return parse(text, path)


def parse(text: str, path: Path | str) -> SavedGame:
    """Parse the text of a saved game."""
    if MARK not in text[: 2 * len(MARK)]:
        raise BadInput.because("not_a_saved_game", file=str(path))
    try:
        version = msgspec.json.decode(text, type=_Version).version
        if version != VERSION:
            raise BadInput.because("wrong_version", file=str(path), version=version, readable=VERSION)
        saved = msgspec.json.decode(text, type=SavedGame)
        is_whole = saved.checked().check == saved.check
    except msgspec.DecodeError:
        is_whole = False
    if not is_whole:
        raise BadInput.because("damaged_saved_game", file=str(path))
    return saved


def find(
    path: Path | str,
    game: Game,
    strategy: Player | str,
    *,
    secret: Code | None = None,
    seed: int | None = None,
    noise: float | str = 0.0,
    declare: float | None = None,
) -> SavedGame | None:
    """Return the game that a file contains, if it is one that can be continued with these settings."""
    files.check_output(path)
    if not Path(path).is_file() or not Path(path).stat().st_size:
        return None
    try:
        saved = read(path)
    except BadInput:
        raise BadInput.because("not_overwritten", file=str(path), what_kind="a readable saved game") from None
    asked = (str(game), str(strategy), noise, declare)
    is_same = (
        asked == (saved.rules, saved.strategy, saved.noise, saved.declare)
        and (secret is None or secret == saved.code)
        and (seed is None or seed == saved.seed)
    )
    if not is_same:
        raise BadInput.because(
            "another_saved_game", file=str(path), rules=saved.rules, strategy=saved.strategy, count=saved.turns
        )
    return saved


class _Version(msgspec.Struct):
    version: int


class Recorder:
    """Saves a game periodically, by `on_turn` after each turn; a resumed one must have the same turns."""

    def __init__(self, path: Path | str, start: SavedGame) -> None:
        self.path = Path(path)
        self.start = start
        self._before = start.replies.split()
        self._replies: list[str] = []
        self._digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self._lock = threading.Lock()
        self._saved_at = time.monotonic()
        self._closed = False
        self._save(start if self._before else None)  # a missing folder is an error before the game, not after

    @property
    def turns(self) -> int:
        """Number of turns in the file after closing: those played, or those saved before if there are more."""
        return max(len(self._replies), len(self._before))

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        with self._lock:
            if self._closed:
                return
            self._replies.append(str(turn.reply))
            self._digest.update(np.asarray(LongCode.of(turn.guess).colors, dtype="<u2").tobytes())
            before = len(self._before)
            if number <= before:
                is_same = self._replies[-1] == self._before[number - 1]
                if number == before:
                    is_same = is_same and self._digest.hexdigest() == self.start.guesses
                if not is_same:
                    self._closed = True  # the file is left unchanged
                    raise BadInput.because("replay_differs", file=str(self.path), count=before, number=number)
            elif time.monotonic() - self._saved_at > SAVE_EVERY:
                self._save()

    def close(self) -> None:
        """Save the game, unless a resumed one has fewer turns than before; nothing is saved afterwards."""
        with self._lock:
            if not self._closed and len(self._replies) >= len(self._before):
                self._save()
            self._closed = True

    def _save(self, saved: SavedGame | None = None) -> None:
        """Save the turns so far, or those of a game that was saved."""
        if saved is None:
            turns = {"turns": len(self._replies), "replies": " ".join(self._replies)}
            saved = msgspec.structs.replace(self.start, **turns, guesses=self._digest.hexdigest()).checked()
        files.write_whole(self.path, msgspec.json.encode(saved) + b"\n")
        self._saved_at = time.monotonic()
