"""Games from a table of tests and objects: what is stored, in which order, and when they end."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import codepegs
from codepegs import (
    BadCode,
    BadReply,
    BadRules,
    Candidates,
    Game,
    ListedGame,
    Position,
    build_tree,
    evaluate,
    optimal,
    suggest,
)
from codepegs.codes import CodeSpace, Objective, OneStep, PartitionedSet
from codepegs.game import Outcomes, load_game
from codepegs.parallel import WorkerThreads

ANIMALS = ["cat", "dog", "Emperor penguin", "trout"]
TESTS = ["Has it fur?", "swims", "cat"]
CELLS = [["yes", "yes", "no", "no"], ["no", "a bit", "yes", "yes"], ["1", "2", "3", "3"]]


def animals(**options: object) -> ListedGame:
    return ListedGame(ANIMALS, None, Outcomes.of(CELLS, TESTS), **{"until": "known", **options})  # type: ignore[arg-type]


def test_objects_come_before_tests_and_the_table_has_a_row_for_each_test() -> None:
    game = animals()
    assert game.texts == ("cat", "dog", "Emperor_penguin", "trout", "Has_it_fur?", "swims", "cat?")
    assert (game.size, game._first_guess, game._guess_count) == (4, 4, 3)
    book = CodeSpace.of(game)
    assert book.secrets().tolist() == [0, 1, 2, 3]
    assert book.guesses().tolist() == [4, 5, 6]
    assert book.rows(book.guesses()).tolist() == [0, 1, 2]
    labels = [str(reply) for reply in game.replies()]
    assert labels == ["1", "2", "3", "a_bit", "no", "yes", "solved"]
    assert [[labels[n] for n in row] for row in game._table] == [
        [cell.replace(" ", "_") for cell in row] for row in CELLS
    ]
    assert not (game._table == len(labels) - 1).any(), "a test announces no win"


def test_names_are_read_as_given_and_as_written() -> None:
    game = animals()
    for text in ("Has it fur?", "has_it_fur?", "HAS  IT FUR?"):
        assert game.check_guess(text) == (4,)
    position = Position.parse("x", game=game).after("has it fur?", "NO").after("swims", "yes")
    assert str(position) == f"{game} Has_it_fur?:no swims:yes"
    assert Position.parse(str(position)) == position
    assert game.parse_reply("A bit") == game.reply("swims", "dog")


def test_an_object_is_no_test() -> None:
    game = animals()
    with pytest.raises(BadCode, match=r"dog is an object of table-.*, not a test: expected a code such as Has_it_fur"):
        Position(game).after("dog", "yes")
    with pytest.raises(BadCode, match="can be guessed but cannot be the secret"):
        game.reply("swims", "swims")
    with pytest.raises(BadReply, match="no secret in the list gives it"):
        Position(game).after("swims", "solved")


def test_partitions_use_the_rows_of_the_tests() -> None:
    game = animals()
    left = Candidates.all(game)
    assert {str(reply): len(part) for reply, part in left.partition("Has it fur?").items()} == {"no": 2, "yes": 2}
    found = PartitionedSet.of(left, left.space.guesses(), WorkerThreads())
    scores, wins = found.scores(left.space.guesses(), Objective.WORST_PART, WorkerThreads())
    assert (scores.tolist(), wins.tolist()) == ([2, 2, 2], [0, 0, 0])
    assert OneStep(Objective.MOST_PARTS).choose(Position(game), left) == (5,)
    assert [str(game.reply(test, "dog")) for test in TESTS[:2]] == ["yes", "a_bit"]
    assert Candidates.after(Position(game).after("swims", "yes"))[:] == [(2,), (3,)]


def test_the_game_ends_when_nothing_is_left_to_be_known() -> None:
    known = CodeSpace.of(animals())
    assert [labels.tolist() for labels in known.game._endings] == [[0, 1, 2, 2]], "no test separates the last two"
    keys = known.secrets()
    assert [known.is_over(keys[list(some)]) for some in ((0,), (0, 1), (2, 3), (1, 2, 3))] == [True, False, True, False]
    of_class = CodeSpace.of(animals(classes=["mammal", "mammal", "bird", "fish"], until="class"))
    assert [labels.tolist() for labels in of_class.game._endings] == [[0, 0, 1, 2], [0, 1, 2, 2]]
    assert [of_class.is_over(keys[list(some)]) for some in ((0, 1), (2, 3), (1, 2))] == [True, True, False]
    assert Game(4, 6)._endings == ()
    assert not CodeSpace.of(Game(2, 2)).is_over(CodeSpace.of(Game(2, 2)).secrets()[:1])


def test_a_table_in_which_objects_are_named_equals_the_list() -> None:
    words = ["crane", "crate", "trace", "react"]
    more = ["slate", "stale"]
    game = ListedGame(words, more, "wordle")
    cells = [[str(game.reply(guess, secret)) for secret in words] for guess in words + more]
    table = ListedGame(words, None, Outcomes.of(cells, words + more))
    used = [str(game.replies()[n]) for n in np.unique(game._table)]
    assert [str(reply) for reply in table.replies()] == [*sorted(used[:-1]), "ggggg"]
    assert (table._first_guess, table._guess_count, table.win) == (0, 6, game.win)
    for guess in words + more:
        for secret in words:
            assert table.reply(guess, secret) == game.reply(guess, secret)


def test_naming_an_object_is_a_guess_if_the_game_ends_with_it() -> None:
    game = animals(until="named", costs={"swims": 3})
    assert game.texts == ("cat", "dog", "Emperor_penguin", "trout", "Has_it_fur?", "swims")
    assert [str(game.reply("dog", animal)) for animal in ANIMALS] == ["no", "solved", "no", "no"]
    assert [str(game.reply("cat", animal)) for animal in ANIMALS] == ["solved", "2", "3", "3"]
    assert game._endings == ()
    assert game.costs is not None
    assert game.costs.tolist() == [1, 1, 1, 1, 1, 3]


def test_weights_are_given_by_name_in_any_case_of_letters() -> None:
    rows = [[0, 1, 1], [0, 0, 1]]
    by_name = Game.from_table(rows, objects=["cat", "hen", "cod"], weights={"hen": 2, "CAT": 1, "Cod": 4})
    assert by_name == Game.from_table(rows, objects=["cat", "hen", "cod"], weights=[1, 2, 4])


def test_weights_costs_and_classes_are_kept_by_copies_and_in_the_digest() -> None:
    game = animals(weights=[1, 2, 3, 0.5], costs=[1, 2, 7], classes=["pet", "pet", 5, 5.0], until="class")
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert copy.texts == game.texts
    assert (copy._table == game._table).all()
    assert copy.costs.tolist() == [1, 2, 7]
    assert copy.weights.tolist() == [2, 4, 6, 1]
    assert (copy.classes.tolist(), copy.class_names, copy.until) == ([0, 0, 1, 1], ("pet", "5"), "class")
    others = [animals(), animals(costs=[1, 2, 7]), animals(classes=["a", "a", "b", "b"]), animals(until="named")]
    assert len({each._digest for each in [game, *others]}) == 5
    assert game.words == "4 objects, 3 tests, with weights and costs, until the class is known"
    assert animals(costs=[1, 1, 1]).costs is None


def test_lists_of_codes_end_when_the_code_is_known_too() -> None:
    game = ListedGame(["AB", "BA", "BB"], reply="same-place", until="known", costs={"bb": 2})
    assert game.costs is not None
    assert game.costs.tolist() == [1, 1, 2]
    assert [labels.tolist() for labels in game._endings] == [[0, 1, 2]]
    assert game.words == "3 secrets, reply rule same-place, until known"
    assert str(game.win) == "2b"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"until": "never"}, "expected named, known or class"),
        ({"until": "class"}, "needs classes"),
        ({"costs": [1, 2]}, "3 guesses and 2 costs are given"),
        ({"costs": [1, 2, 0]}, "the cost of cat\\? is 0: expected a whole number from 1"),
        ({"costs": [1, 2, 1.5]}, "is 1.5: expected a whole number"),
        ({"costs": {"swim": 2}}, "a cost is given for 'swim', which cannot be guessed: did you mean swims"),
        ({"costs": 3}, "expected a whole number for each guess"),
        ({"classes": ["a"]}, "4 objects and 1 class are given"),
        ({"classes": {"cat": 1}}, "dog has no class"),
        ({"hard": True}, "hard mode is a rule of games that end when the secret is named"),
    ],
)
def test_what_a_table_cannot_have_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadRules, match=message):
        animals(**options)


@pytest.mark.parametrize(
    ("cells", "tests", "message"),
    [
        ([1, 2], ["a"], "row 1 of the table has the shape \\(\\)"),
        ([[1, 2], [1]], ["a", "b"], "row 2 of the table has the shape \\(1,\\)"),
        ([[1, 2]], ["a", "b"], "2 tests and 1 rows are given"),
        ([[1, 2], [1, 2]], ["a"], "1 test and more rows are given"),
        ([[1, 2], [1, 3]], ["a b", "A_B"], "the test 'a b' is listed twice, also as 'A_B'"),
        ([[1, 2], [1, 3]], ["a", "a"], "the test 'a' is listed twice: give each"),
        ([[1.0, float("nan")]], ["a"], "missing or not a number"),
        ([["x", ""]], ["a"], "an outcome is empty"),
        ([["x", "?"]], ["a"], "'\\?' cannot be an outcome"),
    ],
)
def test_what_cannot_be_a_table_is_refused(cells: object, tests: list[str], message: str) -> None:
    with pytest.raises(BadRules, match=message):
        Outcomes.of(cells, tests)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "uint64", "float64", "U3", "object"])
def test_arrays_of_every_type_are_numbered_alike(dtype: str) -> None:
    drawn = np.random.default_rng(5).integers(2 if dtype == "bool" else 12, size=(7, 9))
    found = Outcomes.of(drawn.astype(dtype), [f"t{n}" for n in range(7)])
    texts = [["no", "yes"][n] if dtype == "bool" else str(n) for n in drawn.ravel().tolist()]
    assert [found.labels[n] for n in found.numbers.ravel()] == texts
    assert found.numbers.dtype == np.uint8
    assert list(found.labels) == sorted(set(texts), key=lambda text: (len(text), text))


class Frame:
    """What pandas and polars have in common."""

    def __init__(self, columns: dict[str, list[object]], index: list[str] | None = None) -> None:
        self.values = columns
        self.columns = list(columns)
        if index is not None:
            self.index = index

    def __getitem__(self, name: str) -> np.ndarray:
        column = np.empty(len(self.values[name]), dtype=object)
        column[:] = self.values[name]
        return column

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return np.array([self[name] for name in self.columns]).T


ROWS: dict[str, list[object]] = {
    "animal": ["cat", "hen", "cod"],
    "legs": [4, 2, 0],
    "fur": [True, False, False],
    "often": [5, 3, 0.5],
    "kind": ["mammal", "bird", "fish"],
}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_whole_floats_are_numbered_like_integers(dtype: str) -> None:
    rng = np.random.default_rng(3)
    cells = rng.integers(-30, 2_000, size=(8, 60)).astype(dtype)
    cells[1] = -0.0
    cells[2, 5] = 0.5  # this row is not whole
    found = Outcomes.of(cells, map(str, range(8)))
    as_objects = Outcomes.of(cells.astype(object), map(str, range(8)))
    assert found.labels == as_objects.labels
    assert "0.5" in found.labels
    assert "0" in found.labels
    assert np.array_equal(found.numbers, as_objects.numbers)


@pytest.mark.parametrize("row", [[1e300, 0.0], [2.0**53, 2.0**53 + 2], [-1e18, 5.0]])
def test_numbers_beyond_whole_floats_keep_their_texts(row: list[float]) -> None:
    assert Outcomes.of([row], ["size"]).labels == tuple(str(int(value)) for value in sorted(row))


@pytest.mark.parametrize("missing", [np.nan, np.inf, -np.inf])
def test_an_array_with_missing_numbers_is_refused(missing: float) -> None:
    with pytest.raises(BadRules, match="missing or not a number"):
        Outcomes.of(np.array([[1.0, missing, 2.0]]), ["size"])


@pytest.mark.parametrize("has_index", [False, True])
def test_data_frames_have_an_object_in_each_row(has_index: bool) -> None:
    rows = {name: column for name, column in ROWS.items() if not has_index or name != "animal"}
    frame = Frame(rows, ["cat", "hen", "cod"] if has_index else None)
    game = Game.from_table(frame, weights="often", classes="kind")
    assert isinstance(game, ListedGame)
    assert game.texts == ("cat", "hen", "cod", "legs", "fur")
    assert [str(game.reply("legs", name)) for name in ("cat", "hen", "cod")] == ["4", "2", "0"]
    assert [str(game.reply("fur", name)) for name in ("cat", "hen", "cod")] == ["yes", "no", "no"]
    assert game.weights is not None
    assert (game.weights.tolist(), game.class_names, game.until) == ([10, 6, 1], ("mammal", "bird", "fish"), "class")
    assert Game.from_table(ROWS, objects="animal", weights="often", classes="kind") == game
    turned = Game.from_table({"test": ["legs", "fur"], "cat": ["4", "yes"], "hen": ["2", "no"]}, rows="tests")
    assert isinstance(turned, ListedGame)
    assert turned.texts == ("cat", "hen", "legs", "fur")
    assert str(turned.reply("legs", "hen")) == "2"


def test_data_frames_of_polars() -> None:
    polars = pytest.importorskip("polars")
    game = Game.from_table(polars.DataFrame(ROWS, strict=False), weights="often", classes="kind")
    assert game == Game.from_table(ROWS, objects="animal", weights="often", classes="kind")


def test_functions_of_a_test_and_all_objects() -> None:
    tests, objects = range(2, 6), np.arange(20)
    game = Game.from_table(lambda test, numbers: numbers % test, tests=tests, objects=objects)
    assert isinstance(game, ListedGame)
    assert game._table.tolist() == [[n % test for n in range(20)] for test in tests]
    assert str(game.reply("5", "13")) == "3"
    with pytest.raises(BadRules, match="needs both"):
        Game.from_table(lambda test, numbers: numbers, tests=tests)
    with pytest.raises(BadRules, match="a function has no columns"):
        Game.from_table(lambda test, numbers: numbers, tests=tests, objects=objects, weights="often")


def test_a_cell_takes_a_byte_where_it_can() -> None:
    cells = np.arange(300 * 4).reshape(4, 300)
    for most, dtype in ((255, np.uint8), (256, np.uint16)):
        game = Game.from_table(cells % most)
        assert isinstance(game, ListedGame)
        assert (game._table.dtype, game._table.nbytes) == (np.dtype(dtype), 1200 * np.dtype(dtype).itemsize)
        assert len(game.replies()) == most + 1
        assert (game._table == cells % most).all()


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ([1, 2], {}, "two dimensions"),
        ([[1, 2], [1]], {}, "rows of the table have different lengths"),
        ("lamp.csv", {}, "not the text 'lamp.csv': read a file with codepegs.load_game"),
        ([[1, 2]], {"rows": "columns"}, "expected objects or tests"),
        ([[1, 2]], {"tests": ["a", "b"]}, "1 test and 2 names of tests"),
        ([[1, 2]], {"objects": ["a"]}, "2 objects and 1 name of objects"),
        ([[1, 2]], {"tests": "ab"}, "expected a sequence of names"),
        ([[1, 2]], {"weights": [1]}, "2 secrets and 1 weight"),
        ([[1, 2]], {"costs": [1, 2]}, "1 test and 2 costs"),
        ({"a": ["x", "y"]}, {"weights": "b"}, "the table has no 'b'"),
        ({"a": [1, 2], "b": ["x", "x"]}, {"weights": "b"}, "'x' is not a weight"),
        ({"a": [1, 2]}, {"objects": "b"}, "no column 'b'"),
        ({}, {}, "is empty"),
    ],
)
def test_what_from_table_refuses(given: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(BadRules, match=message):
        Game.from_table(given, **options)  # type: ignore[arg-type]


def test_files_state_the_end_the_costs_and_the_classes(tmp_path: Path) -> None:
    file = tmp_path / "list.toml"
    file.write_text(
        'secrets = ["ab", "ba", "bb"]\nguesses = ["aa"]\nreply = "same-place"\nuntil = "class"\n'
        'costs = { aa = 4 }\nclasses = ["x", "y", "y"]\n'
    )
    game = load_game(str(file))
    assert game.costs is not None
    assert (game.until, game.costs.tolist(), game.class_names) == ("class", [1, 1, 1, 4], ("x", "y"))
    table = tmp_path / "table.csv"
    table.write_text("fault\tcat\then\nfur\tyes\tno\nlegs\t4\t2\n")
    file.write_text('table = "table.csv"\nrows = "tests"\nuntil = "known"\n')
    for game in (load_game(str(file)), load_game(f"table:{table}:tests")):
        assert game.texts == ("cat", "hen", "fur", "legs")
        assert str(game.reply("legs", "hen")) == "2"
    for text, message in {
        'table = "table.csv"\nreply = "wordle"': "reply does not go with table",
        'table = "table.csv"\nrules = "p2c2"': "expected either secrets or rules, or a table",
        'table = "table.csv"\nrows = "columns"': "expected objects or tests",
        'secrets = ["ab"]\nrows = "tests"': "belongs to a table",
    }.items():
        file.write_text(text)
        with pytest.raises(BadRules, match=message):
            load_game(str(file))


def test_a_quoted_cell_may_have_several_lines(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text('fault\t"two\nlines"\nx\t"a\r\nb"\ny\tyes\n', newline="")
    game = load_game(str(table))
    assert isinstance(game._how, Outcomes)
    assert (game._how.tests, game._how.given_labels) == (("two lines",), ("a b", "yes"))
    assert repr(game).endswith(": 2 objects, 1 test>")


def test_a_game_ends_otherwise_by_until() -> None:
    game = codepegs.Codebook.from_table([[0, 0, 1], [0, 1, 1]], objects=["a", "b", "c"], tests=["a", "t"], costs=[3, 2])
    named = game._with_until("named")
    assert (game.until, named.until, Game.of(game, "named")) == ("known", "named", named)
    assert [(text, named._cost_of(named.check_code(text))) for text in "abct"] == [
        ("a", 3),
        ("b", 1),
        ("c", 1),
        ("t", 2),
    ]
    again = named._with_until("known")
    assert again == game
    assert again.costs is not None
    assert again.costs.tolist() == [3, 2]
    assert named._with_until("named") is named
    assert Position.of(Position(game).after("t", "1"), until="named") == Position(named).after("t", "1")
    for call in (optimal, build_tree, evaluate, suggest):
        arguments = ["entropy"] * (call in (build_tree, evaluate))
        assert call(game, *arguments, until="known") is not None
    assert optimal(game, until="named").upper_bound == optimal(named).upper_bound
    assert build_tree(game, "entropy", until="named") == build_tree(named, "entropy")
    assert evaluate(game, "entropy", until="named")[0].total == evaluate(named, "entropy")[0].total
    assert suggest(game, until="named") == suggest(named)


def test_a_game_that_cannot_end_so_is_refused_in_one_sentence() -> None:
    game = Game.from_table([[0, 0, 1], [0, 1, 1]])
    for given, until, sentence in (
        ("p4c6", "known", "p4c6 ends when the secret is named: until='known' is for tables and lists of codes"),
        (game, "class", "until='class' needs classes"),
        (game, "never", "until='never' is invalid: expected named, known or class"),
    ):
        with pytest.raises(BadRules, match=sentence):
            optimal(given, until=until)  # type: ignore[arg-type]
        with pytest.raises(BadRules, match=sentence):
            suggest(given, until=until)  # type: ignore[arg-type]
    word = ListedGame(["AB", "BA", "BB"], reply="same-place", hard=True)
    with pytest.raises(BadRules, match="hard mode is a rule of games that end when the secret is named"):
        word._with_until("known")
