"""Draw the pictures of "How it works" and of the strategies: `python docs/pictures/lessons.py`.

Every figure in them is computed here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from html import escape
from pathlib import Path

from codepegs import (
    Candidates,
    Game,
    Guess,
    Position,
    Reply,
    Turn,
    build_tree,
    load_game,
    make_codebreaker,
    optimal,
    play,
    suggest,
)
from codepegs.game.notation import CANONICAL, peg_color
from codepegs.trees import TreeNode

HERE = Path(__file__).parent
ANIMALS = HERE.parents[1] / "examples" / "animals.csv"

WIDTH, MARGIN, ROW = 440, 12, 26
"""In units of the pictures, which a phone shows at four fifths of their size."""

STYLE = (
    "text{font:13px ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}"
    ".s{font-size:12px;fill:#57606a}.h{font-weight:700}.e{text-anchor:end}.m{text-anchor:middle}"
    ".p{fill:#fff}.a{fill:#d0d7de;stroke:#57606a}.c{fill:#54aeff;stroke:#0550ae;stroke-width:2.5}"
    ".l{fill:none;stroke:#57606a}.k{fill:#1f2328;stroke:#57606a}.w{fill:#fff;stroke:#57606a}.o{stroke:#57606a}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#b1bac4}.p{fill:#0d1117}"
    ".a{fill:#30363d;stroke:#8c959f}.c{fill:#1f6feb;stroke:#a5d6ff}.l,.o{stroke:#b1bac4}.k{stroke:#b1bac4}}"
)


class Sketch:
    """A picture of fixed width that is drawn from the top down; `y` is the top of what comes next."""

    def __init__(self, spoken: str) -> None:
        self.spoken, self.y = spoken, float(MARGIN)
        self.parts: list[str] = []

    def add(self, part: str) -> None:
        self.parts.append(part)

    def text(self, words: str, x: float, y: float, kind: str = "") -> None:
        """Write words; `y` is their base line."""
        self.add(f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>')

    def heading(self, words: str, more: str = "") -> None:
        self.text(words, MARGIN, self.y + 14, "h")
        self.text(more, WIDTH - MARGIN, self.y + 14, "s e")
        self.y += 24

    def bar(self, x: float, y: float, width: float, height: float, *, chosen: bool = False) -> None:
        kind = "c" if chosen else "a"
        self.add(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height:g}"/>')

    def code(self, game: Game, code: tuple[int, ...], x: float, y: float, size: float = 20) -> None:
        """Draw the pegs of a code; `y` is their middle."""
        for place, color in enumerate(code):
            fill, ink = peg_color(color)
            middle = x + place * (size + 3) + size / 2
            self.add(f'<circle class="o" cx="{middle:g}" cy="{y:g}" r="{size / 2:g}" fill="{fill}"/>')
            symbol = CANONICAL.symbol(game, color)
            self.add(
                f'<text class="m" x="{middle:g}" y="{y + size * 0.2:g}" '
                f'style="font-size:{size * 0.6:g}px;font-weight:700;fill:{ink}">{symbol}</text>'
            )

    def reply(self, game: Game, reply: Reply, x: float, y: float) -> None:
        """Draw the pegs of a reply; `y` is their middle."""
        kinds = "k" * (reply.black or 0) + "w" * (reply.white or 0)
        for place in range(game.pegs):
            kind, radius = (kinds[place], 5.0) if place < len(kinds) else ("k", 1.5)
            self.add(f'<circle class="{kind}" cx="{x + 6 + place * 13:g}" cy="{y:g}" r="{radius:g}"/>')

    def svg(self) -> str:
        height = round(self.y + MARGIN)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH * 1.4:g}" '
            f'height="{height * 1.4:g}" role="img" aria-label="{escape(self.spoken, quote=True)}">'
            f'<style>{STYLE}</style><rect class="p" width="{WIDTH}" height="{height}" rx="8"/>'
            f"{''.join(self.parts)}</svg>\n"
        )


@cache
def boxes(game: Game, guess: str) -> Mapping[Reply, Candidates]:
    """Return the boxes into which a first guess splits all codes, the largest first."""
    parts = Candidates.all(game).partition(guess)
    return dict(sorted(parts.items(), key=lambda part: -len(part[1])))


MASTERMIND = Game(4, 6)
KINDS = ("1111", "1112", "1122", "1123", "1234")
"""The first guesses that differ by more than the names of colours and the order of pegs."""


def boxes_of_1122() -> str:
    """The 13 boxes of 1122, each with its reply, its size, and a code in it."""
    split = boxes(MASTERMIND, "1122")
    sketch = Sketch(f"Guess 1122 splits 1,296 codes into {len(split)} boxes, one for each reply; the largest has 256")
    sketch.code(MASTERMIND, (0, 0, 1, 1), MARGIN, sketch.y + 10)
    sketch.text(f"splits 1,296 codes into {len(split)} boxes", MARGIN + 104, sketch.y + 15, "h")
    sketch.y += 30
    sketch.text("reply", MARGIN, sketch.y + 10, "s")
    sketch.text("codes in the box", MARGIN + 74, sketch.y + 10, "s")
    sketch.text("one of them", WIDTH - MARGIN, sketch.y + 10, "s e")
    sketch.y += 18
    most = max(map(len, split.values()))
    for reply, inside in split.items():
        middle, width = sketch.y + ROW / 2, 220 * len(inside) / most
        sketch.reply(MASTERMIND, reply, MARGIN, middle)
        sketch.bar(MARGIN + 74, sketch.y + 4, width, ROW - 8, chosen=len(inside) == most)
        sketch.text(str(len(inside)), MARGIN + 82 + width, middle + 5)
        sketch.text(CANONICAL.format(MASTERMIND, inside[0]), WIDTH - MARGIN, middle + 5, "s e")
        sketch.y += ROW
    return sketch.svg()


def first_guesses() -> str:
    """The boxes of the five kinds of first guesses, as one bar of 1,296 codes each."""
    sketch = Sketch("The boxes of five first guesses; 1122 has the smallest largest box")
    least = min(max(map(len, boxes(MASTERMIND, guess).values())) for guess in KINDS)
    for guess in KINDS:
        sizes = [len(inside) for inside in boxes(MASTERMIND, guess).values()]
        sketch.code(MASTERMIND, MASTERMIND.check_code(guess), MARGIN, sketch.y + 12)
        sketch.text(f"largest box {sizes[0]}", MARGIN + 106, sketch.y + 17, "h" if sizes[0] == least else "")
        sketch.text(f"{len(sizes)} boxes", WIDTH - MARGIN, sketch.y + 17, "s e")
        x = float(MARGIN)
        for number, size in enumerate(sizes):
            width = (WIDTH - 2 * MARGIN) * size / MASTERMIND.size
            sketch.bar(x, sketch.y + 28, width, 18, chosen=not number)
            x += width
        sketch.y += 58
    return sketch.svg()


def _answers(game: Game, turns: Sequence[Turn], sketch: Sketch, label: Callable[[Sketch, Turn, float], None]) -> None:
    """A game as rows: each guess, the boxes that it makes of the codes that are left, and the box of the secret."""
    for number, turn in enumerate(turns):
        left = Candidates.after(Position(game, turns[:number]))
        after = Candidates.after(Position(game, turns[: number + 1]))
        sizes = {reply: len(inside) for reply, inside in left.partition(turn.guess).items()}
        label(sketch, turn, sketch.y + 12)
        x = float(MARGIN)
        for reply, size in sizes.items():
            width = (WIDTH - 2 * MARGIN) * size / len(left)
            sketch.bar(x, sketch.y + 28, width, 18, chosen=reply.fits(turn.reply))
            x += width
        sketch.text(f"{len(left):,} → {len(after):,}", WIDTH - MARGIN, sketch.y + 17, "e h")
        sketch.y += 58


def _pegs(game: Game) -> Callable[[Sketch, Turn, float], None]:
    def label(sketch: Sketch, turn: Turn, y: float) -> None:
        sketch.code(game, turn.guess, MARGIN, y)
        sketch.reply(game, turn.reply, MARGIN + 112, y)

    return label


def minimax_game() -> str:
    """A game of Knuth's method: the boxes of every guess, and the one that the reply chooses."""
    turns = play(MASTERMIND, "3456", "minimax").position.turns
    sketch = Sketch("A game of minimax against 3456: 1,296 codes, then 256, 40, 4 and 1")
    _answers(MASTERMIND, turns, sketch, _pegs(MASTERMIND))
    return sketch.svg()


def halving() -> str:
    """Four questions with yes or no find one of sixteen."""
    sketch = Sketch("Sixteen things, halved four times: 4 bits")
    wanted, left = 10, range(16)
    cell = (WIDTH - 2 * MARGIN - 74) / 16
    for bits in range(4, -1, -1):
        for place in range(16):
            if place in left:
                sketch.bar(MARGIN + place * cell + 1, sketch.y, cell - 2, 18, chosen=place == wanted)
        sketch.text(f"{bits} bit{'s' * (bits != 1)}", WIDTH - MARGIN, sketch.y + 14, "e")
        middle = (left[0] + len(left) // 2) if len(left) > 1 else left[0]
        left = range(middle, left[-1] + 1) if wanted >= middle else range(left[0], middle)
        sketch.y += 28
    return sketch.svg()


def bits_of_1234() -> str:
    """The boxes of 1234: rare replies give much, frequent ones little; the average counts."""
    split = boxes(MASTERMIND, "1234")
    total = MASTERMIND.size
    mean = sum(len(inside) * math.log2(total / len(inside)) for inside in split.values()) / total
    sketch = Sketch(
        f"The replies to 1234 at p4c6: how often each comes and how many bits it gives; {mean:.3f} on average"
    )
    sketch.code(MASTERMIND, (0, 1, 2, 3), MARGIN, sketch.y + 10)
    sketch.text(f"{mean:.3f} bits on average", WIDTH - MARGIN, sketch.y + 15, "e h")
    sketch.y += 30
    for words, x, kind in (
        ("reply", MARGIN, "s"),
        ("how often", MARGIN + 122, "s e"),
        ("bits it gives", MARGIN + 136, "s"),
    ):
        sketch.text(words, x, sketch.y + 10, kind)
    sketch.y += 18
    for reply, inside in split.items():
        bits, middle = math.log2(total / len(inside)), sketch.y + ROW / 2
        sketch.reply(MASTERMIND, reply, MARGIN, middle)
        sketch.text(f"{len(inside) / total:.1%}".replace("%", " %"), MARGIN + 122, middle + 5, "e")
        sketch.bar(MARGIN + 136, sketch.y + 4, 22 * bits, ROW - 8)
        sketch.text(f"{bits:.1f}", MARGIN + 144 + 22 * bits, middle + 5)
        sketch.y += ROW
    return sketch.svg()


def entropy_game() -> str:
    """The bits that are missing after each guess of a game of entropy."""
    turns = play(MASTERMIND, "3456", "entropy").position.turns
    sketch = Sketch("A game of entropy against 3456: the bits that are missing before and after each guess")
    for number in range(len(turns) + 1):
        left = len(Candidates.after(Position(MASTERMIND, turns[:number])))
        bits, middle = math.log2(left), sketch.y + ROW / 2
        if number:
            sketch.code(MASTERMIND, turns[number - 1].guess, MARGIN, middle)
            sketch.reply(MASTERMIND, turns[number - 1].reply, MARGIN + 104, middle)
        else:
            sketch.text("before the game", MARGIN, middle + 5, "s")
        sketch.bar(MARGIN + 172, sketch.y + 4, 10 * bits, ROW - 8, chosen=True)
        sketch.text(f"{bits:.1f} bits", MARGIN + 180 + 10 * bits, middle + 5)
        sketch.text(f"{left:,} code{'s' * (left != 1)}", WIDTH - MARGIN, middle + 5, "e s")
        sketch.y += ROW + 6
    return sketch.svg()


SMALL = Game(2, 2)


def tree_of_p2c2() -> str:
    """The optimal tree of p2c2: every code, with the guess that finds it."""
    tree = build_tree(SMALL, "optimal")
    sketch = Sketch(
        "The optimal tree of the game with 2 pegs and 2 colours: one code needs 1 guess, two need 2, one needs 3"
    )
    column = 150.0
    wins: list[int] = []

    def draw(node: TreeNode, depth: int) -> float:
        x, y = MARGIN + depth * column, sketch.y
        assert node.guess is not None
        sketch.code(SMALL, node.guess, x, y + 14, 24)
        if node.is_candidate:
            wins.append(depth + 1)
            sketch.text(f"found in {depth + 1}", x, y + 42, "s")
        if not node.children:
            sketch.y += 54
        for child in node.children:
            assert child.reply is not None
            below = draw(child, depth + 1)
            sketch.add(f'<path class="l" d="M{x + 58:g} {y + 14:g}H{x + 76:g}V{below:g}H{x + column - 8:g}"/>')
            sketch.add(f'<rect class="p" x="{x + 92:g}" y="{below - 10:g}" width="36" height="20"/>')
            sketch.reply(SMALL, child.reply, x + 96, below)
        return y + 14

    draw(tree.root, 0)
    sketch.text(f"{' + '.join(map(str, sorted(wins)))} = {tree.total} guesses", WIDTH - MARGIN, sketch.y + 14, "e h")
    sketch.y += 20
    return sketch.svg()


def splits_of_p2c2() -> str:
    """The boxes of both kinds of first guesses of p2c2."""
    sketch = Sketch(
        "The two kinds of first guesses with 2 pegs and 2 colours, and the boxes that they make of four codes"
    )
    for guess in ("11", "12"):
        sketch.code(SMALL, SMALL.check_code(guess), MARGIN, sketch.y + 24, 24)
        x = MARGIN + 74.0
        for reply, inside in sorted(boxes(SMALL, guess).items(), key=lambda part: part[0].solved, reverse=True):
            width = 20 + 58.0 * len(inside)
            sketch.add(
                f'<rect class="{"c" if reply.solved else "a"}" x="{x:g}" y="{sketch.y + 4:g}" width="{width:g}" '
                'height="40" rx="5"/>'
            )
            for number, code in enumerate(inside):
                sketch.code(SMALL, code, x + 12 + number * 58, sketch.y + 24, 22)
            sketch.text("found" if reply.solved else "", x + width / 2, sketch.y + 60, "s m")
            if not reply.solved:
                sketch.reply(SMALL, reply, x + width / 2 - 12, sketch.y + 56)
            x += width + 12
        sketch.y += 76
    return sketch.svg()


def totals_by_first_guess() -> str:
    """The fewest guesses in total after each kind of first guess of p4c6."""
    sketch = Sketch(
        "The fewest guesses that 1,296 codes need after each kind of first guess: 1123 needs 5,625, the others more"
    )
    advice = {CANONICAL.format(MASTERMIND, found.guess): found for found in suggest("p4c6", "minimax", top=5)}
    totals = {guess: round((advice[guess].expected_guesses or 0.0) * MASTERMIND.size) for guess in KINDS}
    best = optimal("p4c6").tree
    assert best is not None
    assert min(totals.values()) == best.total
    sketch.text("guesses in total, at least", WIDTH - MARGIN, sketch.y + 10, "s e")
    sketch.y += 20
    for guess, total in sorted(totals.items(), key=lambda each: each[1]):
        middle = sketch.y + ROW / 2
        sketch.code(MASTERMIND, MASTERMIND.check_code(guess), MARGIN, middle)
        sketch.bar(MARGIN + 104, sketch.y + 4, 250 * total / 6_400, ROW - 8, chosen=total == min(totals.values()))
        sketch.text(f"{total:,}", WIDTH - MARGIN, middle + 5, "e h" if total == min(totals.values()) else "e")
        sketch.y += ROW + 6
    return sketch.svg()


def questions() -> str:
    """One question a guess, or four: what the number of black pegs can give."""
    sketch = Sketch("A guess that asks one question gives 1 bit, a guess that asks four gives 2 bits")
    cell = (WIDTH - 2 * MARGIN) / 16

    def bits(asked: int) -> float:
        shares = [math.comb(asked, number) * 0.5**asked for number in range(asked + 1)]
        return -sum(share * math.log2(share) for share in shares)

    for heading, asked in (("one question", 1), ("four questions", 4)):
        sketch.heading(heading, f"{bits(asked):.2f} bits")
        for place in range(16):
            question, inside = divmod(place, 16 // asked)
            is_asked = inside < 8 // asked
            x = MARGIN + place * cell + cell / 2
            fill, ink = peg_color(question + 1) if is_asked else ("none", "")
            sketch.add(f'<circle class="o" cx="{x:.1f}" cy="{sketch.y + 12:g}" r="{cell / 2 - 2:.1f}" fill="{fill}"/>')
            if is_asked:
                sketch.add(
                    f'<text class="m" x="{x:.1f}" y="{sketch.y + 16:g}" '
                    f'style="font-size:12px;font-weight:700;fill:{ink}">{question + 2}</text>'
                )
        sketch.y += 30
        names = [f"{number + 2}" for number in range(asked)]
        joined = names[0] if asked == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        sketch.text(
            f"black pegs: 0 to {asked}, the sum of the answers about {'colour' if asked == 1 else 'colours'} {joined}",
            MARGIN,
            sketch.y + 12,
            "s",
        )
        sketch.y += 34
    return sketch.svg()


def known_pegs() -> str:
    """The pegs that are known and the colours that are counted after each guess of a game of streaming."""
    game = Game(100, 100)
    secret = play(game, strategy="streaming", seed=1).position.turns[-1].guess
    codebreaker = make_codebreaker(game, "streaming", seed=1)
    known, counted = [0], [0]
    while known[-1] < game.pegs:
        guess = codebreaker.next()
        assert isinstance(guess, Guess)
        codebreaker.learn(Turn(guess.code, game.reply(guess.code, secret)))
        progress = codebreaker.progress()
        assert progress is not None
        known.append(progress.known_pegs)
        counted.append(progress.counted_colors)
    turns = len(known) - 1
    sketch = Sketch(f"A game of streaming at p100c100: colours counted and pegs known after each of {turns} guesses")
    left, width, height = MARGIN + 30.0, WIDTH - 2 * MARGIN - 30, 190.0
    sketch.y += 6
    sketch.add(f'<path class="l" d="M{left:g} {sketch.y:g}v{height:g}h{width:g}"/>')
    for label, numbers, style in (("colours counted", counted, "stroke-dasharray:6 4"), ("pegs known", known, "")):
        points = [
            (left + width * turn / turns, sketch.y + height * (1 - number / game.pegs))
            for turn, number in enumerate(numbers)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        sketch.add(f'<polyline class="l" style="stroke-width:2.5;{style}" points="{path}"/>')
        x, y = points[len(points) * 2 // 5]
        sketch.text(label, x - 8, y - 8, "e")
    for number in (0, 50, 100):
        sketch.text(str(number), left - 6, sketch.y + height * (1 - number / 100) + 5, "e s")
    for turn in range(0, turns + 1, 50):
        sketch.text(str(turn), left + width * turn / turns, sketch.y + height + 16, "m s")
    sketch.text("guesses", left + width, sketch.y + height + 34, "e s")
    sketch.y += height + 36
    return sketch.svg()


def _questions_label(game: Game) -> Callable[[Sketch, Turn, float], None]:
    def label(sketch: Sketch, turn: Turn, y: float) -> None:
        name = CANONICAL.spell(game, turn.guess).replace("_", " ")
        sketch.text(f"{name} {turn.reply.marks or turn.reply}".replace("_", " "), MARGIN, y + 5)

    return label


def animal_questions() -> str:
    """How evenly each question splits the thirty animals."""
    game = load_game(ANIMALS)
    sketch = Sketch("The questions about thirty animals, each as the boxes of its answers; the first gives most bits")
    everything = Candidates.all(game)

    def bits(sizes: Iterable[int]) -> float:
        return sum(size * math.log2(len(everything) / size) for size in sizes) / len(everything)

    rows = []
    for name in ANIMALS.read_text(encoding="utf-8").splitlines()[0].split(",")[1:]:
        sizes = sorted((len(inside) for inside in everything.partition(name).values()), reverse=True)
        rows.append((bits(sizes), name, sizes))
    for gain, name, sizes in sorted(rows, reverse=True):
        sketch.text(name, MARGIN, sketch.y + 13)
        sketch.text(f"{gain:.2f} bits", WIDTH - MARGIN, sketch.y + 13, "e s")
        x = float(MARGIN)
        for number, size in enumerate(sizes):
            width = (WIDTH - 2 * MARGIN) * size / len(everything)
            sketch.bar(x, sketch.y + 19, width, 12, chosen=not number)
            x += width
        sketch.y += 42
    return sketch.svg()


def animal_game() -> str:
    """The questions that find the otter."""
    game = load_game(ANIMALS)
    turns = play(game, "otter", "optimal").position.turns
    sketch = Sketch("The questions that find the otter among thirty animals")
    _answers(game, turns, sketch, _questions_label(game))
    return sketch.svg()


def game_of(strategy: str) -> str:
    """A game of a strategy: the codes that are left, split by every guess, and the part of the secret."""
    turns = play(MASTERMIND, "3456", strategy, seed=1).position.turns
    sketch = Sketch(f"A game of {strategy} against 3456, in {len(turns)} guesses: each splits the codes that are left")
    _answers(MASTERMIND, turns, sketch, _pegs(MASTERMIND))
    return sketch.svg()


GAMES = (
    "auto", "minimax", "expected-size", "entropy", "max-parts", "first-consistent", "random-consistent",
    "aabc-max-parts", "simplified-minimax", "brute-force", "colour-first", "small-then-colour-first", "binary-search",
    "small-then-binary-search", "coin-weighing", "genetic", "growing-list", "optimal", "mcmc", "bayes", "sampling",
)  # fmt: skip
"""The strategies of whose play there is a picture; `tree` and `streaming` have others."""

PICTURES: dict[str, Callable[[], str]] = {
    "boxes-of-1122": boxes_of_1122,
    "first-guesses": first_guesses,
    "minimax-game": minimax_game,
    "halving": halving,
    "bits-of-1234": bits_of_1234,
    "entropy-game": entropy_game,
    "p2c2-splits": splits_of_p2c2,
    "p2c2-tree": tree_of_p2c2,
    "totals-by-first-guess": totals_by_first_guess,
    "questions": questions,
    "known-pegs": known_pegs,
    "animal-questions": animal_questions,
    "animal-game": animal_game,
    **{f"game-{strategy}": partial(game_of, strategy) for strategy in GAMES},
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / f"{name}.svg").write_text(draw(), encoding="utf-8")
