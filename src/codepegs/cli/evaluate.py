"""`codepegs evaluate`: strategies compared."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import accumulate
from typing import Annotated, Literal

from codepegs import experiments, files
from codepegs.cli import options, terminal
from codepegs.cli.options import PARQUET, PLOT, TABLE, Output, flag, option, strategy_option, tell_saved, writing
from codepegs.cli.terminal import (
    console,
    cores,
    emit_json,
    new_table,
    print_estimate,
    print_table,
    progress_line,
    seconds_text,
    speaks_unicode,
)
from codepegs.errors import BadInput
from codepegs.figures import heading_of, kinds_of_columns
from codepegs.reasons import counted, every

LONGEST_HISTOGRAM = 12
"""Largest number of game lengths printed in the table; longer games are summed up."""


def evaluate(
    rules: options.Rules,
    strategy: Annotated[
        list[str] | None,
        strategy_option("strategy to measure; repeat to compare with the first [default: auto]", show_default=False),
    ] = None,
    games: Annotated[
        str | None,
        option(
            "N|all",
            "number of secrets to draw, or all [default: all in games of up to a million codes if every "
            "strategy is deterministic and neither --noise nor --declare is given, else 1000]",
            "--games -g",
        ),
    ] = None,
    first: Annotated[
        str | None,
        option(
            "CODE",
            "first guess of every strategy: a code, random, half (1122), aabc (1123) or best (the one with which "
            "the strategy needs the fewest guesses)",
        ),
    ] = None,
    noise: options.Noise = None,
    declare: options.Declare = None,
    adjust_for_luck: Annotated[
        bool,
        flag(
            "--adjust-for-luck",
            "also print averages adjusted for the luck of the replies; their standard errors are usually smaller; "
            "needs random secrets: give --games N where all are played by default; not with --noise or --declare",
        ),
    ] = False,
    seed: options.Seed = None,
    workers: options.Workers = None,
    json: Annotated[bool, flag("--json", "print one JSON object per strategy")] = False,
    csv: Annotated[Output | None, writing(TABLE, "write the rows as CSV")] = None,
    parquet: Annotated[Output | None, writing(PARQUET, "write the rows as Parquet")] = None,
    plot: Annotated[Output | None, writing(PLOT, "plot the game lengths to an .svg, .png or .pdf file")] = None,
) -> None:
    """Measure strategies: average, total and longest game, histogram, time and memory.

    Examples:
        codepegs evaluate p4c6 --strategy entropy --strategy minimax
        codepegs evaluate p6c9 -s entropy -s max-parts:candidates-only --games 500 --seed 1
        codepegs evaluate p8c8 -s sampling --games 300 --adjust-for-luck
        codepegs evaluate p4c6 -s bayes --noise 0.1 --declare 0.95

    All strategies play the same secrets and are compared game by game. Averages and differences are exact if the
    strategies are deterministic, all secrets are played, and no reply is false.
    """
    from codepegs.game import Game
    from codepegs.strategies import Player

    game = Game.parse(rules)
    players = [Player.parse(text) for text in strategy or ["auto"]]
    twice = next((player.text for number, player in enumerate(players) if player in players[:number]), None)
    if twice is not None:
        raise BadInput.because("strategy_twice", strategy=str(twice))
    if first is not None:
        from codepegs.cli.solve import first_text
        from codepegs.game import CANONICAL

        players = [player.with_first(first_text(game, first, CANONICAL)) for player in players]
    share = options.read_share(noise)
    if adjust_for_luck and (share or declare is not None):
        raise BadInput.because("luck_alone")
    players = [player.with_noise(share, declare) for player in players]
    for player in players:
        player.check(game)
        print_estimate(game, player, workers, 0)
    games_wanted = _parse_games(games)
    if parquet is not None:  # before the games
        experiments.need_polars()
    if plot is not None:
        experiments.need_matplotlib()
    try:
        with progress_line("playing", quiet=json, started=True) or nullcontext() as line:
            found = experiments.evaluate(
                game,
                players,
                games=games_wanted,
                seed=seed,
                workers=workers or cores(),
                fresh=len(players) > 1,
                progress=line,
                noise=share,
                declare=declare,
                adjust_for_luck=adjust_for_luck,
            )
    except experiments.Interrupted as interrupt:
        _hand_out(interrupt.found, json, csv, parquet, plot)
        raise
    _hand_out(found, json, csv, parquet, plot)


def _parse_games(text: str | None) -> int | Literal["all"] | None:
    if text is None or text.strip().lower() == "all":
        return None if text is None else "all"
    games = files.number_in(text.strip())
    if games is None or not 1 <= games <= 10**9:
        raise BadInput.because("wrong_games", text=text)
    return games


def _hand_out(
    found: list[experiments.Evaluation], json: bool, csv: Output | None, parquet: Output | None, plot: Output | None
) -> None:
    """Print the evaluations, and write them to files."""
    if not found:
        return
    if json:
        for record in found:
            emit_json(record)
    else:
        _print(found)
    records = [record.to_dict() for record in found]
    names, rows = list(records[0]), [list(record.values()) for record in records]
    if csv is not None:
        files.write_whole(csv.path, experiments.csv_text(names, rows))
    if parquet is not None:
        files.write_whole(parquet.path, experiments.parquet_bytes(names, rows))
    if plot is not None:
        experiments.save_as(
            experiments.histogram(found[0].rules, {record.strategy: record.histogram for record in found}), plot.path
        )
    for name in (csv, parquet, plot):
        if name is not None:
            tell_saved(name)


def _print(found: list[experiments.Evaluation]) -> None:
    from codepegs.game import Game

    out = console()
    first = found[0]
    game = Game.parse(first.rules)
    noun, guesses = game.traits.secret_noun, game.traits.guess_nouns[1]
    if first.exhaustive:
        secrets = counted(first.games, noun)
        played = f"every {noun}" if secrets in game.words else f"all {secrets}"
    else:
        played = f"{counted(first.games, f'random {noun}')} (seed {first.seed})"
    out.print(f"{game}: {game.words}; {played}.")
    if first.noise:
        out.print(options.noise_sentence(first.noise))
    are_weighted = any(record.weighted_average is not None for record in found)
    are_adjusted = any(record.adjusted_average is not None for record in found)
    more_averages = ["weighted_average"] * are_weighted + ["adjusted_average"] * are_adjusted
    are_long = game.costs is not None or all(_is_long(record.histogram) for record in found)
    histogram = f"games of 1, 2, 3, … {guesses}"
    if are_long:
        histogram = f"{guesses if game.costs is None else 'cost'} per game"
    figures = ("average", *more_averages, "total", "longest_game")
    headings = {heading_of(name): name for name in figures}
    table = new_table("strategy", *(f">{heading}" for heading in headings), histogram, ">time/game", ">memory")
    none = "–" if speaks_unicode() else "-"
    for record in found:
        won = record.games > record.unsolved
        memory = f"{record.peak_memory_mib:,.0f} MiB" if record.peak_memory_mib is not None else ""
        table.add_row(
            record.strategy,
            _with_error(record.average, record.standard_error) if won else none,
            *([f"{record.weighted_average:.4f}" if record.weighted_average else none] if are_weighted else []),
            *([_with_error(record.adjusted_average, record.adjusted_standard_error) or none] if are_adjusted else []),
            f"{record.total:,}" if won else none,
            str(record.longest_game) if won else none,
            _spread_text(record.histogram) if are_long else _histogram_text(record.histogram),
            seconds_text(record.seconds_per_game),
            memory,
        )
    kinds = kinds_of_columns((record.kinds for record in found), headings)
    print_table(table, "memory", "time/game", "total", heading_of("longest_game"), histogram, kinds=kinds)
    if any(record.standard_error is not None for record in found):
        out.print("±: standard error", style="dim")
    if are_weighted:
        out.print(f"weighted average: by the weights of the {noun}s", style="dim")
    if are_adjusted:
        out.print(
            "adjusted average: another estimate of the average over all secrets, with the luck of the replies removed",
            style="dim",
        )
    for record in found:
        if record.first is not None and f"first={record.first}" not in record.strategy:
            out.print(f"{record.strategy}: first guess {record.first}.")
        if record.declare is not None:
            out.print(
                f"{record.strategy} declared the correct secret in {record.games - record.unsolved:,} of "
                f"{record.games:,} games ({100 * record.success_rate:.1f} %); the table counts only these."
            )
        elif record.unsolved:
            games = f"{counted(record.unsolved, 'game')}; the table counts only the others"
            if record.unsolved == record.games:
                games = every(record.games, "game")
            out.print(f"{record.strategy} gave up in {games}.")
    for record in found[1:]:
        if record.difference is not None:
            terminal.say(_difference_text(record, guesses if game.costs is None else "units of cost"))
    for record in found:
        if record.partial:
            played = counted(record.games, "game")
            out.print(f"Interrupted: the row of {record.strategy} counts only {played}.")


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


def _difference_text(record: experiments.Evaluation, units: str) -> str:
    difference = record.difference
    assert difference
    amount = _with_error(abs(difference.average), difference.standard_error)
    word = "more" if difference.average > 0 else "fewer"
    sentence = f"On average, {record.strategy} needs {amount} {word} {units} per game than {difference.against}:"
    if difference.average == 0:
        sentence = (
            f"On average, {record.strategy} and {difference.against} need the same number of {units}: the first needs"
        )
    fewer, equal, more = difference.fewer, difference.equal, difference.more
    compared = fewer + equal + more
    if compared < record.games:  # the others were not solved by both
        sentence = f"In the {counted(compared, 'game')} that both solved: {sentence[0].lower()}{sentence[1:]}"
    sentence += f" fewer in {counted(fewer, 'game')}, the same number in {equal:,} and more in {more:,}."
    if difference.adjusted_average is not None:
        less_or_more = "more" if difference.adjusted_average > 0 else "fewer"
        turned = " it is the other way round:" if difference.adjusted_average * difference.average < 0 else ""
        adjusted = _with_error(abs(difference.adjusted_average), difference.adjusted_standard_error)
        sentence += f" Adjusted for luck,{turned} {record.strategy} needs {adjusted} {less_or_more} {units} per game."
    return sentence
