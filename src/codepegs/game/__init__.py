"""Rules of a game, replies, and how codes and positions are written and drawn."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.game.bitmasks import pack as pack
    from codepegs.game.counts import (
        LEAST_SHOWN_AS_POWER as LEAST_SHOWN_AS_POWER,
        chance_words as chance_words,
        counted as counted,
        estimate_words as estimate_words,
        every as every,
    )
    from codepegs.game.error_models import (
        ErrorModel as ErrorModel,
        is_model as is_model,
        noise_of as noise_of,
        parse_model as parse_model,
        state_after as state_after,
    )
    from codepegs.game.hard_mode import allowed_after as allowed_after
    from codepegs.game.html import code_html as code_html, number_html as number_html, table_html as table_html
    from codepegs.game.listed import (
        FILES_VARIABLE as FILES_VARIABLE,
        REPLIES as REPLIES,
        SERVED_VARIABLE as SERVED_VARIABLE,
        ListedGame as ListedGame,
        load_game as load_game,
    )
    from codepegs.game.long_codes import LongCode as LongCode, LongLog as LongLog, code_of as code_of, slim as slim
    from codepegs.game.noise import (
        UNKNOWN as UNKNOWN,
        ModelNoiseOptions as ModelNoiseOptions,
        Noise as Noise,
        NoiseOptions as NoiseOptions,
        false_cost as false_cost,
        parse_noise as parse_noise,
        reply_likelihoods as reply_likelihoods,
    )
    from codepegs.game.notation import (
        CANONICAL as CANONICAL,
        MOST_PEGS_READ as MOST_PEGS_READ,
        SYMBOLS as SYMBOLS,
        ZERO_SYMBOLS as ZERO_SYMBOLS,
        Notation as Notation,
        fold as fold,
        notation_for as notation_for,
        parse_reply as parse_reply,
    )
    from codepegs.game.palette import PEG_COLORS as PEG_COLORS, peg_color as peg_color
    from codepegs.game.parts import (
        TurnArrays as TurnArrays,
        code_rules as code_rules,
        part_table as part_table,
        parts_between as parts_between,
        reply_matrix as reply_matrix,
    )
    from codepegs.game.position import Position as Position, Turn as Turn, format_turn as format_turn
    from codepegs.game.reply import Code as Code, Reply as Reply, View as View, score as score
    from codepegs.game.reply_table import replies_by_all as replies_by_all
    from codepegs.game.rules import (
        ALIASES as ALIASES,
        LONG_ALIASES as LONG_ALIASES,
        LONG_PEGS as LONG_PEGS,
        MOST_COLORS as MOST_COLORS,
        MOST_PEGS as MOST_PEGS,
        Game as Game,
        is_game_file as is_game_file,
    )
    from codepegs.game.svg import board_svg as board_svg, pegs_svg as pegs_svg
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "bitmasks": "pack",
            "counts": "LEAST_SHOWN_AS_POWER chance_words counted estimate_words every",
            "hard_mode": "allowed_after",
            "error_models": "ErrorModel is_model noise_of parse_model state_after",
            "html": "code_html number_html table_html",
            "listed": "FILES_VARIABLE ListedGame REPLIES SERVED_VARIABLE load_game",
            "long_codes": "LongCode LongLog code_of slim",
            "noise": "ModelNoiseOptions Noise NoiseOptions UNKNOWN false_cost parse_noise reply_likelihoods",
            "notation": "CANONICAL MOST_PEGS_READ Notation SYMBOLS ZERO_SYMBOLS fold notation_for parse_reply",
            "parts": "TurnArrays code_rules part_table parts_between reply_matrix",
            "palette": "PEG_COLORS peg_color",
            "position": "Position Turn format_turn",
            "reply": "Code Reply View score",
            "reply_table": "replies_by_all",
            "rules": "ALIASES Game LONG_ALIASES LONG_PEGS MOST_COLORS MOST_PEGS is_game_file",
            "svg": "board_svg pegs_svg",
        },
    )
