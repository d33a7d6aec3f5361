"""The behaviour signature: a hash of the guesses and the counts of work of a fixed workload.

A change that only affects speed does not change the signature. A change of any guess, count or tree of the workload
does, and the hashes of the parts show where. Nothing in it depends on the number of workers, on the time
that something took, or on the order of sets; for what depends on floating point see docs/signature.md.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from codepegs.analysis import suggest
from codepegs.codes import explain_contradiction
from codepegs.files import read_bytes
from codepegs.game import CANONICAL, Game, ListedGame, Position, Until
from codepegs.match import PlayedGame, play
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import STRATEGIES, Player
from codepegs.trees import text as tree_text
from codepegs.trees.search import TreeObjective, certify, improve, optimal

SEED = 20
"""The seed of all games of the workload; its value is arbitrary, but affects the signature."""

MOST_RECORDED_TURNS = 60
"""Largest number of guesses in small and mid-size games of the workload."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one part of the workload."""

    name: str
    hash: str
    """Hash of its results and counts, 16 hexadecimal digits."""
    games: int
    guesses: int
    """Number of guesses made in these games."""
    sets: int
    """Number of sets of codes for which guesses were compared."""
    replies: int
    """Number of replies counted to compare them: guesses times codes, summed over the sets."""
    seconds: float | UnsetType = UNSET
    """Time of the part, in seconds; absent without times."""


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the benchmark, as `python -m codepegs.cli.bench --json` prints it."""

    signature: str
    """Hash of all parts, 16 hexadecimal digits."""
    parts: list[Part]
    seconds: float | UnsetType = UNSET
    """Time of all parts, in seconds; absent without times."""

    def without_times(self) -> Signature:
        """Return the signature without the times, which differ from run to run."""
        parts = [msgspec.structs.replace(part, seconds=UNSET) for part in self.parts]
        return msgspec.structs.replace(self, parts=parts, seconds=UNSET)


def changed_parts(before: Signature, now: Signature) -> list[str]:
    """Compare two signatures."""
    first = {part.name: part for part in before.without_times().parts}
    second = {part.name: part for part in now.without_times().parts}
    return [name for name in {**first, **second} if first.get(name) != second.get(name)]


class Match(msgspec.Struct, frozen=True, array_like=True):
    """Games of one strategy, as `play` takes them."""

    rules: str
    games: int = 1
    options: str = ""
    noise: float = 0.0
    declare: float | None = None


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of a list of codes, or of a table of tests and objects if it has `outcomes`."""

    strategies: list[str]
    played: list[str | int]
    """The secrets of the games; those of a table by their numbers."""
    position: str
    """A turn after which guesses are ranked."""
    secrets: str = ""
    guesses: str = ""
    reply: str = "mastermind"
    hard: bool | str = False
    outcomes: list[list[int]] | None = None
    """By test, then by object."""
    weights: list[int] | None = None
    costs: list[int] | None = None
    classes: list[str] | None = None
    until: Until | None = None

    @property
    def game(self) -> Game:
        """The game."""
        further: dict[str, Any] = {"weights": self.weights, "costs": self.costs, "classes": self.classes}
        if self.outcomes is not None:
            return Game.from_table(self.outcomes, rows="tests", until=self.until, **further)
        return ListedGame(self.secrets.split(), self.guesses.split(), self.reply, hard=self.hard, **further)


class _Workload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is run; `workload.toml` says what each list is for."""

    groups: dict[str, list[Match]]
    matches: dict[str, list[Match | str]]
    """By strategy, matches and names of groups."""
    positions: list[tuple[str, str]]
    contradictions: list[str]
    trees: list[str]
    searched: list[tuple[str, str]]
    improved: list[tuple[str, int]]
    proved: list[tuple[str, int]]
    listed: list[Listed]
    tables: list[Listed]


WORK = msgspec.toml.decode(read_bytes(Path(__file__).with_name("workload.toml")), type=_Workload)

MATCHES: dict[str, list[Match]] = {
    strategy: [match for part in parts for match in (WORK.groups[part] if isinstance(part, str) else [part])]
    for strategy, parts in WORK.matches.items()
}
"""Further games of each strategy; others play only the small games."""


@dataclass
class _Log:
    """The result of one part so far."""

    threads: WorkerThreads
    games: int = 0
    guesses: int = 0

    def play(self, strategy: str, match: Match) -> Iterator[str]:
        game = Game.parse(match.rules)
        joint = ":" if match.options else ""
        text = f"{strategy}{joint}{match.options}"
        for number in range(match.games):
            played = play(
                game,
                None,
                text,
                noise=match.noise,
                declare=match.declare,
                turns=None if game.pegs > MOST_RECORDED_TURNS else MOST_RECORDED_TURNS,
                seed=Seed(SEED, number),
                workers=self.threads,
            )
            self.games += 1
            self.guesses += played.guesses
            yield _line(played)


def _line(played: PlayedGame) -> str:
    """The decisions of a strategy in one game, and the number of candidates after each turn if it is exact."""
    guesses = _hash(b"".join(np.asarray(turn.guess, dtype="<u2").tobytes() for turn in played.turns))
    known = " ".join(str(turn.candidates) for turn in played.turns)
    fits = " ".join(str(turn.consistent) for turn in played.turns)
    declared = None if played.declared is None else CANONICAL.format(played.game, played.declared)
    return f"{played.game} {played.strategy} {played.guesses} {guesses} {played.solved} {declared} [{known}] [{fits}]"


def _strategy(name: str, log: _Log) -> Iterator[str]:
    strategy = STRATEGIES[name]
    small = [] if strategy.text_option else WORK.groups["small"]
    for match in (*small, *MATCHES.get(name, ())):
        if strategy.why_not(Game.parse(match.rules)) is None:
            yield from log.play(name, match)


def _suggestions(log: _Log) -> Iterator[str]:
    for position, strategy in WORK.positions:
        for found in suggest(position, strategy, top=5, seed=SEED, workers=log.threads):
            guess = CANONICAL.format(Position.parse(position).game, found.guess)
            yield f"{position} {strategy} {guess} {found.is_candidate} {found.worst_part} {found.parts}"


def _trees(log: _Log) -> Iterator[str]:
    for rules in ("p4c5", "p4c6", "p4c6-t", "p3c6n"):
        for strategy in WORK.trees:
            plan = Player.parse(strategy).plan(Game.parse(rules), log.threads)
            tree = plan.tree(log.threads)
            yield f"{rules} {strategy} {tree.figures.histogram} {tree_text.write(tree)}"


def _searched(log: _Log) -> Iterator[str]:
    for rules, objective in WORK.searched:
        # one worker: with several, the number of sets searched depends on timing
        found = optimal(Game.parse(rules), TreeObjective.parse(objective), workers=1)
        log.threads.work.add(found.nodes, 0, 0)
        assert found.tree is not None
        bounds = f"{found.upper_bound} {found.lower_bound} {found.proved}"
        yield f"{rules} {objective} {bounds} {tree_text.write(found.tree)}"


def _improved(log: _Log) -> Iterator[str]:
    for rules, passes in WORK.improved:
        tree = improve(Game.parse(rules), passes=passes, seed=SEED)
        yield f"{rules} {tree.figures.histogram} {tree_text.write(tree)}"


def _certificates(log: _Log) -> Iterator[str]:
    for rules, total in WORK.proved:
        proof = certify(Game.parse(rules), total)
        yield f"{rules} {proof.claims} {proof.text}"


def _listed(log: _Log, games: Sequence[Listed]) -> Iterator[str]:
    """Games, ranked guesses and best trees of games whose codes are listed."""
    for listed in games:
        game = listed.game
        position = Position.parse(f"{game} {listed.position}")
        for strategy in listed.strategies:
            for number, secret in enumerate(listed.played):
                held = game._code_at(secret) if isinstance(secret, int) else secret
                played = play(
                    game, held, strategy, turns=MOST_RECORDED_TURNS, seed=Seed(SEED, number), workers=log.threads
                )
                log.games += 1
                log.guesses += played.guesses
                yield _line(played)
            for found in suggest(position, strategy, top=5, seed=SEED, workers=log.threads):
                yield f"{position} {strategy} {found.text} {found.is_candidate} {found.worst_part} {found.parts}"
        if game._traits.why_not_searched is None:
            best = optimal(game, workers=1)  # with several, the number of sets searched depends on timing
            log.threads.work.add(best.nodes, 0, 0)
            assert best.tree is not None
            yield f"{game} {best.upper_bound} {best.lower_bound} {best.proved} {tree_text.write(best.tree)}"


def _contradictions(log: _Log) -> Iterator[str]:
    for text in WORK.contradictions:
        conflict = explain_contradiction(Position.parse(text))
        assert conflict is not None
        repairs = [(repair.turn, str(repair.reply), repair.candidates) for repair in conflict.repairs]
        rules = [(rule.name, rule.candidates) for rule in conflict.other_rules]
        yield f"{text} {conflict.turns} {repairs} {rules} {conflict.exact}"


def workload() -> dict[str, Callable[[_Log], Iterable[str]]]:
    """Return the parts of the workload by name."""
    strategies = {f"strategy {name}": (lambda log, name=name: _strategy(name, log)) for name in STRATEGIES}
    return {
        **strategies,
        "suggestions": _suggestions,
        "trees": _trees,
        "optimal trees": _searched,
        "improved trees": _improved,
        "certificates": _certificates,
        "contradictions": _contradictions,
        "lists": lambda log: _listed(log, WORK.listed),
        "tables": lambda log: _listed(log, WORK.tables),
    }


def take_signature(
    *, workers: int = 1, only: Sequence[str] | None = None, progress: Callable[[str], None] = lambda name: None
) -> Signature:
    """Run the workload, or some parts of it, whose hashes are independent, and compute its signature."""
    parts = []
    for name, work in workload().items():
        if only is not None and name not in only:
            continue
        progress(name)
        _forget()
        began = time.perf_counter()
        with WorkerThreads(workers) as threads:
            log = _Log(threads)
            lines = "".join(f"{line}\n" for line in work(log))
            done = threads.work
            counts = f"{log.games} {log.guesses} {done.sets} {done.guesses} {done.replies}"
        parts.append(
            Part(
                name=name,
                hash=_hash(f"{lines}{counts}\n"),
                games=log.games,
                guesses=log.guesses,
                sets=done.sets,
                replies=done.replies,
                seconds=round(time.perf_counter() - began, 3),
            )
        )
    return Signature(
        signature=_hash("".join(f"{part.name} {part.hash}\n" for part in parts)),
        parts=parts,
        seconds=round(sum(part.seconds or 0.0 for part in parts), 3),
    )


def _forget() -> None:
    """Clear the caches of earlier games, whose work would not be counted again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("codepegs."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


def _hash(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:16]  # hexadecimal digits of a hash, enough to make collisions improbable
