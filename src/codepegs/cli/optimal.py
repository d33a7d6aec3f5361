"""`codepegs optimal`: optimal trees and their proofs; it also calls the searches of larger games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from codepegs import experiments, game as games, strategies, trees
from codepegs.cli import options
from codepegs.cli.options import (
    CERTIFICATE,
    JOURNAL,
    TREE,
    Output,
    flag,
    option,
    tell_saved,
    writing,
)
from codepegs.cli.terminal import (
    StateLine,
    console,
    cores,
    emit_json,
    error_console,
    print_kinds,
    seconds_text,
    share_text,
    span_text,
)
from codepegs.errors import BadInput
from codepegs.reasons import counted, estimate_words
from codepegs.trees import search

Objective = Annotated[
    str,
    option(
        "expected|worst|depth|expected-within:D|last-turn:D",
        "what to minimise: expected: the expected number of guesses; worst: the longest game, then the "
        "expected number; depth: the longest game only, which is much faster; expected-within:D: the expected "
        "number, with at most D guesses in every game; last-turn:D: the number of games of D guesses, with none "
        "longer",
    ),
]
Then = Annotated[
    str | None,
    option(
        "depth",
        "with --objective expected, worst or expected-within:D: among the optimal trees, find one whose "
        "longest game is as short as possible, with as few games of that length as possible",
    ),
]
CandidatesOnly = Annotated[bool, flag("--candidates-only", "guess only candidates")]
First = Annotated[str | None, option("CODE", "search only for trees with this first guess")]
TreeFile = Annotated[
    Output | None,
    writing(
        TREE,
        "output file for the tree; if it has a tree of the same search, the search continues from it "
        "[default of --no-proof: RULES-improved.tree]",
        "--output -o",
    ),
]
Journal = Annotated[
    Output | None,
    writing(
        JOURNAL,
        "file for what is proved so far; if it exists, the search continues from it",
    ),
]
Start = Annotated[
    str | None,
    option(
        "FILE|gallery:RULES",
        "a tree to start from; with --objective expected",
    ),
]
Certificate = Annotated[
    Output | None,
    writing(
        CERTIFICATE,
        "output file for a certificate of optimality (not with --objective worst); compressed if the name ends in .gz",
    ),
]
Limit = Annotated[
    float | None,
    options.limit_option(
        "time limit, after which the best tree and a bound are printed; for expected, the search then "
        "starts from the gallery's tree, if there is one [default of --bound-only: 60]"
    ),
]
Executor = Annotated[
    str,
    option(
        "threads|processes|serial|dask:tcp://HOST:PORT|mpi",
        "where to search: threads of this process (the fastest on one machine), local processes, a Dask "
        "cluster, or the processes started by mpiexec",
    ),
]
NoProof = Annotated[bool, flag("--no-proof", "search for a good tree, without a proof")]
BoundOnly = Annotated[bool, flag("--bound-only", "only prove a lower bound on the guesses")]
Width = Annotated[
    float | None,
    option(
        "N",
        "guesses tried at large nodes in the first pass, up to three times as many at small ones; it doubles in each "
        "pass [default: 1, or, if the search goes on, the next width]",
        min=1,
        max=1000,
    ),
]
Passes = Annotated[
    int | None,
    option(
        "N",
        "number of passes, for reproducible results [default: 6; unlimited with --limit]",
        min=1,
    ),
]
RandomSeed = Annotated[int | None, option("N", "random seed [default: 0]", "--seed", min=0)]


@options.reads_table("rules")
def optimal(
    rules: options.Rules,
    no_proof: NoProof = False,
    bound_only: BoundOnly = False,
    output: TreeFile = None,
    journal: Journal = None,
    start: Start = None,
    limit: Limit = None,
    candidates_only: CandidatesOnly = False,
    workers: options.Workers = None,
    objective: Objective = "expected",
    then: Then = None,
    first: First = None,
    certificate: Certificate = None,
    executor: Executor = "threads",
    width: Width = None,
    passes: Passes = None,
    seed: RandomSeed = None,
    json: options.Json = False,
) -> None:
    """Find an optimal strategy tree and prove that it is optimal; for large games, a good tree or a bound.

    Examples:
        codepegs optimal p4c6 -o best.tree --certificate best.cert
        codepegs optimal p4c6 --objective expected-within:5
        codepegs optimal p4c9 --journal p4c9.search -o p4c9.tree
        codepegs optimal words:answers.txt,guesses.txt:wordle --first salet
        codepegs optimal p5c8 --no-proof --limit 3600
        codepegs optimal p5c8 --bound-only --limit 3600 --journal p5c8.bound

    The search considers every guess, so the tree is proved to be optimal. To check the tree and the proof
    independently, write a certificate and run codepegs tree verify on each of the two files. The tree can be played
    with --strategy tree:FILE.

    With --no-proof, a beam search tries several guesses at every node, and more in each pass. The best tree so far is
    always in the output file; after Ctrl-C, run the same command to continue. Without --limit, it then ends with the
    same tree as without the interruption; until then, FILE.state has what the current pass began with.
    It also takes -o, --start, --limit and --candidates-only.

    With --bound-only, no tree is searched for. A lower bound on the guesses of every strategy shows how far the best
    known tree can be from an optimal one; it rises for as long as the search runs. It also takes --journal, --limit and
    --candidates-only.
    """
    if no_proof and bound_only:
        raise BadInput.because("not_both", first="--no-proof", second="--bound-only")
    game, wanted = games.Game.parse(rules), search.TreeObjective.parse(objective)
    if not no_proof:
        options.check_needed({"--width": width, "--passes": passes, "--seed": seed}, "--no-proof")
    if no_proof or bound_only:
        mode = "--no-proof" if no_proof else "--bound-only"
        options.check_alone({"--objective": wanted.kind != "expected" or None, "--then": then}, mode, "only_expected")
        options.check_alone({"--first": first}, mode, "any_first_guess")
        options.check_alone({"--executor": executor != "threads"}, mode, "only_threads")
    if no_proof:
        from codepegs.cli.improved_tree import improve

        options.check_alone({"--journal": journal, "--certificate": certificate}, "--no-proof", "nothing_proved")
        improve(
            game,
            output,
            start,
            width=width,
            passes=passes,
            limit=limit,
            candidates_only=candidates_only,
            workers=workers,
            seed=seed,
            json=json,
        )
    elif bound_only:
        from codepegs.cli.lower_bound import bound

        no_tree = {"--output": output, "--start": start, "--certificate": certificate}
        options.check_alone(no_tree, "--bound-only", "no_tree_searched")
        bound(game, limit, candidates_only=candidates_only, journal=journal, workers=workers, json=json)
    else:
        files = (output, journal, start, certificate)
        _prove(_Given(game, wanted, then, candidates_only, first, *files, limit, executor, workers, json))


optimal.modes |= {  # type: ignore[attr-defined]
    "Options of a search with a proof": "objective then first certificate executor",
    "Options of --no-proof": "width passes seed",
}


@dataclass(frozen=True)
class _Given:
    """The options of a search with a proof."""

    game: games.Game
    wanted: search.TreeObjective
    then: str | None
    candidates_only: bool
    first: str | None
    output: Output | None
    journal: Output | None
    start: str | None
    certificate: Output | None
    limit: float | None
    executor: str
    workers: int | None
    json: bool

    def check(self) -> None:
        """Raise `BadInput` for options that do not go together."""
        wanted = self.wanted
        if self.then not in (None, "depth"):
            raise BadInput.because("wrong_then", text=self.then)
        if self.then and not wanted.takes_then:
            raise BadInput.because("option_then_needs_average", objective=str(wanted))
        if self.start and wanted.kind != "expected":
            raise BadInput.because("option_start_needs_expected", objective=str(wanted))

    @property
    def restricted(self) -> str:
        """Among which trees the best is searched for, if not all."""
        limits = [f"begin with {self.first}"] * (self.first is not None)
        limits += ["guess only candidates"] * self.candidates_only
        return f" among trees that {' and '.join(limits)}," if limits else ""

    @property
    def opening(self) -> games.Code | None:
        """The first guess, if it is given."""
        return None if self.first is None else self.game.check_code(games.CANONICAL.parse(self.game, self.first))


def _prove(given: _Given) -> None:
    """Search for an optimal tree with a proof; print it, and write what is to be written."""
    game, wanted, output, certificate = given.game, given.wanted, given.output, given.certificate
    given.check()
    tree = None if given.start is None else read_start(given.start, game, given.candidates_only)
    opening = given.opening
    name = f"{wanted}{' then depth' if given.then else ''}"
    if opening is not None:
        name += f" first {games.CANONICAL.format(game, opening)}"
    if certificate is not None and opening is not None:
        raise BadInput.because("certificate_without_first")
    if tree is not None and opening is not None and tree.guess(0) != opening:
        begin = games.CANONICAL.format(game, tree.guess(0))
        raise BadInput.because("start_begins_otherwise", file=str(given.start), guess=begin, value=str(given.first))
    if certificate is not None:
        search.check_certificate_objective(game, wanted)
        search.check_certificate_size(game)
    title = f"optimal {name}{' candidates-only' if given.candidates_only else ''}"
    before = None
    if output is not None:
        trees.format_of(output.path).check(game)
        before = _tree_before(output, game, title, can_start=wanted.kind == "expected" and opening is None)
        if before is not None and wanted.kind == "expected":
            tree = before if tree is None or before.total <= tree.total else tree
    known = best_known(game, wanted, candidates_only=given.candidates_only, first=opening)
    shipped = None
    if known is not None and given.limit is not None and given.start is None and wanted.kind == "expected":
        shipped = trees.read_tree(known.name, str(game))
        tree = shipped if tree is None or shipped.total < tree.total else tree
    resumed = given.journal is not None and given.journal.path.exists()
    found = _searched(given, tree)
    if given.json:
        emit_json(found)
    else:
        _print(given, found, known, is_known=found.tree is shipped is not None)
        if resumed and found.proved and not found.nodes:
            console().print(f"Nothing was left to search: {given.journal} contains the whole proof.")
    if found.tree is not None and output is not None and (found.proved or wanted.kind == "expected" or before is None):
        trees.write_tree(found.tree.named(title if found.proved else f"best known, {title}"), output.path)
        tell_saved(output)
    _end(given, found)


def _searched(given: _Given, start: trees.Tree | None) -> search.Found:
    """The result of the search, from a tree to start with; it shows its progress."""

    def words(waited: float, bounds: search.Bounds) -> list[str]:
        best = "unknown" if bounds.upper_bound is None else f"{bounds.upper_bound:,}"
        values = f"searching: lower bound {bounds.lower_bound:,}, best {best}"
        if bounds.within is not None:
            values = f"looking for a tree of at most {bounds.within} guesses"
        more = [f"{bounds.done} of {bounds.firsts} first guesses", share_text(bounds.done / bounds.firsts, waited)]
        if given.limit is not None:
            more.insert(0, f"{span_text(max(0.0, given.limit - waited))} to the limit")
        return [values, *(f"; {part}" for part in more if part)]

    with ExitStack() as stack:
        threads = given.workers or cores()
        is_elsewhere = given.executor != "threads"
        pool = stack.enter_context(experiments.open_executor(given.executor, threads)) if is_elsewhere else None
        line = stack.enter_context(showing(words, json=given.json))
        steps = search.iter_optimal(
            given.game,
            given.wanted,
            then="depth" if given.then else None,
            candidates_only=given.candidates_only,
            first=given.opening,
            workers=threads,
            executor=pool,
            limit=given.limit,
            journal=None if given.journal is None else given.journal.path,
            start=start,
        )
        try:
            for bounds in steps:
                if line is not None:
                    line(bounds)
        except KeyboardInterrupt:
            if not steps.has_result:
                raise
        return steps.result


def _end(given: _Given, found: search.Found) -> None:
    """Write the certificate of a proof, and leave with the exit code of the result."""
    certificate = given.certificate
    if certificate is not None and not found.proved:
        error_console().print(f"{certificate} was not written: the search stopped before it had a proof.")
    if found.interrupted:
        if found.tree is not None and given.output is None and not given.json:
            error_console().print("The tree was not saved: to save it, give a file with -o.")
        say_how_to_continue(given.journal)
        raise KeyboardInterrupt
    if certificate is not None:
        if not found.proved:
            raise typer.Exit(1)
        if found.upper_bound is None:  # no tree is so short
            assert given.wanted.turns is not None
            bound = given.wanted.turns + 1
            _certify(given.game, bound, search.TreeObjective("depth"), given.candidates_only, certificate)
        else:
            _certify(given.game, found.upper_bound, given.wanted, given.candidates_only, certificate)
    if found.tree is None and found.proved:
        raise typer.Exit(1)


def say_how_to_continue(journal: Output | None) -> None:
    """Say after an interrupt that the journal, if there is one, has what is proved."""
    if journal is not None and not journal.is_stdout:
        error_console().print(f"What is proved so far is in {journal}: run the same command to continue.")


def showing(words: Callable[..., Sequence[str]], *, json: bool) -> AbstractContextManager[StateLine | None]:
    """The progress of a search, on standard error: one line on a terminal, lines now and then elsewhere."""
    return nullcontext() if json else StateLine(words, is_terminal=sys.stderr.isatty())


def _certify(
    game: games.Game, total: int, objective: search.TreeObjective, candidates_only: bool, file: Output
) -> None:

    def words(waited: float, share: float, claims: int) -> list[str]:
        rest = share_text(share, waited)
        return [f"proving the certificate: {rest}{', ' if rest else ''}{counted(claims, 'claim')}"]

    with StateLine(words, is_terminal=sys.stderr.isatty()) as line:
        made = search.certify(game, total, objective, candidates_only=candidates_only, progress=line)
    made.write(file.path)
    claims = f": a certificate with {counted(made.claims, 'claim')}"
    tell_saved(file, claims if made.claims else ", which needs no claims: the checker proves the bound by itself")


def _tree_before(output: Output, game: games.Game, title: str, *, can_start: bool) -> trees.Tree | None:
    """The tree that an earlier search for the same left; another is a `BadInput`, with --start if it `can_start`."""
    path = output.path
    if not path.exists() or not path.stat().st_size:
        return None
    found = trees.read_tree(path, str(game))
    if found.strategy not in ("", title, f"best known, {title}"):
        start = {"ending": "or_start_from_it"} if can_start else {}
        raise BadInput.because("tree_of_another_search", file=str(path), strategy=found.strategy, **start)
    return found


def print_premise(game: games.Game) -> None:
    """Say, beside what is proved of a table, that it supposes one outcome in each cell that looks like several."""
    if premise := games.cells_notice(game, "proved_of_outcomes"):
        console().print(premise.text, markup=False)


def best_known(
    game: games.Game, wanted: search.TreeObjective, *, candidates_only: bool = False, first: games.Code | None = None
) -> trees.Entry | None:
    """The best tree of the gallery for an objective, among those that begin with a guess or guess candidates only."""
    from codepegs.trees.gallery import entries_of

    opening = None if first is None else games.CANONICAL.format(game, first)
    ranked = [(rank, entry) for entry in entries_of(game) if (rank := _rank(wanted, entry)) is not None]
    for _, entry in sorted(ranked, key=lambda pair: pair[0]):
        if opening not in (None, entry.first):
            continue
        if not candidates_only or trees.read_tree(entry.name, str(game)).solves.all():
            return entry
    return None


def _rank(wanted: search.TreeObjective, of: trees.Entry | trees.TreeFigures) -> tuple[int, ...] | None:
    return wanted.rank(of.total, of.longest_game, of.codes_at_longest)


def print_known(known: trees.Entry, wanted: search.TreeObjective) -> None:
    """Name a tree of the gallery that is better than the one that was found."""
    best = "An optimal tree" if known.is_proved and known.objective == str(wanted) else "The best known tree"
    depth = "" if wanted.kind == "expected" else f" in total, and at most {known.longest_game}"
    console().print(f"{best}, {known.name}, needs {known.total:,}{depth}.")


def _print(given: _Given, found: search.Found, known: trees.Entry | None, *, is_known: bool) -> None:
    """Print the result, and what is known of the best tree; `is_known` if that is the result."""
    game, wanted, out = given.game, given.wanted, console()
    also = "fewest games of that length" if wanted.kind == "worst" else "in the worst case"
    words = wanted.words_of(game._traits.guess_nouns[1]) if game.costs is None else "least cost on average"
    then = (" then depth", f", then {also}") if given.then else ("", "")
    out.print(f"{game}, objective {wanted}{then[0]}: {words}{then[1]}.")
    if found.tree is not None:
        out.print(f"{found.tree.total_words[0].upper()}{found.tree.total_words[1:]}.")
        if game.costs is None:
            histogram = " ".join(map(str, found.tree.figures.histogram))
            out.print(f"{found.tree.histogram_title} (1, 2, 3, …): {histogram}.")
    out.print(_verdict(given, found, known if is_known else None))
    if found.proved:
        print_premise(game)
    elif is_known:
        if known is not None and known.is_proved:
            out.print("An earlier search proved it optimal.")
    elif known is not None:
        rank, best = None if found.tree is None else _rank(wanted, found.tree.figures), _rank(wanted, known)
        assert best is not None
        if rank is None or best < rank:
            print_known(known, wanted)
    _print_kinds(found, known if is_known else None)


def _verdict(given: _Given, found: search.Found, known: trees.Entry | None) -> str:
    """What is proved of the tree that was found, which is the `known` one if that is given."""
    wanted, depth = given.wanted, found.depth_bound
    # Number of sets from which it is rounded: it depends on which of several threads is first.
    sets = estimate_words(found.nodes) if found.nodes >= 1_000 else str(found.nodes)
    work = f"{seconds_text(found.seconds)} ({sets} set{'s' * (found.nodes != 1)} of candidates searched)"
    bound = _bound_words(given.game, wanted, found.lower_bound)
    if found.tree is None:
        return f"There is no such tree. Proved in {work}." if found.proved else f"No tree found in {work}; {bound}."
    if found.proved:
        return f"Proved optimal{given.restricted} in {work}."
    if known is not None:
        return f"This is {known.name}, with which the search began. No better tree was found in {work}; {bound}."
    if depth is None or wanted.kind == "depth":
        return f"Best tree found in {work}, but not proved optimal; {bound}."
    longest = found.tree.figures.longest_game
    if depth < longest:
        least = f"{'no tree' if wanted.kind == 'worst' else 'no tree with this total'} finds every secret in fewer "
        least += f"than {counted(depth, 'guess', 'guesses')}"
        return f"Best tree found in {work}, but not proved optimal; {least}."
    if found.lower_bound < found.tree.figures.total:
        which = "No tree finds every secret in fewer guesses (proved), but the average is not proved"
        return f"Best tree found in {work}. {which}; {bound}."
    which = f"but not the number of secrets that need {counted(longest, 'guess', 'guesses')}"
    return f"Best tree found in {work}. Average and longest game are proved optimal, {which}."


def _print_kinds(found: search.Found, known: trees.Entry | None) -> None:
    """Print the kinds of the figures of a result, which is the `known` tree if that is given, and of its bound."""
    kinds = {name: kind for name, kind in found.kinds.items() if name != "upper_bound"}
    if found.proved or not found.lower_bound:
        del kinds["lower_bound"]
    if found.tree is not None:
        kinds |= {"average": kinds["total"]} if known is None else known.kinds
    if kinds:
        print_kinds(kinds)


def _bound_words(game: games.Game, wanted: search.TreeObjective, bound: int) -> str:
    if game._is_weighed and wanted.kind != "depth":
        return f"every tree needs at least {game._total_words(bound)} in total ({bound / game._mass:.4f} on average)"
    return wanted.bound_words(bound, game.size)


def read_start(path: Path | str, game: games.Game, candidates_only: bool) -> trees.Tree:
    """The tree to go on from."""
    found = strategies.TreePlan(trees.read_tree(path, str(game))).stored
    if candidates_only and not found.solves.all():
        raise BadInput.because("tree_guesses_others", file=str(path))
    return found
