"""What is fuzzed: one target for each format of text and of files, its good inputs, and the laws of what is accepted.

A target is a function of an input. It returns whether the input was accepted; a refusal is an exception of the
package. Any other exception is a fault, and so is a broken law: what is read can be written and read again, a figure
that a check accepts is true.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from codepegs import build_tree, optimal, read_tree, write_tree
from codepegs.analysis import CertificateCheck, TreeCheck, verify
from codepegs.errors import CodepegsError
from codepegs.experiments import Store, open_executor, read_rows, run_sweep
from codepegs.experiments.store import Row
from codepegs.experiments.sweep import parse_plan
from codepegs.game import CANONICAL, Game, Position, load_game, noise_of, parse_reply
from codepegs.match import saved_game
from codepegs.render import Picture
from codepegs.rng import Seed
from codepegs.strategies import Player
from codepegs.trees import certificate_checker, checker, text
from codepegs.trees.formats import FORMATS, READABLE
from codepegs.trees.search import certify, lower_bound, passes as search_passes
from codepegs.trees.search.best_first import OBJECTIVE, LowerBoundSearch
from codepegs.trees.search.journal import Journal
from tests.cli.fuzzing import POSITIONS, RULES, STRATEGIES

ROOT = Path(__file__).parents[2]

REFUSALS = (CodepegsError, checker.Unreadable, certificate_checker.Unreadable)
"""How an input may be refused."""

SECONDS_OF_A_TASK = 2.0
"""After this time the client of an HTTP request is gone."""


@dataclass(frozen=True)
class Target:
    """A format.

    Args:
        name: Its name on the command line.
        seeds: Returns good inputs, all of which are accepted.
        accepts: Returns true for an input that it accepts; raises one of `REFUSALS` for others.
        compiled: Whether compiled loops see what the input says, so that it is fuzzed under the sanitizers, too.
    """

    name: str
    seeds: Callable[[], list[bytes]]
    accepts: Callable[[bytes], bool]
    compiled: bool = False

    def tries(self, data: bytes) -> bool:
        """Return whether an input is accepted; raises what is a fault."""
        try:
            return self.accepts(data)
        except REFUSALS as refusal:
            if not str(refusal).strip():
                raise ValueError(f"{refusal!r} says nothing") from refusal
            return False


def _texts(*texts: str) -> Callable[[], list[bytes]]:
    return lambda: [text.encode() for text in texts]


def _folder() -> Path:
    return Path(_temporary().name)


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="codepegs-fuzz-", ignore_cleanup_errors=True)


def _file(data: bytes, name: str) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


def _text(data: bytes) -> str:
    """The characters that the bytes stand for, as the command line has them."""
    return data.decode("utf-8", "surrogateescape")


def position(data: bytes) -> bool:
    """A position is written as text that means the same."""
    found = Position.parse(_text(data))
    assert Position.parse(str(found)) == found
    return True


def rules(data: bytes) -> bool:
    """A game is written as text that means the same."""
    found = Game.parse(_text(data))
    assert Game.parse(str(found)) == found
    return True


def code(data: bytes) -> bool:
    """A code, after the rules of its game."""
    named, _, text = _text(data).partition(" ")
    game = Game.parse(named)
    found = CANONICAL.parse(game, text)
    assert CANONICAL.parse(game, CANONICAL.format(game, found)) == found
    return True


def reply(data: bytes) -> bool:
    """A reply, after the rules of its game."""
    named, _, text = _text(data).partition(" ")
    game = Game.parse(named)
    found = parse_reply(game, text)
    assert parse_reply(game, str(found)) == found
    return True


def noise(data: bytes) -> bool:
    """A kind of false replies."""
    found = noise_of(_text(data))
    assert noise_of(str(found)) == found
    return True


def strategy(data: bytes) -> bool:
    """A strategy and its options."""
    found = Player.parse(_text(data))
    assert Player.parse(str(found)) == found
    return True


def tree(data: bytes) -> bool:
    """A tree is written as it was read, in every format; what the checker accepts has the figures that it says."""
    path = _file(data, "input.tree")
    found = read_tree(path)
    for name in READABLE:
        again = _folder() / "again.tree"
        write_tree(found, again, name)
        copy = read_tree(again, found.game)
        assert (copy.game, copy.figures.total) == (found.game, found.figures.total), name
    checked = verify(path)
    assert isinstance(checked, TreeCheck)
    assert not checked.valid or checked.total == found.figures.total
    return True


def tree_alone(data: bytes) -> bool:
    """The checker that stands alone refuses what it cannot read, and finds what the library finds."""
    path = _file(data, "alone.tree")
    valid = bool(checker.check_file(str(path))["valid"])
    assert valid == verify(path).valid
    return True


def certificate(data: bytes) -> bool:
    """What a certificate proves is true, and the compiled checker agrees."""
    path = _file(data, "input.cert")
    found = verify(path)
    if isinstance(found, CertificateCheck):
        assert found.valid == verify(path, compiled=True).valid
        least = _totals().get(found.rules)
        if found.valid and least is not None and found.objective in ("", "expected"):
            assert found.total <= least, f"{found.rules} needs {least}, less than the proved {found.total}"
    return True


def sealed_certificate(data: bytes) -> bool:
    """A certificate whose checksum was made again after the damage: what it proves is still true."""
    body = "".join(_text(data).splitlines(keepends=True)[:-1])
    return certificate((body + certificate_checker.seal(body)).encode("utf-8", "surrogateescape"))


def words(data: bytes) -> bool:
    """A list of words, whose replies can be computed."""
    game = load_game(f"words:{_file(data, 'words.txt')}:wordle")
    return game._table.shape == (len(game.texts), game.size)


def game_file(data: bytes) -> bool:
    """A game in TOML, whose replies can be computed."""
    _file(b"CRANE 1\nSLATE 2\n", "list.txt")
    _file(TABLE, "berries.csv")
    game = load_game(str(_file(data, "game.toml")))
    found = game._table
    assert int(found.max()) < len(game.replies())
    return found.shape == (game._guess_count, game.size)


TABLE = b"plant,colour,thorns,seen,eat it?\nblackberry,black,yes,40,yes\nyew,red,no,10,no\n"
"""A table of tests and objects."""


def table(data: bytes) -> bool:
    """A table in CSV, in which every object has an outcome of every test."""
    game = load_game(f"table:{_file(data, 'table.csv')}")
    assert len(game.texts) == game._guess_count + game.size
    return all(game._has_reply(game._reply_between(game._code_at(game.size), code)) for code in game.codes)


TABLE_FILES = ("german-title.csv", "german-unicode-text.txt", "german-comments.csv", "r-write-table.txt", "zoo.data")
"""Files of other encodings and programs."""


def _spreadsheets() -> list[bytes]:
    return [(ROOT / "tests/data/tables" / name).read_bytes() for name in ("german.xlsx", "german.ods")]


def plan(data: bytes) -> bool:
    """A plan in TOML."""
    units = parse_plan(_file(data, "plan.toml").read_text(encoding="utf-8", errors="replace"))
    assert len({unit.name for unit in units}) == len(units)
    return True


def sweep(data: bytes) -> bool:
    """The results of a sweep: rows that were written, or fewer."""
    for old in _folder().glob("input.sqlite*"):
        old.unlink()
    found = read_rows(_file(data, "input.sqlite"))
    assert set(found) <= _rows()
    return True


def journal(data: bytes) -> bool:
    """The journal of a search, with which the search goes on: to the true optimum."""
    found = optimal("p3c3", journal=_file(data, "input.search"))
    assert (found.upper_bound, found.proved) == (_totals()["p3c3"], True)
    return True


def bound(data: bytes) -> bool:
    """The journal of a search for lower bounds, with which the search goes on: to the true optimum."""
    found = lower_bound("p3c5", journal=_file(data, "input.bound"))
    assert (found.lower_bound, found.exact) == (451, True)
    return True


def passes(data: bytes) -> bool:
    """What a pass of `improve` begins with: as it was written, or not used."""
    found = search_passes.read(_file(data, "input.state"), WANTED)
    assert found is None or [text.write(tree) for tree in found.read_trees(Game.parse("p3c3"))] == [*found.trees]
    return found is not None


def saved(data: bytes) -> bool:
    """A saved game, whose content has its checksum."""
    found = saved_game.read(_file(data, "input.json"))
    assert found.checked().check == found.check
    assert found.game
    assert found.code
    return True


def picture(data: bytes) -> bool:
    """A picture, whose pixels are written and read as they are."""
    found = Picture.from_bytes(data, size=(4, 3), colors=3)
    assert Picture.from_bytes(found.png(), size=(4, 3), colors=3).code == found.code
    return True


def request(data: bytes) -> bool:
    """A request to the server: the name of its task, a blank, and the body."""
    from codepegs.server.requests import Cancelled, TaskContext, TooLarge
    from codepegs.server.tasks import ENDPOINTS
    from codepegs.trees.gallery import NoSuchTree

    name, _, body = data.partition(b" ")
    endpoint = ENDPOINTS.get(name.decode("latin-1"))
    if endpoint is None or endpoint.task is None:
        return False
    ends = time.monotonic() + SECONDS_OF_A_TASK
    try:
        answer = endpoint.answer(endpoint.read(body), TaskContext(is_cancelled=lambda: time.monotonic() > ends))
    except (TooLarge, NoSuchTree):
        return False
    except Cancelled:
        return True
    assert answer
    return True


@cache
def _totals() -> dict[str, int]:
    """The least totals of the games of which there are certificates."""
    found = {rules: optimal(rules).upper_bound for rules in ("p2c3", "p3c3", "p2c3-b")}
    return {rules: value for rules, value in found.items() if value is not None}


def _strategies() -> list[bytes]:
    wrong = (":", "nobody", "tree:", "minimax:", "minimax:first=9", "minimax:ties=none", "minimax:first", "bayes")
    return [text.encode() for text in STRATEGIES if text not in wrong]


def _trees() -> list[bytes]:
    small = build_tree("p2c3", "minimax"), build_tree("p3c3-t", "entropy")
    written = [FORMATS[name].write(each).encode() for each in small for name in ("text", "json", "dot")]
    return [*written, FORMATS["braces"].write(small[0]).encode()]


def _trees_for_the_checker() -> list[bytes]:
    return [FORMATS[name].write(build_tree("p2c3", "minimax")).encode() for name in ("text", "json")]


def _certificates() -> list[bytes]:
    return [certify(rules, total).text.encode() for rules, total in _totals().items()]


def _blocks(kind: str, *pages: str) -> list[bytes]:
    """The TOML blocks of pages of the documentation, or the files that their examples show."""
    text = "\n".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in pages)
    if kind == "toml":
        return [block.encode() for block in re.findall(r"^```toml\n(.*?)^```", text, re.M | re.S)]
    return [block.encode() for block in re.findall(r"^\$ cat \w+\.toml\n((?:(?!\$ ).*\n)*?)(?=\$ |```)", text, re.M)]


def _games() -> list[bytes]:
    shown = [block for block in _blocks("cat", "how-to/play-with-your-own-list.md") if b".txt" not in block]
    return [
        *(block for block in shown if b"bulls" not in block),
        b'rules = "p3c3"\nexclude = ["1*", "??2"]\nreply = "black - white"\nhard = true\n',
        b'secrets = "list.txt"\nguesses = ["TRACE"]\nreply = "wordle"\nhard = "wordle"\n',
        b'secrets = ["ab", "ba", "cc"]\nguesses = ["ca"]\nreply = "1 if black > white else min(black, 2)"\n'
        b"weights = [1, 2.5, 1]\n",
        b'reply = "columns"\n[secrets]\nA = [1, "x", 1979-05-27]\nB = [2.5, "y", 1979-05-28]\n'
        b"[weights]\nA = 1\nB = 2\n",
    ]


def _plans() -> list[bytes]:
    return [
        b'rules = ["p2c3", "p2c2"]\nstrategies = ["minimax", "first-consistent"]\ngames = 2\nseed = 1\n',
        b'pegs = [2, 3]\ncolors = [2]\nstrategies = ["entropy"]\ngames = "all"\nshards = 2\n',
        b'rules = ["p2c3"]\nstrategies = ["bayes"]\nnoise = [0, 0.1, "miscount:0.1"]\ndeclare = 0.9\ngames = 2\n',
        b'seed = 7\n[[task]]\nrules = ["p2c3"]\nstrategies = ["minimax"]\noptions = { first = ["12", "11"] }\n'
        b'[[task]]\nrules = ["bc"]\nstrategies = ["random-consistent"]\ngames = 20\ngames_per_unit = 10\n',
    ]


@cache
def _sweeps() -> list[bytes]:
    path = _folder() / "good.sqlite"
    for old in _folder().glob("good.sqlite*"):
        old.unlink()
    with open_executor("serial", 1) as serial, Store(path) as store:
        run_sweep(parse_plan(_plans()[0].decode()), store, serial)
    return [path.read_bytes()]


@cache
def _rows() -> set[Row]:
    """The rows that were written."""
    return set(read_rows(_file(_sweeps()[0], "rows.sqlite")))


def _journals() -> list[bytes]:
    path = _folder() / "good.search"
    path.unlink(missing_ok=True)
    optimal("p3c3", journal=path)
    return [path.read_bytes()]


def _bounds() -> list[bytes]:
    path = _folder() / "good.bound"
    path.unlink(missing_ok=True)
    with Journal(path, "p3c5", OBJECTIVE, False) as journal:
        LowerBoundSearch(Game.parse("p3c5"), journal=journal).run(steps=3)
    return [path.read_bytes()]


WANTED = search_passes.Wanted(rules="p3c3", candidates_only=False, seed=0, width=None, passes=2)


def _passes() -> list[bytes]:
    tree = read_tree("gallery:p3c3")
    begin = search_passes.Begin(
        wanted=WANTED, done=1, next_width=2.0, is_given=True, firsts=("112",), trees=search_passes.texts([tree])
    )
    return [msgspec.json.encode(begin.sealed())]


def _saved_games() -> list[bytes]:
    path = _folder() / "good.json"
    start = saved_game.SavedGame.begun(Game.parse("p4c6"), "minimax", Seed(1))
    saved_game.Recorder(path, start).close()
    return [path.read_bytes()]


def _pictures() -> list[bytes]:
    return [Picture.load(name, size=(4, 3), colors=3).png() for name in ("fish", "sailboat")]


def _requests() -> list[bytes]:
    from codepegs.server.tasks import ENDPOINTS

    bodies = {name: dict(found.request.EXAMPLE) for name, found in ENDPOINTS.items() if found.task is not None}
    bodies["evaluate"] = {"rules": "p2c3", "strategies": ["entropy", "minimax"], "games": 5}
    return [name.encode() + b" " + msgspec.json.encode(body) for name, body in bodies.items()]


TARGETS = {
    target.name: target
    for target in (
        Target("positions", _texts(*RULES, *POSITIONS), position),
        Target("rules", _texts(*RULES), rules),
        Target("codes", _texts("p4c6 1122", "p4c6 1 1 2 2", "p2c40 1,40", "bc 1234"), code),
        Target("replies", _texts("p4c6 1b2w", "p4c6 solved", "p3c3-t 2t", "p3c3-w 1w", "p2c4-b 1b", "bc 1b1w"), reply),
        Target("noise", _texts("0.1", "at-most:1", "lying:1", "swap:0.1", "miscount:0.2", "0"), noise),
        Target("strategies", _strategies, strategy),
        Target("trees", _trees, tree, compiled=True),
        Target("tree-checker", _trees_for_the_checker, tree_alone),
        Target("certificates", _certificates, certificate, compiled=True),
        Target("sealed-certificates", _certificates, sealed_certificate, compiled=True),
        Target("word-lists", _texts("CRANE\nSLATE\nTRACE\n", "crane 3\nslate 0.5\n", "12 21 11"), words, compiled=True),
        Target("game-files", _games, game_file, compiled=True),
        Target(
            "tables",
            lambda: [
                *_texts(TABLE.decode(), TABLE.decode().replace(",", ";"), '"a","b"\n"x","1"\n')(),
                *((ROOT / "tests/data/tables" / name).read_bytes() for name in TABLE_FILES),
            ],
            table,
            compiled=True,
        ),
        Target("spreadsheets", _spreadsheets, table),
        Target("plans", _plans, plan),
        Target("sweeps", _sweeps, sweep),
        Target("journals", _journals, journal, compiled=True),
        Target("journals-of-bounds", _bounds, bound, compiled=True),
        Target("states-of-improve", _passes, passes),
        Target("saved-games", _saved_games, saved),
        Target("pictures", _pictures, picture),
        Target("requests", _requests, request, compiled=True),
    )
}
