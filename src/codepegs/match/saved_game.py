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
from codepegs.reasons import counted
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
    turns: int
    replies: str
    """The replies as texts, separated by blanks."""
    guesses: str
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
            turns=0,
            replies="",
            guesses="",
        )

    @property
    def game(self) -> Game:
        """The rules."""
        return Game.parse(self.rules)

    @property
    def code(self) -> Code:
        """The secret."""
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
        raise (_damaged(path) if Path(path).suffix == ".gz" else _foreign(path)) from None
    return parse(text, path)


def parse(text: str, path: Path | str) -> SavedGame:
    """Parse the text of a saved game."""
    if MARK not in text[: 2 * len(MARK)]:
        raise _foreign(path)
    try:
        version = msgspec.json.decode(text, type=_Version).version
        if version != VERSION:
            raise BadInput(f"{path} has format version {version}, but this version of codepegs reads {VERSION}")
        saved = msgspec.json.decode(text, type=SavedGame)
    except msgspec.DecodeError:
        raise _damaged(path) from None
    if saved.checked().check != saved.check:
        raise _damaged(path)
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
        raise BadInput(f"{path} exists and is not a readable saved game: give another file, or remove it") from None
    asked = (str(game), str(strategy), noise, declare)
    is_same = (
        asked == (saved.rules, saved.strategy, saved.noise, saved.declare)
        and (secret is None or secret == saved.code)
        and (seed is None or seed == saved.seed)
    )
    if not is_same:
        raise BadInput(
            f"{path} contains a different game ({saved.rules}, strategy {saved.strategy}, "
            f"{counted(saved.turns, 'turn')}): continue it with --resume {path}, or give another file"
        )
    return saved


def _foreign(path: Path | str) -> BadInput:
    return BadInput(f"{path} is not a saved game: --resume needs a file written by solve --save")


def _damaged(path: Path | str) -> BadInput:
    return BadInput(f"{path} is damaged and cannot be resumed")


class _Version(msgspec.Struct):
    version: int


class Recorder:
    """A recorder, by `on_turn` of `play`, that saves a game periodically; a resumed one must have the same turns."""

    def __init__(self, path: Path | str, start: SavedGame) -> None:
        self.path = Path(path)
        self.start = start
        self._before = start.replies.split()
        self._replies: list[str] = []
        self._digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self._lock = threading.Lock()
        self._saved_at = time.monotonic()
        self._closed = False
        if self._before:
            self._write(start)
        else:
            self._save()  # a missing folder is an error before the game, not after

    @property
    def turns(self) -> int:
        """Number of turns in the file after closing: those played, or those saved before if there are more."""
        return max(len(self._replies), len(self._before))

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Record a turn."""
        with self._lock:
            if self._closed:
                return
            self._replies.append(str(turn.reply))
            self._digest.update(np.asarray(LongCode.of(turn.guess).colors, dtype="<u2").tobytes())
            if number <= len(self._before):
                self._compare(number)
            elif time.monotonic() - self._saved_at > SAVE_EVERY:
                self._save()

    def _compare(self, number: int) -> None:
        """Check that a turn equals that of the saved game."""
        is_last = number == len(self._before)
        if self._replies[-1] == self._before[number - 1] and not (
            is_last and self._digest.hexdigest() != self.start.guesses
        ):
            return
        self._closed = True  # the file is left unchanged
        raise BadInput(
            f"{self.path} contains {counted(len(self._before), 'turn')}, but the replay differs at turn {number:,}: "
            "resume it with the version of codepegs and the files it was played with"
        )

    def close(self) -> None:
        """Save the game, unless a resumed one has fewer turns than before; nothing is saved afterwards."""
        with self._lock:
            if not self._closed and len(self._replies) >= len(self._before):
                self._save()
            self._closed = True

    def _save(self) -> None:
        saved = msgspec.structs.replace(
            self.start, turns=len(self._replies), replies=" ".join(self._replies), guesses=self._digest.hexdigest()
        )
        self._write(saved.checked())

    def _write(self, saved: SavedGame) -> None:
        files.write_whole(self.path, msgspec.json.encode(saved) + b"\n")
        self._saved_at = time.monotonic()
