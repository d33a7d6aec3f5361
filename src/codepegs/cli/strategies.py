"""`codepegs strategies`: the strategies and their options."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Any

from codepegs.cli import options
from codepegs.cli.options import argument, option
from codepegs.cli.terminal import UNWRAPPED, console, emit_json

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.strategies import Strategy


@options.reads_table("rules")
def strategies(
    name: Annotated[str | None, argument("NAME", "the strategy to explain")] = None,
    rules: Annotated[str | None, option("RULES", "show which strategies can play this game", "--for")] = None,
    json: options.Json = False,
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
    from codepegs.strategies import STRATEGIES, Player, add_installed

    game = Game.parse(rules) if rules is not None else None
    if name is None:
        add_installed()
    chosen = list(STRATEGIES.values()) if name is None else [STRATEGIES.get(name) or Player.parse(name).strategy]
    if json:
        emit_json(StrategiesAnswer.of(chosen, game))
        return
    for number, strategy in enumerate(chosen):
        if number:
            console().print()
        _show_strategy(strategy, game, in_full=name is not None)
    if name is None:
        console().print("\nTo see the options of a strategy: codepegs strategies NAME", style="dim")


def _show_strategy(strategy: Strategy[Any], game: Game | None, *, in_full: bool) -> None:
    """Print a strategy; on a terminal, long lines are wrapped below their beginning."""
    from codepegs.strategies import options_of

    out = console()

    def say(text: str, label: str = "", indent: int = 4) -> None:
        begin = " " * indent + f"{label}{': ' if label else ''}"
        width = max(30, out.width) if out.is_terminal else UNWRAPPED  # columns below which lines are not wrapped
        below = " " * (indent + 4)
        for line in textwrap.wrap(text, width, initial_indent=begin, subsequent_indent=below, break_on_hyphens=False):
            out.print(line, soft_wrap=True)

    out.print(strategy.name, style="bold")
    say(strategy.summary or "no description")
    for label, text in (("source", strategy.origin), ("limits", strategy.limits)):
        if text:
            say(text, label)
    if game is not None:
        reason = strategy.why_not(game)
        plays = " ".join(filter(None, (f"can play {game}", strategy.how(game))))
        say(plays if reason is None else f"cannot play {game}: {reason}")
    options = options_of(strategy)
    if options and not in_full:
        say(", ".join(option.name for option in options), "options")
    elif options:
        say("options:")
    for each in options if in_full else ():
        default = "" if each.is_flag or each.default is None else f" [default: {each.default}]"
        say(f"{each.description}{default}", f"{each.name}{'' if each.is_flag else '=…'}", 8)
