"""Rules of a game, replies, and how codes and positions are written and drawn."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "figures": (
            "FIGURES GUESSES_ERROR OF_PARTS FormerName Kind Kinds described heading_of kinds_of kinds_of_columns "
            "kinds_sentence kinds_words said set_kinds"
        ),
        "code_sequence": "code_of CodeSequence LongCode LongLog",
        "game_files": "FILES_VARIABLE SERVED_VARIABLE load_game",
        "kinds": "Until draw_number",
        "listed": "ListedGame",
        "noise": (
            "ErrorModel ModelNoiseOptions Noise NoiseOptions UNKNOWN false_cost is_model noise_of "
            "noise_sentence parse_model parse_noise reply_likelihoods state_after"
        ),
        "notation": (
            "ALIASES BOX_NAMES CANONICAL COLOR_NAMES LONG_ALIASES MOST_PEGS_READ Notation PEG_COLORS SYMBOLS "
            "TwoMeanings ZERO_SYMBOLS fold is_game_file meant_rules notation_for peg_color split_rules"
        ),
        "odd_cells": "cells_notice",
        "outcomes": "Outcomes alike_columns",
        "parts": "TurnArrays code_rules numbering_of pack part_cells part_table parts_between reply_matrix",
        "pictures": "board_svg Canvas code_html number_html pegs_svg table_html",
        "position": "Position Turn as_given format_turn",
        "reading": "POSITION_EXAMPLE example_turn impossibility is_rules parse_reply plain without_notes",
        "records": (
            "Answer answer_type as_json CandidatesLeft Count countable EXACT_IN_JSON Fits InJson Interval Keys "
            "OneReason Reasons record Seconds TurnNumber"
        ),
        "reply": "Code counts_of is_possible plain_code Reply reply_text score View",
        "reply_table": "REPLIES allowed_after formula_parts replies_by_all",
        "tables": "table_text",
        "rules": "Game LONG_PEGS MOST_CODES MOST_COLORS MOST_PEGS",
    },
)
