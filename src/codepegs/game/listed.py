"""Games whose codes are listed: words, equations, tables of attributes, or a selection of peg codes.

The mathematics of the peg games needs no more than a list of secrets, a list of guesses and the reply of one to the
other. A `ListedGame` has these as a table of part numbers; everything that uses only partitions works as with pegs.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from codepegs import game as face
from codepegs.errors import BadCode, BadRules, hint_at, is_iterable, one_of, shown, whole_number
from codepegs.game.kinds import Traits, Until, check_generator, draw_number
from codepegs.game.outcomes import (
    Numbers,
    Outcomes,
    Weights,
    alike_columns,
    checked_text,
    class_labels,
    weighed,
    whole_costs,
    written_name,
)
from codepegs.game.reply import Code, Reply, View, check_reply_object, colors_of
from codepegs.game.reply_table import BY_LETTER, REPLIES, Formula, allowed_after, replies_by_all, tabulated
from codepegs.game.rules import Game
from codepegs.game.words import Names, fold_of, identity
from codepegs.reasons import Reason, bracketed, clip, counted

if TYPE_CHECKING:
    from codepegs.game.reply import Turn

logger = logging.getLogger(__name__)

ReplyFunction = Callable[[str, str], object]
"""The reply to a guess (first) by a secret (second), both as they were given: a text, a number, a tuple of these or a
`Reply`; see `ListedGame`."""

_KNOWN: WeakValueDictionary[tuple[str, int], ListedGame] = WeakValueDictionary()
"""The games that exist. A given name means the last game of that name; games named after their lists are equal, and are
all known, since one may be deleted before another."""


class ListedGame(Game):
    """A game whose secrets and guesses are listed, with any reply.

    Codes are texts without blanks and colons. If all have the same length, each symbol is a colour and each place a
    peg; otherwise a code is one peg and its colour is its number in the list. Case does not matter, except to a reply
    function, and where words of the list differ only in letters whose capitals are equal, such as ı and i. If two
    secrets give the same reply to every guess but themselves, by a reply of your own, a warning names them.

    Args:
        secrets: The codes that can be secret: texts, or a mapping of texts to attributes for the reply `columns`.
        guesses: Further codes that can be guessed; none if None.
        reply: One of `REPLIES`; a formula of black and white, such as `black + white`; or a function of a guess and a
            secret, in this order, which gets the texts as they were given, for example in lower case, and returns a
            text without blanks, a number, a pair of counts (black, white), another tuple, which is written with
            commas, or a `Reply`. Lists and arrays are read as tuples, values of NumPy as those of Python. Replies are
            the same if their texts are. A guess that equals the secret wins, whatever the reply.
        name: The text by which positions name the game. Default: `listed-` and the beginning of `digest`.
        hard: Hard mode. True: as the secret, a guess would have to give every reply so far; this also applies to
            guesses that cannot be the secret.
            `wordle`, for the reply of that name: a guess must have the green letters of earlier guesses in the same
            places, and at least as many of each letter as were marked green or yellow in one guess.
        weights: How probable each secret is: positive numbers by secret, or in the order of the secrets. They are
            stored as whole numbers with a sum of up to 2^25, rounded if necessary. Default: all are equally probable.
        costs: What each guess costs: whole numbers from 1 by guess, where those that are missing cost 1, or in the
            order of the guesses. Default: 1.
        classes: The class of each secret, a text or a number, by secret or in the order of the secrets.
        until: When the game ends: `named`, when the secret has been guessed; `known`, when one secret is left; `class`,
            when all that are left are of one class. It also ends if no guess distinguishes those that are left.

    Raises:
        BadRules: The lists are empty, a code occurs twice or cannot be written in a position, the reply or the hard
            mode is unknown, or the weights, costs or classes are invalid.

    >>> game = ListedGame(["CRANE", "CRATE", "TRACE"], ["SLATE"], "wordle")
    >>> game.size, str(game.reply("CRATE", "TRACE"))
    (3, 'yggyg')
    >>> for rule in (lambda guess, secret: guess[0] == secret[0], lambda guess, secret: (guess[0] < secret[0], 7)):
    ...     print(ListedGame(["ant", "bee"], reply=rule).reply("ant", "bee"))
    False
    True,7
    >>> from codepegs import Position, suggest
    >>> game.text_of(suggest(Position(game), "entropy")[0].guess)
    'CRANE'
    """

    texts: tuple[str, ...]
    """The codes as texts, first the secrets, then the other guesses: in upper case where that keeps them apart, else in
    lower case or as given."""
    given_texts: tuple[str, ...]
    """The same texts as they were given, for the reply function."""
    size: int
    """Number of codes that can be secret."""

    def __init__(
        self,
        secrets: Iterable[str] | Mapping[str, Sequence[object]],
        guesses: Iterable[str] | Mapping[str, Sequence[object]] | None = None,
        reply: str | ReplyFunction | Outcomes = "mastermind",
        *,
        name: str | None = None,
        hard: bool | str = False,
        weights: Weights | None = None,
        costs: Mapping[str, int] | Iterable[int] | None = None,
        classes: Mapping[str, object] | Iterable[object] | None = None,
        until: Until = "named",
    ) -> None:
        _check_kinds(reply, hard, until)
        secrets, told = _given_codes(secrets), None if guesses is None else _given_codes(guesses)
        given = dict.fromkeys(secrets) if not isinstance(secrets, Mapping) else dict(secrets)
        more = told if isinstance(told, Mapping) else dict.fromkeys(told or ())
        if told is not None and len(more) < len(told):
            logger.warning(Reason.of("guesses_dropped", count=len(told) - len(more)).text)
        first_guess = 0
        if isinstance(reply, Outcomes):
            first_guess = 0 if until == "named" else len(given)
            more = dict.fromkeys(reply.guesses(list(given), named=until == "named"))
        held = {identity(checked_text(text, reply)) for text in given}
        others = {text: row for text, row in more.items() if identity(checked_text(text, reply)) not in held}
        rows = {**given, **others}
        texts = [checked_text(text, reply) for text in rows]
        if len(given) < len(secrets):
            raise BadRules.because("secret_twice")
        if isinstance(reply, Outcomes) and reply.numbers.shape[1] != len(given):
            raise BadRules.because("outcomes_given", objects=reply.numbers.shape[1], count=len(given))
        if not given:
            raise BadRules.because("no_secrets_listed")
        is_told = Counter(map(identity, texts))
        if len(is_told) < len(texts):
            raise BadRules.because("code_twice", text=next(text for text in texts if is_told[identity(text)] > 1))
        same_length = len({len(text) for text in texts}) == 1 and not isinstance(reply, Outcomes)
        if not isinstance(reply, Outcomes):
            texts = list(map(fold_of(texts, by_letter=same_length), texts))
        symbols = "".join(sorted(set("".join(texts)))) if same_length else ""
        attributes = [_attributes(text, row) for text, row in rows.items() if row is not None]
        whole, weight_unit = (None, Fraction(1)) if weights is None else weighed(texts[: len(given)], weights)
        whole_cost = None if costs is None else whole_costs(texts[first_guess:], costs)
        labels = None if classes is None else class_labels(texts[: len(given)], classes)
        class_names = tuple(dict.fromkeys(labels or ()))
        values = {
            "pegs": len(texts[0]) if same_length else 1,
            "colors": len(symbols) if same_length else len(texts),
            "repeats": True,
            "view": {"same-place": View.BLACK, "common": View.TOTAL}.get(str(reply), View.BLACK_WHITE),
            "texts": tuple(texts),
            "given_texts": tuple(rows),
            "size": len(given),
            "_color_symbols": tuple(symbols) if same_length else tuple(texts),
            "_is_spelled": same_length,
            "_attributes": tuple(attributes),
            "_how": reply,
            "hard": hard,
            "_weights": whole,
            "_weight_unit": weight_unit,
            "weights": None if whole is None else np.array(whole, dtype=np.int64),
            "costs": None if whole_cost is None else np.array(whole_cost, dtype=np.int64),
            "class_names": class_names,
            "classes": None if labels is None else np.array([class_names.index(label) for label in labels]),
            "until": until,
            "_first_guess": first_guess,
            "_is_usual": until == "named" and whole_cost is None,
            "_is_weighed": whole is not None or until != "named" or whole_cost is not None,
        }
        vars(self).update(values)
        if reply in BY_LETTER and not same_length:
            ((length, count),) = Counter(map(len, texts)).most_common(1)
            shortest, longest = min(texts, key=len), max(texts, key=len)
            raise BadRules.because(
                "unequal_lengths", reply=str(reply), shortest=shortest, longest=longest, count=count, length=length
            )
        if reply == "columns" and (len(attributes) < len(texts) or len({len(row) for row in attributes}) > 1):
            raise BadRules.because("uneven_attributes")
        if isinstance(reply, str) and reply not in REPLIES:
            Formula.parse(reply)  # raises BadRules
        if hard == "wordle" and reply != "wordle":
            raise BadRules.because("hard_needs_wordle")
        if until == "class" and labels is None:
            raise BadRules.because("no_classes")
        if until != "named" and hard:
            raise BadRules.because("hard_needs_named")
        vars(self)["name"] = name or "a list of codes"  # how errors name it until its replies are known
        vars(self)["name"] = name or f"{'table' if isinstance(reply, Outcomes) else 'listed'}-{self._digest}"
        vars(self)["_traits"] = self._declared()
        _KNOWN[self.name, 0 if name else id(self)] = self

    _color_symbols: tuple[str, ...]
    """The symbol of each colour; the texts of the codes if these differ in length."""
    _is_spelled: bool
    """Whether codes are spelled colour by colour, which takes codes of one length."""
    _attributes: tuple[tuple[object, ...], ...]
    """The attributes of each code, in the order of `texts`, for the reply `columns`."""
    _how: str | ReplyFunction | Outcomes
    """The reply, as given."""
    class_names: tuple[str, ...]
    """The names of the classes, by their numbers."""
    hard: bool | str
    """The hard mode, which is True or `wordle`; False without one."""
    _weights: tuple[int, ...] | None
    name: str
    _clues: int = 0
    """Number of codes, the last ones, that are not in the list: they were guessed, but are not suggested."""

    def _with_clues(self, texts: Iterable[str]) -> ListedGame | None:
        """Return the game with further guesses, which are not suggested; None if it has no replies to such texts."""
        if self.hard or self.costs is not None or self._how not in BY_LETTER or not self._is_spelled:
            return None
        strange = [text for text in dict.fromkeys(texts) if self._names.find(text) is None]
        if not strange:
            return None
        given, known = self._arguments(), len(self.texts)
        more = {**given, "guesses": [*given["guesses"], *strange], "secrets": list(given["secrets"]), "name": None}
        try:
            game = _rebuilt(*more.values())
        except BadRules:  # e.g. a word of another length
            return None
        vars(game).update(name=self.name, _clues=self._clues + len(game.texts) - known)
        return game

    def _of_two(self, guess: str, secret: str) -> Game:
        """Return the game itself if it has both codes; otherwise a list of these, if the reply compares letters."""
        held = self._names.find(secret)
        if self._how not in BY_LETTER or (
            self._names.find(guess) is not None and held is not None and held < self.size
        ):
            return self
        game = ListedGame([secret], [guess], self._how)
        vars(game)["name"] = self.name
        return game

    def _declared(self) -> Traits:
        only_candidates = self.hard is True and self.size == len(self.texts)
        why_not = self._reason("hard_mode_not_searched") if self.hard and not only_candidates else None
        ends = None if self.until == "named" else f"until = {self.until}"
        special = [self._weights is not None and "weights", self.costs is not None and "costs", ends]
        has = " and ".join(each for each in special if each)
        return Traits(
            counts_pegs=False,
            is_complete=self._is_spelled and self.size == self.colors**self.pegs,
            is_symmetric=False,
            is_tabulated=True,
            symbols=self._color_symbols,
            reply_rule=self._how if isinstance(self._how, str) else None,
            hard=self.hard,
            asks_once=isinstance(self._how, Outcomes),
            guesses_candidates_only=only_candidates,
            secret_noun="object" if self._first_guess else "secret",
            guess_nouns=("test", "tests") if self._first_guess else ("guess", "guesses"),
            why_not_searched=why_not,
            weighed_by=has or None,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListedGame) and self._digest == other._digest and self.name == other.name

    def __hash__(self) -> int:
        return hash((self._digest, self.name))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        if isinstance(self._how, Outcomes):
            found = f"{counted(self.size, 'object')}, {counted(len(self._how.tests), 'test')}"
        else:
            found = f"{counted(self.size, 'secret')}, {counted(len(self.texts), 'guess', 'guesses')}"
        return bracketed(f"ListedGame {clip(self.name)}: {found}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, tuple(self._arguments().values())

    def _arguments(self) -> dict[str, Any]:
        """The arguments that make the game, and the unit of its weights."""
        texts = self.given_texts
        rows = dict(zip(texts, self._attributes, strict=False)) if self._attributes else dict.fromkeys(texts)
        return {
            "secrets": {text: rows[text] for text in texts[: self.size]},
            "guesses": None if isinstance(self._how, Outcomes) else rows,
            "reply": self._how,
            "name": self.name,
            "hard": self.hard,
            "weights": self._weights,
            "costs": None if self.costs is None else self.costs.tolist(),
            "classes": None if self.classes is None else [self.class_names[number] for number in self.classes],
            "until": self.until,
            "weight_unit": self._weight_unit,
            "clues": self._clues,
        }

    def _with_until(self, until: Until) -> Game:
        """Return the same game with another end; see `Game._with_until`."""
        if until not in get_args(Until) or until == self.until:
            return super()._with_until(until)
        given, how = {**self._arguments(), "name": None, "until": until}, self._how
        if self.costs is not None and isinstance(how, Outcomes):  # other guesses, of which those of objects cost 1
            old, new = (how.guesses(list(given["secrets"]), named=end == "named") for end in (self.until, until))
            given["costs"] = {text: self._cost_of(self.check_guess(test)) for text, test in zip(new, old, strict=True)}
        return _rebuilt(*given.values())

    def _without(self, rows: Iterable[int]) -> ListedGame:
        """Return a table in which some tests, by their rows in `table`, have the same outcome for every object.

        Such tests are never worth asking; codes have the same numbers. Guesses that only name an object stay as they
        are.
        """
        assert isinstance(self._how, Outcomes)
        tests = self._how.guesses(self.texts[: self.size], named=not self._first_guess)
        row_of = {self._row_of(self.check_guess(test)): number for number, test in enumerate(tests)}
        numbers = self._how.numbers.copy()
        numbers[[row_of[row] for row in rows if row in row_of]] = 0
        given = {**self._arguments(), "reply": replace(self._how, numbers=numbers), "name": None}
        return _rebuilt(*given.values())

    @cached_property
    def _digest(self) -> str:
        """A hash of the lists, the reply and the further rules, 12 hexadecimal digits."""
        rules: tuple[object, ...] = (self.hard, self._weights)
        if self.until != "named" or self.costs is not None or self.classes is not None:
            arrays = (None if array is None else array.tolist() for array in (self.costs, self.classes))
            rules = (*rules, self.until, *arrays, self.class_names)
        if not any(rules):
            return self._list_hash
        return _hash(repr((self._list_hash, *rules)))

    @cached_property
    def _list_hash(self) -> str:
        """A hash of the lists and the reply, 12 hexadecimal digits; certificates name a list by it."""
        lists = repr((self.texts, self.size, self._attributes))
        if isinstance(self._how, str):
            return _hash(lists, self._how)
        if isinstance(self._how, Outcomes):
            return _hash(lists, repr((self._how.labels, self._first_guess)), self._how.numbers.tobytes())
        table, replies = self._tabulated  # a function is what it returns
        return _hash(lists, repr(replies), table.tobytes())

    @property
    def words(self) -> str:
        ending = {"named": "", "known": ", until known", "class": ", until the class is known"}[self.until]
        if isinstance(self._how, Outcomes):
            count = counted(self.size, "object")
            is_weighed, costs = self.weights is not None, "" if self.costs is None else "costs"
            if self._forms is not None:
                count = f"{counted(len(np.unique(self._forms)), 'object')} in {counted(self.size, 'form')}"
                ending = ", until known" if self._ends_by_form else ending
                masses = np.bincount(self._forms, self.weights)
                is_weighed = is_weighed and len(np.unique(masses[masses > 0])) > 1  # else forms share equal weights
            stated = " and ".join(filter(None, ("weights" if is_weighed else "", costs)))
            tests = counted(len(self._how.numbers), "test")
            return f"{count}, {tests}{f', with {stated}' if stated else ''}{ending}"
        more = len(self.texts) > self.size
        guesses = f"{counted(len(self.texts), 'guess', 'guesses')}, " if more else ""
        how = self._how if isinstance(self._how, str) else getattr(self._how, "__name__", "a function")
        mode = {False: "", True: ", hard mode", "wordle": ", hard mode of Wordle"}[self.hard]
        secrets = f"{counted(self.size, 'secret')}{'' if self._weights is None else ' with weights'}"
        return f"{secrets}, {guesses}reply rule {how}{mode}{ending}"

    @cached_property
    def _code_array(self) -> NDArray[np.int64]:
        """All codes in the order of `texts`, 0-based colours, int64, shape (codes, pegs)."""
        if not self._is_spelled:
            return np.arange(len(self.texts)).reshape(-1, 1)
        order = {symbol: number for number, symbol in enumerate(self._color_symbols)}
        return np.array([[order[symbol] for symbol in text] for text in self.texts], dtype=np.int64)

    @cached_property
    def _number_of(self) -> dict[Code, int]:
        """The number of each code in `texts`."""
        return {tuple(code): number for number, code in enumerate(self._code_array.tolist())}

    @cached_property
    def _names(self) -> Names:
        """The codes by their texts."""
        return Names(self.texts, self.given_texts)

    def text_of(self, code: Sequence[int] | str) -> str:
        """Return the text of a code.

        Args:
            code: The code, as colours or as text.

        Returns:
            The text as it stands in the list.

        Raises:
            BadCode: It is not a code of the game.
        """
        return self.texts[self._number_of[self.check_code(code)]]

    def check_code(self, code: Sequence[int] | str) -> Code:
        if isinstance(code, str):
            words = code.strip()
            if words and isinstance(self._how, Outcomes):
                words = written_name(words, "the_code")
            number = self._names.find(words)
            if number is None:
                hint = hint_at(words, self.texts, "like_code")
                raise BadCode.because(self._reason("not_in_list", text=code[:40], like=self._like, **hint))
            return self._code_at(number)
        found = colors_of(code)
        if found not in self._number_of:
            raise BadCode.because(self._reason("not_a_listed_code", text=shown(found), like=self._like))
        return found

    def _number(self, code: Sequence[int] | str) -> int:
        """The number of a code in `texts`."""
        try:
            return self._number_of[code]  # type: ignore[index]
        except (KeyError, TypeError):  # a text, a list, an array; or another value, which is refused
            return self._number_of[self.check_code(code)]

    def check_guess(self, guess: Sequence[int] | str) -> Code:
        """Check a guess, the same as `check_code`; the name of a test means the test, even if an object has it, too."""
        if isinstance(guess, str) and self._first_guess and guess.strip():
            row = self._tests.find(written_name(guess, "the_test"))
            if row is not None:
                return self._code_at(self._first_guess + row)
        return self.check_code(guess)

    @cached_property
    def _tests(self) -> Names:
        """The tests of a table by their names as they were given."""
        assert isinstance(self._how, Outcomes)
        return Names(written_name(test, "the_test") for test in self._how.tests)

    @cached_property
    def _forms(self) -> NDArray[np.int64] | None:
        if not isinstance(self._how, Outcomes) or self._how.forms is None:
            return None
        return np.array(self._how.forms, dtype=np.int64)

    @cached_property
    def _ends_by_form(self) -> bool:
        if self._forms is None or self.classes is None or self.until != "class":
            return False
        return bool(np.array_equal(np.unique(self._forms, return_inverse=True)[1].reshape(-1), self.classes))

    def _cost_of(self, guess: Code) -> int:
        return 1 if self.costs is None else int(self.costs[self._row_of(guess)])

    def _is_test(self, guess: Code) -> bool:
        return self._number(guess) >= self.size and isinstance(self._how, Outcomes)

    def _given_name(self, code: Code) -> str:
        number = self._number(code)
        return self.given_texts[number] if isinstance(self._how, Outcomes) else self.texts[number]

    def _given_outcome(self, reply: Reply) -> str:
        check_reply_object(reply)
        if not isinstance(self._how, Outcomes) or reply.marks not in self._how.labels:
            return str(reply)
        return self._how.given_labels[self._how.labels.index(reply.marks)]

    def _class_name(self, number: int) -> str:
        return self.class_names[whole_number("number", number, 0, len(self.class_names) - 1)]

    def _row_of(self, guess: Code) -> int:
        """Return the row of a guess in `table`; raises `BadCode` if it is an object of a table, not a test."""
        row = self._number(guess) - self._first_guess
        if row < 0:
            raise BadCode.because(self._reason("not_a_test", text=self.text_of(guess), like=self._like))
        return row

    def _is_secret(self, code: Code) -> bool:
        return self._number_of[code] < self.size

    def _iterate_codes(self) -> Iterator[Code]:
        return map(self._code_at, range(self.size))

    def _code_at(self, number: int) -> Code:
        return tuple(self._code_array[whole_number("number", number, 0, len(self.texts) - 1)].tolist())

    def _number_of_code(self, code: Code) -> int:
        return self._number(code)

    @property
    def _guess_count(self) -> int:
        return len(self.texts) - self._first_guess

    @property
    def _example_reply(self) -> str:
        replies = self.replies()[:-1]
        return str(replies[len(replies) // 3])

    def draw(self, rng: np.random.Generator) -> Code:
        check_generator(rng)
        return self._code_at(draw_number(self.size, self.weights, rng))

    def _certified(self) -> tuple[str, Sequence[str], Sequence[str]]:
        """Return the reply rule and the hash of the lists as one text, and the lists; see `Game._certified`.

        Of a game with lines that are `stated`, return their hash, and no lists.
        """
        if self._stated:
            return f"table:{_hash(chr(10).join(self._stated))}", (), ()
        return f"list:{self._how}:{self._list_hash}", self.texts[: self.size], self.texts[self.size :]

    @cached_property
    def _stated(self) -> tuple[str, ...]:
        """The lines that state a table, or a weighed game; see `Game._stated`."""
        return _stated_lines(self) if self._is_weighed or isinstance(self._how, Outcomes) else ()

    def _table_parts(self, guesses: Iterable[Code], secrets: Iterable[Code]) -> NDArray[np.int64]:
        pairs = zip(guesses, secrets, strict=True)
        numbers = [(self._row_of(guess), self._number_of[secret]) for guess, secret in pairs]
        return np.array([self._table[pair] if pair[1] < self.size else -1 for pair in numbers], dtype=np.int64)

    def _table_matrix(self, guesses: Iterable[Sequence[int]], secrets: Iterable[Sequence[int]]) -> NDArray[Any]:
        rows = [self._row_of(self.check_guess(code)) for code in guesses]
        columns = [self._number_of_secret(self.check_code(code)) for code in secrets]
        return self._table[np.ix_(rows, columns)]

    def _check_allowed(self, turns: Sequence[Turn], guess: Code) -> None:
        if not self.hard:
            return
        number = self._number(guess)
        for count, turn in enumerate(turns, 1):
            if not allowed_after(self, turn)[number]:
                kind = "letters_not_used" if self.hard == "wordle" else "contradicts_turn"
                given = f"{self.text_of(turn.guess)}:{turn.reply}"
                raise BadCode.because(kind, text=self.texts[number], earlier=count, given=given)

    @property
    def _like(self) -> str:
        """An example of a code that can be guessed."""
        return self.texts[self._first_guess]

    @cached_property
    def _table(self) -> Numbers:
        """The reply to each guess (row) by each secret (column), as an index into `replies()`.

        The shape is (guess_count, size) and the dtype uint16; in a table of outcomes uint8, if there are at most 256
        replies.
        """
        return self._tabulated[0]

    def replies(self) -> list[Reply]:
        """Return all replies of the game.

        Returns:
            The replies, the win last.

        Raises:
            BadRules: The table of replies cannot be made; see `table`.
        """
        return list(self._tabulated[1])

    @cached_property
    def _tabulated(self) -> tuple[Numbers, list[Reply]]:
        return tabulated(self)

    @cached_property
    def _endings(self) -> tuple[NDArray[np.int64], ...]:
        """Labels of the secrets that end the game; see `Game._endings`."""
        if self.until == "named":
            return ()
        alike = alike_columns(self._table)
        return (alike,) if self.until == "known" or self.classes is None else (self.classes, alike)

    @cached_property
    def _items(self) -> NDArray[np.int64]:
        """The item of each secret, by its lowest number: no secrets of two items are left together at the end."""
        items, before = np.arange(self.size), None
        while before is None or not np.array_equal(items, before):
            before = items
            for labels in self._endings:  # secrets with one label are one item
                lowest = np.full(int(labels.max()) + 1, self.size)
                np.minimum.at(lowest, labels, items)
                items = lowest[labels]
        return items

    @property
    def win(self) -> Reply:
        """The reply that announces the win; in a table whose tests are not objects, no test has it."""
        return self._tabulated[1][-1]

    @cached_property
    def _number_of_reply(self) -> dict[Reply, int]:
        """The part number of each reply, which is its index in `replies()`."""
        return {reply: number for number, reply in enumerate(self._tabulated[1])}

    def _reply(self, guess: Code, secret: Code) -> Reply:
        """The reply to a guess; raises `BadCode` if `secret` cannot be the secret."""
        return self._tabulated[1][int(self._table[self._row_of(guess), self._number_of_secret(secret)])]

    def _number_of_secret(self, secret: Code) -> int:
        """Return the number of a secret in `texts`."""
        held = self._number(secret)
        if held >= self.size:
            raise BadCode.because(self._reason("not_a_secret", text=self.texts[held]))
        return held

    def _reply_if_secret(self, guess: Code, code: Code) -> Reply | None:
        if self._can_be_secret(code):
            return self._reply_between(guess, code)
        number = int(replies_by_all(self, self._number(guess))[self._number(code)])
        return self._tabulated[1][number] if number < len(self._tabulated[1]) else None

    def _has_reply(self, reply: Reply) -> bool:
        check_reply_object(reply)
        return reply in self._number_of_reply

    def _can_reply(self, guess: Code, reply: Reply) -> bool:
        number = self._number_of_reply.get(reply)
        return number is not None and bool((self._table[self._row_of(guess)] == number).any())

    def parse_reply(self, text: str, guess: Code | str | None = None) -> Reply:
        """Parse a reply such as `-y-g-` or `1b2w`; marks of Wordle also as coloured squares; see `Game.parse_reply`."""
        if guess is not None and isinstance(self._how, Outcomes):
            return face.read_outcome(self, self.check_guess(guess), text)
        return face.read_listed_reply(self, text)


def _check_kinds(reply: object, hard: object, until: object) -> None:
    """Check the types of arguments that are compared with names."""
    if not (isinstance(reply, str | Outcomes) or callable(reply)):
        raise BadRules.because("not_a_reply_rule", value=shown(reply), choice=one_of(REPLIES))
    if not (isinstance(hard, bool) or (isinstance(hard, str) and hard == "wordle")):
        raise BadRules.because("no_such_hard", value=shown(hard))
    if not (isinstance(until, str) and until in get_args(Until)):
        raise BadRules.because("no_such_until", value=shown(until))


def _given_codes(given: object) -> Mapping[str, Any] | list[str]:
    """The codes of a list as a mapping or a list of plain texts, also if an array has them."""
    if isinstance(given, Mapping):
        return given
    if isinstance(given, str | bytes) or not is_iterable(given):
        raise BadRules.because("codes_not_listed", value=shown(given))
    codes = list(given)  # type: ignore[call-overload]
    for text in codes:
        if not isinstance(text, str):
            raise BadRules.because("code_no_text", value=shown(text))
    return list(map(str, codes))  # without types of NumPy


def _attributes(text: str, row: object) -> tuple[object, ...]:
    """The attributes of a code as plain values, so that a column of NumPy is the same as a list."""
    if isinstance(row, str | bytes) or not is_iterable(row):
        raise BadRules.because("attributes_not_listed", text=str(text)[:40], value=shown(row))
    return tuple(value.item() if isinstance(value, np.generic) else value for value in row)  # type: ignore[attr-defined]


def _rebuilt(*values: Any) -> ListedGame:
    """The game of some of the values of `_arguments`; older pickles have fewer."""
    names = (
        "secrets",
        "guesses",
        "reply",
        "name",
        "hard",
        "weights",
        "costs",
        "classes",
        "until",
        "weight_unit",
        "clues",
    )
    arguments = dict(zip(names, values, strict=False))
    weight_unit, clues = arguments.pop("weight_unit", Fraction(1)), arguments.pop("clues", 0)
    game = ListedGame(**arguments)
    vars(game).update(_weight_unit=weight_unit, _clues=clues)
    return game


def _hash(*parts: str | bytes) -> str:
    """A hash of texts, 12 hexadecimal digits."""
    from hashlib import sha256

    return sha256(b"".join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()[:12]


def known_game(name: str) -> ListedGame | None:
    """Return the listed game of a name that exists in this process."""
    return next((game for (known, _), game in list(_KNOWN.items()) if known == name), None)


def _stated_lines(game: ListedGame) -> tuple[str, ...]:
    """The lines that state a game in a certificate: its end, weights, costs and classes, its objects and tests."""
    classes = game.classes if game.until == "class" else None
    numbers = {"weights": game.weights, "costs": game.costs, "classes": classes}
    lines = [f"until {game.until}"]
    lines += [f"{key} {' '.join(map(str, array.tolist()))}" for key, array in numbers.items() if array is not None]
    lines += [" ".join(("objects", *game.texts[: game.size]))]
    shown = [*map(str, game.replies()[:-1]), "solved"]
    rows = zip(game.texts[game._first_guess :], game._table.tolist(), strict=True)
    return (*lines, *(" ".join(("test", text, *(shown[part] for part in row))) for text, row in rows))
