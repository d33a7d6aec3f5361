"""`codepegs strategies`."""

from __future__ import annotations

from typing import Annotated

import typer

from codepegs.cli.common import JsonOption, console, emit_json


def strategies(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="one strategy, to see its options", show_default=False)
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--for", metavar="RULES", help="say which of them can play this game", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """The strategies there are, where each comes from, what it can play, and its options.

    A strategy is named NAME or NAME:option,option=value, for instance max-parts:candidates-only,first=1123.
    """
    from codepegs.game import Game
    from codepegs.schema import StrategyAnswer
    from codepegs.strategies import STRATEGIES, Player, options_of

    game = Game.parse(rules) if rules is not None else None
    chosen = list(STRATEGIES.values()) if name is None else [STRATEGIES.get(name) or Player.parse(name).strategy]
    if json:
        emit_json({"strategies": [StrategyAnswer.of(strategy, game) for strategy in chosen]})
        return
    out = console()
    for strategy in chosen:
        out.print(f"[bold]{strategy.name}[/bold]: {strategy.summary}")
        out.print(f"    from {strategy.origin}; {strategy.limits}", markup=False)
        if game is not None:
            reason = strategy.refuses(game)
            plays = " ".join(filter(None, ("plays it", strategy.how(game)))) if reason is None else f"no, {reason}"
            out.print(f"    {game}: {plays}", markup=False)
        options = options_of(strategy)
        if name is None and options:
            out.print(f"    options: {', '.join(option.name for option in options)}", markup=False)
        for option in options if name is not None else ():
            default = "" if option.is_flag or option.default is None else f" [default: {option.default}]"
            out.print(f"    {option.name}{'' if option.is_flag else '=…'}  {option.description}{default}", markup=False)
    if name is None:
        out.print("`codepegs strategies NAME` explains the options of one.", style="dim")
