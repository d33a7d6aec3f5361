"""Rules of a game, replies, and how codes and positions are written and drawn."""

from codepegs.lazy import lazy_names

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
        "notation": "CANONICAL MOST_PEGS_READ Notation SYMBOLS ZERO_SYMBOLS fold notation_for",
        "reading": "parse_reply",
        "parts": "TurnArrays code_rules part_table parts_between reply_matrix",
        "palette": "PEG_COLORS peg_color",
        "position": "Position Turn format_turn",
        "records": (
            "Answer CandidatesLeft Count EXACT_IN_JSON Fits Interval InJson Keys Seconds TurnNumber answer_type "
            "as_json countable record"
        ),
        "reply": "Code Reply View score",
        "reply_table": "replies_by_all",
        "rules": "ALIASES FOR_PEGS Game LONG_ALIASES LONG_PEGS MOST_COLORS MOST_PEGS is_game_file",
        "svg": "board_svg pegs_svg",
        "weights": "draw_number",
    },
)
