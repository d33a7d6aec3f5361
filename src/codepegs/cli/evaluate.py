"""`codepegs evaluate`: strategies compared."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Literal

from codepegs import experiments, files
from codepegs.cli import options, terminal
from codepegs.cli.options import (
    EVALUATIONS,
    LATEX,
    MARKDOWN,
    PARQUET,
    PLOT,
    TABLE,
    Output,
    flag,
    option,
    strategy_option,
    tell_saved,
    writing,
)
from codepegs.cli.terminal import (
    console,
    cores,
    emit_json,
    new_table,
    print_estimate,
    print_table,
    progress_line,
)
from codepegs.errors import BadInput

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.strategies import Player


@options.reads_table("rules")
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
    first: options.First = None,
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
    outputs: Annotated[
        list[Output] | None,
        writing(
            EVALUATIONS,
            "output file, can be repeated: the rows as .csv or .parquet; averages and paired differences as a .md or "
            ".tex table; a plot of the game lengths as .svg, .png or .pdf",
            "--output -o",
        ),
    ] = None,
    form: Annotated[
        str | None,
        options.format_option(EVALUATIONS.metavar, "print this instead; with -o -, what the ending says elsewhere"),
    ] = None,
) -> None:
    """Measure strategies: average, total and longest game, histogram, time and memory.

    Examples:
        codepegs evaluate p4c6 --strategy entropy --strategy minimax
        codepegs evaluate p6c9 -s entropy -s max-parts:candidates-only --games 500 --seed 1
        codepegs evaluate p8c8 -s sampling --games 300 --adjust-for-luck
        codepegs evaluate p4c6 -s bayes --noise 0.1 --declare 0.95
        codepegs evaluate p4c6 -s entropy -s minimax --games 500 --format md
        codepegs evaluate p4c6 -s entropy -s minimax -o rows.csv -o lengths.svg

    All strategies play the same secrets and are compared game by game. Averages and differences are exact if the
    strategies are deterministic, all secrets are played, and no reply is false. Otherwise the .md and .tex
    tables give 95 % intervals and an exact sign test of each difference.
    """
    from codepegs.game import Game

    game = Game.parse(rules)
    players = _players(strategy or ["auto"], game, first)
    share = options.read_share(noise)
    if adjust_for_luck and (share or declare is not None):
        raise BadInput.because("luck_alone")
    players = [player.with_noise(share, declare) for player in players]
    for player in players:
        player.check(game)
        print_estimate(game, player, workers, 0)
    games_wanted = _parse_games(games)
    for output in outputs or ():  # before the games
        if output.kind is PARQUET:
            experiments.need_polars()
        elif output.kind.words == PLOT.words:
            experiments.need_matplotlib()
    steps = experiments.iter_evaluate(
        game,
        players,
        games=games_wanted,
        seed=seed,
        workers=workers or cores(),
        fresh=len(players) > 1,
        noise=share,
        declare=declare,
        adjust_for_luck=adjust_for_luck,
    )
    try:
        with progress_line("playing", quiet=json, started=True) or nullcontext() as line:
            for state in steps:
                if line is not None and state.words:
                    line.report(state.words)
                elif line is not None:
                    line(state.done, state.total)
    finally:
        if steps.has_result:  # after an interrupt, too
            _hand_out(steps.result, json, outputs or [])


def _players(texts: Sequence[str], game: Game, first: str | None) -> list[Player]:
    """The strategies, perhaps with a first guess; raises `BadInput` if one is given twice."""
    from codepegs.strategies import Player

    players = [Player.parse(text) for text in texts]
    twice = next((player.text for number, player in enumerate(players) if player in players[:number]), None)
    if twice is not None:
        raise BadInput.because("strategy_twice", strategy=str(twice))
    return [options.with_first(player, game, first) for player in players]


def _parse_games(text: str | None) -> int | Literal["all"] | None:
    if text is None or text.strip().lower() == "all":
        return None if text is None else "all"
    games = files.number_in(text.strip())
    if games is None or not 1 <= games <= 10**9:
        raise BadInput.because("wrong_games", text=text)
    return games


def _hand_out(found: experiments.Evaluations, json: bool, outputs: list[Output]) -> None:
    """Print the evaluations, and write them to files."""
    if not found:
        return
    if json:
        for record in found:
            emit_json(record)
    else:
        _print(found)
    records = found.to_dicts()
    names, rows = list(records[0]), [list(record.values()) for record in records]
    for output in outputs:
        if output.kind is TABLE:
            files.write_whole(output.path, experiments.csv_text(names, rows))
        elif output.kind is PARQUET:
            files.write_whole(output.path, experiments.parquet_bytes(names, rows))
        elif output.kind is MARKDOWN:
            files.write_whole(output.path, found.to_markdown())
        elif output.kind is LATEX:
            files.write_whole(output.path, found.to_latex())
        else:
            histograms = {record.strategy: record.histogram for record in found}
            experiments.save_as(experiments.histogram(found[0].rules, histograms), output.path)
    for output in outputs:
        tell_saved(output)


def _print(found: list[experiments.Evaluation]) -> None:
    said, out = experiments.Comparison(found), console()
    for line in said.opening:
        out.print(line)
    columns = said.columns()
    table = new_table(*(">" * column.is_number + column.heading for column in columns))
    for cells in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*cells)
    print_table(table, *said.droppable, kinds=said.kinds)
    for line in said.legend:
        out.print(line, style="dim")
    for line in said.notes:
        out.print(line)
    for sentence in said.differences:
        terminal.say(sentence)
    for line in said.interrupted:
        out.print(line)
