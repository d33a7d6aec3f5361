"""`codepegs strategies`."""

from __future__ import annotations

from typing import Annotated

import typer

from codepegs.cli.common import JsonOption, console, emit_json


def strategies(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="strategy whose options are explained", show_default=False)
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--for", metavar="RULES", help="show which strategies can play this game", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the strategies with their sources, limits and options.

    Examples:
        codepegs strategies
        codepegs strategies max-parts
        codepegs strategies --for p8c8

    Write a strategy as NAME or NAME:option,option=value, e.g. max-parts:candidates-only,first=1123.
    """
    from codepegs.game import Game
    from codepegs.schema import StrategiesAnswer
    from codepegs.strategies import STRATEGIES, Player, options_of

    game = Game.parse(rules) if rules is not None else None
    chosen = list(STRATEGIES.values()) if name is None else [STRATEGIES.get(name) or Player.parse(name).strategy]
    if json:
        emit_json(StrategiesAnswer.of(chosen, game))
        return
    out = console()
    for strategy in chosen:
        out.print(f"[bold]{strategy.name}[/bold]: {strategy.summary or 'no description'}")
        notes = [f"{word}: {text}" for word, text in (("source", strategy.origin), ("limits", strategy.limits)) if text]
        if notes:
            out.print(f"    {'; '.join(notes)}", markup=False)
        if game is not None:
            reason = strategy.why_not(game)
            if reason is None:
                plays = " ".join(filter(None, ("can play it", strategy.how(game))))
            else:
                plays = f"cannot play it: {reason}"
            out.print(f"    {game}: {plays}", markup=False)
        options = options_of(strategy)
        if name is None and options:
            out.print(f"    options: {', '.join(option.name for option in options)}", markup=False)
        for option in options if name is not None else ():
            default = "" if option.is_flag or option.default is None else f" [default: {option.default}]"
            out.print(f"    {option.name}{'' if option.is_flag else '=…'}  {option.description}{default}", markup=False)
    if name is None:
        out.print("For the options of a strategy: codepegs strategies NAME", style="dim")
