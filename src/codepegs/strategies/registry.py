"""The strategies by name, and the text that names one with its options: `NAME:option,option=value`."""

from __future__ import annotations

import copyreg
import logging
import re
from collections import UserDict
from collections.abc import MutableMapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import msgspec

from codepegs.codes import MOST_CODES, Candidates
from codepegs.errors import BadStrategy, CodepegsError, Unavailable, as_number, hint_at, one_of, shown, similar
from codepegs.foreign import msgspec_error
from codepegs.game import (
    Code,
    Game,
    Noise,
    NoiseOptions,
    Position,
    Turn,
    Until,
    former_parameters,
    is_model,
    noise_of,
    parse_noise,
)
from codepegs.parallel import WorkerThreads
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, Value, bracketed
from codepegs.rng import Seed
from codepegs.strategies import protocol
from codepegs.strategies.entry_points import OWN
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    Guess,
    Strategy,
    UnderNoise,
    next_move,
)

if TYPE_CHECKING:
    from codepegs.strategies.protocol import Plan
    from codepegs.trees import Tree


logger = logging.getLogger(__name__)


class _Strategies(UserDict[str, Any]):
    """Strategies by name; one that is given as `module:NAME` is imported when it is first used."""

    def __getitem__(self, name: str) -> Strategy[Any]:
        found = self.data[name]
        if isinstance(found, str):
            module, _, attribute = found.partition(":")
            found = self.data[name] = getattr(import_module(module), attribute)
        strategy: Strategy[Any] = found
        return strategy


STRATEGIES: MutableMapping[str, Strategy[Any]] = _Strategies(OWN)

DEFAULT = "auto"
"""The strategy text used if none is given: `auto`."""

ENTRY_POINTS = "codepegs.strategies"
"""The group of entry points by which other packages add strategies."""

_NAME = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"


def add_strategy(strategy: Strategy[Any]) -> None:
    """Register a strategy, so that its name can be used wherever a strategy text is expected, in this process.

    It replaces a strategy that was added before under the same name.

    Args:
        strategy: The declaration of the strategy.

    Raises:
        BadStrategy: The name is not valid, or is that of a built-in strategy.

    >>> add_strategy(Player.parse("minimax").strategy)
    Traceback (most recent call last):
    codepegs.errors.BadStrategy: minimax is a built-in strategy: choose another name
    """
    if not re.fullmatch(_NAME, strategy.name):
        raise BadStrategy.because("no_strategy_name", name=strategy.name)
    if strategy.name in OWN:
        raise BadStrategy.because("built_in_strategy", strategy=strategy.name)
    STRATEGIES[strategy.name] = strategy


def _reduced(strategy: Strategy[Any]) -> str | tuple[Any, ...]:
    """How a strategy is pickled: a built-in one by its name, others by what they consist of."""
    if strategy.name in OWN and STRATEGIES[strategy.name] is strategy:
        return _built_in, (strategy.name,)
    return strategy.__reduce_ex__(2)


def _built_in(name: str) -> Strategy[Any]:
    return STRATEGIES[name]


copyreg.pickle(Strategy, _reduced)


def _installed(name: str) -> Strategy[Any] | None:
    """Load the strategy of that name from another package; raises `Unavailable` if that fails."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS, name=name):
        try:
            strategy = entry.load()
        except (ImportError, AttributeError) as error:
            raise Unavailable.because(
                "strategy_not_loaded", strategy=name, source=entry.value, error=str(error)
            ) from None
        if not isinstance(strategy, Strategy) or strategy.name != name:
            raise Unavailable.because("not_strategy_named", source=entry.value, strategy=name)
        add_strategy(strategy)
    return STRATEGIES.get(name)


def add_installed() -> None:
    """Add the strategies of all other packages; why one cannot be loaded is logged."""
    from importlib.metadata import entry_points

    for name in sorted(entry_points(group=ENTRY_POINTS).names - STRATEGIES.keys()):
        try:
            _installed(name)
        except CodepegsError as error:
            logger.warning(str(error))


@dataclass(frozen=True)
class Player:
    """A strategy together with its options.

    >>> player = Player.parse("max-parts:candidates-only,first=1123")
    >>> player.options.candidates_only, player.options.first, str(player)
    (True, '1123', 'max-parts:candidates-only,first=1123')
    """

    strategy: Strategy[Any]
    """The strategy."""
    options: Any
    """Its options, an instance of `strategy.options`."""
    text: str
    """The strategy text, which names both."""

    def __repr__(self) -> str:
        whole = f"Player.parse({self.text!r})"
        return whole if len(whole) <= MOST_SHOWN_OF_OBJECT else bracketed(f"player of {self.text}")

    @classmethod
    def parse(cls, text: str) -> Player:
        """Parse a strategy text.

        Args:
            text: The name of a strategy, with options after a colon: `max-parts:candidates-only,first=1123`.

        Returns:
            The player.

        Raises:
            BadStrategy: The strategy or an option is unknown, or a value is invalid.
            Unavailable: The strategy of another package cannot be loaded.
        """
        if not isinstance(text, str):
            raise BadStrategy.because("no_strategy_text", given=shown(text))
        name, _, rest = text.strip().partition(":")
        strategy = STRATEGIES.get(name) or _installed(name)
        if strategy is None:
            raise BadStrategy.because("unknown_strategy", name=name, **_strategy_hint(name))
        if strategy.text_option is not None:
            if not rest:
                example = strategy.text_example or f"{name}:{strategy.text_option.upper()}"
                raise BadStrategy.because(
                    "strategy_needs_text",
                    strategy=name,
                    needed=strategy.text_words or strategy.text_option,
                    like=example,
                )
            return cls(strategy, strategy.options(**{strategy.text_option: rest}), text.strip())
        return cls(strategy, parse_options(strategy, rest), text.strip())

    @classmethod
    def of(cls, given: Player | str) -> Player:
        """Return a player, parsing it if a text is given.

        Args:
            given: A player or a strategy text.

        Returns:
            The player.

        Raises:
            BadStrategy: The text is invalid.
        """
        return given if isinstance(given, Player) else cls.parse(given)

    def __str__(self) -> str:
        return self.text

    def with_first(self, first: str) -> Player:
        """Return the same player with another first guess.

        Args:
            first: The code as text.

        Returns:
            The player.

        Raises:
            BadStrategy: The strategy has no option `first`, or its text sets one already.
        """
        if "first" not in {option.name for option in options_of(self.strategy)}:
            raise BadStrategy.because("chooses_first", strategy=self.strategy.name)
        if getattr(self.options, "first", None) not in (None, self.strategy.options().first):
            raise BadStrategy.because("first_twice", strategy=self.text)
        joint = "," if ":" in self.text else ":"
        return Player(
            self.strategy, msgspec.structs.replace(self.options, first=first), f"{self.text}{joint}first={first}"
        )

    def with_noise(self, noise: float | str | None, declare: float | None = None) -> Player:
        """Return the same player for a game with false replies, or one whose codemaker does not announce the win.

        Options that the strategy text sets are kept.

        Args:
            noise: Probability that a reply is replaced by a random one; `unknown` or None to estimate it; or another
                kind of false replies: `miscount:Q`, `swap:Q`, `at-most:E` or `lying:E`.
            declare: Probability at which the strategy declares the secret; None if the win is announced.

        Returns:
            The player.

        Raises:
            BadStrategy: The strategy assumes that every reply is true.

        >>> str(Player.parse("bayes").with_noise(0.1)), str(Player.parse("bayes:noise=unknown").with_noise(0.1, 0.95))
        ('bayes:noise=0.1', 'bayes:noise=unknown,declare=0.95')
        """
        if declare is not None and not 0 < as_number("declare", declare) < 1:
            raise BadStrategy.because("argument_not_a_share", name="declare", value=shown(declare))
        is_false = is_model(noise) or parse_noise(noise) != 0.0
        if is_model(noise):
            noise = noise_of(str(noise))
        if not is_false and declare is None:
            return self
        if self.strategy.under_noise is UnderNoise.REFUSES:
            able = [
                strategy.name
                for strategy in STRATEGIES.values()
                if strategy.under_noise is UnderNoise.MODELS
                and (not is_model(noise) or getattr(strategy.options, "PLAYS_MODELS", False))
            ]
            if declare is None:
                able += [each.name for each in STRATEGIES.values() if each.under_noise is UnderNoise.BEARS]
            when = "replies_may_be_false" if is_false else "win_not_announced"
            raise BadStrategy.because("cannot_play_if", strategy=self.strategy.name, when=when, choice=one_of(able))
        if self.strategy.under_noise is UnderNoise.BEARS:
            if declare is not None:
                raise BadStrategy.because("cannot_declare", strategy=self.strategy.name)
            return self
        added: dict[str, Any] = {}
        if self.options.noise is None and noise is not None:
            added["noise"] = f"{noise:g}" if isinstance(noise, float) else str(noise)
        if self.options.declare is None and declare is not None:
            added["declare"] = declare
        text = self.text
        for name, value in added.items():
            text += f"{',' if ':' in text else ':'}{name}={value}"
        return Player(self.strategy, msgspec.structs.replace(self.options, **added), text)

    @cached_property
    def noise(self) -> Noise:
        """The assumptions of the player about replies, and about the end of the game."""
        return Noise.of(self.options) if isinstance(self.options, NoiseOptions) else Noise()

    @property
    def files(self) -> tuple[str, ...]:
        """Files that the strategy text names."""
        return tuple(self.strategy.files(self.options, None))

    def files_in(self, game: Game) -> tuple[str, ...]:
        """Return the files that the guesses in a game depend on.

        Args:
            game: The game.

        Returns:
            The paths, those of the gallery included.
        """
        return tuple(self.strategy.files(self.options, game))

    def playing(self, game: Game) -> Player:
        """Return the player that plays a game in place of this one.

        Args:
            game: The game.

        Returns:
            The player that `auto` and the like choose for the game; otherwise this one.

        >>> str(Player.parse("auto").playing(Game(10, 10))), str(Player.parse("minimax").playing(Game(4, 6)))
        ('sampling', 'minimax')
        """
        found = self.strategy.delegate(game, self.options)
        return self if found is None else Player(found[0], found[1], found[0].name)

    def is_deterministic(self, game: Game) -> bool:
        """Return whether every guess in a game follows from the history alone.

        Args:
            game: The game.

        Returns:
            True if the strategy can be written as a tree.
        """
        return self.strategy.is_deterministic(game, self.options)

    def plan(self, game: Game, threads: WorkerThreads | None = None) -> Plan:
        """Return the plan of a deterministic strategy: the guesses at all positions of a game.

        Args:
            game: The game.
            threads: The threads; one if None.

        Returns:
            The plan, from which a tree or its figures are computed.

        Raises:
            BadStrategy: The strategy guesses at random, or cannot play the game.
        """
        self.check(game)
        if not self.is_deterministic(game):
            raise BadStrategy.because("random_choices", strategy=str(self), game=str(game))
        self.start(game, Seed(0))  # complains about options that do not suit the game
        stated = self.strategy.plan(game, self.options, threads or WorkerThreads())
        return stated or protocol.ChosenPlan(game, self._choose)

    def tree(self, game: Game, threads: WorkerThreads | None = None) -> Tree:
        """Return the tree of a deterministic strategy.

        Args:
            game: The game.
            threads: The threads; one if None.

        Returns:
            The tree, with the name of the strategy.

        Raises:
            BadStrategy: The strategy guesses at random, or cannot play the game, or the game is too large for a tree.
        """
        if game.size > MOST_CODES:
            raise BadStrategy.because(game._reason("not_listed_in_tree", size=game.size, most=MOST_CODES))
        threads = threads or WorkerThreads()
        return self.plan(game, threads).tree(threads).named(str(self))

    def _choose(self, position: Position, candidates: Candidates, threads: WorkerThreads) -> Code:
        codebreaker = self.start(position.game, Seed(0), position.turns)
        codebreaker.adopt(candidates)
        move = next_move(codebreaker, position.game, Budget(threads))
        if not isinstance(move, Guess):
            raise BadStrategy.because("no_guess_for_tree", strategy=str(self), given=str(position))
        return move.code

    def check(self, game: Game) -> None:
        """Check that the strategy can play a game.

        Args:
            game: The game.

        Raises:
            BadStrategy: It cannot.
        """
        reason = self.strategy.why_not(game)
        if reason is not None:
            fits = STRATEGIES[DEFAULT].why_not(game) is None
            is_for_auto = (
                fits and "before" not in dict(reason.values) and (self.noise.trusts or game._traits.counts_pegs)
            )
            advice = {"advice": "use_auto"} if is_for_auto else {}
            raise BadStrategy.because(
                reason.within("cannot_play", strategy=self.strategy.name, game=str(game), **advice)
            )

    def start(self, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        """Create a codebreaker for one game.

        Args:
            game: The game.
            seed: The random seed.
            history: The turns so far.

        Returns:
            The codebreaker at the position after `history`.

        Raises:
            BadStrategy: The strategy cannot play the game.
            Contradiction: No code is consistent with the history.
        """
        self.check(game)
        return self.strategy.begin(game, self.options, seed, history)


@former_parameters(
    {"game": "position", "history": lambda turns, given: {"position": Position(given.pop("position"), turns)}},
    ("game", "strategy", "seed", "history"),
)
def make_codebreaker(
    position: Position | Game | str, strategy: str | Player = DEFAULT, *, seed: Seed | int | None = None
) -> Codebreaker:
    """Create a codebreaker, which plays one game with a strategy, starting at a given position.

    Args:
        position: The position, its text, or a game for its start.
        strategy: A strategy text or a player.
        seed: The random seed; drawn if None.

    Returns:
        The codebreaker.

    Raises:
        BadInput: The position or the strategy is invalid, the strategy cannot play the game, or cannot continue from
            these turns (`ForeignHistory`).
        Contradiction: No code is consistent with the turns; some codebreakers raise it only from `next` or `report`.
        Unavailable: The strategy of another package cannot be loaded.

    >>> make_codebreaker(Game(4, 6), "minimax").next()
    Guess(code=(0, 0, 1, 1), consistent=True)
    >>> make_codebreaker("p4c6 1122:1b0w", "minimax").next()
    Guess(code=(0, 2, 3, 3), consistent=True)
    """
    player = Player.of(strategy)
    position = Position.of(position, noisy=player.noise.doubts)
    return player.start(position.game, Seed.of(seed), position.turns)


def build_tree(
    game: Game | str,
    strategy: str | Player = DEFAULT,
    *,
    until: Until | None = None,
    workers: WorkerThreads | int = 1,
) -> Tree:
    """Build the tree of a deterministic strategy.

    Args:
        game: The game or its rules id.
        strategy: A strategy text or a player.
        until: Override how the game ends: `named`, `known` or `class`.
        workers: Threads, or their number.

    Returns:
        The tree.

    Raises:
        BadInput: The rules id or the strategy text is invalid, the strategy guesses at random (`BadStrategy`), or it
            cannot play the game (`BadStrategy`).

    >>> build_tree("p4c6", "minimax").figures.histogram
    (1, 6, 62, 533, 694)
    """
    player = Player.of(strategy)
    with WorkerThreads.of(workers) as threads:
        return player.tree(Game.of(game, until), threads)


class OptionHelp(msgspec.Struct, frozen=True):
    """One option of a strategy, as shown in the help."""

    name: str
    """The name, as in a strategy text."""
    default: Any
    """The value if the option is not given; also None if the option is required."""
    is_flag: bool
    """Whether the name alone sets it to true."""
    description: str
    """What it does."""


def options_of(strategy: Strategy[Any]) -> list[OptionHelp]:
    """Return the options of a strategy.

    Args:
        strategy: The strategy.

    Returns:
        The options with their defaults and descriptions, in the order of declaration.
    """
    return list(_options_of(strategy.options))


@lru_cache(maxsize=64)  # which takes msgspec longer than a short game takes
def _options_of(options: type) -> tuple[OptionHelp, ...]:
    helps = []
    for field in msgspec.structs.fields(options):
        description = next(meta.description for meta in field.type.__metadata__ if isinstance(meta, msgspec.Meta))
        default = None if field.default is msgspec.NODEFAULT else field.default
        helps.append(OptionHelp(field.encode_name, default, field.type.__origin__ is bool, description or ""))
    return tuple(helps)


def _strategy_hint(name: str) -> dict[str, Value]:
    """Return the values of a hint at an unknown name: several, a misspelled or abbreviated one, or an author's."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) > 1 and all(part in STRATEGIES for part in parts):
        return {"hint": "several_strategies", "first": parts[0], "second": parts[1]}
    meant = one_of(strategies_like(name))
    return {"hint": "did_you_mean", "meant": meant} if meant else {"hint": "list_strategies"}


def strategies_like(name: str) -> list[str]:
    """Return the strategies that a misspelled or abbreviated name, or an author's, may mean."""
    found = similar(name, STRATEGIES)
    if not found and name.isalpha():
        found = [each.name for each in STRATEGIES.values() if name.lower() in each.origin.lower().split()][:1]
    return found


def parse_options(strategy: Strategy[Any], text: str) -> Any:
    """Parse the options of a strategy text.

    Args:
        strategy: The strategy.
        text: The options, separated by commas.

    Returns:
        An instance of `strategy.options`.

    Raises:
        BadStrategy: An option is unknown, repeated or invalid.
    """
    known = {option.name: option for option in options_of(strategy)}
    given: dict[str, str | bool] = {}
    for word in text.split(",") if text.strip() else []:
        name, equals, value = word.strip().partition("=")
        option = known.get(name)
        if name in strategy.fixed:
            raise BadStrategy.because("fixed_option", strategy=strategy.name, name=name, value=strategy.fixed[name])
        if option is None:
            hint = hint_at(name, known, "like_options" if known else "no_options", choice=one_of(known))
            raise BadStrategy.because("unknown_option", strategy=strategy.name, name=name, **hint)
        if name in given:
            raise BadStrategy.because("option_twice", strategy=strategy.name, name=name)
        if not equals and not option.is_flag:
            raise BadStrategy.because("option_needs_value", strategy=strategy.name, name=name)
        given[name] = value.strip() if equals else True
    try:
        return msgspec.convert(given, strategy.options, strict=False)
    except msgspec.ValidationError as error:
        at = msgspec_error(error).key
        raise BadStrategy.because(
            "wrong_option", strategy=strategy.name, name=at, value=str(given.get(at)), **_values_of(strategy, at)
        ) from None


def _values_of(strategy: Strategy[Any], name: str) -> dict[str, Value]:
    hint = next(field.type for field in msgspec.structs.fields(strategy.options) if field.encode_name == name)
    bounded = next((inner for inner in get_args(hint.__origin__) if get_origin(inner) is Annotated), hint)
    kind, meta = bounded.__origin__, next(meta for meta in bounded.__metadata__ if isinstance(meta, msgspec.Meta))
    low, high = meta.ge or 0, meta.le or 0
    if kind is bool:
        return {"expected": "flag_alone"}
    if kind is int:
        return {"expected": "either_number" if high == low + 1 else "whole_number", "least": low, "most": high}
    if kind is float and meta.lt == 1:
        return {"expected": "probability"}
    if kind is float:
        return {"expected": "number_above_0" if meta.gt == 0 else "number_from", "least": low, "most": high}
    return {"expected": "one_of", "choice": one_of(map(str, get_args(kind)))}
