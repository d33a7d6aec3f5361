"""`codepegs tree`: strategy trees built, looked at, exported and verified."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from codepegs import analysis, codes, files, game as games, strategies, trees
from codepegs.cli import options, terminal
from codepegs.cli.options import (
    TREE,
    Output,
    argument,
    default_tree,
    flag,
    option,
    strategy_option,
    tell_saved,
    writing,
)
from codepegs.cli.terminal import progress_line, working_budget
from codepegs.errors import BadInput, BadPosition, BadRules, Unavailable
from codepegs.game import FIGURES, heading_of, kinds_of_columns, kinds_sentence, said
from codepegs.reasons import counted, every
from codepegs.trees import search

tree = typer.Typer(
    name="tree",
    help="Build, inspect, export and verify strategy trees.\n\nA strategy tree gives the next guess after every "
    "possible series of replies. A tree file can be played with --strategy tree:FILE and verified by an independent "
    "checker.\n\nSOURCE is a tree file in any format, a tree of the gallery such as gallery:p4c6, or a rules "
    "id, in which case the tree of --strategy is built.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
)

SourceArgument = Annotated[str, argument("SOURCE", "a tree file, gallery:RULES, or rules, e.g. p4c6")]
BARS_FROM, MOST_BARS = 17, 40
"""The column in which the bars of a histogram begin, and the length of the longest."""

TreeStrategyOption = Annotated[
    str, strategy_option("strategy whose tree is built, if SOURCE is rules; list them with codepegs strategies")
]
RulesOption = Annotated[str | None, option("RULES", "the game, if the file does not contain it", "--rules")]


@tree.command("list", short_help="list the trees of the gallery")
def list_trees(
    rules: Annotated[str | None, argument("RULES", "list only the trees of this game")] = None,
    json: options.Json = False,
) -> None:
    """List the trees of the gallery, which are optimal or the best known.

    Examples:
        codepegs tree list
        codepegs tree list p4c6

    To play a tree, give --strategy optimal or tree:gallery:p4c6; to print one, run codepegs tree show gallery:p4c6.
    """
    from codepegs.schema import Trees
    from codepegs.trees.gallery import entries

    game = None if rules is None else games.Game.parse(rules)
    chosen = [entry for entry in entries() if game in (None, entry.game)]
    if json:
        terminal.emit_json(Trees(chosen))
        return
    if not chosen:
        assert game is not None
        how = f"; to search for one: codepegs optimal {game}" if game.size <= search.MOST_CODES_SEARCHED else "."
        terminal.console().print(f"The gallery has no tree for {game}{how}")
        return
    headings = {heading_of(name): name for name in ("total", "average", "longest_game", "codes_at_longest")}
    table = terminal.new_table(
        "rules!", "objective", "first guess", *(f">{heading}" for heading in headings), "status", ">size"
    )
    for entry in chosen:
        figures = (f"{entry.total:,}", f"{entry.average:.4f}", str(entry.longest_game), f"{entry.codes_at_longest:,}")
        table.add_row(entry.rules, entry.goal, entry.first, *figures, entry.status, f"{entry.size / 1024:,.1f} KiB")
    legend = {heading: FIGURES[name].meaning for heading, name in headings.items()}
    legend["proved"] = "no tree is better for the objective"
    kinds = kinds_of_columns((entry.kinds for entry in chosen), headings)
    least_needed = (
        "size",
        heading_of("codes_at_longest"),
        heading_of("longest_game"),
        "first guess",
        "total",
        "status",
    )
    terminal.print_table(table, *least_needed, legend=legend, kinds=kinds)


@tree.command(short_help="build the tree of a strategy and write it to a file")
@options.reads_table("rules")
def build(
    rules: options.Rules,
    strategy: Annotated[
        str, strategy_option("strategy whose tree is built; list them with codepegs strategies")
    ] = "auto",
    first: options.First = None,
    output: Annotated[
        Output | None,
        writing(
            TREE,
            "output file: .tree, .json, .dot, .braces, .svg or .html, optionally followed by .gz [default: "
            "RULES-STRATEGY.tree]",
            "--output -o",
        ),
    ] = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Build the tree of a strategy and write it to a file.

    Examples:
        codepegs tree build p4c6 --strategy entropy -o p4c6.tree
    """
    game = games.Game.parse(rules)
    player = options.with_first(strategies.Player.parse(strategy), game, first)
    name = re.sub(r"[^\w=.-]|_", "-", str(player))
    output = output or default_tree(str(game), name)
    form = trees.format_of(output.path)
    form.check(game)
    built = _build(game, player, workers, json)
    if json:
        terminal.emit_json(built)
    else:
        terminal.console().print(f"{built.title}.")
        terminal.print_kinds(built.kinds)
    trees.write_tree(built, output.path)
    tell_saved(output, "" if form.name == "text" else f" (format {form.name})")


def _build(game: games.Game, player: strategies.Player, workers: int | None, quiet: bool) -> trees.Tree:
    with working_budget(workers, quiet=quiet, doing="building the tree", asks=False) as budget:
        return player.tree(game, budget.threads)


@tree.command(short_help="print total, average, longest game and histogram of a tree")
@options.reads_table("rules", "source")
def stats(
    source: SourceArgument,
    strategy: TreeStrategyOption = "auto",
    rules: RulesOption = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Print total, average, longest game and histogram of a tree.

    Examples:
        codepegs tree stats p4c6.tree
        codepegs tree stats p4c6 --strategy minimax
    """
    loaded = _load(source, strategy, rules, workers, json)
    if json:
        terminal.emit_json(loaded)
        return
    out = terminal.console()
    figures = loaded.figures
    out.print(f"{loaded.title}.")
    terminal.print_kinds(loaded.kinds)
    out.print(f"{counted(len(loaded), 'node')}. {loaded.histogram_title}:")
    widest, block = max(figures.histogram), "█" if terminal.speaks_unicode() else "#"
    room = max(1, min(MOST_BARS, (terminal.screen_columns() or MOST_BARS * 2) - BARS_FROM))
    for length, count in enumerate(figures.histogram, 1):
        if not count and loaded.game.costs is not None:
            continue
        bar = block * round(room * count / widest)
        out.print(f"{length:>3}  {count:>10,}  {bar}".rstrip())


@tree.command(short_help="print part of a tree")
@options.reads_table("rules", "source")
def show(
    source: SourceArgument,
    position: Annotated[
        list[str] | None, argument("POSITION", "where to start, e.g. 'p4c6 1122:1b0w' or only 1122:1b0w")
    ] = None,
    levels: Annotated[int, option("N", "number of levels", "--levels -l", min=1)] = 2,
    strategy: TreeStrategyOption = "auto",
    rules: RulesOption = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Print part of a tree: a guess and, for each reply, the next guess and the number of possible secrets.

    Examples:
        codepegs tree show p4c6.tree
        codepegs tree show gallery:p4c6 1123:1b0w --levels 3
    """
    loaded = _load(source, strategy, rules, workers, json)
    notation = options.make_notation(_rules_said(source, loaded.game), symbols, base, loaded.game)
    here = _parse_position(loaded.game, " ".join(position or []))
    node = loaded.node_after(here.turns)
    if json:
        from codepegs.schema import TreePart

        terminal.emit_json(TreePart.of(loaded, here, levels))
    if node is None:
        known = codes.known_at(here)
        why = "no code is consistent with these replies" if known is None else known.words
        if not json:
            terminal.console().print(f"The tree ends here: {'the last guess was the secret' if here.solved else why}.")
        raise typer.Exit(0 if here.solved or known is not None else 1)
    if json:
        return
    if here.turns:
        terminal.console().print(str(here))
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
        raise BadPosition.because("not_a_turn", text=first, like=games.example_turn(game))
    here = games.Position.parse(words if words and ":" not in words.split()[0] else f"{game} {words}")
    if here.game != game:
        raise BadPosition.because("position_of_another_game", other=str(game), game=str(here.game))
    return here


def _print_node(loaded: trees.Tree, top: int, notation: games.Notation, levels: int) -> None:
    from rich.text import Text

    from codepegs.cli.terminal import code_text, reply_text

    out, game, replies = terminal.console(), loaded.game, loaded.game.replies()
    width = max((len(reply_text(game, replies[part])) for level, part, _ in loaded.walk(top, 2) if level), default=0)
    for level, part, at in loaded.walk(top, levels):
        line = Text("   " * level)
        if level:
            reply = reply_text(game, replies[part])
            reply.pad_right(max(0, width - len(reply)))
            line.append(reply)
            line.append("  ")
        if isinstance(at, int):
            line.append(code_text(game, loaded.guess(at), notation))
            line.append(f"  {counted(int(loaded.secrets[at]), game._traits.secret_noun)}", style="dim")
            if not (game._first_guess or loaded.solves[at]):
                line.append(" (the guess is not one of them)", style="dim")
        else:
            line.append(at.answer)
        out.print(line)


@tree.command(short_help="write a tree in another format, or as a picture")
@options.reads_table("rules", "source")
def export(
    source: SourceArgument,
    to: Annotated[
        str | None,
        options.format_option(
            "text|json|dot|braces|svg|html", "format [default: from the name of the output, else text]"
        ),
    ] = None,
    output: Annotated[Output | None, writing(TREE, "output file [default: standard output]", "--output -o")] = None,
    levels: Annotated[
        int | None,
        option(
            "N",
            "number of levels drawn (svg) or open at first (html) [default: as many as have up to 100 guesses, at "
            "least two]",
            "--levels -l",
            min=1,
        ),
    ] = None,
    strategy: TreeStrategyOption = "auto",
    rules: RulesOption = None,
    workers: options.Workers = None,
) -> None:
    """Write a tree in another format, or draw a picture of it.

    Examples:
        codepegs tree export p4c6.tree -o p4c6.json
        codepegs tree export gallery:p4c6 -o p4c6.html
        codepegs tree export p4c6 --strategy minimax -o minimax.svg --levels 3

    The formats are text (one node per line), json, dot (for Graphviz) and braces (used in programming contests). Every
    command that reads a tree accepts every format. The pictures, which are not read, are svg (the first levels, from
    left to right) and html (a page whose branches open and close).
    """
    form = trees.format_named(to) if to is not None else trees.format_of("tree" if output is None else output.path)
    loaded = _load(source, strategy, rules, workers, False)
    if output is None:
        print(form.text_of(loaded, levels), end="", flush=True)
        return
    trees.write_tree(loaded, output.path, form.name, levels=levels)
    tell_saved(output, f" (format {form.name})")


@tree.command(short_help="verify a tree or a certificate of optimality")
@options.reads_table("rules")
def verify(
    source: Annotated[str, argument("FILE", "a tree file, a tree of the gallery (gallery:p4c6), or a certificate")],
    rules: RulesOption = None,
    compiled: Annotated[
        bool, flag("--compiled", "check a certificate with the C++ library, which is much faster")
    ] = False,
    sample: Annotated[int | None, option("N", "check only N claims of a certificate, drawn at random", min=1)] = None,
    seed: Annotated[int, option("N", "random seed of the sample", min=0)] = 0,
    checkers: Annotated[
        bool,
        flag(
            "--checkers",
            "print the paths of the tree checker and the certificate checker",
            is_eager=True,
            callback=lambda ctx, wanted: _print_checkers(ctx, wanted),
        ),
    ] = False,
    json: options.Json = False,
) -> None:
    """Verify a tree, or a certificate of optimality, with an independent checker.

    Examples:
        codepegs tree verify p4c6.tree
        codepegs tree verify best.cert

    The checker replays every secret, recomputes every figure and prints where the tree is wrong. It is one Python file
    that does not import codepegs, so you can read it, copy it, and run it alone: python checker.py p4c6.tree.
    --checkers prints where it is. Formats other than text and json are converted to text first. Certificates (codepegs
    optimal --certificate) have a checker of their own; for games such as p4c8 it takes hours, or two minutes with
    --compiled.
    Exit codes: 0 valid, 1 invalid, 2 not a tree or certificate.
    """
    from codepegs.trees.checker import MOST_FAULTS
    from codepegs.trees.gallery import find

    if games.is_rules(source) and not (games.is_game_file(source) or files.exists(source)):
        hint = {"hint": "mean_gallery_tree", "game": source} if find(games.Game.parse(source)) is not None else {}
        raise Unavailable.because("no_file_to_verify", file=files.shown(source), **hint)

    def converted(name: str) -> None:
        terminal.error_console().print(f"Converted from {name} to text before checking.")

    found = analysis.verify(
        source,
        rules,
        compiled=compiled,
        sample=sample,
        seed=seed,
        converted=converted,
        progress=progress_line("checking claims", quiet=json, started=True),
    )
    figures = f" {kinds_sentence(found.kinds)}" if found.kinds else ""
    compared = found.compared if isinstance(found, analysis.CertificateCheck) else None
    same = "" if compared is None else f" The game is that of {compared}."
    if json:
        terminal.emit_json(found)
    elif not found.valid:
        for fault in found.faults:
            terminal.console().print(f"Wrong: {fault}")
        if len(found.faults) >= MOST_FAULTS:
            terminal.console().print(f"Only the first {MOST_FAULTS} faults are shown.")
    elif isinstance(found, analysis.CertificateCheck) and found.checked is not None and found.checked < found.claims:
        terminal.say(
            f"No fault found in {counted(found.checked, 'claim')} for {found.rules} drawn at random "
            f"(seed {found.seed}); the other {found.claims - found.checked:,} were not checked.{same}"
        )
    elif isinstance(found, analysis.CertificateCheck):
        terminal.say(f"Valid: {found.sentence} ({counted(found.claims, 'claim')} checked).{same}{figures}")
    else:
        is_named = found.strategy not in ("", "-")
        stated = f" Strategy stated in the file: {found.strategy}." if is_named else ""
        assert found.total is not None, "a valid tree finds every secret"
        assert found.longest_game is not None
        game = games.Game.parse(found.rules)
        needed = f"{said('total', game._total_words(found.total))}, {said('average', f'{found.average:.4f}')}"
        terminal.say(
            f"Valid: the tree finds {every(game.size, game._traits.secret_noun)} of {found.rules} with "
            f"{needed}, {said('longest_game', found.longest_game)}.{stated}{figures}"
        )
    if not found.valid:
        raise typer.Exit(1)


def _print_checkers(context: typer.Context, wanted: bool) -> None:
    """Print where the stand-alone checkers are installed, and end the command."""
    if not wanted:
        return
    from codepegs.trees import certificate_checker, checker

    if "--json" in sys.argv[1:]:  # which may come behind this option, so that it is not parsed yet
        terminal.emit_json({"tree": checker.__file__, "certificate": certificate_checker.__file__})
    else:
        print(f"{checker.__file__}\n{certificate_checker.__file__}")
    raise typer.Exit


def _load(source: str, strategy: str, rules: str | None, workers: int | None, quiet: bool) -> trees.Tree:
    """The tree in a file or of the gallery, or of a strategy when the source is rules and no file."""
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
            if games.is_game_file(source):  # it names the file that is wrong
                raise
            raise Unavailable.because("no_such_tree_source", file=files.shown(source)) from None
        if rules is not None and games.Game.parse(rules) != game:
            raise BadInput.because("built_for_another", game=str(game), other=str(games.Game.parse(rules)))
        return _build(game, strategies.Player.parse(strategy), workers, quiet)
    return trees.read_tree(source, rules)
