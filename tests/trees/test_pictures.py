"""Trees as pictures: what is drawn, what is left out, and that it is well-formed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from codepegs import Candidates, Game, ListedGame, Position, Tree, build_tree, load_game, read_tree, write_tree
from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL
from codepegs.trees import pictures
from codepegs.trees.formats import FORMATS, read_tree_text
from tests.conftest import Cli

SVG = "{http://www.w3.org/2000/svg}"
WORDS = ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"], reply="wordle", name="words-of-a-picture")
OTHERS = ListedGame(["A", "BB", "<&>"], reply=lambda guess, secret: guess < secret, name="codes-of-a-picture")

GAMES = ["p1c1", "p1c2", "p2c3", "p3c4-t", "p3c4n-b", "p2c40", "p10c2", WORDS, OTHERS]


def tree_of(game: str | ListedGame) -> Tree:
    return build_tree(game, "entropy")


def groups(text: str) -> list[str]:
    """What is said of each guess of a picture; that it is parsed shows that it is well-formed."""
    return [found.text or "" for found in ElementTree.fromstring(text).iter(f"{SVG}title")]


class Page(HTMLParser):
    """The lines of a page, each with its level, and whether the guesses after it are shown."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.level = 0
        self.lines: list[tuple[int, str]] = []
        self.opened: list[bool] = []
        self.ends: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("ul", "details", "body", "html"):
            self.ends.append(tag)
        self.level += tag == "ul"
        if tag == "li":
            self.lines.append((self.level, ""))
        if tag == "details":
            self.opened.append("open" in dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ul", "details", "body", "html"):
            assert self.ends.pop() == tag
        self.level -= tag == "ul"

    def handle_data(self, data: str) -> None:
        if self.lines:
            level, line = self.lines[-1]
            self.lines[-1] = level, line + data.strip()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_page_has_every_guess_at_its_level(game: str | ListedGame) -> None:
    tree = tree_of(game)
    page = Page(pictures.write_html(tree))
    assert not page.ends
    assert [level for level, _ in page.lines] == tree.depths.tolist()
    for node, (_, line) in zip(tree.nodes(), page.lines, strict=True):
        words = node.reply.words if node.reply else ""
        spelled = "".join(CANONICAL.pegs(tree.game, node.guess))
        assert line == f"{words}{spelled}{f'{node.secrets:,}' if node.children else ''}"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_picture_has_every_guess_of_its_levels(game: str | ListedGame) -> None:
    tree = tree_of(game)
    said = groups(pictures.write_svg(tree, tree.figures.longest_game))
    assert len(said) == len(tree)
    for node, words in zip(tree.nodes(), said, strict=True):
        guess = CANONICAL.format(tree.game, node.guess)
        count = f"{node.secrets:,} secret{'s' * (node.secrets != 1)}"
        assert words == f"{f'{node.reply.words}: ' if node.reply else ''}{guess}, {count}"


def test_what_is_left_out_is_said() -> None:
    tree = build_tree("p4c6", "minimax")
    for levels, drawn in ((None, 13), (1, 1), (2, 13), (3, int((tree.depths <= 3).sum())), (99, len(tree))):
        text = pictures.write_svg(tree, levels)
        assert len(groups(text)) == drawn
        whole = levels == 99
        assert (f"The whole tree: {len(tree):,} guesses." in text) == whole
        assert (f"{drawn:,} of {len(tree):,} guesses" in text) != whole
    assert "The first 2 levels of 5: 13 of" in pictures.write_svg(tree)
    big = build_tree("p5c6", "entropy:candidates-only")
    with pytest.raises(BadInput, match=r"up to 3,000 guesses, but 7 levels of this tree have .*: give fewer levels"):
        pictures.write_svg(big, 9)


def test_guesses_do_not_overlap() -> None:
    """The guesses of a level have rows of their own, and a parent stands between the first and last after it."""
    tree = build_tree("p3c4", "minimax")
    nodes = list(range(len(tree)))
    rows, after = pictures._rows([level for level, _, _ in tree.walk()])
    assert after == [list(tree.children(node)) for node in nodes]
    for level in range(1, tree.figures.longest_game + 1):
        found = sorted(rows[node] for node in nodes if tree.depths[node] == level)
        assert all(after - before >= 1 for before, after in pairwise(found))
    for node in nodes:
        children = [rows[child] for child in tree.children(node)]
        assert not children or min(children) <= rows[node] <= max(children)


def test_the_first_levels_are_open() -> None:
    tree = build_tree("p4c6", "minimax")
    for levels in (None, 1, 3):
        page = Page(pictures.write_html(tree, levels))
        inner = [node for node in tree.nodes() if node.children]
        assert page.opened == [node.depth < (levels or 2) for node in inner]


def test_pegs_have_marks_and_replies_have_words() -> None:
    """Nothing depends on colours alone, nor on anything outside the file."""
    tree = build_tree("p3c4", "minimax")
    for text in (pictures.write_html(tree), pictures.write_svg(tree)):
        assert not re.search(r"<script|src=|@import|url\(", text)
    assert "<b><i class=c0>1</i><i class=c0>1</i><i class=c1>2</i></b>" in pictures.write_html(tree)
    assert re.search(r'\.r\d+::before{content:"●○·";content:"●○·"/""}', pictures.write_html(tree))
    assert "one black, one white" in pictures.write_html(tree)
    assert "linear-gradient(90deg,#538d4e 0% 17.6%,#0000 17.6% 20%,#538d4e 20% 37.6%" in pictures.write_html(
        tree_of(WORDS)
    )
    assert "&lt;&amp;&gt;" in pictures.write_html(tree_of(OTHERS))


def test_a_table_is_told_in_its_nouns() -> None:
    """A test never is an object, so none is marked as not being one."""
    table = Game.from_table([[0, 1, 2, 2], [0, 0, 0, 1]], objects=["ash", "elm", "fir", "oak"], tests=["leaf", "bark"])
    tree = build_tree(table, "entropy")
    for text in (pictures.write_html(tree), pictures.write_svg(tree)):
        assert "number of possible objects" in text
        shown = re.sub("<style>.*?</style>", "", text, flags=re.DOTALL)
        assert not re.search("secret|guess|[*]", shown)


ANIMALS = Path(__file__).parents[2] / "examples" / "animals.csv"
KNOWN = ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"], reply="wordle", until="known", name="words-until-known")


@pytest.mark.parametrize(
    "game", [str(ANIMALS), f"table:{ANIMALS}:classes=can_it_fly?", KNOWN], ids=["known", "class", "list"]
)
def test_every_outcome_that_ends_the_game_says_what_is_known(game: str | ListedGame, cli: Cli) -> None:
    loaded = load_game(game) if isinstance(game, str) else game
    tree = build_tree(loaded, "entropy")
    played = {}  # the answer after each end of the game, from the secrets
    for code in Candidates.all(tree.game):
        position, node = Position(tree.game), 0
        while True:
            guess = tree.guess(node)
            position = position.after(guess, tree.game.reply(guess, code))
            after = tree.child(node, position.turns[-1].reply)
            if after is None:
                break
            node = after
        left = [CANONICAL.spell(tree.game, each) for each in Candidates.after(position)]
        played[str(position)] = f"it is {' or '.join(left)}"
        if loaded.until == "class":
            assert loaded.classes is not None
            played[str(position)] = f"its class is {loaded._class_name(loaded.classes[loaded._number_of_code(code)])}"
    wanted = sorted(played.values())
    lines = [line for _, line in Page(pictures.write_html(tree)).lines]
    assert sorted(found[0] for line in lines if (found := re.search("it(s class)? is .*", line))) == wanted
    said = [words.partition(": ")[2] for words in groups(pictures.write_svg(tree, 99))]
    assert sorted(words for words in said if words.startswith(("it is", "its class is"))) == wanted
    dot = FORMATS["dot"].write(tree)
    assert sorted(re.findall(r'^  e\d+ \[label="(.*)", shape=plaintext\];$', dot, re.MULTILINE)) == wanted
    assert len(re.findall(r"-> e\d+ ", dot)) == len(wanted)
    assert read_tree_text(dot) == tree
    if isinstance(game, str):
        shown = [
            re.split("  +", line.strip())
            for line in cli("tree", "show", game, "-s", "entropy", "-l", "99").splitlines()
        ]
        assert sorted(words[1] for words in shown if words[1].startswith("it")) == wanted
        assert cli("tree", "show", f"{game}", *next(iter(played)).split()[1:], "-s", "entropy").startswith(
            "The tree ends here: it"
        )


def test_the_levels_of_a_tree_with_costs_are_guesses() -> None:
    table = [[0, 0, 1, 1], [0, 1, 0, 1]]
    tree = build_tree(Game.from_table(table, costs=[200, 200]), "entropy")
    assert tree.figures.longest_game == 400
    assert "The whole tree: 3 tests." in pictures.write_svg(tree)
    assert "The first 2 levels of 3: 3 of 3 tests. …: more follows." in pictures.write_svg(tree, 2)
    assert len(Page(pictures.write_html(tree)).lines) == 3 + 4


def test_long_names_break_on_a_phone() -> None:
    """Texts break anywhere, and the column of replies is no wider than a screen."""
    game = Game.from_table([["x" * 99, "y", "y"], ["z", "x", "z"]], tests=["q" * 99, "r" * 99])
    page = pictures.write_html(build_tree(game, "entropy"))
    assert "b,u{overflow-wrap:anywhere}" in page
    assert "nowrap" not in page
    assert "u{min-width:24em}" in page


def test_pictures_are_not_read(tmp_path: Path) -> None:
    for name in ("a.svg", "a.html", "a.svg.gz"):
        write_tree(build_tree("p2c3", "minimax"), tmp_path / name)
        with pytest.raises(BadTree, match="this is a picture of a tree: give a tree in another format"):
            read_tree(tmp_path / name)


def test_deep_trees_are_not_pages() -> None:
    deep = build_tree("p1c200", "first-consistent")
    with pytest.raises(BadInput, match="HTML cannot nest 200 guesses"):
        pictures.write_html(deep)
    assert len(groups(pictures.write_svg(deep))) == 100


def test_commands_draw(cli: Cli, tmp_path: Path) -> None:
    tree = build_tree("p4c6", "minimax")
    picture, page = tmp_path / "a.svg", tmp_path / "a.html"
    cli("tree", "export", "p4c6", "-s", "minimax", "-o", str(picture), "--levels", "3")
    assert "a.svg (format svg)" in cli.captured.err
    assert picture.read_text(encoding="utf-8") == pictures.write_svg(tree, 3)
    for _ in range(2):  # the second replaces the first
        cli("tree", "export", "p4c6", "-s", "minimax", "-o", str(page))
    assert page.read_text(encoding="utf-8") == pictures.write_html(tree)
    assert cli("tree", "export", "p4c6", "-s", "minimax", "--format", "svg") == pictures.write_svg(tree)
    assert "a number of levels is for pictures, svg and html" in cli.complaint(
        "tree", "export", "p4c6", "--levels", "3", "-o", str(tmp_path / "a.tree")
    )
    assert "svg is a picture" in cli.complaint("optimal", "--no-proof", "p3c4", "-o", str(tmp_path / "b.svg"))
    assert "is a picture of a tree" in cli.complaint("tree", "stats", str(page))
    with pytest.raises(BadInput, match=r"a\.png has an unknown ending: expected \.tree, .*\.svg, \.html or \.htm"):
        write_tree(tree, tmp_path / "a.png")
    assert str(Position("p4c6")) in page.read_text(encoding="utf-8")
