"""Rules of a game, replies, and how codes and positions are written and drawn."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.game.bitmasks import pack as pack
    from codepegs.game.html import code_html as code_html, number_html as number_html, table_html as table_html
    from codepegs.game.listed import (
        FILES_VARIABLE as FILES_VARIABLE,
        REPLIES as REPLIES,
        ListedGame as ListedGame,
        load_game as load_game,
    )
    from codepegs.game.long_codes import LongCode as LongCode, LongLog as LongLog, code_of as code_of, slim as slim
    from codepegs.game.noise import (
        UNKNOWN as UNKNOWN,
        Noise as Noise,
        NoiseOptions as NoiseOptions,
        false_cost as false_cost,
        parse_noise as parse_noise,
    )
    from codepegs.game.notation import (
        CANONICAL as CANONICAL,
        MOST_PEGS_READ as MOST_PEGS_READ,
        SYMBOLS as SYMBOLS,
        Notation as Notation,
        Position as Position,
        Turn as Turn,
        fold as fold,
        format_turn as format_turn,
        notation_for as notation_for,
        parse_reply as parse_reply,
    )
    from codepegs.game.palette import PEG_COLORS as PEG_COLORS, peg_color as peg_color
    from codepegs.game.parts import (
        CodeLike as CodeLike,
        PartTable as PartTable,
        TurnArrays as TurnArrays,
        code_array as code_array,
        code_rules as code_rules,
        part_table as part_table,
        parts_between as parts_between,
        reply_matrix as reply_matrix,
    )
    from codepegs.game.rules import (
        ALIASES as ALIASES,
        LEAST_SHOWN_AS_POWER as LEAST_SHOWN_AS_POWER,
        LONG_ALIASES as LONG_ALIASES,
        LONG_PEGS as LONG_PEGS,
        MOST_COLORS as MOST_COLORS,
        MOST_PEGS as MOST_PEGS,
        Code as Code,
        Game as Game,
        Reply as Reply,
        View as View,
        counted as counted,
        is_game_file as is_game_file,
        score as score,
    )
    from codepegs.game.svg import board_svg as board_svg, pegs_svg as pegs_svg
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "bitmasks": "pack",
            "html": "code_html number_html table_html",
            "listed": "FILES_VARIABLE ListedGame REPLIES load_game",
            "long_codes": "LongCode LongLog code_of slim",
            "noise": "Noise NoiseOptions UNKNOWN false_cost parse_noise",
            "notation": (
                "CANONICAL MOST_PEGS_READ Notation Position SYMBOLS Turn fold format_turn notation_for parse_reply"
            ),
            "parts": "CodeLike PartTable TurnArrays code_array code_rules part_table parts_between reply_matrix",
            "palette": "PEG_COLORS peg_color",
            "rules": (
                "ALIASES Code Game LONG_ALIASES LEAST_SHOWN_AS_POWER LONG_PEGS MOST_COLORS MOST_PEGS Reply View "
                "counted is_game_file score"
            ),
            "svg": "board_svg pegs_svg",
        },
    )
