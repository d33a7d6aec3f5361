# The public names of `codepegs.game`, written by `docs/make/stubs.py`.
from codepegs.game.code_sequence import CodeSequence, LongCode, LongLog, code_of, long_score
from codepegs.game.families import clue_of
from codepegs.game.figures import (
    FIGURES,
    GUESSES_ERROR,
    Kind,
    Kinds,
    OF_PARTS,
    described,
    heading_of,
    kinds_of,
    kinds_of_columns,
    kinds_sentence,
    kinds_text,
    kinds_words,
    said,
    set_kinds,
)
from codepegs.game.former import FormerName, former_parameters, of_budget, warn_former
from codepegs.game.game_files import FILES_VARIABLE, MOST_LIST_BYTES, SERVED_VARIABLE, find_game, load_game
from codepegs.game.kinds import Until, draw_number
from codepegs.game.listed import ListedGame
from codepegs.game.noise import (
    ErrorModel,
    ModelNoiseOptions,
    Noise,
    NoiseOptions,
    UNKNOWN,
    false_cost,
    is_model,
    noise_of,
    noise_sentence,
    parse_model,
    parse_noise,
    reply_likelihoods,
    state_after,
)
from codepegs.game.notation import (
    ALIASES,
    BOX_NAMES,
    CANONICAL,
    COLOR_NAMES,
    LONG_ALIASES,
    MOST_PEGS_READ,
    Notation,
    PEG_COLORS,
    SYMBOLS,
    TABLE_ENDINGS,
    TwoMeanings,
    ZERO_SYMBOLS,
    fold,
    is_game_file,
    meant_rules,
    notation_for,
    parse_rules,
    peg_color,
    similar_rules,
    split_alias,
    split_rules,
)
from codepegs.game.odd_cells import cells_notice
from codepegs.game.outcome_reading import read_listed_reply, read_outcome
from codepegs.game.outcomes import Outcomes, alike_columns
from codepegs.game.parts import (
    TurnArrays,
    code_rules,
    numbering_of,
    pack,
    part_cells,
    part_table,
    parts_between,
    reply_matrix,
)
from codepegs.game.pictures import Canvas, board_svg, code_html, number_html, pegs_svg, table_html
from codepegs.game.plain_text import plain
from codepegs.game.position import Position, as_given, format_turn
from codepegs.game.reading import (
    POSITION_EXAMPLE,
    example_turn,
    impossibility,
    is_rules,
    parse_named_counts,
    parse_reply,
    without_notes,
)
from codepegs.game.records import (
    Answer,
    CandidatesLeft,
    Count,
    EXACT_IN_JSON,
    Fits,
    InJson,
    Interval,
    JsonKeys,
    Keys,
    OneReason,
    Reasons,
    Seconds,
    TurnNumber,
    answer_type,
    as_json,
    countable,
    maybe,
    optional,
    record,
    whole,
)
from codepegs.game.reply import Code, Reply, Turn, View, counts_of, is_possible, plain_code, reply_text, score
from codepegs.game.reply_table import REPLIES, allowed_after, formula_parts, replies_by_all
from codepegs.game.rules import Game, LONG_PEGS, MOST_CODES, MOST_COLORS, MOST_PEGS
from codepegs.game.table_files import holds_table
from codepegs.game.tables import game_of, read_table, table_text

__all__ = ["ALIASES", "Answer", "BOX_NAMES", "CANONICAL", "COLOR_NAMES", "CandidatesLeft", "Canvas", "Code",
    "CodeSequence", "Count", "EXACT_IN_JSON", "ErrorModel", "FIGURES", "FILES_VARIABLE", "Fits", "FormerName",
    "GUESSES_ERROR", "Game", "InJson", "Interval", "JsonKeys", "Keys", "Kind", "Kinds", "LONG_ALIASES", "LONG_PEGS",
    "ListedGame", "LongCode", "LongLog", "MOST_CODES", "MOST_COLORS", "MOST_LIST_BYTES", "MOST_PEGS", "MOST_PEGS_READ",
    "ModelNoiseOptions", "Noise", "NoiseOptions", "Notation", "OF_PARTS", "OneReason", "Outcomes", "PEG_COLORS",
    "POSITION_EXAMPLE", "Position", "REPLIES", "Reasons", "Reply", "SERVED_VARIABLE", "SYMBOLS", "Seconds",
    "TABLE_ENDINGS", "Turn", "TurnArrays", "TurnNumber", "TwoMeanings", "UNKNOWN", "Until", "View", "ZERO_SYMBOLS",
    "alike_columns", "allowed_after", "answer_type", "as_given", "as_json", "board_svg", "cells_notice", "clue_of",
    "code_html", "code_of", "code_rules", "countable", "counts_of", "described", "draw_number", "example_turn",
    "false_cost", "find_game", "fold", "format_turn", "former_parameters", "formula_parts", "game_of", "heading_of",
    "holds_table", "impossibility", "is_game_file", "is_model", "is_possible", "is_rules", "kinds_of",
    "kinds_of_columns", "kinds_sentence", "kinds_text", "kinds_words", "load_game", "long_score", "maybe",
    "meant_rules", "noise_of", "noise_sentence", "notation_for", "number_html", "numbering_of", "of_budget", "optional",
    "pack", "parse_model", "parse_named_counts", "parse_noise", "parse_reply", "parse_rules", "part_cells",
    "part_table", "parts_between", "peg_color", "pegs_svg", "plain", "plain_code", "read_listed_reply", "read_outcome",
    "read_table", "record", "replies_by_all", "reply_likelihoods", "reply_matrix", "reply_text", "said", "score",
    "set_kinds", "similar_rules", "split_alias", "split_rules", "state_after", "table_html", "table_text",
    "warn_former", "whole", "without_notes"]
