"""Codemakers: objects that hold a secret, or reply to guesses in other ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates
from codepegs.errors import BadCode, BadInput, BadReply, Contradiction, Unavailable, shown
from codepegs.game import (
    CANONICAL,
    Code,
    ErrorModel,
    Game,
    Position,
    Reply,
    Turn,
    counts_of,
    noise_of,
    parse_model,
    parse_reply,
    part_table,
    parts_between,
    reply_text,
    state_after,
)
from codepegs.reasons import bracketed, clip, counted
from codepegs.rng import Seed
from codepegs.strategies.protocol import random_code

MOST_LISTED_BY_LIAR = 2_000_000
"""Codes of the largest game in which a codemaker chooses its false replies."""


@runtime_checkable
class Codemaker(Protocol):
    """An object that replies to guesses.

    >>> isinstance(Secret("p4c6", "1122"), Codemaker)
    True
    """

    def reply(self, guess: Code) -> Reply:
        """Return the reply to a guess.

        Args:
            guess: The guess, 0-based colours.

        Returns:
            The reply under the view of the game.
        """
        ...


@runtime_checkable
class Ends(Protocol):
    """The ability of a codemaker to end the game itself; without it, the reply that announces the win ends the game."""

    def over(self, guess: Code, reply: Reply) -> bool:
        """Return whether the codemaker announces the win after the last guess, at which it showed this reply."""
        ...


class Secret:
    """A codemaker that holds a secret and always gives the true reply.

    Args:
        game: The game or its rules id.
        code: The secret, as text or colours.

    Raises:
        BadRules: The rules id is invalid.
        BadCode: The secret is not a code of the game, or is one that can only be guessed.

    >>> str(Secret("p4c6", "1122").reply("1213"))
    '1b2w'
    """

    def __init__(self, game: Game | str, code: Code | str) -> None:
        self.game: Game = Game.of(game)
        self.code: Code = self.game.check_code(code)
        if not self.game._can_be_secret(self.code):
            text = CANONICAL.format(self.game, self.code)
            raise BadCode.because("not_one_of_secrets", text=text, game=str(self.game))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.game, self.code) == (other.game, other.code)

    def __hash__(self) -> int:
        return hash((self.game, self.code))

    def __repr__(self) -> str:
        return bracketed(f"secret {clip(CANONICAL.format(self.game, self.code))} of {self.game}")

    @classmethod
    def draw(cls, game: Game | str, seed: Seed | int | None = None) -> Secret:
        """Draw a secret, the same for every strategy with this seed: uniformly, or by the weights of a `ListedGame`.

        Secrets drawn for different rules are independent, even with the same seed.

        Args:
            game: The game or its rules id.
            seed: The random seed; drawn if None.

        Returns:
            The codemaker.

        Raises:
            BadInput: The rules id or the seed is invalid.
        """
        game = Game.of(game)
        return cls(game, random_code(game, Seed.of(seed), f"secret {game}"))

    def reply(self, guess: Code | str) -> Reply:
        """Return the reply to a guess.

        Args:
            guess: The guess, as text or colours.

        Returns:
            The reply under the view of the game.

        Raises:
            BadCode: The guess is not a code of the game.
        """
        return self.game._reply_between(self.game.check_guess(guess), self.code)


class Adversary:
    """A codemaker without a secret: each reply leaves as many candidates as possible, as in the game Absurdle.

    It announces the win only if no other code is left. Of replies that leave equally many, it gives the first in the
    order of the replies of the game.

    Args:
        position: The game, or a position to continue from; or the text of either.

    Raises:
        BadInput: The position is invalid.
        Contradiction: No code is consistent with the position.
        Unavailable: The game has more than 50 million codes.

    >>> adversary = Adversary("p4c6")
    >>> str(adversary.reply("1122")), len(adversary.candidates)
    ('0b0w', 256)
    """

    def __init__(self, position: Position | Game | str) -> None:
        position = Position.of(position)
        self.game: Game = position.game
        if self.game.size > MOST_CODES:
            raise Unavailable.because(
                "too_large_for_adversary", game=str(self.game), size=self.game.size, most=MOST_CODES
            )
        self.candidates: Candidates = Candidates.after(position)
        """The codes that it can still choose as the secret."""
        if not len(self.candidates):
            raise Contradiction.because("no_code_to_go_on")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.candidates == other.candidates

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes with every reply

    def __repr__(self) -> str:
        return bracketed(f"adversary at {clip(str(self.game))}, {counted(len(self.candidates), 'candidate')}")

    def reply(self, guess: Code | str) -> Reply:
        """Return the reply to a guess, and drop the candidates that it excludes.

        Args:
            guess: The guess, as text or colours.

        Returns:
            The reply under the view of the game.

        Raises:
            BadCode: The guess is not a code of the game.
        """
        parts = self.candidates.partition(self.game.check_code(guess))
        kept = max(parts, key=lambda reply: (not reply.solved, len(parts[reply])))
        self.candidates = parts[kept]
        return kept


Answer = Callable[[Code], object]
"""A function that replies to guesses: it returns a `Reply`, its text, or a pair (black, white); in a game of listed
codes, what the reply function returns."""


class Scorer:
    """A codemaker made of a function, which may return a `Reply`, its text, or a pair (black, white)."""

    def __init__(self, game: Game, answer: Answer) -> None:
        self.game = game
        self.answer = answer

    def reply(self, guess: Code | str) -> Reply:
        """Return the reply to a guess."""
        guess = self.game.check_code(guess)
        answer: object = self.answer(guess)
        if not self.game._traits.counts_pegs and not isinstance(answer, Reply):
            answer = reply_text(answer)
        if isinstance(answer, str):
            answer = parse_reply(self.game, answer, guess)
        elif not isinstance(answer, Reply):
            counts = counts_of(answer)
            if counts is None:
                raise BadReply.because("not_a_reply_answer", value=shown(answer))
            answer = self.game._show(*counts)
        return self.game.check_reply(guess, answer, noisy=True)


class Noisy:
    """A codemaker that gives some false replies.

    If `noise` is a probability, each reply is replaced, with that probability, by one drawn uniformly from all replies
    of the game. The draw may give the true reply, or the one that means a win. The draw depends only on the seed
    and the number of the turn, so it is the same for every strategy. With another kind of false replies (`miscount:Q`,
    `swap:Q`, `at-most:E`), the reply is drawn with the probabilities of its `ErrorModel`.

    With `lying:E` the codemaker may lie up to E times: at each turn it gives the reply, true or false, that leaves the
    most codes possible (see `Liar`).

    A noisy codemaker is equal to itself only, as the next reply depends on all that it was asked.

    Args:
        game: The game or its rules id.
        codemaker: A codemaker, or a function of the guess, that gives the true replies.
        noise: The probability, at least 0 and below 1, or the text of another kind of false replies.
        seed: The random seed; drawn if None.
        announce: Whether the codemaker ends the game when the guess is the secret, whatever reply is shown. If not, it
            never ends the game, and the codebreaker has to declare the secret.
        turns: The turns already played, for a game that is continued.

    Raises:
        BadInput: The rules id or `noise` is invalid.
        Unavailable: With `lying:E`, the game has more than 2,000,000 codes.

    >>> noisy = Noisy("p4c6", Secret("p4c6", "1122"), 0.5, seed=4)
    >>> [str(noisy.reply("1123")) for turn in range(6)]
    ['0b2w', '3b0w', '2b2w', '3b0w', '2b0w', '3b0w']
    >>> noisy.over((0, 0, 1, 2), noisy.reply((0, 0, 1, 2)))
    False
    """

    def __init__(
        self,
        game: Game | str,
        codemaker: Codemaker | Answer,
        noise: float | str,
        seed: Seed | int | None = None,
        *,
        announce: bool = True,
        turns: Sequence[Turn] = (),
    ) -> None:
        noise = noise_of(noise)
        game = Game.of(game)
        self.game = game
        self.codemaker: Codemaker = as_codemaker(game, codemaker)
        self.noise = noise
        self.seed: Seed = Seed.of(seed)
        self.announce = announce
        self._replies = game.replies()
        self._number_of = {reply: number for number, reply in enumerate(self._replies)}
        self._turns = 0
        self._true: Reply | None = None
        model = parse_model(noise) if isinstance(noise, str) else None
        self._errors: _Replaced | _Drawn | Liar
        if model is None:
            self._errors = _Replaced(len(self._replies), float(noise))
        elif model.chooses:
            self._errors = Liar(game, model.limit or 0, announce=announce)
        else:
            self._errors = _Drawn(game, model)
        for turn in turns:
            true = self._number_of[self.codemaker.reply(turn.guess)]
            self._errors.learn(turn.guess, true, self._number_of[turn.reply])
            self._turns += 1

    def __copy__(self) -> Noisy:
        """A codemaker at the same turn, which then replies on its own."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, _errors=copy(self._errors))
        return made

    def __repr__(self) -> str:
        return bracketed(f"noisy codemaker of {clip(str(self.game))}: noise {self.noise}, seed {self.seed.value}")

    def reply(self, guess: Code | str) -> Reply:
        """Return the reply that is shown, true or false.

        Args:
            guess: The guess, as text or colours.

        Returns:
            The reply.

        Raises:
            BadCode: The guess is not a code of the game.
        """
        guess = self.game.check_code(guess)
        rng = self.seed.stream("noise", self._turns)
        self._turns += 1
        self._true = self.codemaker.reply(guess)
        true = self._number_of[self._true]
        shown = self._errors.shown(guess, true, rng)
        self._errors.learn(guess, true, shown)
        return self._replies[shown]

    def over(self, guess: Code, reply: Reply) -> bool:
        """Return whether the game is over after the last guess.

        Args:
            guess: The guess.
            reply: The reply that was shown.

        Returns:
            True if the guess is the secret and the codemaker announces the win.
        """
        if not self.announce or self._true is None:
            return False
        return self.codemaker.over(guess, self._true) if isinstance(self.codemaker, Ends) else self._true.solved


@dataclass
class _Replaced:
    """Random replies, each with the probability `share`; replies are numbers, here and below."""

    replies: int
    share: float

    def shown(self, guess: Code, true: int, rng: np.random.Generator) -> int:
        is_replaced = rng.random() < self.share
        drawn = int(rng.integers(self.replies))
        return drawn if is_replaced else true

    def learn(self, guess: Code, true: int, shown: int) -> None:
        pass


class _Drawn:
    """Replies drawn with the probabilities of a model."""

    def __init__(self, game: Game, model: ErrorModel) -> None:
        self.model, self.chances, self.state = model, model.likelihood(game), 0

    def shown(self, guess: Code, true: int, rng: np.random.Generator) -> int:
        total = np.cumsum(self.chances[self.state, true])
        return min(int(np.searchsorted(total, rng.random() * total[-1], side="right")), len(total) - 1)

    def learn(self, guess: Code, true: int, shown: int) -> None:
        self.state = state_after(self.model, self.state, is_false=true != shown)


class Liar:
    """The false replies of a codemaker with a secret that chooses up to `limit` of them."""

    # It knows which codes are still possible for the codebreaker and how many false replies each implies. Each turn it
    # gives the reply that maximises the sum of R^n over the codes still possible, where n is the number of further
    # false replies that the code allows and R the number of replies of the game; of replies with equal sums the true
    # one, then the first in the order of replies. After `limit` false replies it gives only true ones. It does not know
    # what the codebreaker will guess next.

    def __init__(self, game: Game, limit: int, *, announce: bool) -> None:
        if game.size > MOST_LISTED_BY_LIAR:
            raise Unavailable.because(game._reason("too_large_for_liar", size=game.size, most=MOST_LISTED_BY_LIAR))
        self.game = game
        self.announce = announce
        self.left = limit
        self.codes = Candidates.all(game).codes.astype(np.int64)
        self.lies_left = np.full(len(self.codes), limit)
        """Number of further false replies that each code allows; negative for impossible codes."""

    def shown(self, guess: Code, true: int, rng: np.random.Generator) -> int:
        if not self.left:
            return true
        replies = len(part_table(self.game))
        parts = self._parts(guess)
        held = self.lies_left >= 0
        weight = np.where(held, float(replies) ** np.maximum(self.lies_left, 0), 0.0)
        lowered = np.where(self.lies_left >= 1, weight / replies, 0.0)
        if self.announce:  # the guess drops out in any case, or the game ends
            weight, lowered = (np.where((self.codes == np.array(guess)).all(axis=1), 0.0, a) for a in (weight, lowered))
        fits = np.bincount(parts, weights=weight - lowered, minlength=replies) + lowered.sum()
        most = fits.max()
        return true if fits[true] >= most else int(np.flatnonzero(fits == most)[0])

    def learn(self, guess: Code, true: int, shown: int) -> None:
        self.left -= true != shown
        self.lies_left = self.lies_left - (self._parts(guess) != shown)  # a copy keeps its own
        if self.announce:
            self.lies_left[(self.codes == np.array(guess)).all(axis=1)] = -1

    def _parts(self, guess: Code) -> NDArray[np.int64]:
        return parts_between(self.game, np.array(guess), self.codes)


def as_codemaker(game: Game, given: Codemaker | Answer) -> Codemaker:
    """Return an object or a function as a codemaker."""
    # The replies of objects of other packages are checked, unless they end the game themselves.
    if isinstance(given, Secret) and given.game != game:
        raise BadInput.because(game._reason("secret_of_another_game", other=str(given.game)))
    if isinstance(given, (Ends, Secret, Scorer)):
        return given
    if isinstance(given, Codemaker):
        return Scorer(game, given.reply)
    if not callable(given):
        raise BadInput.because("no_codemaker")
    return Scorer(game, given)


def secret_of(codemaker: Codemaker) -> Code | None:
    """Return the secret of a codemaker."""
    if isinstance(codemaker, Noisy):
        return secret_of(codemaker.codemaker)
    return codemaker.code if isinstance(codemaker, Secret) else None
