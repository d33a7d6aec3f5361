"""What a strategy declares: its name, its options, what it can play, and the function that creates its codebreaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import msgspec

from codepegs.game import FOR_PEGS, Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import Codebreaker, MinimalCodebreaker

if TYPE_CHECKING:
    from codepegs.strategies.protocol.whole_strategy import Plan


class UnderNoise(Enum):
    """What a strategy does if replies may be false."""

    REFUSES = "assumes that every reply is true"
    BEARS = "continues after false replies, without a model of them"
    MODELS = "uses posterior probabilities, with the options noise and declare"


Options = TypeVar("Options", contravariant=True)


class Start(Protocol[Options]):
    """A function that creates the codebreaker of a strategy."""

    def __call__(self, game: Game, options: Options, seed: Seed, history: tuple[Turn, ...] = ()) -> MinimalCodebreaker:
        """Create the codebreaker at the position after `history`."""
        ...


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a strategy that has none."""


def _none(*of: object) -> None:
    """A default of `Strategy`; a function with a name can be pickled."""


def _always(game: Game, options: object) -> bool:
    return True


def _no_files(options: object, game: Game | None) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Strategy(Generic[Options]):
    """The declaration of a strategy. Only `name` and `start` are required.

    Pass it to `add_strategy` to use a strategy of your own by its name.

    >>> from codepegs.strategies import Player
    >>> Player.parse("minimax").strategy.origin
    'Knuth 1976'
    """

    name: str
    """Lower-case letters, digits and single hyphens."""
    start: Start[Options]
    """The function `start(game, options, seed, history)` that creates a codebreaker."""
    summary: str = ""
    """What the strategy does, in one sentence, for the list of strategies."""
    origin: str = ""
    """The author and year of the publication that describes it; empty if there is none."""
    limits: str = ""
    """The games it can play, in a few words."""
    options: type = NoOptions
    """The options, a frozen `msgspec.Struct` whose field descriptions are the help."""
    refuses: Callable[[Game], str | None] = _none
    """A function that returns why the strategy cannot play a game, one sentence without a full stop, or None if it
    can."""
    is_deterministic: Callable[[Game, Options], bool] = _always
    """A function that returns whether each guess in a game follows from the history alone, so that the strategy can be
    written as a tree."""
    plan: Callable[[Game, Options, WorkerThreads], Plan | None] = _none
    """A function that returns a `Plan`, which computes the guesses at all positions faster than one position at a time,
    or None."""
    searches: Callable[[Options], Literal["all", "candidates"] | None] = _none
    """A function that returns which guesses each search compares, 'all' codes or only the 'candidates', for estimates
    of its time; None if this does not describe the strategy."""
    under_noise: UnderNoise = UnderNoise.REFUSES
    """What it does if replies may be false. With `UnderNoise.MODELS`, `options` must subclass `NoiseOptions`."""
    how: Callable[[Game], str | None] = _none
    """A function that returns a phrase for what the strategy does in a game, if that depends on the rules, or None."""
    plays_lists: bool = False
    """Whether it also plays a `ListedGame`."""
    plays_tables: bool = False
    """Whether it also plays games that end when the secret is known, or its class, without being guessed."""
    has_best_first: bool = False
    """Whether the option `first` takes `best`, the first guess with the fewest guesses in total."""
    own_guesses_only: bool = False
    """Whether it can continue only from guesses of its own."""
    text_option: str | None = None
    """The option that takes everything after the colon of a strategy text, such as a path; None if options are
    separated by commas as usual."""
    text_words: str = ""
    """What that option is, in words, for the message to a user who leaves it out."""
    text_example: str = ""
    """A strategy text with it, for the same message."""
    files: Callable[[Options, Game | None], Sequence[str]] = _no_files
    """A function that returns the paths of the files that the guesses depend on: those that the options name and, if a
    game is given, those that the strategy reads for this game."""
    delegate: Callable[[Game, Options], tuple[Strategy[Any], Any] | None] = _none
    """A function that returns the strategy that plays a game in place of this one, with the options of that strategy;
    None if this one plays itself."""
    refinements: tuple[str, ...] = ()
    """Options that give better advice in more time, in ascending order of time."""

    def begin(self, game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        """Create a codebreaker with all its methods, from whatever `start` returns.

        Args:
            game: The game.
            options: The options of the strategy.
            seed: The random seed.
            history: The turns so far.

        Returns:
            The codebreaker at the position after `history`.

        Raises:
            BadStrategy: The option `first` is not a first guess of the game.
        """
        made, first = self.start(game, options, seed, history), getattr(options, "first", None)
        if isinstance(made, Codebreaker) and isinstance(first, str):
            from codepegs.strategies.protocol.first_guesses import check_first

            check_first(first, game, without_best=None if self.has_best_first else self.name)
        return Codebreaker.of(made)

    def why_not(self, game: Game) -> str | None:
        """Return why the strategy cannot play a game.

        Args:
            game: The game.

        Returns:
            The reason in one sentence without a full stop; None if it can.
        """
        if not (game.traits.counts_pegs or self.plays_lists):
            return f"it plays {FOR_PEGS}"
        if game.until != "named" and not self.plays_tables:
            return f"it plays until the secret is guessed, and {game} ends when it is known"
        return self.refuses(game)
