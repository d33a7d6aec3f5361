"""Strategies compared on the same secrets: averages, worst games, histograms, paired differences, time and memory."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, Literal, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.core import looking
from codepegs.errors import BadInput, is_iterable, shown, whole_number
from codepegs.experiments.fresh import run_fresh
from codepegs.experiments.significance import interval_of, sign_test
from codepegs.experiments.store import standard_error
from codepegs.experiments.tables import Column, latex, markdown
from codepegs.experiments.units import Outcome, Unit, check_listable, check_luck, run_unit
from codepegs.game import (
    Answer as Record,
    Code,
    FormerName,
    Game,
    Kind,
    Kinds,
    Until,
    former_parameters,
    heading_of,
    kinds_of_columns,
    kinds_text,
    kinds_words,
    noise_of,
    number_html,
    set_kinds,
    table_html,
    warn_former,
)
from codepegs.match import Answer, Codemaker
from codepegs.parallel import Steps
from codepegs.reasons import bracketed, clip, counted
from codepegs.rng import Seed
from codepegs.strategies import Player

MOST_WALKED = 1_000_000
"""Largest number of codes for which every secret is played by default."""

DEFAULT_GAMES = 1_000
"""Default number of games above that, and for strategies that guess at random."""

Progress = Callable[[int, int], None]


class Difference(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A strategy compared with the first one, game by game on the same secrets."""

    against: str
    """The text of the first strategy."""
    average: float
    """How many more guesses per game it needed than the first strategy, over the games that both won; negative if it
    needed fewer."""
    standard_error: float | None
    """Standard error of the average; None if every secret was played."""
    fewer: int
    """Games with fewer guesses than the first strategy."""
    equal: int
    """Games with the same number of guesses."""
    more: int
    """Games with more guesses."""
    adjusted_average: float | None = None
    """The average difference, adjusted for the luck of the replies; None unless both averages are adjusted."""
    adjusted_standard_error: float | None = None
    """Standard error of the adjusted difference."""
    kinds: Kinds = msgspec.field(default_factory=dict)
    """Whether the difference is counted, over every secret, or estimated."""

    def __post_init__(self) -> None:
        kind: Kind = "counted" if self.standard_error is None else "estimated"
        set_kinds(self, average=kind, adjusted_average="estimated")

    @property
    def games(self) -> int:
        """Number of games compared: those that both strategies won."""
        return self.fewer + self.equal + self.more

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of 95 % around the average (Student's t); None if every secret was played."""
        return interval_of(self.average, self.standard_error, self.games)

    @property
    def adjusted_interval(self) -> tuple[float, float] | None:
        """The same around the adjusted average; None without one."""
        return interval_of(self.adjusted_average, self.adjusted_standard_error, self.games)

    @property
    def p_value(self) -> float | None:
        """The two-sided p-value of the sign test on the games with fewer and with more guesses.

        It is the probability of counts at least as uneven if fewer and more were equally likely, computed exactly. None
        if every secret was played: the difference is then exact.
        """
        return None if self.standard_error is None else sign_test(self.fewer, self.more)

    def __repr__(self) -> str:
        games = f"{self.fewer:,} fewer, {self.equal:,} equal, {self.more:,} more"
        return bracketed(f"difference of {self.average:+.4f} guesses to {clip(self.against)}: {games}")


class Evaluation(Record, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """The number of guesses that one strategy needed, over many games.

    >>> from codepegs import evaluate
    >>> (found,) = evaluate("p4c6", ["entropy"])
    >>> found.total, found.histogram
    (5722, (1, 4, 71, 612, 596, 12))
    """

    rules: str
    """The rules id of the game."""
    strategy: str
    """The strategy text."""
    games: int
    """Number of games played."""
    exhaustive: bool
    """Whether every secret was played once."""
    total: int
    """Guesses in all games that were won."""
    average: float
    """Guesses per game that was won; 0 if none was."""
    standard_error: float | None
    """Standard error of the average; None if every secret was played and all replies were true."""
    weighted_average: float | None = None
    """Mean number of guesses, weighted by the weights of the secrets; None unless these have weights and every secret
    was played and found."""
    weighted_total: int | None = None
    """The sum over the secrets of weight times guesses, or times what these cost, which `optimal` minimises; None as
    above."""
    longest_game: int
    """Guesses in the longest game that was won; 0 if none was."""
    histogram: tuple[int, ...]
    """Games won with 1, 2, 3 … guesses."""
    unsolved: int
    """Games given up, or ended by a wrong declaration."""
    first: str | None
    """The first guess, if an option of the strategy sets it or searches for it."""
    seed: int | None
    """The random seed; None if nothing was drawn."""
    seconds: float
    """Wall-clock time of all games, in seconds."""
    seconds_per_game: float
    """Wall-clock time divided by the number of games, in seconds."""
    peak_memory_mib: float | None
    """Peak memory of the process in MiB; None if it cannot be measured."""
    noise: float | str
    """Probability that a reply was replaced by a random one, or the text of another kind of false replies."""
    declare: float | None
    """Probability at which the secret was declared; None if the codemaker announced the win."""
    success_rate: float
    """Share of won games among all games, from 0 to 1."""
    adjusted_average: float | None = None
    """The average, adjusted for the luck of the replies; None unless asked for, or if a game was not won."""
    adjusted_standard_error: float | None = None
    """Standard error of the adjusted average."""
    difference: Difference | None = None
    """Difference to the first strategy; None for the first itself."""
    partial: bool = False
    """Whether an interrupt ended the games, so that the figures are those of the games played by then."""
    kinds: Kinds = msgspec.field(default_factory=dict)
    """Of each figure that is not None: whether it is counted, in the games played, or estimated from them."""

    depth: ClassVar[FormerName] = FormerName("longest_game")

    def __post_init__(self) -> None:
        is_counted = self.exhaustive and self.standard_error is None and not self.partial
        set_kinds(
            self,
            total="counted",
            average="counted" if is_counted else "estimated",
            weighted_average="counted",
            weighted_total="counted",
            longest_game="counted",
            adjusted_average="estimated",
        )

    def __repr__(self) -> str:
        figures = f"{self.average:.4f} guesses on average, {self.longest_game} at most"
        return bracketed(f"{clip(self.strategy)}: {figures}, {counted(self.games, 'game')} of {self.rules}")

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of 95 % around the average (Student's t); None if it has no standard error."""
        return interval_of(self.average, self.standard_error, self.games - self.unsolved)

    @property
    def adjusted_interval(self) -> tuple[float, float] | None:
        """The same around the adjusted average; None without one."""
        return interval_of(self.adjusted_average, self.adjusted_standard_error, self.games)

    def __str__(self) -> str:
        return str(Evaluations([self]))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses in each game, int64, shape (games,); 0 in a game that was not won. Not part of JSON.

        If `exhaustive`, the games are in the order of codes, that of `Candidates.all(game)`; otherwise in the order in
        which the secrets were drawn, the same for every strategy.

        Raises:
            BadInput: The evaluation was read from a file, without its games.
        """
        found = self.__dict__.get("lengths")
        if found is None:
            raise BadInput.because("no_lengths")
        return cast("NDArray[np.int64]", found)

    @property
    def luck(self) -> NDArray[np.float64] | None:
        """How many guesses the replies of each game cost more than expected, float64, shape (games,).

        None unless the average is adjusted for luck. Not part of JSON.
        """
        return cast("NDArray[np.float64] | None", self.__dict__.get("luck"))

    def with_games(
        self, lengths: NDArray[np.int64], luck: NDArray[np.float64] | None = None, **changes: Any
    ) -> Evaluation:
        """Return the same evaluation with the figures of its games.

        Args:
            lengths: The number of guesses in each game, int64, shape (games,).
            luck: The luck of each game, float64, shape (games,); None if it was not measured.
            **changes: New values of other fields.

        Returns:
            The evaluation; the average is adjusted for luck if every game was won.
        """
        if luck is not None and lengths.all():
            adjusted, error = _mean(lengths - luck)
            changes |= {"adjusted_average": adjusted, "adjusted_standard_error": error}
        same = msgspec.structs.replace(self, **changes)
        for name, values in (("lengths", lengths), ("luck", luck)):
            if values is not None:
                same.__dict__[name] = values.view()
                same.__dict__[name].setflags(write=False)
        return same

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as one row of a table: plain numbers and texts, by column.

        Returns:
            The fields, and those of `difference` with `difference_` before their names: the columns of `codepegs
            evaluate -o rows.csv`. The histogram is one text, its numbers separated by spaces.

        >>> from codepegs import evaluate
        >>> row = evaluate("p4c6", "minimax")[0].to_dict()
        >>> row["strategy"], row["total"], row["histogram"], row["difference_average"]
        ('minimax', 5801, '1 6 62 533 694', None)
        """
        row = {name: getattr(self, name) for name in self.__struct_fields__ if name != "difference"}
        row["histogram"] = " ".join(map(str, self.histogram))
        row |= {f"difference_{name}": getattr(self.difference, name, None) for name in Difference.__struct_fields__}
        for name in ("kinds", "difference_kinds"):
            row[name] = None if row[name] is None else kinds_text(row[name])
        return row

    def __copy__(self) -> Evaluation:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, ({name: getattr(self, name) for name in self.__struct_fields__}, dict(self.__dict__))

    def difference_to(self, other: Evaluation) -> Difference:
        """Compare game by game with another strategy that played the same secrets.

        Args:
            other: An evaluation of the same call, or of one with the same seed and number of games.

        Returns:
            The difference over the games that both won; positive if this strategy needs more guesses.

        Raises:
            BadInput: The games are not the same.

        >>> from codepegs import evaluate
        >>> entropy, minimax = evaluate("p4c6", ["entropy", "minimax"])
        >>> found = minimax.difference_to(entropy)
        >>> found.fewer, found.equal, found.more, round(found.average, 4)
        (308, 610, 378, 0.061)
        """
        if (self.rules, self.games, self.exhaustive, self.seed) != (
            other.rules,
            other.games,
            other.exhaustive,
            other.seed,
        ):
            raise BadInput.because("evaluations_of_different_games")
        both = (self.lengths > 0) & (other.lengths > 0)
        differences = self.lengths[both] - other.lengths[both]
        average, error = _mean(differences)
        is_sample = self.standard_error is not None or other.standard_error is not None
        adjusted: tuple[float | None, float | None] = (None, None)
        if self.luck is not None and other.luck is not None and both.all():
            adjusted = _mean(differences - (self.luck - other.luck))
        return Difference(
            against=other.strategy,
            average=average,
            standard_error=error if is_sample else None,
            fewer=int(np.count_nonzero(differences < 0)),
            equal=int(np.count_nonzero(differences == 0)),
            more=int(np.count_nonzero(differences > 0)),
            adjusted_average=adjusted[0],
            adjusted_standard_error=adjusted[1],
        )


def _rebuilt(fields: dict[str, Any], games: dict[str, Any]) -> Evaluation:
    """The evaluation that was pickled, with the figures of its games if it had them."""
    found = Evaluation(**fields)
    return found.with_games(games["lengths"], games.get("luck")) if games else found


def _mean(values: NDArray[Any]) -> tuple[float, float | None]:
    """The mean, 0 if there is none, and its standard error, None for fewer than two values."""
    count = len(values)
    error = float(values.std(ddof=1) / math.sqrt(count)) if count > 1 else None
    return float(values.mean()) if count else 0.0, error


class EvaluateAnswer(Record, frozen=True, kw_only=True):
    """The results of strategies, in the order in which they were given."""

    results: list[Evaluation]
    """The result of each strategy."""


class Evaluations(list[Evaluation]):
    """The results of several strategies: a list that prints as the table of `codepegs evaluate`.

    >>> from codepegs import evaluate
    >>> found = evaluate("p4c6", ["entropy", "minimax"])
    >>> print(found)  # doctest: +ELLIPSIS
    p4c6: 4 pegs, 6 colours; all 1,296 secrets.
    Figures: counted.
    strategy  average  total  longest game  games of 1, 2, 3, … guesses...
    entropy    4.4151  5,722             6  1 4 71 612 596 12...
    minimax    4.4761  5,801             5  1 6 62 533 694...
    On average, minimax needs 0.0610 more guesses per game than entropy: fewer in
    308 games, the same number in 610 and more in 378.
    """

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a table of plain numbers and texts, for `pandas.DataFrame` or `polars.DataFrame`.

        Returns:
            One row for each strategy; see `Evaluation.to_dict`.
        """
        return [each.to_dict() for each in self]

    def to_markdown(self) -> str:
        """Return a Markdown table: averages, and the differences to the first strategy, game by game.

        Returns:
            The table, with the game above it and what the columns mean below. If secrets were drawn, averages and
            differences have intervals of 95 % (Student's t), and differences an exact sign test; if every secret was
            played, they have no sampling error, and the table says so.

        >>> from codepegs import evaluate
        >>> for line in evaluate("p3c4", ["entropy", "minimax"]).to_markdown().splitlines()[2:6]:
        ...     print(line)
        | strategy | average | total | longest game | difference | better | equal | worse |
        | :-- | --: | --: | --: | --: | --: | --: | --: |
        | `entropy` | 3.2500 | 208 | 4 |  |  |  |  |
        | `minimax` | 3.3750 | 216 | 4 | +0.1250 | 8 | 41 | 15 |
        """
        return self._published(markdown, "No strategies.\n")

    def to_latex(self) -> str:
        """Return the same as a LaTeX table, which needs no package.

        Returns:
            A `table` with a caption, a `tabular`, and what its columns mean below.
        """
        return self._published(latex, "% No strategies.\n")

    def _published(self, form: Callable[[Sequence[str], Sequence[Column], Sequence[str]], str], if_empty: str) -> str:
        from codepegs.experiments.comparison import Comparison

        if not self:
            return if_empty
        said = Comparison(self)
        return form(said.opening, said.paired_columns(), said.paired_notes())

    def __str__(self) -> str:
        from codepegs.experiments.comparison import Comparison

        return Comparison(self).text() if self else "No strategies."

    def __repr__(self) -> str:
        if not self:
            return "<no strategies>"
        averages = ", ".join(f"{each.strategy} {each.average:.4f}" for each in self)
        return bracketed(f"{counted(self[0].games, 'game')} of {self[0].rules}: {averages}")

    def _repr_html_(self) -> str:
        if not self:
            return "<p>No strategies.</p>"
        first = self[0]
        how = "every secret" if first.exhaustive else f"secrets of seed {first.seed}"
        headings = (
            "strategy",
            "average",
            "standard error",
            "total",
            heading_of("longest_game"),
            "unsolved",
            "seconds per game",
        )
        rows = [
            (
                f"<code>{escape(each.strategy)}</code>",
                f"{each.average:.4f}",
                number_html(each.standard_error, 4),
                f"{each.total:,}",
                str(each.longest_game),
                f"{each.unsolved:,}",
                f"{each.seconds_per_game:.2g}",
            )
            for each in self
        ]
        columns = {heading_of(name): name for name in ("average", "total", "longest_game")}
        kinds = kinds_words(kinds_of_columns((each.kinds for each in self), columns))
        return table_html(f"{first.rules}: {counted(first.games, 'game')}, {how}. {kinds}", headings, rows)


@dataclass(frozen=True, slots=True)
class EvaluateProgress:
    """How far a comparison is."""

    strategy: str
    """The strategy whose games are played."""
    done: int
    """The part of its work that is done, in units of `total`."""
    total: int
    """Its work: games or secrets, or what the strategy counts."""
    words: str = ""
    """How far a single long game is, in words; empty between two games."""
    evaluation: Evaluation | None = None
    """Its result, in the last state of the strategy."""

    def __repr__(self) -> str:
        words = self.words and f", {self.words}"
        return bracketed(f"{clip(self.strategy)}: {self.done:,} of {self.total:,}{words}")


class Interrupted(KeyboardInterrupt):
    """The exception that `evaluate` raises after Ctrl-C."""

    def __init__(self, found: Evaluations) -> None:
        super().__init__()
        self.found = found


MOST_GAMES = 10**9
"""Games of the largest sample: more would take years, and their numbers more than a machine has."""

Tell = Callable[[EvaluateProgress], None]
Made = Callable[[Code, Seed], Codemaker | Answer]


@former_parameters({"every": lambda every, given: {"games": "all"} if every else {}})
def evaluate(
    game: Game | str,
    strategies: Sequence[str | Player] | str,
    *,
    until: Until | None = None,
    games: int | Literal["all"] | None = None,
    seed: Seed | int | None = None,
    workers: int = 1,
    fresh: bool = False,
    progress: Progress | None = None,
    noise: float | str = 0.0,
    declare: float | None = None,
    codemaker: Callable[[Code, Seed], Codemaker | Answer] | str | None = None,
    adjust_for_luck: bool = False,
) -> Evaluations:
    """Compare strategies by playing them on the same secrets.

    By default every secret is played if all strategies are deterministic and the game has at most `MOST_WALKED` codes;
    otherwise `DEFAULT_GAMES` secrets are drawn. Every strategy then has the same secrets.

    Args:
        game: The game or its rules id.
        strategies: Strategy texts or players, or one text.
        until: Override how the game ends: `named`, `known` or `class`.
        games: Number of secrets to draw, or `all` for every secret, even if a strategy draws at random.
        seed: The random seed; drawn if None.
        workers: Number of threads.
        fresh: Play each strategy in a new process, so that peak memory is measured separately for each. User-defined
            strategies and codemakers cannot be used then, except a codemaker in a file.
        progress: Called with the work done and the total work; its method `report`, if it has one, with the progress
            of a single long game, in words. Use `iter_evaluate` instead.
        noise: Probability that a reply is replaced by a random one, or another kind of false replies, as for `play`.
        declare: Probability at which a strategy declares the secret; the codemaker then does not announce the win.
        codemaker: Called for each game with its secret and its seed, from several threads if there are several workers;
            returns the codemaker of this game, as for `play`. Or the text `FILE.py:NAME`, which names such a function
            in a file, as in the plans of sweeps. Default: true replies to the secret.
        adjust_for_luck: Also estimate averages that are adjusted for the luck of the replies. Their standard errors are
            usually smaller: two to five times in large games played by good strategies. The candidates of each game are
            listed or sampled once more to measure its luck. The secrets must be drawn at random, every reply true, and
            the win announced.

    Returns:
        The results, in the order of the strategies. From the second on, each has its difference to the first; `lengths`
        has the guesses of each game.

    Raises:
        BadInput: An argument is invalid, or a strategy cannot play the game.
        Unavailable: With `fresh`, a process ended early, perhaps for lack of memory.
        KeyboardInterrupt: The comparison was interrupted (`Interrupted`); its attribute `found` has the results so far.

    >>> best, worse = evaluate("p4c6", ["entropy", "minimax"])
    >>> difference = worse.difference_to(best)
    >>> best.total, worse.total, round(difference.average, 4)
    (5722, 5801, 0.061)
    >>> best.lengths[:4].tolist(), (difference.fewer, difference.equal, difference.more)
    ([4, 5, 5, 4], (308, 610, 378))
    """
    comparison = _Tournament.of(
        game, strategies, until, games, seed, workers, fresh, noise, declare, codemaker, adjust_for_luck
    )
    if progress is None:
        return comparison.play()
    warn_former("progress of evaluate will be removed: use 'for state in iter_evaluate(...)'")
    report = getattr(progress, "report", None)

    def tell(state: EvaluateProgress) -> None:
        if not state.words and state.evaluation is None:
            progress(state.done, state.total)
        elif state.words and report is not None:
            report(state.words)

    return comparison.play(tell)


def iter_evaluate(
    game: Game | str,
    strategies: Sequence[str | Player] | str,
    *,
    until: Until | None = None,
    games: int | Literal["all"] | None = None,
    seed: Seed | int | None = None,
    workers: int = 1,
    fresh: bool = False,
    noise: float | str = 0.0,
    declare: float | None = None,
    codemaker: Callable[[Code, Seed], Codemaker | Answer] | str | None = None,
    adjust_for_luck: bool = False,
) -> Steps[EvaluateProgress, Evaluations]:
    """Compare strategies in a `for` loop of your own, which gets the progress.

    The games are played while the loop waits for the next state. Leaving the loop ends them; `result` then has the
    strategies that were done, and the games of the last one (`Evaluation.partial`) if they were played one by one.

    Args:
        game: As for `evaluate`, like the other arguments.
        strategies: Strategy texts or players, or one text.
        until: When the game ends.
        games: Number of secrets to draw, or `all`.
        seed: The random seed; drawn if None.
        workers: Number of threads.
        fresh: Play each strategy in a new process.
        noise: False replies.
        declare: Probability at which a strategy declares the secret.
        codemaker: Returns the codemaker of a game.
        adjust_for_luck: Also estimate averages that are adjusted for the luck of the replies.

    Returns:
        The steps of the comparison: iterating yields an `EvaluateProgress` now and then, and one with the
        `evaluation` at the end of each strategy; `result` is what `evaluate` returns.

    Raises:
        BadInput: As for `evaluate`.
        Unavailable: In the loop, as for `evaluate`.

    >>> steps = iter_evaluate("p4c6", ["entropy", "minimax"])
    >>> [state.evaluation.total for state in steps if state.evaluation]
    [5722, 5801]
    >>> len(steps.result)
    2
    """
    return Steps(
        _Tournament.of(
            game, strategies, until, games, seed, workers, fresh, noise, declare, codemaker, adjust_for_luck
        ).follow
    )


@dataclass
class _Tournament:
    """What `evaluate` plays, with all arguments checked."""

    game: Game
    players: list[Player]
    unit: Unit
    """The games of the first strategy."""
    workers: int
    fresh: bool
    codemaker: Made | None
    adjust_for_luck: bool
    is_drawn: bool
    """Whether anything is drawn at random."""

    @classmethod
    def of(
        cls,
        game: Game | str,
        strategies: Sequence[str | Player] | str,
        until: Until | None,
        games: int | Literal["all"] | None,
        seed: Seed | int | None,
        workers: int,
        fresh: bool,
        noise: float | str,
        declare: float | None,
        codemaker: Made | str | None,
        adjust_for_luck: bool,
    ) -> _Tournament:
        game = Game.of(game, until)
        if isinstance(strategies, bytes) or not is_iterable(strategies):
            raise BadInput.because("strategies_no_list", value=shown(strategies))
        players = [Player.of(strategy) for strategy in ([strategies] if isinstance(strategies, str) else strategies)]
        if not players:
            raise BadInput.because("no_strategy")
        if isinstance(games, str) and games != "all":
            raise BadInput.because("no_such_games", text=games)
        every = isinstance(games, str)  # all
        count = None if games is None or isinstance(games, str) else whole_number("games", games, 1, MOST_GAMES)
        named, codemaker = (codemaker, None) if isinstance(codemaker, str) else (None, codemaker)
        if fresh and codemaker is not None:
            raise BadInput.because("cannot_be_combined", first="fresh=True", second="codemaker", why="omit_one")
        noise = noise_of(noise)
        players = [player.with_noise(noise, declare) for player in players]
        for player in players:
            player.check(game)
        if every:
            check_listable(game)
        seed = Seed.of(seed)
        is_honest = not noise and declare is None and codemaker is None and named is None
        if adjust_for_luck:
            if not is_honest:
                raise BadInput.because("luck_needs_true_replies")
            check_luck(game)
        walked = is_honest and all(player.is_deterministic(game) for player in players)
        if count is None and not (every or (walked and game.size <= MOST_WALKED)):
            count = DEFAULT_GAMES
        if adjust_for_luck and count is None:
            raise BadInput.because("luck_needs_sample")
        is_drawn = count is not None or not walked
        unit = Unit(
            rules=str(game),
            strategy=str(players[0]),
            games=count,
            seed=seed.value,
            noise=noise,
            declare=declare,
            codemaker=named,
            run_code=True,
        )
        return cls(game, players, unit, workers, fresh, codemaker, adjust_for_luck, is_drawn)

    def play(self, tell: Tell | None = None, look: Callable[[], None] | None = None) -> Evaluations:
        """Play the games of all strategies; `look` is called now and then, and ends them by raising an exception."""
        records = Evaluations()
        lengths: dict[int, int] = {}
        unit, began = self.unit, time.perf_counter()
        try:
            for player in self.players:
                unit, began = msgspec.structs.replace(self.unit, strategy=str(player)), time.perf_counter()
                outcome = self._run(unit, lengths, tell, look)
                record = _record(self.game, unit, outcome, exhaustive=unit.games is None, is_drawn=self.is_drawn)
                if records:
                    record = record.with_games(record.lengths, record.luck, difference=record.difference_to(records[0]))
                lengths.clear()
                records.append(record)
                if tell is not None:
                    tell(EvaluateProgress(unit.strategy, outcome.games, outcome.games, evaluation=record))
        except KeyboardInterrupt:
            if lengths:
                outcome = _so_far(dict(lengths), time.perf_counter() - began)
                record = _record(self.game, unit, outcome, exhaustive=False, is_drawn=True)
                records.append(record.with_games(record.lengths, partial=True))
            raise Interrupted(records) from None
        return records

    def _run(self, unit: Unit, lengths: dict[int, int], tell: Tell | None, look: Callable[[], None] | None) -> Outcome:
        """Play the games of a strategy, and note the length of each that is played by itself."""
        teller = None if tell is None else _Teller(unit.strategy, tell)
        if self.fresh:
            return run_fresh(
                unit,
                self.workers,
                teller,
                look,
                on_game=lengths.__setitem__,
                game=self.game,
                each_game=True,
                adjust_for_luck=self.adjust_for_luck,
            )
        return run_unit(
            unit,
            self.workers,
            teller,
            game=self.game,
            each_game=True,
            on_game=lengths.__setitem__,
            codemaker=self.codemaker,
            adjust_for_luck=self.adjust_for_luck,
            check=look,
        )

    def follow(self, steps: Steps[EvaluateProgress, Evaluations]) -> Evaluations:
        """Play the games for a loop; what was played by then, if it is left."""

        def look() -> None:
            if steps.is_left:
                raise KeyboardInterrupt

        def tell(state: EvaluateProgress) -> None:
            steps.report(state)
            look()

        try:
            with looking(look):
                return self.play(tell, look)
        except Interrupted as interrupt:
            return interrupt.found


class _Teller:
    """Makes the states of one strategy from its progress."""

    def __init__(self, strategy: str, tell: Tell) -> None:
        self.strategy, self.tell = strategy, tell
        self.done, self.total = 0, 1

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.tell(EvaluateProgress(self.strategy, done, total))

    def report(self, words: str) -> None:
        self.tell(EvaluateProgress(self.strategy, self.done, self.total, words))


def _so_far(lengths: dict[int, int], seconds: float) -> Outcome:
    """The games that were played before an interrupt, in their order."""
    played = np.array([lengths[number] for number in sorted(lengths)], dtype=np.int64)
    return Outcome(
        histogram=tuple(np.bincount(played)[1:].tolist()),
        unsolved=int(np.count_nonzero(played == 0)),
        lengths=played,
        seconds=seconds,
        peak_memory_mib=None,
    )


def _record(game: Game, unit: Unit, outcome: Outcome, *, exhaustive: bool, is_drawn: bool) -> Evaluation:
    figures = outcome.figures
    lengths = outcome.lengths
    assert lengths is not None
    is_weighted = game.weights is not None and exhaustive and len(lengths) == game.size and lengths.all()
    return Evaluation(
        rules=unit.rules,
        strategy=unit.strategy,
        games=outcome.games,
        exhaustive=exhaustive,
        total=figures.total,
        average=figures.average,
        standard_error=None if exhaustive and unit.is_honest else standard_error(figures),
        weighted_average=float(np.average(lengths, weights=game.weights)) if is_weighted else None,
        weighted_total=int(np.dot(lengths, np.array(game.weights, dtype=object))) if is_weighted else None,
        longest_game=figures.longest_game,
        histogram=figures.histogram,
        unsolved=outcome.unsolved,
        first=outcome.first,
        seed=unit.seed if is_drawn else None,
        seconds=outcome.seconds,
        seconds_per_game=outcome.seconds / max(1, outcome.games),
        peak_memory_mib=outcome.peak_memory_mib,
        noise=unit.noise,
        declare=unit.declare,
        success_rate=figures.secrets / max(1, outcome.games),
    ).with_games(lengths, outcome.luck)
