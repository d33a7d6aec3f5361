"""Evaluations for people: the table and the sentences of `codepegs evaluate`, and tables for Markdown and LaTeX."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from codepegs.experiments.significance import interval_of, p_value_text
from codepegs.experiments.tables import Column, text_lines
from codepegs.game import Game, Kind, heading_of, kinds_of_columns, kinds_words, noise_sentence
from codepegs.reasons import counted, every, seconds_text, speaks_unicode

if TYPE_CHECKING:
    from codepegs.experiments.evaluation import Difference, Evaluation
    from codepegs.experiments.store import Summary

LONGEST_HISTOGRAM = 12
"""Largest number of game lengths printed in the table; longer games are summed up."""

FIGURES_SHOWN = {
    heading_of(name): name for name in ("average", "weighted_average", "adjusted_average", "total", "longest_game")
}
"""The figures of a table, by heading."""

COLUMNS = 80
"""Columns of a table where neither a terminal nor the variable COLUMNS says how many there are."""


class Comparison:
    """What is said of strategies that played the same secrets, at least one."""

    def __init__(self, found: Sequence[Evaluation]) -> None:
        self.found = found
        self.first = found[0]
        self.game = Game.parse(self.first.rules)
        self.noun, guesses = self.game._traits.secret_noun, self.game._traits.guess_nouns[1]
        self.units = guesses if self.game.costs is None else "units of cost"
        self.are_weighted = any(record.weighted_average is not None for record in found)
        self.are_adjusted = any(record.adjusted_average is not None for record in found)
        self.are_long = self.game.costs is not None or all(_is_long(record.histogram) for record in found)
        self.histogram = f"games of 1, 2, 3, … {guesses}"
        if self.are_long:
            self.histogram = f"{guesses if self.game.costs is None else 'cost'} per game"

    @property
    def opening(self) -> list[str]:
        """The game and what was played."""
        first, game = self.first, self.game
        if first.exhaustive:
            secrets = counted(first.games, self.noun)
            played = f"every {self.noun}" if secrets in game.words else f"all {secrets}"
        else:
            played = f"{counted(first.games, f'random {self.noun}')} (seed {first.seed})"
        return [f"{game}: {game.words}; {played}.", *([noise_sentence(first.noise)] if first.noise else [])]

    def columns(self) -> list[Column]:
        """The table that `codepegs evaluate` prints."""
        none = "–" if speaks_unicode() else "-"
        wins = [record.games > record.unsolved for record in self.found]
        shown = [(record, is_won) for record, is_won in zip(self.found, wins, strict=True)]
        averages = [_with_error(each.average, each.standard_error) if won else none for each, won in shown]
        columns = [Column("strategy", [each.strategy for each in self.found], False), Column("average", averages)]
        if self.are_weighted:
            weighted = [f"{each.weighted_average:.4f}" if each.weighted_average else none for each in self.found]
            columns.append(Column(heading_of("weighted_average"), weighted))
        if self.are_adjusted:
            errors = [_with_error(each.adjusted_average, each.adjusted_standard_error) or none for each in self.found]
            columns.append(Column(heading_of("adjusted_average"), errors))
        lengths = _spread_text if self.are_long else _histogram_text
        memory = ["" if each.peak_memory_mib is None else f"{each.peak_memory_mib:,.0f} MiB" for each in self.found]
        return [
            *columns,
            Column("total", [f"{each.total:,}" if won else none for each, won in shown]),
            Column(heading_of("longest_game"), [str(each.longest_game) if won else none for each, won in shown]),
            Column(self.histogram, [lengths(each.histogram) for each in self.found], False),
            Column("time/game", [seconds_text(each.seconds_per_game) for each in self.found]),
            Column("memory", memory),
        ]

    @property
    def kinds(self) -> dict[str, set[Kind]]:
        """The kinds of the figures in a column, by heading."""
        return kinds_of_columns((record.kinds for record in self.found), FIGURES_SHOWN)

    @property
    def droppable(self) -> tuple[str, ...]:
        """The columns that are left out where the table is too wide, the first first."""
        return ("memory", "time/game", "total", heading_of("longest_game"), self.histogram)

    @property
    def legend(self) -> list[str]:
        """What the columns mean."""
        lines = ["±: standard error"] * any(record.standard_error is not None for record in self.found)
        lines += [f"weighted average: by the weights of the {self.noun}s"] * self.are_weighted
        adjusted = (
            f"{heading_of('adjusted_average')}: another estimate of the average over all secrets, with the luck of the "
        )
        adjusted += "replies removed"
        return [*lines, *([adjusted] * self.are_adjusted)]

    @property
    def notes(self) -> list[str]:
        """First guesses, and games that were not won."""
        return [*self._notes()]

    def _notes(self) -> Iterator[str]:
        for record in self.found:
            if record.first is not None and f"first={record.first}" not in record.strategy:
                yield f"{record.strategy}: first guess {record.first}."
            if record.declare is not None:
                yield (
                    f"{record.strategy} declared the correct secret in {record.games - record.unsolved:,} of "
                    f"{record.games:,} games ({100 * record.success_rate:.1f} %); the table counts only these."
                )
            elif record.unsolved:
                games = f"{counted(record.unsolved, 'game')}; the table counts only the others"
                if record.unsolved == record.games:
                    games = every(record.games, "game")
                yield f"{record.strategy} gave up in {games}."

    @property
    def differences(self) -> list[str]:
        """A sentence for each strategy that was compared with the first."""
        return [self._difference(record, record.difference) for record in self.found if record.difference is not None]

    def _difference(self, record: Evaluation, difference: Difference) -> str:
        amount = _with_error(abs(difference.average), difference.standard_error)
        word = "more" if difference.average > 0 else "fewer"
        sentence = f"On average, {record.strategy} needs {amount} {word} {self.units} per game than "
        sentence += f"{difference.against}:"
        if difference.average == 0:
            same = f"need the same number of {self.units}: the first needs"
            sentence = f"On average, {record.strategy} and {difference.against} {same}"
        compared = difference.games
        if compared < record.games:  # the others were not solved by both
            sentence = f"In the {counted(compared, 'game')} that both solved: {sentence[0].lower()}{sentence[1:]}"
        sentence += f" fewer in {counted(difference.fewer, 'game')}, the same number in {difference.equal:,}"
        sentence += f" and more in {difference.more:,}."
        if difference.adjusted_average is not None:
            less_or_more = "more" if difference.adjusted_average > 0 else "fewer"
            turned = " it is the other way round:" if difference.adjusted_average * difference.average < 0 else ""
            adjusted = _with_error(abs(difference.adjusted_average), difference.adjusted_standard_error)
            sentence += f" Adjusted for luck,{turned} {record.strategy} needs {adjusted} {less_or_more} "
            sentence += f"{self.units} per game."
        return sentence

    @property
    def interrupted(self) -> list[str]:
        """Rows that an interrupt cut short."""
        return [
            f"Interrupted: the row of {record.strategy} counts only {counted(record.games, 'game')}."
            for record in self.found
            if record.partial
        ]

    def text(self) -> str:
        """All of it as plain text, at most as wide as the screen, or as the variable COLUMNS says."""
        width = max(1, shutil.get_terminal_size((COLUMNS, 24)).columns)
        columns = self.columns()
        for heading in self.droppable:
            if max(map(len, text_lines(columns))) > width:
                columns = [column for column in columns if column.heading != heading]
        table = text_lines(columns)
        if max(map(len, table)) > width:  # long names of strategies: each on a line of its own
            names, *others = columns
            rows = [_wrapped(f"{name}: {self._row(others, number)}", width) for number, name in enumerate(names.cells)]
            table = [line for row in rows for line in row]
        sentences = [*self.legend, *self.notes, *self.differences, *self.interrupted]
        opening = [line for sentence in self.opening for line in _wrapped(sentence, width)]
        shown = {column.heading for column in columns}
        kinds = kinds_words({heading: kinds for heading, kinds in self.kinds.items() if heading in shown})
        opening += _wrapped(kinds, width)
        return "\n".join([*opening, *table, *(line for sentence in sentences for line in _wrapped(sentence, width))])

    @staticmethod
    def _row(columns: Sequence[Column], number: int) -> str:
        return ", ".join(f"{column.heading} {column.cells[number]}" for column in columns)

    def paired_columns(self) -> list[Column]:
        """The table for publication: only figures that a second run repeats, with intervals of 95 %."""
        found = self.found
        is_sample = any(record.interval is not None for record in found)
        columns = [
            Column("strategy", [record.strategy for record in found], False),
            *([Column("games", [f"{each.games:,}" for each in found])] * any(each.partial for each in found)),
            *([Column("not won", [f"{each.unsolved:,}" for each in found])] * any(each.unsolved for each in found)),
            Column(
                "average", [_figure(record.average if record.games > record.unsolved else None) for record in found]
            ),
        ]
        if is_sample:
            columns.append(Column("95 % interval", [_interval(record.interval) for record in found]))
        if self.are_weighted:
            columns.append(
                Column(heading_of("weighted_average"), [_figure(record.weighted_average) for record in found])
            )
        if self.are_adjusted:
            columns.append(
                Column(heading_of("adjusted_average"), [_figure(record.adjusted_average) for record in found])
            )
            columns.append(Column("95 % interval", [_interval(record.adjusted_interval) for record in found]))
        if not is_sample:
            columns.append(Column("total", [f"{record.total:,}" for record in found]))
        columns.append(Column(heading_of("longest_game"), [str(record.longest_game) for record in found]))
        gaps = [record.difference for record in found]
        if any(gap is not None for gap in gaps):
            columns.append(Column("difference", ["" if gap is None else f"{gap.average:+.4f}" for gap in gaps]))
            if is_sample:
                columns.append(
                    Column("95 % interval", ["" if gap is None else _interval(gap.interval) for gap in gaps])
                )
            if self.are_adjusted:
                adjusted = ["" if gap is None else _figure(gap.adjusted_average, "+") for gap in gaps]
                columns.append(Column("adjusted difference", adjusted))
                errors = ["" if gap is None else _interval(gap.adjusted_interval) for gap in gaps]
                columns.append(Column("95 % interval", errors))
            for heading, name in (("better", "fewer"), ("equal", "equal"), ("worse", "more")):
                columns.append(Column(heading, ["" if gap is None else f"{getattr(gap, name):,}" for gap in gaps]))
            if is_sample:
                columns.append(Column("sign test", ["" if gap is None else p_value_text(gap.p_value) for gap in gaps]))
        return columns

    def paired_notes(self) -> list[str]:
        """What the columns of that table mean."""
        found = self.found
        gaps = [record.difference for record in found if record.difference is not None]
        shown = {column.heading for column in self.paired_columns()}
        lines = [kinds_words({heading: kinds for heading, kinds in self.kinds.items() if heading in shown})]
        if gaps:
            lines.append(f"Difference: {self.units} per game more than {gaps[0].against} on the same secrets.")
            lines.append(f"Better, equal, worse: the number of games with fewer, as many and more {self.units}.")
        if any(gap.games < record.games for gap, record in zip(gaps, found[1:], strict=False)):
            lines.append("Differences count only the games that both strategies won.")
        if any(record.interval is not None for record in found):
            paired = "; those of differences are paired, game by game" * bool(gaps)
            lines.append(f"Intervals contain the true value in 95 % of samples (Student's t){paired}.")
            if gaps:
                lines.append(
                    "Sign test: the exact two-sided probability of counts of better and worse games at least as uneven "
                    "as these, if both were equally likely."
                )
        elif self.first.exhaustive and not self.first.partial:
            sentence = "Every secret was played once: the figures have no sampling error."
            if any(record.seed is not None for record in found):
                sentence += f" What the strategies drew at random depends on the seed, {self.first.seed}."
            lines.append(sentence)
        return [*lines, *self.notes, *self.interrupted]


def sweep_columns(summaries: Sequence[Summary]) -> list[Column]:
    """The table of a sweep for publication, a row for each strategy at each game."""
    intervals = [interval_of(each.average, each.standard_error, each.games - each.unsolved) for each in summaries]
    return [
        Column("rules", [each.rules for each in summaries], False),
        Column("strategy", [each.label for each in summaries], False),
        Column("games", [f"{each.games:,}" for each in summaries]),
        *([Column("not won", [f"{each.unsolved:,}" for each in summaries])] * any(each.unsolved for each in summaries)),
        Column("average", [_figure(each.average) for each in summaries]),
        *([Column("95 % interval", [_interval(interval) for interval in intervals])] * any(intervals)),
        Column("total", [f"{each.total:,}" for each in summaries]),
        Column(heading_of("longest_game"), [str(each.longest_game) for each in summaries]),
    ]


def sweep_notes(summaries: Sequence[Summary]) -> list[str]:
    """What the columns of that table mean."""
    notes = []
    if summaries:
        notes.append(kinds_words(kinds_of_columns((summary.kinds for summary in summaries), FIGURES_SHOWN)))
    if any(summary.standard_error is not None for summary in summaries):
        notes.append("Intervals contain the true value in 95 % of samples (Student's t).")
    if any(summary.exhaustive and summary.standard_error is None for summary in summaries):
        notes.append("Where every secret is played, there is no sampling error and no interval.")
    if any(not summary.complete for summary in summaries):
        notes.append("Not all games of the plan have been played.")
    return notes


def _wrapped(sentence: str, width: int) -> list[str]:
    return textwrap.wrap(sentence, width, break_on_hyphens=False)


def _figure(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.4f}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{interval[0]:.4f} to {interval[1]:.4f}"


def _with_error(average: float | None, error: float | None) -> str:
    """Format an average with its standard error, if they are known."""
    if average is None:
        return ""
    return f"{average:.4f}" if error is None else f"{average:.4f} ± {error:.4f}"


def _histogram_text(histogram: tuple[int, ...]) -> str:
    """Format the number of games per length; if all games are long, the range and the median instead."""
    if _is_long(histogram):
        return _spread_text(histogram)
    shown = list(map(str, histogram[:LONGEST_HISTOGRAM]))
    if len(histogram) > LONGEST_HISTOGRAM:
        shown.append(f"… {sum(histogram[LONGEST_HISTOGRAM:]):,} more")
    return " ".join(shown)


def _spread_text(histogram: tuple[int, ...]) -> str:
    """Format the range and the median of games."""
    if not any(histogram):
        return ""
    sums = list(accumulate(histogram))
    least = next(number for number, games in enumerate(histogram, 1) if games)
    half = next(number for number, games in enumerate(sums, 1) if 2 * games >= sums[-1])
    return f"{least:,} to {len(histogram):,}, median {half:,}"


def _is_long(histogram: tuple[int, ...]) -> bool:
    """Return whether all games are longer than the table prints."""
    return len(histogram) > LONGEST_HISTOGRAM and any(histogram) and not any(histogram[:LONGEST_HISTOGRAM])
