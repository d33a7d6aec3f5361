"""`codepegs tree`: strategy trees built, looked at, exported and verified."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs import analysis, files, game as games, strategies
from codepegs.cli.common import (
    console,
    emit,
    emit_json,
    error_console,
    make_notation,
    new_table,
    print_legend,
    print_table,
    progress_line,
    speaks_unicode,
    terminal_columns,
    working_budget,
)
from codepegs.cli.outputs import TREE, Output, tell_saved
from codepegs.errors import BadInput, BadPosition, BadRules, Unavailable
from codepegs.reasons import counted, every
from codepegs.trees import search

if TYPE_CHECKING:
    from codepegs.trees import Tree

BARS_FROM, MOST_BARS = 17, 40
"""The column in which the bars of a histogram begin, and the length of the longest."""


def list_trees(rules: str | None = None, json: bool = False) -> None:
    """List the trees of the gallery, which are optimal or the best known."""
    from codepegs.schema import Trees
    from codepegs.trees.gallery import entries

    game = None if rules is None else games.Game.parse(rules)
    chosen = [entry for entry in entries() if game in (None, entry.game)]
    if json:
        emit_json(Trees(chosen))
        return
    if not chosen:
        assert game is not None
        how = f"; to search for one: codepegs optimal {game}" if game.size <= search.MOST_CODES_SEARCHED else "."
        console().print(f"The gallery has no tree for {game}{how}")
        return
    table = new_table("rules!", "objective", ">total", ">average", ">worst", ">in worst", "status", ">size")
    for entry in chosen:
        figures = (f"{entry.total:,}", f"{entry.average:.4f}", str(entry.depth), f"{entry.codes_at_depth:,}")
        table.add_row(entry.rules, entry.goal, *figures, entry.status, f"{entry.size / 1024:,.1f} KiB")
    left_out = print_table(table, "size", "in worst", "worst", "total", "status")
    legend = {
        "total": "guesses for all secrets",
        "average": "guesses per secret",
        "worst": "guesses of the longest game",
        "in worst": "secrets that need that many",
        "proved": "no tree is better for the objective",
    }
    print_legend(legend, left_out)


def build(
    rules: str,
    strategy: str = "auto",
    output: Annotated[Output | None, TREE] = None,
    workers: int | None = None,
    json: bool = False,
) -> None:
    """Build the tree of a strategy and write it to a file."""
    from codepegs.trees.formats import format_of, write_tree

    game, player = games.Game.parse(rules), strategies.Player.parse(strategy)
    name = re.sub(r"[^\w=.-]|_", "-", str(player))
    output = output or TREE.checked(f"{game}-{name}.tree")
    form = format_of(output.path).name
    built = _build(game, player, workers, json)
    if json:
        emit_json(built)
    else:
        console().print(f"{built.title}.")
    write_tree(built, output.path)
    tell_saved(output, "" if form == "text" else f" (format {form})")


def _build(game: games.Game, player: strategies.Player, workers: int | None, quiet: bool) -> Tree:
    with working_budget(workers, quiet=quiet, doing="building the tree", asks=False) as budget:
        return player.plan(game, budget.threads).tree(budget.threads).named(str(player))


def stats(
    source: str, strategy: str = "auto", rules: str | None = None, workers: int | None = None, json: bool = False
) -> None:
    """Print total, average, depth and histogram of a tree."""
    loaded = _load(source, strategy, rules, workers, json)
    if json:
        emit_json(loaded)
        return
    out = console()
    figures = loaded.figures
    out.print(f"{loaded.title}.")
    out.print(f"{counted(len(loaded), 'node')}. {loaded.histogram_title}:")
    widest, block = max(figures.histogram), "█" if speaks_unicode() else "#"
    room = max(1, min(MOST_BARS, (terminal_columns() or MOST_BARS * 2) - BARS_FROM))
    for length, count in enumerate(figures.histogram, 1):
        if not count and loaded.game.costs is not None:
            continue
        bar = block * round(room * count / widest)
        out.print(f"{length:>3}  {count:>10,}  {bar}".rstrip())


def show(
    source: str,
    position: list[str] | None = None,
    levels: int = 2,
    strategy: str = "auto",
    rules: str | None = None,
    symbols: str | None = None,
    base: int | None = None,
    workers: int | None = None,
) -> None:
    """Print part of a tree: a guess and, for each reply, the next guess and the number of possible secrets."""
    loaded = _load(source, strategy, rules, workers, False)
    notation = make_notation(_rules_said(source, loaded.game), symbols, base, loaded.game)
    here = _parse_position(loaded.game, " ".join(position or []))
    node = loaded.node_after(here.turns)
    if node is None:
        why = "the last guess was the secret" if here.solved else "no code is consistent with these replies"
        console().print(f"The tree ends here: {why}.")
        raise typer.Exit(0 if here.solved else 1)
    if here.turns:
        console().print(str(here))
    _print_node(loaded, node, notation, levels)


def _rules_said(source: str, game: games.Game) -> str:
    """The rules as the source names them, for an alias may have a notation of its own."""
    from codepegs.trees.gallery import PREFIX

    if source.startswith(PREFIX):
        return source.removeprefix(PREFIX).partition(":")[0]
    return str(game) if files.exists(source) else source


def _parse_position(game: games.Game, words: str) -> games.Position:

    first = words.partition(" ")[0]
    if first and ":" not in first and not games.is_rules(first):
        raise BadPosition.because("not_a_turn", text=first)
    here = games.Position.parse(words if words and ":" not in words.split()[0] else f"{game} {words}")
    if here.game != game:
        raise BadPosition.because("position_of_another_game", other=str(game), game=str(here.game))
    return here


def _print_node(loaded: Tree, top: int, notation: games.Notation, levels: int) -> None:
    from rich.text import Text

    from codepegs.cli.boards import code_text, reply_text

    out = console()
    width = max((len(reply_text(loaded.game, loaded.reply(child))) for child in loaded.children(top)), default=0)
    pending = [(top, 0)]
    while pending:
        node, level = pending.pop()
        left = int(loaded.secrets[node])
        line = Text("   " * level)
        if level:
            reply = reply_text(loaded.game, loaded.reply(node))
            reply.pad_right(max(0, width - len(reply)))
            line.append(reply)
            line.append("  ")
        line.append(code_text(loaded.game, loaded.guess(node), notation))
        line.append(f"  {counted(left, loaded.game.traits.secret_noun)}", style="dim")
        if not (loaded.game.first_guess or loaded.solves[node]):
            line.append(" (the guess is not one of them)", style="dim")
        out.print(line)
        below = list(loaded.children(node))
        if below and level + 1 >= levels:
            continue
        pending.extend((child, level + 1) for child in reversed(below))


def export(
    source: str,
    to: str | None = None,
    output: Annotated[Output | None, TREE] = None,
    levels: int | None = None,
    strategy: str = "auto",
    rules: str | None = None,
    workers: int | None = None,
) -> None:
    """Write a tree in another format, or draw a picture of it."""
    from codepegs.trees.formats import format_named, format_of, write_tree

    form = format_named(to) if to is not None else format_of("tree" if output is None else output.path)
    loaded = _load(source, strategy, rules, workers, False)
    if output is None:
        emit(form.text_of(loaded, levels))
        return
    write_tree(loaded, output.path, form.name, levels=levels)
    tell_saved(output, f" (format {form.name})")


def verify(
    source: str,
    rules: str | None = None,
    compiled: bool = False,
    sample: int | None = None,
    seed: int = 0,
    checkers: Annotated[bool, {"is_eager": True, "callback": lambda ctx, wanted: _print_checkers(ctx, wanted)}] = False,
    json: bool = False,
) -> None:
    """Verify a tree, or a certificate of optimality, with an independent checker."""
    from codepegs.trees.checker import MOST_FAULTS
    from codepegs.trees.gallery import find

    if games.is_rules(source) and not (games.is_game_file(source) or files.exists(source)):
        hint = {"hint": "mean_gallery_tree", "game": source} if find(games.Game.parse(source)) is not None else {}
        raise Unavailable.because("no_file_to_verify", file=files.shown(source), **hint)

    def converted(name: str) -> None:
        error_console().print(f"Converted from {name} to text before checking.")

    found = analysis.verify(
        source,
        rules,
        compiled=compiled,
        sample=sample,
        seed=seed,
        converted=converted,
        progress=progress_line("checking claims", quiet=json),
    )
    if json:
        emit_json(found)
    elif not found.valid:
        for fault in found.faults:
            console().print(f"Wrong: {fault}")
        if len(found.faults) >= MOST_FAULTS:
            console().print(f"Only the first {MOST_FAULTS} faults are shown.")
    elif isinstance(found, analysis.CertificateCheck) and found.checked is not None and found.checked < found.claims:
        console().print(
            f"No fault found in {counted(found.checked, 'claim')} for {found.rules} drawn at random "
            f"(seed {found.seed}); the other {found.claims - found.checked:,} were not checked."
        )
    elif isinstance(found, analysis.CertificateCheck):
        console().print(f"Valid: {found.sentence} ({counted(found.claims, 'claim')} checked).")
    else:
        is_named = found.strategy not in ("", "-")
        stated = f" Strategy stated in the file: {found.strategy}." if is_named else ""
        assert found.total is not None, "a valid tree finds every secret"
        game = games.Game.parse(found.rules)
        console().print(
            f"Valid: the tree finds {every(game.size, game.traits.secret_noun)} of {found.rules} with "
            f"{game.total_words(found.total)} in total, {found.average:.4f} on average, at most {found.depth}.{stated}"
        )
    if not found.valid:
        raise typer.Exit(1)


def _print_checkers(context: typer.Context, wanted: bool) -> None:
    """Print where the stand-alone checkers are installed, and end the command."""
    if not wanted:
        return
    from codepegs.trees import certificate_checker, checker

    if "--json" in sys.argv[1:]:  # which may come behind this option, so that it is not parsed yet
        emit_json({"tree": checker.__file__, "certificate": certificate_checker.__file__})
    else:
        print(f"{checker.__file__}\n{certificate_checker.__file__}")
    raise typer.Exit


def _load(source: str, strategy: str, rules: str | None, workers: int | None, quiet: bool) -> Tree:
    """The tree in a file or of the gallery, or of a strategy when the source is rules and no file."""
    from codepegs.trees.formats import read_tree
    from codepegs.trees.gallery import PREFIX

    is_stored = source.startswith(PREFIX) or (files.exists(source) and not games.is_game_file(source))
    if is_stored and strategy != strategies.DEFAULT:
        raise BadInput.because("tree_and_strategy", file=str(source))
    if not is_stored:
        try:
            game = games.Game.parse(source)
        except BadRules:
            if not source:
                raise BadInput.because("no_tree_source") from None
            raise Unavailable.because("no_such_tree_source", file=files.shown(source)) from None
        if rules is not None and games.Game.parse(rules) != game:
            raise BadInput.because("built_for_another", game=str(game), other=str(games.Game.parse(rules)))
        return _build(game, strategies.Player.parse(strategy), workers, quiet)
    return read_tree(source, rules)


tree = {"list": list_trees, "build": build, "stats": stats, "show": show, "export": export, "verify": verify}
"""The commands of the group."""
