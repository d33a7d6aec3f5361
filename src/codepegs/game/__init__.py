"""Rules of a game, replies, and how codes and positions are written and drawn.

Members:

- `cells`: Cells of a table as distributions: unknown ones, several values, intervals of a measured test.
- `code_sequence`: Codes as sequences: all codes of a game, which are not stored, and codes of many pegs, which are
  arrays.
- `expressions`: The expressions in which people state a reply, which codes can be secret, a test, or a score.
- `families`: Secrets, objects and tests that a rule states in place of a list: `where`, and families of tests with
  `for`.
- `figures`: The figures of codepegs: each has one name, in JSON, CSV, Python and HTTP, and as the heading of a column.
- `former`: Names of the previous minor version: they work for one more, with a warning that states the present name.
- `game_files`: Games from files: TOML, or lists of codes as they come: a code on each line, CSV, JSON, numbered, with
  comments.
- `kinds`: What lists and tables add to a game: traits, weights, costs, classes and endings; games of pegs have the
  defaults.
- `listed`: Games whose codes are listed: words, equations, tables of attributes, or a selection of peg codes.
- `noise`: False replies: their kinds, the assumptions of strategies, and the end of such a game.
- `notation`: The notation of codes, in every command, page and file.
- `odd_cells`: Cells of a table that look as if they said more than one outcome; each is taken as an outcome of its own.
- `outcome_reading`: Replies of lists, and outcomes of tests, as people and programs type them.
- `outcomes`: What is given with lists and tables: outcomes, weights, costs and classes, each checked and made numbers.
- `parts`: Part numbers: each reply of a game is numbered by the part of a partition that it selects.
- `pictures`: Boards as SVG and tables as HTML, for notebooks and files, without scripts, fonts or external files.
- `plain_text`: Texts as people type them, in plain signs.
- `position`: Turns and positions, and their texts.
- `ranges`: Numbers and ranges of numbers as people write them: which of some ranges a number lies in.
- `reading`: The one reader of replies and turns: every notation in use, for commands, prompts, Python and the server.
- `records`: Records of results, in Python and in JSON.
- `reply`: Replies: which part a view shows, the reply to a guess, which replies are possible.
- `reply_table`: The replies of a listed game: named rules, formulas, the table of part numbers, how texts are read, and
  hard mode.
- `reply_words`: The words in which people say a reply: what they call a peg in its place and one elsewhere, in their
  language.
- `rules`: The rules of a game, in plain Python; codes of very many pegs are in `codepegs.game.code_sequence`.
- `table_files`: Tables in files: text of any encoding and separator, or a spreadsheet, as cells; what was assumed, and
  all faults.
- `tables`: Games from tables: arrays, data frames, functions and CSV files of the outcome of each test for each object.
- `words`: How words are distinguished, stored and found: letters are folded only where that keeps the words of a list
  apart.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "figures": (
            "FIGURES GUESSES_ERROR OF_PARTS Kind Kinds described heading_of kinds_of kinds_of_columns "
            "kinds_sentence kinds_text kinds_words said set_kinds"
        ),
        "code_sequence": "code_of CodeSequence LongCode long_score LongLog",
        "families": "clue_of",
        "former": "former_parameters FormerName of_budget warn_former",
        "game_files": "FILES_VARIABLE find_game load_game MOST_LIST_BYTES SERVED_VARIABLE",
        "kinds": "Until draw_number",
        "listed": "ListedGame",
        "noise": (
            "ErrorModel ModelNoiseOptions Noise NoiseOptions UNKNOWN false_cost is_model noise_of "
            "noise_sentence parse_model parse_noise reply_likelihoods state_after"
        ),
        "notation": (
            "ALIASES BOX_NAMES CANONICAL COLOR_NAMES LONG_ALIASES MOST_PEGS_READ Notation PEG_COLORS SYMBOLS "
            "TABLE_ENDINGS TwoMeanings ZERO_SYMBOLS fold is_game_file meant_rules similar_rules notation_for "
            "parse_rules peg_color split_alias split_rules"
        ),
        "odd_cells": "cells_notice",
        "outcome_reading": "read_listed_reply read_outcome",
        "outcomes": "Outcomes alike_columns",
        "parts": "TurnArrays code_rules numbering_of pack part_cells part_table parts_between reply_matrix",
        "pictures": "board_svg Canvas code_html number_html pegs_svg table_html",
        "position": "Position as_given format_turn",
        "plain_text": "plain",
        "reading": "POSITION_EXAMPLE example_turn impossibility is_rules parse_named_counts parse_reply without_notes",
        "records": (
            "Answer answer_type as_json CandidatesLeft Count countable EXACT_IN_JSON Fits InJson Interval JsonKeys "
            "Keys maybe OneReason optional Reasons record Seconds TurnNumber whole"
        ),
        "reply": "Code counts_of is_possible plain_code Reply reply_text score Turn View",
        "reply_table": "REPLIES allowed_after formula_parts replies_by_all",
        "table_files": "holds_table",
        "tables": "game_of read_table table_text",
        "rules": "Game LONG_PEGS MOST_CODES MOST_COLORS MOST_PEGS",
    },
)
