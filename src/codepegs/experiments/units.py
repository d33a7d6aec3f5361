"""Units of work: games of one strategy, which any process or machine can play, and whose results add up."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from importlib.abc import ExecutionLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates
from codepegs.core import look, looking
from codepegs.errors import BadInput
from codepegs.files import MOST_TOML_BYTES, MOST_TREE_BYTES, read_bytes, read_text, shown
from codepegs.game import CANONICAL, MOST_PEGS_READ, Code, Game, Turn, part_table
from codepegs.match import Answer, Codemaker, LongGameObserver, PlayedTurn, Secret, iter_play
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import Player, Progress, guesses_to_come
from codepegs.strategies.protocol import first_shares
from codepegs.strategies.sampling import MOST_CHAIN_COLORS, MOST_CHAIN_PEGS, Settings, Track, part_sizes
from codepegs.trees import Shard, TreeFigures

ANSWERS = 18
"""Raised whenever a strategy's guesses change, so that rows of older versions are not taken for today's."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """Games of one strategy: all secrets, a share of them, or a range of the games of a seed."""

    rules: str
    strategy: str
    games: int | None = None
    """Number of games; None for every secret."""
    seed: int = 0
    """The random seed of the secrets and the strategy."""
    start: int = 0
    """Number of the first game."""
    shard: int = 0
    shards: int = 1
    """The number of the share of all secrets, and the number of shares."""
    noise: float | str = 0.0
    """Probability that the codemaker replaces a reply by a random one."""
    declare: float | None = None
    """If the codemaker does not announce the win: the probability at which the secret is declared."""
    codemaker: str | None = None
    """The function that makes the codemaker of each game, as `FILE.py:NAME`; None for true replies to the secret."""
    run_code: bool = False
    """Whether the file of the codemaker may be run; not part of the name, because the answer is the same."""

    @property
    def is_honest(self) -> bool:
        """Whether every reply is true and the winning reply ends the game."""
        return not self.noise and self.declare is None and self.codemaker is None

    @property
    def name(self) -> str:
        """A hash of all that affects the answer, 20 hexadecimal digits."""
        rules, strategy, deterministic, files = _read(self.rules, self.strategy)
        affects: list[object] = [ANSWERS, rules, strategy, self.games, self.start, self.shard, self.shards]
        if self.games is not None or not deterministic or not self.is_honest:
            affects.append(self.seed)
        if not self.is_honest:
            affects.append(["noise", self.noise, self.declare])
        if self.codemaker is not None:
            affects.append(self.codemaker)
            files = (*files, split_name(self.codemaker)[0])
        for file in files:
            affects.append(hashlib.sha256(read_bytes(file, MOST_TREE_BYTES, as_it_is=True)).hexdigest())
        return hashlib.sha256(msgspec.json.encode(affects)).hexdigest()[:20]

    def numbers(self, game: Game) -> range:
        """The numbers of the games of its seed, or those of the secrets in the order of codes."""
        if self.games is not None:
            return range(self.start, self.start + self.games)
        return range(*Shard(self.shard, self.shards).interval(game.size))

    @property
    def games_wanted(self) -> int:
        """The planned number of games; shares of all secrets are only about equal."""
        return len(self.numbers(Game.parse(self.rules)))


@lru_cache(maxsize=1_000)
def _read(rules: str, strategy: str) -> tuple[str, str, bool, tuple[str, ...]]:
    """Parse the texts of a unit, cached because many units share them."""
    game, player = Game.parse(rules), Player.parse(strategy)
    return game._identity, str(player), player.is_deterministic(game), player.files_in(game)


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the games of a unit."""

    histogram: tuple[int, ...]
    """Games won with 1, 2, 3 … guesses."""
    unsolved: int
    """Games the strategy gave up."""
    sets: int = 0
    """Sets of candidates for which a guess was searched."""
    guesses: int = 0
    replies: int = 0
    seconds: float
    peak_memory_mib: float | None
    """Peak memory of the process so far, in MiB; None if it cannot be measured."""
    first: str | None = None
    """The first guess, if an option of the strategy sets it or searches for it for all secrets."""
    lengths: NDArray[np.int64] | None = None
    """If asked for, the guesses of each game, 0 for a game that was not won."""
    luck: NDArray[np.float64] | None = None
    """The luck of each game; None if it was not measured."""

    @property
    def figures(self) -> TreeFigures:
        """Total, depth and average of the games that were won."""
        return TreeFigures(self.histogram)

    @property
    def games(self) -> int:
        return self.figures.secrets + self.unsolved


def run_unit(
    unit: Unit,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    *,
    game: Game | None = None,
    each_game: bool = False,
    on_game: Callable[[int, int], None] | None = None,
    codemaker: Callable[[Code, Seed], Codemaker | Answer] | None = None,
    adjust_for_luck: bool = False,
    check: Callable[[], None] | None = None,
) -> Outcome:
    """Play the games of a unit; the result is the same in any process, for any number of workers."""
    game = Game.parse(unit.rules) if game is None else game
    if unit.codemaker is not None:
        check_code([unit])
        codemaker = codemaker_named(unit.codemaker)
    player = Player.parse(unit.strategy).with_noise(unit.noise, unit.declare)
    began = time.perf_counter()
    first, luck, lengths = None, None, None
    is_walked = unit.is_honest and codemaker is None and player.is_deterministic(game)
    report = getattr(progress, "report", None)  # takes the progress of a single long game, in words
    with WorkerThreads(workers, progress=progress, report=report) as threads:
        if unit.games is None and is_walked:
            plan = player.plan(game, threads)
            if plan.first is not None:
                first = CANONICAL.format(game, plan.first)
            if each_game:
                lengths = plan.all_lengths(threads)
            else:
                histogram = plan.figures(threads, Shard(unit.shard, unit.shards)).histogram
        else:
            secrets = _secrets(unit, game)
            luck = np.zeros(len(secrets)) if adjust_for_luck else None
            if is_walked and luck is None and game.size <= MOST_CODES:  # each guess is chosen once for all games
                lengths = np.array(player.plan(game, threads).lengths(secrets, threads), dtype=np.int64)
            else:
                lengths = _play_each(unit, game, player, secrets, threads, on_game, codemaker, luck, check)
    if lengths is not None:
        histogram = tuple(np.bincount(lengths)[1:].tolist())
    return Outcome(
        histogram=histogram,
        unsolved=0 if lengths is None else int(np.count_nonzero(lengths == 0)),
        sets=threads.work.sets,
        guesses=threads.work.guesses,
        replies=threads.work.replies,
        seconds=time.perf_counter() - began,
        peak_memory_mib=peak_memory_mib(),
        first=first,
        lengths=lengths if each_game else None,
        luck=luck,
    )


def check_code(units: Iterable[Unit]) -> None:
    """Check that the files of all codemakers may be run."""
    for unit in units:
        if unit.codemaker is not None and not unit.run_code:
            raise BadInput.because("code_not_permitted", text=unit.codemaker)


def check_listable(game: Game) -> None:
    """Check that every secret of a game can be played."""
    if game.size > MOST_CODES:
        raise BadInput.because("too_many_secrets", game=str(game), most=MOST_CODES)


def _secrets(unit: Unit, game: Game) -> list[Code]:
    numbers = unit.numbers(game)
    if unit.games is not None:
        return [_drawn(game, Seed(unit.seed, number)) for number in numbers]
    check_listable(game)
    return Candidates.all(game)[numbers.start : numbers.stop]


def _drawn(game: Game, seed: Seed) -> Code:
    look()  # a million of them take minutes
    return Secret.draw(game, seed).code


def _play_each(
    unit: Unit,
    game: Game,
    player: Player,
    secrets: list[Code],
    threads: WorkerThreads,
    on_game: Callable[[int, int], None] | None,
    codemaker: Callable[[Code, Seed], Codemaker | Answer] | None,
    luck: NDArray[np.float64] | None,
    check: Callable[[], None] | None,
) -> NDArray[np.int64]:
    """The number of guesses of each game, int64, shape (games,); its luck is written to `luck`."""
    numbers = unit.numbers(game)

    def run(first: int, after: int) -> list[int]:
        with WorkerThreads() as alone, nullcontext() if check is None else looking(check):
            return [play_one(number, alone) for number in range(first, after)]

    def play_one(number: int, alone: WorkerThreads) -> int:
        own = Seed(unit.seed, numbers[number])
        reporter = (
            None
            if threads.report is None or game.pegs <= MOST_PEGS_READ
            else _ProgressReporter(game, number + 1, threads.report)
        )
        playing = iter_play(
            game,
            secrets[number] if codemaker is None else None,
            player,
            codemaker=None if codemaker is None else codemaker(secrets[number], own),
            noise=unit.noise,
            declare=unit.declare,
            seed=own,
            workers=alone,
        )
        if reporter is not None:
            reporter.on_start(playing.codebreaker)
        for turn_number, turn in enumerate(playing, 1):
            if reporter is not None:
                reporter.on_turn(turn_number, turn)
        played = playing.result
        length = played.cost if played.solved else 0
        if luck is not None:
            luck[number] = luck_of(game, played.turns, own)
        if on_game is not None:
            on_game(number, length)
        return length

    rows = threads.map(len(secrets), len(secrets), run)
    return np.array([length for row in rows for length in row], dtype=np.int64)


class _ProgressReporter(LongGameObserver):
    """Reports the progress of one long game."""

    def __init__(self, game: Game, number: int, report: Callable[[str], None]) -> None:
        super().__init__(game, 16)  # turns between two progress reports of a long game
        self.number = number
        self.report = report

    def on_look(self, number: int, turn: PlayedTurn, progress: Progress | None) -> None:
        words = "" if progress is None else f": {progress.words(self.game)}"
        self.report(f"game {self.number:,}, turn {number:,}{words}")


def memory_mib(name: str) -> float | None:
    """The memory of this process in MiB, VmRSS now and VmHWM at its peak; None where the system has no /proc."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / 2**10 for line in lines if line.startswith(f"{name}:")), None)


def peak_memory_mib() -> float | None:
    """Return the peak resident memory in MiB; None if the system does not report it."""
    peak = memory_mib("VmHWM")
    if peak is not None:  # preferred, because a process inherits the value of `getrusage` from its parent
        return round(peak, 1)
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)


def split_name(text: str) -> tuple[str, str]:
    """Return the file and the name of a function."""
    file, _, name = text.rpartition(":")
    if not (file.endswith(".py") and name.isidentifier()):
        raise BadInput.because("no_codemaker_text", text=text, expected="codemaker_text")
    return file, name


def codemaker_named(text: str) -> Callable[[Code, Seed], Codemaker | Answer]:
    """Return the function of a secret and a seed that `FILE.py:NAME` names; the file is run once in a process."""
    file, name = split_name(text)
    made: Any = getattr(_module(file), name, None)
    if not callable(made):
        raise BadInput.because("no_function", file=shown(file), name=name, expected="codemaker_text")
    return made  # type: ignore[no-any-return]


class _Source(ExecutionLoader):
    """Loads a module from a text that was read; unlike others of the library, it writes nothing beside the file."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source

    def get_filename(self, fullname: str) -> str:
        return self.file

    def get_source(self, fullname: str) -> str:
        return self.source


def _module(file: str) -> ModuleType:
    """The module of a file, which `sys.modules` has under a name that depends on its content."""
    source = read_text(file, MOST_TOML_BYTES)
    named = f"codepegs_codemaker_{hashlib.sha256(source.encode()).hexdigest()[:20]}"
    if named not in sys.modules:
        loader = _Source(file, source)
        spec = spec_from_loader(named, loader)
        assert spec is not None
        sys.modules[named] = module = module_from_spec(spec)  # dataclasses look their module up
        try:
            loader.exec_module(module)
        except Exception as error:
            del sys.modules[named]
            said = f"{type(error).__name__}: {error}"
            raise BadInput.because("cannot_be_run", file=shown(file), error=said) from error
    return sys.modules[named]


def check_luck(game: Game) -> None:
    """Check that luck can be measured in a game."""
    if not game._traits.counts_pegs:
        raise BadInput.because("luck_for_pegs")
    if game.pegs > MOST_CHAIN_PEGS or game.colors > MOST_CHAIN_COLORS:
        raise BadInput.because("luck_up_to", game=str(game), pegs=MOST_CHAIN_PEGS, colors=MOST_CHAIN_COLORS)


def luck_of(game: Game, turns: Sequence[PlayedTurn], seed: Seed) -> float:
    """Measure the luck of the replies in a game: how many guesses they cost more than replies do on average."""
    # The method is that of control variates (Burch, Schmid, Moravčík and Bowling, AIVAT, AAAI 2018).
    # The value of a set of candidates is the number of guesses that sets of its size need. A reply adds the value of
    # the candidates that are left after it, minus the average of this value over the replies that all candidates would
    # give. The candidates are all listed, or sampled with random numbers of their own. The secret counts as one of the
    # sample, so that for every strategy the expected luck is 0: the average of guesses minus luck is that of guesses.
    table = part_table(game)
    observer = Track(game, Seed(int(seed.stream("luck").integers(2**63)), seed.game), Settings.of(game))
    luck = 0.0
    for number, turn in enumerate(turns):
        part = table.number(turn.reply)
        sizes = _part_sizes(observer, turn.guess, part, is_first=number == 0)
        to_come = guesses_to_come(sizes, game)
        to_come[-1] = 0.0
        luck += float(to_come[part] - sizes @ to_come / sizes.sum())
        if number + 1 < len(turns):
            observer.advance(Turn(turn.guess, turn.reply))
    return luck


def _part_sizes(observer: Track, guess: Code, part: int, *, is_first: bool) -> NDArray[np.float64]:
    """Candidates in each part of the partition by a guess, exact or estimated; the secret is in `part`."""
    game = observer.game
    shares = first_shares(game, guess) if is_first else None
    if shares is not None:
        return shares * float(game.size)
    known = observer.known
    counts = part_sizes(game, known.codes, guess).astype(np.float64)
    if not known.exact:
        counts[part] += 1.0
    counts *= max(1.0, known.candidates / counts.sum())
    return counts
