/**
 * The C++ functions that the page calls, and the structs that they take, by name. Written by `docs/make/stubs.py` from
 * the signatures that the C++ library states; the lines "C++:" are compared with those of the compiled modules.
 */

import { instantiate, Module, type NativeArray, type NativeObject } from "./module";

export type { NativeArray, NativeObject } from "./module";

// analysis/verdict.cpp

/**
 * The figures of a guess that was made, and of the best one at its turn; NaN if they are not known.
 *
 * C++: `TurnFigures{value: f64, error: f64, shared: f64, best_value: f64, best_error: f64, best_shared: f64, cost: f64, bits: f64, gained: f64, counted: i64, is_best: bool, is_candidate: bool, contradicts: bool, cannot_be_secret: bool, is_test: bool, is_over: bool, is_answered: bool, is_win: bool}`
 */
export interface TurnFigures {
  readonly value: number;
  readonly error: number;
  readonly shared: number;
  readonly best_value: number;
  readonly best_error: number;
  readonly best_shared: number;
  readonly cost: number;
  readonly bits: number;
  readonly gained: number;
  readonly counted: number;
  readonly is_best: boolean;
  readonly is_candidate: boolean;
  readonly contradicts: boolean;
  readonly cannot_be_secret: boolean;
  readonly is_test: boolean;
  readonly is_over: boolean;
  readonly is_answered: boolean;
  readonly is_win: boolean;
}

/**
 * The limits of the kinds.
 *
 * C++: `VerdictLimits{same: f64, good: f64, lucky: f64, some_luck: f64, decisive: f64, known_share: f64}`
 */
export interface VerdictLimits {
  readonly same: number;
  readonly good: number;
  readonly lucky: number;
  readonly some_luck: number;
  readonly decisive: number;
  readonly known_share: number;
}

/**
 * The turns of a game with their verdicts; NaN for what is not known. All have shape (turns,).
 *
 * C++: `JudgedTurns{worth: const i64[1], comment: const i64[1], skill: const f64[1], lost: const f64[1], luck: const f64[1]}`
 */
export interface JudgedTurns {
  readonly worth: NativeArray<"i64", 1>;
  readonly comment: NativeArray<"i64", 1>;
  readonly skill: NativeArray<"f64", 1>;
  readonly lost: NativeArray<"f64", 1>;
  readonly luck: NativeArray<"f64", 1>;
}

// codes/contradictions.cpp

/**
 * Limits of a search by questions.
 *
 * C++: `ConflictLimits{work: i64, question_work: i64, codes: i64, few: i64, questions: i64}`
 */
export interface ConflictLimits {
  readonly work: number;
  readonly question_work: number;
  readonly codes: number;
  readonly few: number;
  readonly questions: number;
}

export type FailedTurns = NativeObject<"FailedTurns">;

export type ConflictSearch = NativeObject<"ConflictSearch">;

// codes/curves.cpp

export type Curve = NativeObject<"Curve">;

// codes/large_sets.hpp

/**
 * The bit planes of a set, for the colours that some guesses use.
 *
 * C++: `SetPlanes{column_of: u16[1], members: u64[1], place: u64[3], copies: u64[3]}`
 */
export interface SetPlanes {
  readonly column_of: NativeArray<"u16", 1>;
  readonly members: NativeArray<"u64", 1>;
  readonly place: NativeArray<"u64", 3>;
  readonly copies: NativeArray<"u64", 3>;
}

// codes/part_cells.hpp

/**
 * The cells of a game's part table, part by part: a cell is the codes in one black row and one total row, and a part
 * is made of one or more cells. Rows up to `pegs` are counts; black row pegs + 1 is every code and pegs + 2 every code
 * but the guess itself; total row pegs + 1 is every code. The last part is the win.
 *
 * C++: `Cells{black: const i64[1], total: const i64[1], part: const i64[1], ends: const bool[1], parts: i64}`
 */
export interface Cells {
  readonly black: NativeArray<"i64", 1>;
  readonly total: NativeArray<"i64", 1>;
  readonly part: NativeArray<"i64", 1>;
  readonly ends: NativeArray<"bool", 1>;
  readonly parts: number;
}

// codes/set_search.hpp

/**
 * A one-step strategy: the guess with the least score is played, a candidate first among equals, then the numerically
 * lowest.
 *
 * C++: `OneStepOptions{objective: i64, candidates_only: bool, searched_most: i64, table: const u64[1]}`
 */
export interface OneStepOptions {
  readonly objective: number;
  readonly candidates_only: boolean;
  readonly searched_most: number;
  readonly table: NativeArray<"u64", 1>;
}

// codes/strategy_walk.cpp

export type StrategyWalk = NativeObject<"StrategyWalk">;

// codes/table_walk.cpp

export type TableWalk = NativeObject<"TableWalk">;

// codes/walk_output.hpp

/**
 * Where a walk writes what it finds.
 *
 * C++: `WalkOutput{histogram: i64[1], work: i64[1], guesses: u64[1], parents: i64[1], parts: i64[1]}`
 */
export interface WalkOutput {
  readonly histogram: NativeArray<"i64", 1>;
  readonly work: NativeArray<"i64", 1>;
  readonly guesses: NativeArray<"u64", 1>;
  readonly parents: NativeArray<"i64", 1>;
  readonly parts: NativeArray<"i64", 1>;
}

// core/differing_guesses.cpp

export type GuessEnumerator = NativeObject<"GuessEnumerator">;

// core/exact_search.cpp

/**
 * What is known of each turn: -1 where a count is hidden.
 *
 * C++: `TurnCounts{guesses: const i64[2], black: const i64[1], total: const i64[1], white: const i64[1]}`
 */
export interface TurnCounts {
  readonly guesses: NativeArray<"i64", 2>;
  readonly black: NativeArray<"i64", 1>;
  readonly total: NativeArray<"i64", 1>;
  readonly white: NativeArray<"i64", 1>;
}

export type ExactSearch = NativeObject<"ExactSearch">;

// core/multisets.cpp

export type MultisetSearch = NativeObject<"MultisetSearch">;

// core/packed_codes.hpp

/**
 * The rules of a game and the parts of its partitions.
 *
 * C++: `CodeRules{pegs: i64, colors: i64, repeats: bool, part_table: const i64[2]}`
 */
export interface CodeRules {
  readonly pegs: number;
  readonly colors: number;
  readonly repeats: boolean;
  readonly part_table: NativeArray<"i64", 2>;
}

// core/symmetry.cpp

export type HistorySymmetry = NativeObject<"HistorySymmetry">;

export type DifferingGuesses = NativeObject<"DifferingGuesses">;

// strategies/sampling/candidate_turn.cpp

/**
 * The rules that the candidates follow from.
 *
 * C++: `TrackedGame{pegs: i64, colors: i64, view: i64, size: f64, repeats: bool}`
 */
export interface TrackedGame {
  readonly pegs: number;
  readonly colors: number;
  readonly view: number;
  readonly size: number;
  readonly repeats: boolean;
}

/**
 * The limits of the work of a turn.
 *
 * C++: `TrackLimits{samples: i64, moves: i64, listed: i64, nodes: i64, proof_nodes: i64, moves_a_peg: i64, spacing: i64, patience: i64}`
 */
export interface TrackLimits {
  readonly samples: number;
  readonly moves: number;
  readonly listed: number;
  readonly nodes: number;
  readonly proof_nodes: number;
  readonly moves_a_peg: number;
  readonly spacing: number;
  readonly patience: number;
}

/**
 * What was known before the turn.
 *
 * C++: `KnownBefore{codes: const u8[2], candidates: f64, log_variance: f64, proofs_failed: i64, moves_made: i64, exact: bool}`
 */
export interface KnownBefore {
  readonly codes: NativeArray<"u8", 2>;
  readonly candidates: number;
  readonly log_variance: number;
  readonly proofs_failed: number;
  readonly moves_made: number;
  readonly exact: boolean;
}

export type CandidateTurn = NativeObject<"CandidateTurn">;

// strategies/sampling/code_set.hpp

/**
 * The rules that a comparison needs.
 *
 * C++: `ComparedGame{pegs: i64, colors: i64, view: i64, part_of: const i64[2], parts: i64, repeats: bool}`
 */
export interface ComparedGame {
  readonly pegs: number;
  readonly colors: number;
  readonly view: number;
  readonly part_of: NativeArray<"i64", 2>;
  readonly parts: number;
  readonly repeats: boolean;
}

// strategies/sampling/evidence.cpp

export type Evidence = NativeObject<"Evidence">;

export type CandidateListing = NativeObject<"CandidateListing">;

// strategies/sampling/guess_comparison.cpp

/**
 * The limits of the work.
 *
 * C++: `ComparisonLimits{samples: i64, compared: i64, climbs: i64, steps: i64, deep: i64}`
 */
export interface ComparisonLimits {
  readonly samples: number;
  readonly compared: number;
  readonly climbs: number;
  readonly steps: number;
  readonly deep: number;
}

export type GuessComparison = NativeObject<"GuessComparison">;

// strategies/streaming/streaming.cpp

export type Streaming = NativeObject<"Streaming">;

// trees/search/search_rules.hpp

/**
 * The costs and the methods of a search.
 *
 * C++: `SearchSettings{candidates_only: bool, turns: i64, step: const i64[1], same_turns: bool, bounds: const i64[2], blacks_alone: bool, bounded: bool, ordered: bool, largest_first: bool, permutations: const i64[2]}`
 */
export interface SearchSettings {
  readonly candidates_only: boolean;
  readonly turns: number;
  readonly step: NativeArray<"i64", 1>;
  readonly same_turns: boolean;
  readonly bounds: NativeArray<"i64", 2>;
  readonly blacks_alone: boolean;
  readonly bounded: boolean;
  readonly ordered: boolean;
  readonly largest_first: boolean;
  readonly permutations: NativeArray<"i64", 2>;
}

// trees/search/tree_search.cpp

export type TreeSearch = NativeObject<"TreeSearch">;

// trees/search/valuation.hpp

/**
 * The rules of such a game.
 *
 * C++: `GameTerms{weights: const i64[1], costs: const i64[1], endings: const i64[2], items: const i64[1]}`
 */
export interface GameTerms {
  readonly weights: NativeArray<"i64", 1>;
  readonly costs: NativeArray<"i64", 1>;
  readonly endings: NativeArray<"i64", 2>;
  readonly items: NativeArray<"i64", 1>;
}

/** The functions of a module, which has a memory of its own. */
export class Native extends Module {
  /** Start the module from its bytes. */
  static async start(bytes: BufferSource): Promise<Native> {
    return new Native(await instantiate(bytes));
  }

  // analysis/verdict.cpp

  /**
   * Judge a turn.
   *
   * Returns the rating of the guess, its skill from 0 to 1, the guesses lost and their uncertainty, the luck of the
   * reply in bits, what is said of the guess, the number of decimals that distinguishes it from the best one, and what
   * is said of the reply. NaN for what is not known.
   *
   * C++: `judge_turn(turn: TurnFigures, limits: VerdictLimits) -> (i64, f64, f64, f64, f64, i64, i64, i64)`
   */
  judge_turn(given: {
    turn: TurnFigures;
    limits: VerdictLimits;
  }): [number, number, number, number, number, number, number, number] {
    this.arguments().pointer(this.TurnFigures(given.turn)).pointer(this.VerdictLimits(given.limits));
    this.run("judge_turn");
    return [this.i64(0), this.f64(1), this.f64(2), this.f64(3), this.f64(4), this.i64(5), this.i64(6), this.i64(7)];
  }

  /**
   * Judge a game from its turns.
   *
   * `is_exact`: whether all figures are exact. `praise`: the least skill of each row of PRAISE, the last of which is
   * zero.
   *
   * Returns the mean skill and the mean luck, NaN if they are not known; the turn that decided the game, from one, or
   * zero; what it was; the row of the praise, of which zero is that of a perfect game; and how lucky all replies were.
   *
   * C++: `judge_game(turns: JudgedTurns, is_exact: bool, praise: const f64[1], limits: VerdictLimits) -> (f64, f64, i64, i64, i64, i64)`
   */
  judge_game(given: {
    turns: JudgedTurns;
    is_exact: boolean;
    praise: NativeArray<"f64", 1>;
    limits: VerdictLimits;
  }): [number, number, number, number, number, number] {
    this.arguments()
      .pointer(this.JudgedTurns(given.turns))
      .bool(given.is_exact)
      .array(given.praise)
      .pointer(this.VerdictLimits(given.limits));
    this.run("judge_game");
    return [this.f64(0), this.f64(1), this.i64(2), this.i64(3), this.i64(4), this.i64(5)];
  }

  // codes/contradictions.cpp

  /**
   * Begin to look for a conflict by all codes of a game.
   *
   * `fits`: whether a code of a part (column) is consistent with a turn (row), for at most 64 turns.
   *
   * C++: `begin_failed_turns(fits: const bool[2]) -> FailedTurns`
   */
  begin_failed_turns(given: { fits: NativeArray<"bool", 2> }): FailedTurns {
    this.arguments().array(given.fits);
    this.run("begin_failed_turns");
    return this.object("FailedTurns");
  }

  /**
   * Add codes by their part (column) for each turn (row); returns whether each of them fails a turn.
   *
   * C++: `add_failed_turns(failed: FailedTurns, parts: const i64[2]) -> bool`
   */
  add_failed_turns(given: { failed: FailedTurns; parts: NativeArray<"i64", 2> }): boolean {
    this.arguments().pointer(given.failed.address).array(given.parts);
    this.run("add_failed_turns");
    return this.bool(0);
  }

  /**
   * Look at further sets of turns for a smallest one of which every code fails a turn, the earliest turns first among
   * equals.
   *
   * Writes it to `out`, ascending, when it is found. Returns its size, zero as long as it is not found.
   *
   * C++: `find_conflict(failed: FailedTurns, sets: i64, out: i64[1]) -> i64`
   */
  find_conflict(given: { failed: FailedTurns; sets: number; out: NativeArray<"i64", 1> }): number {
    this.arguments().pointer(given.failed.address).i64(given.sets).array(given.out);
    this.run("find_conflict");
    return this.i64(0);
  }

  /**
   * Return the number of corrections of one reply after which some code is consistent.
   *
   * C++: `count_repairs(failed: FailedTurns) -> i64`
   */
  count_repairs(given: { failed: FailedTurns }): number {
    this.arguments().pointer(given.failed.address);
    this.run("count_repairs");
    return this.i64(0);
  }

  /**
   * Write these corrections, the most codes first: turn, part and number of codes, shape (repairs, 3).
   *
   * C++: `write_repairs(failed: FailedTurns, out: i64[2]) -> none`
   */
  write_repairs(given: { failed: FailedTurns; out: NativeArray<"i64", 2> }): void {
    this.arguments().pointer(given.failed.address).array(given.out);
    this.run("write_repairs");
  }

  /**
   * Begin to look for a conflict by questions about turns that contradict each other.
   *
   * `parts`: the number of parts for each turn. `open`: the turns whose reply may be wrong. `finds_conflict`: false if
   * only corrections are wanted.
   *
   * C++: `begin_conflict_search(parts: const i64[1], open: const bool[1], finds_conflict: bool, limits: ConflictLimits) -> ConflictSearch`
   */
  begin_conflict_search(given: {
    parts: NativeArray<"i64", 1>;
    open: NativeArray<"bool", 1>;
    finds_conflict: boolean;
    limits: ConflictLimits;
  }): ConflictSearch {
    this.arguments()
      .array(given.parts)
      .array(given.open)
      .bool(given.finds_conflict)
      .pointer(this.ConflictLimits(given.limits));
    this.run("begin_conflict_search");
    return this.object("ConflictSearch");
  }

  /**
   * Ask which codes are consistent with some turns, which are written to `asked`.
   *
   * Returns whether no question is left; the turn whose reply is in question, -1 if there is none; the part that its
   * reply is replaced by, -1 if the turn is left out; the most codes that are to be found, and the most work.
   *
   * C++: `next_question(search: ConflictSearch, asked: bool[1]) -> (bool, i64, i64, i64, i64)`
   */
  next_question(given: {
    search: ConflictSearch;
    asked: NativeArray<"bool", 1>;
  }): [boolean, number, number, number, number] {
    this.arguments().pointer(given.search.address).array(given.asked);
    this.run("next_question");
    return [this.bool(0), this.i64(1), this.i64(2), this.i64(3), this.i64(4)];
  }

  /**
   * Answer the question: the number of codes found, whether there are no others, and the work done.
   *
   * `parts`: the part of each code for the turn that was left out, in the order found; empty in other questions.
   *
   * C++: `answer_question(search: ConflictSearch, codes: i64, parts: const i64[1], is_complete: bool, work: i64) -> none`
   */
  answer_question(given: {
    search: ConflictSearch;
    codes: number;
    parts: NativeArray<"i64", 1>;
    is_complete: boolean;
    work: number;
  }): void {
    this.arguments()
      .pointer(given.search.address)
      .i64(given.codes)
      .array(given.parts)
      .bool(given.is_complete)
      .i64(given.work);
    this.run("answer_question");
  }

  /**
   * Write the smallest conflict found, or a small one, ascending; returns its size.
   *
   * C++: `conflict_found(search: ConflictSearch, out: i64[1]) -> i64`
   */
  conflict_found(given: { search: ConflictSearch; out: NativeArray<"i64", 1> }): number {
    this.arguments().pointer(given.search.address).array(given.out);
    this.run("conflict_found");
    return this.i64(0);
  }

  /**
   * Return the number of corrections of one reply after which some code is consistent.
   *
   * C++: `count_repairs_found(search: ConflictSearch) -> i64`
   */
  count_repairs_found(given: { search: ConflictSearch }): number {
    this.arguments().pointer(given.search.address);
    this.run("count_repairs_found");
    return this.i64(0);
  }

  /**
   * Write these corrections, shape (repairs, 3): turn, part, and the number of codes, -1 where they are not counted. The
   * uncounted ones come first, then those of the most codes.
   *
   * C++: `write_repairs_found(search: ConflictSearch, out: i64[2]) -> none`
   */
  write_repairs_found(given: { search: ConflictSearch; out: NativeArray<"i64", 2> }): void {
    this.arguments().pointer(given.search.address).array(given.out);
    this.run("write_repairs_found");
  }

  /**
   * Count the codes that are consistent when each guessed peg is scored by itself, a common mistake with repeated
   * colours.
   *
   * `guesses`: 0-based colours, shape (turns, pegs); `black` and `white` of the replies, shape (turns,).
   *
   * C++: `count_per_peg(keys: const u64[1], rules: CodeRules, guesses: const i64[2], black: const i64[1], white: const i64[1]) -> i64`
   */
  count_per_peg(given: {
    keys: NativeArray<"u64", 1>;
    rules: CodeRules;
    guesses: NativeArray<"i64", 2>;
    black: NativeArray<"i64", 1>;
    white: NativeArray<"i64", 1>;
  }): number {
    this.arguments()
      .array(given.keys)
      .pointer(this.CodeRules(given.rules))
      .array(given.guesses)
      .array(given.black)
      .array(given.white);
    this.run("count_per_peg");
    return this.i64(0);
  }

  // codes/curves.cpp

  /**
   * Make the curve of other games, with what a kind of game needs more.
   *
   * `view`: which pegs replies show: 0 both, 1 black, 2 their sum, 3 white. `pegs` is 0 for a game that has none.
   *
   * C++: `other_curve(pegs: i64, colors: i64, repeats: bool, view: i64) -> Curve`
   */
  other_curve(given: { pegs: number; colors: number; repeats: boolean; view: number }): Curve {
    this.arguments().i64(given.pegs).i64(given.colors).bool(given.repeats).i64(given.view);
    this.run("other_curve");
    return this.object("Curve");
  }

  /**
   * Make the curve through sets of a game.
   *
   * `sizes`: the size of each set, at least one; `averages`: the guesses that it needs. Both have shape (sets,).
   *
   * C++: `fit_curve(sizes: const f64[1], averages: const f64[1]) -> Curve`
   */
  fit_curve(given: { sizes: NativeArray<"f64", 1>; averages: NativeArray<"f64", 1> }): Curve {
    this.arguments().array(given.sizes).array(given.averages);
    this.run("fit_curve");
    return this.object("Curve");
  }

  /**
   * Estimate the expected number of guesses from here on if a guess is made that costs `price`, from its parts.
   *
   * `masses`: the weight of each part; `sizes`: the number of candidates in it, or the effective number if they have
   * weights; `known`: the guesses that it needs, NaN if unknown. All have shape (parts,), the win last; `known` may be
   * empty if the candidates are equally probable. Returns the value, its error, the part of the error that all values at
   * a position have in common, what the parts need more than the curve says, and how far this and the curve may be off
   * together.
   *
   * C++: `value_of_parts(masses: const f64[1], sizes: const f64[1], known: const f64[1], price: i64, curve: Curve) -> (f64, f64, f64, f64, f64)`
   */
  value_of_parts(given: {
    masses: NativeArray<"f64", 1>;
    sizes: NativeArray<"f64", 1>;
    known: NativeArray<"f64", 1>;
    price: number;
    curve: Curve;
  }): [number, number, number, number, number] {
    this.arguments()
      .array(given.masses)
      .array(given.sizes)
      .array(given.known)
      .i64(given.price)
      .pointer(given.curve.address);
    this.run("value_of_parts");
    return [this.f64(0), this.f64(1), this.f64(2), this.f64(3), this.f64(4)];
  }

  // codes/first_replies.cpp

  /**
   * Write the share of all codes that gives each reply to a first guess; returns the expected information of the reply.
   *
   * `pattern`: how many pegs of the guess have each of its colours. `part_of`: the part number of each (black, total),
   * shape (pegs + 1, pegs + 1), -1 where there is no such reply. `shares`: shape (parts,).
   *
   * C++: `first_reply_shares(pattern: const i64[1], colors: i64, repeats: bool, part_of: const i64[2], shares: f64[1]) -> f64`
   */
  first_reply_shares(given: {
    pattern: NativeArray<"i64", 1>;
    colors: number;
    repeats: boolean;
    part_of: NativeArray<"i64", 2>;
    shares: NativeArray<"f64", 1>;
  }): number {
    this.arguments()
      .array(given.pattern)
      .i64(given.colors)
      .bool(given.repeats)
      .array(given.part_of)
      .array(given.shares);
    this.run("first_reply_shares");
    return this.f64(0);
  }

  // codes/large_sets.cpp

  /**
   * Fill the planes of the codes of some words, and their bits in `members`; all planes hold zeros before.
   *
   * C++: `fill_planes(keys: const u64[1], first_word: i64, after_word: i64, rules: CodeRules, planes: SetPlanes) -> none`
   */
  fill_planes(given: {
    keys: NativeArray<"u64", 1>;
    first_word: number;
    after_word: number;
    rules: CodeRules;
    planes: SetPlanes;
  }): void {
    this.arguments()
      .array(given.keys)
      .i64(given.first_word)
      .i64(given.after_word)
      .pointer(this.CodeRules(given.rules))
      .pointer(this.SetPlanes(given.planes));
    this.run("fill_planes");
  }

  /**
   * Add to `out[g - start, part]` the number of members in each part of guess g, for g in [start, stop).
   *
   * C++: `count_parts(guesses: const u64[1], start: i64, stop: i64, rules: CodeRules, planes: SetPlanes, cells: Cells, out: i64[2]) -> none`
   */
  count_parts(given: {
    guesses: NativeArray<"u64", 1>;
    start: number;
    stop: number;
    rules: CodeRules;
    planes: SetPlanes;
    cells: Cells;
    out: NativeArray<"i64", 2>;
  }): void {
    this.arguments()
      .array(given.guesses)
      .i64(given.start)
      .i64(given.stop)
      .pointer(this.CodeRules(given.rules))
      .pointer(this.SetPlanes(given.planes))
      .pointer(this.Cells(given.cells))
      .array(given.out);
    this.run("count_parts");
  }

  /**
   * The least (twice the score, plus one for a guess that cannot win) in guesses[start:stop], and its first index.
   *
   * If `out` is not empty, this key of every guess of the range is written to it, at the guess's index.
   *
   * C++: `best_in_range(guesses: const u64[1], start: i64, stop: i64, rules: CodeRules, planes: SetPlanes, cells: Cells, objective: i64, table: const u64[1], out: u64[1]) -> (u64, i64)`
   */
  best_in_range(given: {
    guesses: NativeArray<"u64", 1>;
    start: number;
    stop: number;
    rules: CodeRules;
    planes: SetPlanes;
    cells: Cells;
    objective: number;
    table: NativeArray<"u64", 1>;
    out: NativeArray<"u64", 1>;
  }): [number, number] {
    this.arguments()
      .array(given.guesses)
      .i64(given.start)
      .i64(given.stop)
      .pointer(this.CodeRules(given.rules))
      .pointer(this.SetPlanes(given.planes))
      .pointer(this.Cells(given.cells))
      .i64(given.objective)
      .array(given.table)
      .array(given.out);
    this.run("best_in_range");
    return [this.u64(0), this.i64(1)];
  }

  // codes/log_table.cpp

  /**
   * Write n log2 n in fixed point for n from 0 on.
   *
   * The logarithm of n is the sum of those of its prime factors. So two partitions of equal entropy have exactly equal
   * sums, whatever the order of their parts and even if their part sizes differ (4 log 4 is 4 times 2 log 2).
   *
   * C++: `write_log_table(out: u64[1]) -> none`
   */
  write_log_table(given: { out: NativeArray<"u64", 1> }): void {
    this.arguments().array(given.out);
    this.run("write_log_table");
  }

  // codes/part_figures.cpp

  /**
   * Compute the figures of a guess from the sizes and weights of its parts, shape (parts,), the win last.
   *
   * `fewest_left`: the least sum, over the parts of a guess that may win, of size times weight; negative if it is not
   * known. `is_test`: the guess is not meant to be the secret. `ends_named`: the game ends when the secret is guessed.
   *
   * Returns the size of the largest part, the expected size of the part of the secret, the expected information of the
   * reply in bits, the number of parts, the probability to win, and what is said of the guess. All sums go from the
   * first part to the last.
   *
   * C++: `part_figures(sizes: const i64[1], weights: const i64[1], fewest_left: i64, is_test: bool, ends_named: bool) -> (i64, f64, f64, i64, f64, i64)`
   */
  part_figures(given: {
    sizes: NativeArray<"i64", 1>;
    weights: NativeArray<"i64", 1>;
    fewest_left: number;
    is_test: boolean;
    ends_named: boolean;
  }): [number, number, number, number, number, number] {
    this.arguments()
      .array(given.sizes)
      .array(given.weights)
      .i64(given.fewest_left)
      .bool(given.is_test)
      .bool(given.ends_named);
    this.run("part_figures");
    return [this.i64(0), this.f64(1), this.f64(2), this.i64(3), this.f64(4), this.i64(5)];
  }

  /**
   * Write the places of the best guesses, best first: the lowest score, among equals the largest weight of the win, then
   * the first place.
   *
   * `scores` and `wins`: of each guess, shape (guesses,); `out` has an entry for each place wanted, at most one a guess.
   *
   * C++: `best_places(scores: const u64[1], wins: const i64[1], out: i64[1]) -> none`
   */
  best_places(given: { scores: NativeArray<"u64", 1>; wins: NativeArray<"i64", 1>; out: NativeArray<"i64", 1> }): void {
    this.arguments().array(given.scores).array(given.wins).array(given.out);
    this.run("best_places");
  }

  // codes/strategy_walk.cpp

  /**
   * Begin to play a one-step strategy against every code of `keys`.
   *
   * `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
   * when not at all).
   *
   * C++: `begin_walk(keys: const u64[1], depth: i64, first_played: const i64[1], rules: CodeRules, cells: Cells, options: OneStepOptions, out: WalkOutput) -> StrategyWalk`
   */
  begin_walk(given: {
    keys: NativeArray<"u64", 1>;
    depth: number;
    first_played: NativeArray<"i64", 1>;
    rules: CodeRules;
    cells: Cells;
    options: OneStepOptions;
    out: WalkOutput;
  }): StrategyWalk {
    this.arguments()
      .array(given.keys)
      .i64(given.depth)
      .array(given.first_played)
      .pointer(this.CodeRules(given.rules))
      .pointer(this.Cells(given.cells))
      .pointer(this.OneStepOptions(given.options))
      .pointer(this.WalkOutput(given.out));
    this.run("begin_walk");
    return this.object("StrategyWalk");
  }

  /**
   * Continue for `units` of work; returns whether every code is found.
   *
   * C++: `step_walk(walk: StrategyWalk, units: i64) -> bool`
   */
  step_walk(given: { walk: StrategyWalk; units: number }): boolean {
    this.arguments().pointer(given.walk.address).i64(given.units);
    this.run("step_walk");
    return this.bool(0);
  }

  /**
   * Return the number of nodes so far.
   *
   * C++: `walked_nodes(walk: StrategyWalk) -> i64`
   */
  walked_nodes(given: { walk: StrategyWalk }): number {
    this.arguments().pointer(given.walk.address);
    this.run("walked_nodes");
    return this.i64(0);
  }

  // codes/table_sets.cpp

  /**
   * Write the part sizes of some guesses, looked up in a table of part numbers, to `sizes`, shape (m, parts).
   *
   * `table` has shape (guesses, secrets); `guesses`, shape (m,), are its rows, and `members`, shape (n,), its columns
   * that form the set.
   *
   * C++: `table_sizes(table: const u16[2], guesses: const u64[1], members: const i64[1], sizes: i64[2]) -> none`
   */
  table_sizes(given: {
    table: NativeArray<"u16", 2>;
    guesses: NativeArray<"u64", 1>;
    members: NativeArray<"i64", 1>;
    sizes: NativeArray<"i64", 2>;
  }): void {
    this.arguments().array(given.table).array(given.guesses).array(given.members).array(given.sizes);
    this.run("table_sizes");
  }

  /**
   * Return the least key of some guesses, which is twice the score, plus one if the guess cannot win; and the first
   * index that has it.
   *
   * `table`, `guesses` and `members` are as in `table_sizes`; the last of the `parts` is the win. `objective` is the
   * number of the `Objective`; `logs` has n log2 n in fixed point, and is longer than `members`. If `keys`, shape (m,),
   * is not empty, the key of each guess is written to it.
   *
   * C++: `table_best(table: const u16[2], guesses: const u64[1], members: const i64[1], parts: i64, objective: i64, logs: const u64[1], keys: u64[1]) -> (u64, i64)`
   */
  table_best(given: {
    table: NativeArray<"u16", 2>;
    guesses: NativeArray<"u64", 1>;
    members: NativeArray<"i64", 1>;
    parts: number;
    objective: number;
    logs: NativeArray<"u64", 1>;
    keys: NativeArray<"u64", 1>;
  }): [number, number] {
    this.arguments()
      .array(given.table)
      .array(given.guesses)
      .array(given.members)
      .i64(given.parts)
      .i64(given.objective)
      .array(given.logs)
      .array(given.keys);
    this.run("table_best");
    return [this.u64(0), this.i64(1)];
  }

  // codes/table_walk.cpp

  /**
   * Begin to play a one-step strategy of a listed game, after `depth` guesses.
   *
   * `table` has part numbers by guess and secret, and `members` its columns that form the set. `guess_of` has the row of
   * the code of each column. The last of the `parts` is the win.
   *
   * C++: `begin_table_walk(table: const u16[2], members: const i64[1], guess_of: const i64[1], depth: i64, parts: i64, options: OneStepOptions, out: WalkOutput) -> TableWalk`
   */
  begin_table_walk(given: {
    table: NativeArray<"u16", 2>;
    members: NativeArray<"i64", 1>;
    guess_of: NativeArray<"i64", 1>;
    depth: number;
    parts: number;
    options: OneStepOptions;
    out: WalkOutput;
  }): TableWalk {
    this.arguments()
      .array(given.table)
      .array(given.members)
      .array(given.guess_of)
      .i64(given.depth)
      .i64(given.parts)
      .pointer(this.OneStepOptions(given.options))
      .pointer(this.WalkOutput(given.out));
    this.run("begin_table_walk");
    return this.object("TableWalk");
  }

  /**
   * Continue for about `units` replies; returns whether every secret is found.
   *
   * C++: `step_table_walk(walk: TableWalk, units: i64) -> bool`
   */
  step_table_walk(given: { walk: TableWalk; units: number }): boolean {
    this.arguments().pointer(given.walk.address).i64(given.units);
    this.run("step_table_walk");
    return this.bool(0);
  }

  /**
   * Return the number of nodes so far.
   *
   * C++: `table_walk_nodes(walk: TableWalk) -> i64`
   */
  table_walk_nodes(given: { walk: TableWalk }): number {
    this.arguments().pointer(given.walk.address);
    this.run("table_walk_nodes");
    return this.i64(0);
  }

  // core/differing_guesses.cpp

  /**
   * Begin the list of the guesses that can differ, ascending.
   *
   * `bits` is the number of bits of a peg in a key. `color_of` has the colours that stand in columns, ascending, shape
   * (columns,). `column_class` has the same shape: columns of class 1, and those of class 2, are equivalent and used in
   * ascending order of first appearance; those of class 0 are not equivalent. `twin_before` has for each position an
   * earlier interchangeable one, whose colour is not higher, or -1; shape (pegs,).
   *
   * C++: `enumerate_guesses(pegs: i64, bits: i64, repeats: bool, color_of: const i64[1], column_class: const i64[1], twin_before: const i64[1]) -> GuessEnumerator`
   */
  enumerate_guesses(given: {
    pegs: number;
    bits: number;
    repeats: boolean;
    color_of: NativeArray<"i64", 1>;
    column_class: NativeArray<"i64", 1>;
    twin_before: NativeArray<"i64", 1>;
  }): GuessEnumerator {
    this.arguments()
      .i64(given.pegs)
      .i64(given.bits)
      .bool(given.repeats)
      .array(given.color_of)
      .array(given.column_class)
      .array(given.twin_before);
    this.run("enumerate_guesses");
    return this.object("GuessEnumerator");
  }

  /**
   * Write the next keys to `out`, until it is full or about `nodes` columns were tried; returns the number of keys
   * written, and whether the list is complete.
   *
   * C++: `next_guesses(guesses: GuessEnumerator, out: u64[1], nodes: i64) -> (i64, bool)`
   */
  next_guesses(given: { guesses: GuessEnumerator; out: NativeArray<"u64", 1>; nodes: number }): [number, boolean] {
    this.arguments().pointer(given.guesses.address).array(given.out).i64(given.nodes);
    this.run("next_guesses");
    return [this.i64(0), this.bool(1)];
  }

  // core/exact_search.cpp

  /**
   * Return whether few codes are expected to be consistent, as if the replies were independent of each other: so few
   * that it is worthwhile to search for all of them before anything else is known.
   *
   * `bits`: binary logarithm of the number of codes of the game. The share that gives a reply is taken from codes that
   * are always the same.
   *
   * C++: `expects_few(pegs: i64, colors: i64, repeats: bool, bits: f64, turns: TurnCounts) -> bool`
   */
  expects_few(given: { pegs: number; colors: number; repeats: boolean; bits: number; turns: TurnCounts }): boolean {
    this.arguments()
      .i64(given.pegs)
      .i64(given.colors)
      .bool(given.repeats)
      .f64(given.bits)
      .pointer(this.TurnCounts(given.turns));
    this.run("expects_few");
    return this.bool(0);
  }

  /**
   * Begin an exact search for consistent codes. A guess whose reply hides black is not consistent itself.
   *
   * C++: `start_exact_search(pegs: i64, colors: i64, repeats: bool, turns: TurnCounts) -> ExactSearch`
   */
  start_exact_search(given: { pegs: number; colors: number; repeats: boolean; turns: TurnCounts }): ExactSearch {
    this.arguments().i64(given.pegs).i64(given.colors).bool(given.repeats).pointer(this.TurnCounts(given.turns));
    this.run("start_exact_search");
    return this.object("ExactSearch");
  }

  /**
   * Write further codes to `out`, until it is full, there are no more, or about `work` units of work were done.
   *
   * A unit takes 10 to 20 nanoseconds; `out`, shape (m, pegs), is the same array in every call. Returns the number of
   * codes found so far, the units of work done so far, and whether these are all consistent codes.
   *
   * C++: `search_exactly(search: ExactSearch, work: i64, out: i64[2]) -> (i64, i64, bool)`
   */
  search_exactly(given: { search: ExactSearch; work: number; out: NativeArray<"i64", 2> }): [number, number, boolean] {
    this.arguments().pointer(given.search.address).i64(given.work).array(given.out);
    this.run("search_exactly");
    return [this.i64(0), this.i64(1), this.bool(2)];
  }

  // core/multisets.cpp

  /**
   * Begin the search for the multisets of colours that are consistent with all turns.
   *
   * `copies` has the number of pegs of each guess with each colour, shape (turns, colors); colours are tried in this
   * order. `totals` has the total of each reply. A colour has at most `most_of_a_color` pegs.
   *
   * C++: `search_multisets(pegs: i64, most_of_a_color: i64, copies: const i64[2], totals: const i64[1]) -> MultisetSearch`
   */
  search_multisets(given: {
    pegs: number;
    most_of_a_color: number;
    copies: NativeArray<"i64", 2>;
    totals: NativeArray<"i64", 1>;
  }): MultisetSearch {
    this.arguments().i64(given.pegs).i64(given.most_of_a_color).array(given.copies).array(given.totals);
    this.run("search_multisets");
    return this.object("MultisetSearch");
  }

  /**
   * Write the colour counts of the next multisets to `out`, shape (m, colors), until it is full or `nodes` were visited;
   * returns the number of rows written, the number of nodes visited, and whether the search is complete.
   *
   * C++: `next_multisets(search: MultisetSearch, out: i64[2], nodes: i64) -> (i64, i64, bool)`
   */
  next_multisets(given: {
    search: MultisetSearch;
    out: NativeArray<"i64", 2>;
    nodes: number;
  }): [number, number, boolean] {
    this.arguments().pointer(given.search.address).array(given.out).i64(given.nodes);
    this.run("next_multisets");
    return [this.i64(0), this.i64(1), this.bool(2)];
  }

  // core/packed_codes.cpp

  /**
   * Write the part number of each key for a guess to `out`; `keys` and `out` have shape (m,).
   *
   * C++: `parts_of(keys: const u64[1], guess: u64, rules: CodeRules, out: i64[1]) -> none`
   */
  parts_of(given: { keys: NativeArray<"u64", 1>; guess: number; rules: CodeRules; out: NativeArray<"i64", 1> }): void {
    this.arguments().array(given.keys).u64(given.guess).pointer(this.CodeRules(given.rules)).array(given.out);
    this.run("parts_of");
  }

  // core/slot_replies.cpp

  /**
   * Write the part number of the reply for every secret (column) to every guess (row), slot by slot.
   *
   * `guesses` and `secrets` have a row of symbols for each code; `parts` has shape (guesses, secrets). `kind` is
   * `MARKED_BY_SLOT`, and `numbers` the place value of each mark, shape (1, pegs); or it is `COUNTED_BY_SLOT`, and
   * `numbers` the part numbers by black and white, shape (pegs + 1, pegs + 1).
   *
   * C++: `slot_replies(guesses: const u16[2], secrets: const u16[2], kind: i64, numbers: const i64[2], parts: u16[2]) -> none`
   */
  slot_replies(given: {
    guesses: NativeArray<"u16", 2>;
    secrets: NativeArray<"u16", 2>;
    kind: number;
    numbers: NativeArray<"i64", 2>;
    parts: NativeArray<"u16", 2>;
  }): void {
    this.arguments().array(given.guesses).array(given.secrets).i64(given.kind).array(given.numbers).array(given.parts);
    this.run("slot_replies");
  }

  // core/symmetry.cpp

  /**
   * Find the symmetries of a history.
   *
   * `guesses` has the colours of each turn, shape (turns, pegs); `same` the first turn with the same reply, shape
   * (turns,).
   *
   * C++: `find_symmetries(rules: CodeRules, guesses: const i64[2], same: const i64[1]) -> HistorySymmetry`
   */
  find_symmetries(given: {
    rules: CodeRules;
    guesses: NativeArray<"i64", 2>;
    same: NativeArray<"i64", 1>;
  }): HistorySymmetry {
    this.arguments().pointer(this.CodeRules(given.rules)).array(given.guesses).array(given.same);
    this.run("find_symmetries");
    return this.object("HistorySymmetry");
  }

  /**
   * Begin the list of the guesses that differ: one of every orbit, or some more where that would take long. With
   * `candidates_only`, only candidates are listed.
   *
   * `symmetry` and `candidates`, shape (m,), ascending, are read until the list is complete.
   *
   * C++: `begin_differing(symmetry: HistorySymmetry, candidates: const u64[1], candidates_only: bool) -> DifferingGuesses`
   */
  begin_differing(given: {
    symmetry: HistorySymmetry;
    candidates: NativeArray<"u64", 1>;
    candidates_only: boolean;
  }): DifferingGuesses {
    this.arguments().pointer(given.symmetry.address).array(given.candidates).bool(given.candidates_only);
    this.run("begin_differing");
    return this.object("DifferingGuesses");
  }

  /**
   * Continue for about `units` of 0.3 nanoseconds; returns whether the list is complete, and the number of guesses.
   *
   * C++: `step_differing(differing: DifferingGuesses, units: i64) -> (bool, i64)`
   */
  step_differing(given: { differing: DifferingGuesses; units: number }): [boolean, number] {
    this.arguments().pointer(given.differing.address).i64(given.units);
    this.run("step_differing");
    return [this.bool(0), this.i64(1)];
  }

  /**
   * Write the guesses, ascending, to `out`, shape (guesses,).
   *
   * C++: `write_differing(differing: DifferingGuesses, out: u64[1]) -> none`
   */
  write_differing(given: { differing: DifferingGuesses; out: NativeArray<"u64", 1> }): void {
    this.arguments().pointer(given.differing.address).array(given.out);
    this.run("write_differing");
  }

  // strategies/sampling/candidate_turn.cpp

  /**
   * Begin to find the candidates after the last of some turns.
   *
   * `chains`: the codes of the chains, shape (8, pegs), which go on from turn to turn. `guesses` and `replies`: as in
   * `new_evidence`. `seed`: `Seed.words`.
   *
   * C++: `begin_candidates(game: TrackedGame, limits: TrackLimits, before: KnownBefore, chains: u8[2], guesses: const u8[2], replies: const i64[2], seed: const u64[1]) -> CandidateTurn`
   */
  begin_candidates(given: {
    game: TrackedGame;
    limits: TrackLimits;
    before: KnownBefore;
    chains: NativeArray<"u8", 2>;
    guesses: NativeArray<"u8", 2>;
    replies: NativeArray<"i64", 2>;
    seed: NativeArray<"u64", 1>;
  }): CandidateTurn {
    this.arguments()
      .pointer(this.TrackedGame(given.game))
      .pointer(this.TrackLimits(given.limits))
      .pointer(this.KnownBefore(given.before))
      .array(given.chains)
      .array(given.guesses)
      .array(given.replies)
      .array(given.seed);
    this.run("begin_candidates");
    return this.object("CandidateTurn");
  }

  /**
   * Continue for some milliseconds; returns whether they are known, and the thousandths of the work that are done.
   *
   * C++: `find_more(turn: CandidateTurn) -> (bool, i64)`
   */
  find_more(given: { turn: CandidateTurn }): [boolean, number] {
    this.arguments().pointer(given.turn.address);
    this.run("find_more");
    return [this.bool(0), this.i64(1)];
  }

  /**
   * Return how many codes are known, whether these are all candidates, the moves of the chains and the partial codes
   * visited this turn, and the failed proofs and the moves so far.
   *
   * C++: `work_of_turn(turn: CandidateTurn) -> (i64, bool, i64, i64, i64, i64)`
   */
  work_of_turn(given: { turn: CandidateTurn }): [number, boolean, number, number, number, number] {
    this.arguments().pointer(given.turn.address);
    this.run("work_of_turn");
    return [this.i64(0), this.bool(1), this.i64(2), this.i64(3), this.i64(4), this.i64(5)];
  }

  /**
   * Return the number of candidates, counted or estimated, and the variance of the logarithm of the estimate.
   *
   * C++: `number_of_candidates(turn: CandidateTurn) -> (f64, f64)`
   */
  number_of_candidates(given: { turn: CandidateTurn }): [number, number] {
    this.arguments().pointer(given.turn.address);
    this.run("number_of_candidates");
    return [this.f64(0), this.f64(1)];
  }

  /**
   * Return an interval in which the number of candidates is with a probability of 95 %.
   *
   * `known`: how many of them are known. `candidates`, `log_variance`: as `number_of_candidates` returns them. `most`:
   * the end of the interval one turn before, since a reply only removes candidates.
   *
   * C++: `interval_of_candidates(known: i64, candidates: f64, log_variance: f64, most: f64) -> (f64, f64)`
   */
  interval_of_candidates(given: {
    known: number;
    candidates: number;
    log_variance: number;
    most: number;
  }): [number, number] {
    this.arguments().i64(given.known).f64(given.candidates).f64(given.log_variance).f64(given.most);
    this.run("interval_of_candidates");
    return [this.f64(0), this.f64(1)];
  }

  /**
   * Write the codes that are known, shape (m, pegs), and the first of them or, if there is none, a code near to
   * consistent ones that was not guessed.
   *
   * C++: `known_codes(turn: CandidateTurn, codes: u8[2], nearest: u8[1]) -> none`
   */
  known_codes(given: { turn: CandidateTurn; codes: NativeArray<"u8", 2>; nearest: NativeArray<"u8", 1> }): void {
    this.arguments().pointer(given.turn.address).array(given.codes).array(given.nearest);
    this.run("known_codes");
  }

  /**
   * Draw the codes of the chains, shape (8, pegs), and a sample of all codes, shape (m, pegs).
   *
   * C++: `draw_start(colors: i64, repeats: bool, seed: const u64[1], chains: u8[2], codes: u8[2]) -> none`
   */
  draw_start(given: {
    colors: number;
    repeats: boolean;
    seed: NativeArray<"u64", 1>;
    chains: NativeArray<"u8", 2>;
    codes: NativeArray<"u8", 2>;
  }): void {
    this.arguments().i64(given.colors).bool(given.repeats).array(given.seed).array(given.chains).array(given.codes);
    this.run("draw_start");
  }

  // strategies/sampling/evidence.cpp

  /**
   * Return the turns of a game for comparisons with codes.
   *
   * `view`: what replies show: 0 black and white, 1 black, 2 their sum, 3 white. `guesses`: shape (turns, pegs).
   * `replies`: black, white, their sum where only that is shown, whether the reply announces the win, and whether counts
   * are unknown, shape (turns, 5); counts that are not shown or unknown are -1.
   *
   * C++: `new_evidence(pegs: i64, colors: i64, repeats: bool, view: i64, guesses: const u8[2], replies: const i64[2]) -> Evidence`
   */
  new_evidence(given: {
    pegs: number;
    colors: number;
    repeats: boolean;
    view: number;
    guesses: NativeArray<"u8", 2>;
    replies: NativeArray<"i64", 2>;
  }): Evidence {
    this.arguments()
      .i64(given.pegs)
      .i64(given.colors)
      .bool(given.repeats)
      .i64(given.view)
      .array(given.guesses)
      .array(given.replies);
    this.run("new_evidence");
    return this.object("Evidence");
  }

  /**
   * Write the differences of codes from each reply, in black pegs and in the other count shown.
   *
   * `codes` has shape (m, pegs), the differences (m, turns or more).
   *
   * C++: `compare_codes(evidence: Evidence, codes: const u8[2], first: i8[2], second: i8[2]) -> none`
   */
  compare_codes(given: {
    evidence: Evidence;
    codes: NativeArray<"u8", 2>;
    first: NativeArray<"i8", 2>;
    second: NativeArray<"i8", 2>;
  }): void {
    this.arguments().pointer(given.evidence.address).array(given.codes).array(given.first).array(given.second);
    this.run("compare_codes");
  }

  /**
   * Prepare the list of all consistent codes, which is written to `out`, shape (capacity, pegs).
   *
   * C++: `start_listing(evidence: Evidence, most_nodes: i64, out: u8[2]) -> CandidateListing`
   */
  start_listing(given: { evidence: Evidence; most_nodes: number; out: NativeArray<"u8", 2> }): CandidateListing {
    this.arguments().pointer(given.evidence.address).i64(given.most_nodes).array(given.out);
    this.run("start_listing");
    return this.object("CandidateListing");
  }

  /**
   * Visit up to `nodes` more partial codes; returns as `find_candidates` does.
   *
   * C++: `list_more(listing: CandidateListing, nodes: i64) -> (bool, i64, i64)`
   */
  list_more(given: { listing: CandidateListing; nodes: number }): [boolean, number, number] {
    this.arguments().pointer(given.listing.address).i64(given.nodes);
    this.run("list_more");
    return [this.bool(0), this.i64(1), this.i64(2)];
  }

  // strategies/sampling/guess_comparison.cpp

  /**
   * Begin to compare guesses where every reply is true.
   *
   * `codes`: all candidates if `exact`, else some, shape (m, pegs). `candidates`: their number, or its estimate.
   * `seed`: `Seed.words`. `turn`: the number of turns so far.
   *
   * C++: `begin_comparison(game: ComparedGame, codes: const u8[2], candidates: f64, exact: bool, limits: ComparisonLimits, seed: const u64[1], turn: i64) -> GuessComparison`
   */
  begin_comparison(given: {
    game: ComparedGame;
    codes: NativeArray<"u8", 2>;
    candidates: number;
    exact: boolean;
    limits: ComparisonLimits;
    seed: NativeArray<"u64", 1>;
    turn: number;
  }): GuessComparison {
    this.arguments()
      .pointer(this.ComparedGame(given.game))
      .array(given.codes)
      .f64(given.candidates)
      .bool(given.exact)
      .pointer(this.ComparisonLimits(given.limits))
      .array(given.seed)
      .i64(given.turn);
    this.run("begin_comparison");
    return this.object("GuessComparison");
  }

  /**
   * Continue until about `replies` more are computed; returns whether it is done, the guesses and the thousandths done.
   *
   * C++: `compare_more(comparison: GuessComparison, replies: i64) -> (bool, i64, i64)`
   */
  compare_more(given: { comparison: GuessComparison; replies: number }): [boolean, number, number] {
    this.arguments().pointer(given.comparison.address).i64(given.replies);
    this.run("compare_more");
    return [this.bool(0), this.i64(1), this.i64(2)];
  }

  /**
   * Write the guesses compared, best first, and the expected number of guesses from here on with each, this one
   * included.
   *
   * C++: `compared_guesses(comparison: GuessComparison, guesses: u8[2], costs: f64[1]) -> none`
   */
  compared_guesses(given: {
    comparison: GuessComparison;
    guesses: NativeArray<"u8", 2>;
    costs: NativeArray<"f64", 1>;
  }): void {
    this.arguments().pointer(given.comparison.address).array(given.guesses).array(given.costs);
    this.run("compared_guesses");
  }

  /**
   * Begin to value a guess, after the comparison. Its value does not depend on which guesses it is compared with.
   *
   * C++: `begin_value(comparison: GuessComparison, guess: const u8[1]) -> none`
   */
  begin_value(given: { comparison: GuessComparison; guess: NativeArray<"u8", 1> }): void {
    this.arguments().pointer(given.comparison.address).array(given.guess);
    this.run("begin_value");
  }

  /**
   * Continue; returns whether it is done, the expected number of guesses from here on if the guess is made, its error,
   * and the part of the error that all guesses of the position share.
   *
   * C++: `value_more(comparison: GuessComparison, replies: i64) -> (bool, f64, f64, f64)`
   */
  value_more(given: { comparison: GuessComparison; replies: number }): [boolean, number, number, number] {
    this.arguments().pointer(given.comparison.address).i64(given.replies);
    this.run("value_more");
    return [this.bool(0), this.f64(1), this.f64(2), this.f64(3)];
  }

  // trees/search/listed_codes.cpp

  /**
   * Transpose a table of part numbers, by guess and secret, to bytes by secret and guess, padded with 0; returns whether
   * bytes suffice for the different replies to each guess.
   *
   * Where part numbers do not fit bytes, those of each guess are numbered again in the order in which they occur.
   *
   * C++: `transpose_replies(table: const u16[2], parts: i64, rows: u8[2]) -> bool`
   */
  transpose_replies(given: { table: NativeArray<"u16", 2>; parts: number; rows: NativeArray<"u8", 2> }): boolean {
    this.arguments().array(given.table).i64(given.parts).array(given.rows);
    this.run("transpose_replies");
    return this.bool(0);
  }

  // trees/search/tree_search.cpp

  /**
   * Make a search.
   *
   * C++: `new_tree_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> TreeSearch`
   */
  new_tree_search(given: { rules: CodeRules; cells: Cells; settings: SearchSettings }): TreeSearch {
    this.arguments()
      .pointer(this.CodeRules(given.rules))
      .pointer(this.Cells(given.cells))
      .pointer(this.SearchSettings(given.settings));
    this.run("new_tree_search");
    return this.object("TreeSearch");
  }

  /**
   * Make a search of a game whose codes are listed.
   *
   * `replies` has the part numbers by guess and secret; `rows`, which may have no rows, is the table transposed. The
   * search uses both as long as it exists.
   *
   * C++: `new_listed_search(replies: const u16[2], rows: const u8[2], parts: i64, settings: SearchSettings) -> TreeSearch`
   */
  new_listed_search(given: {
    replies: NativeArray<"u16", 2>;
    rows: NativeArray<"u8", 2>;
    parts: number;
    settings: SearchSettings;
  }): TreeSearch {
    this.arguments()
      .array(given.replies)
      .array(given.rows)
      .i64(given.parts)
      .pointer(this.SearchSettings(given.settings));
    this.run("new_listed_search");
    return this.object("TreeSearch");
  }

  /**
   * Make a search of a game whose trees are measured by weights and costs; see `new_listed_search`.
   *
   * C++: `new_weighed_search(replies: const u16[2], rows: const u8[2], parts: i64, settings: SearchSettings, terms: GameTerms) -> TreeSearch`
   */
  new_weighed_search(given: {
    replies: NativeArray<"u16", 2>;
    rows: NativeArray<"u8", 2>;
    parts: number;
    settings: SearchSettings;
    terms: GameTerms;
  }): TreeSearch {
    this.arguments()
      .array(given.replies)
      .array(given.rows)
      .i64(given.parts)
      .pointer(this.SearchSettings(given.settings))
      .pointer(this.GameTerms(given.terms));
    this.run("new_weighed_search");
    return this.object("TreeSearch");
  }

  /**
   * Begin to search the set `keys`, after the guesses `history`, for a value below `limit`.
   *
   * With the goal `GUESS`, guesses are searched even if the value is known.
   *
   * C++: `begin_tree_search(search: TreeSearch, keys: const u64[1], history: const u64[1], limit: i64, goal: i64) -> none`
   */
  begin_tree_search(given: {
    search: TreeSearch;
    keys: NativeArray<"u64", 1>;
    history: NativeArray<"u64", 1>;
    limit: number;
    goal: number;
  }): void {
    this.arguments()
      .pointer(given.search.address)
      .array(given.keys)
      .array(given.history)
      .i64(given.limit)
      .i64(given.goal);
    this.run("begin_tree_search");
  }

  /**
   * Continue for `units` of work, about 0.3 nanoseconds each, or until `sets` more sets were scored.
   *
   * Sets are counted from the last step that did not end in `UNFINISHED`. The outcome does not depend on the steps.
   * Returns the result of the step and, if it is `DONE`, the value of the set: exact if below the limit, otherwise a
   * lower bound of at least the limit.
   *
   * C++: `step_tree_search(search: TreeSearch, table: u64[1], sets: i64, units: i64) -> (i64, i64)`
   */
  step_tree_search(given: {
    search: TreeSearch;
    table: NativeArray<"u64", 1>;
    sets: number;
    units: number;
  }): [number, number] {
    this.arguments().pointer(given.search.address).array(given.table).i64(given.sets).i64(given.units);
    this.run("step_tree_search");
    return [this.i64(0), this.i64(1)];
  }

  /**
   * Whether the search found a guess with a value below the limit, and the guess.
   *
   * C++: `best_guess_found(search: TreeSearch) -> (bool, u64)`
   */
  best_guess_found(given: { search: TreeSearch }): [boolean, number] {
    this.arguments().pointer(given.search.address);
    this.run("best_guess_found");
    return [this.bool(0), this.u64(1)];
  }

  /**
   * Return the work of all searches of one `TreeSearch`: sets scored, guesses scored, guesses tried, answers from the
   * table, member checks, guesses skipped by symmetry.
   *
   * C++: `work_done(search: TreeSearch) -> (i64, i64, i64, i64, i64, i64)`
   */
  work_done(given: { search: TreeSearch }): [number, number, number, number, number, number] {
    this.arguments().pointer(given.search.address);
    this.run("work_done");
    return [this.i64(0), this.i64(1), this.i64(2), this.i64(3), this.i64(4), this.i64(5)];
  }

  // structs, written to the memory of the module

  private TurnFigures(given: TurnFigures): number {
    return this.struct(18)
      .f64(given.value)
      .f64(given.error)
      .f64(given.shared)
      .f64(given.best_value)
      .f64(given.best_error)
      .f64(given.best_shared)
      .f64(given.cost)
      .f64(given.bits)
      .f64(given.gained)
      .i64(given.counted)
      .bool(given.is_best)
      .bool(given.is_candidate)
      .bool(given.contradicts)
      .bool(given.cannot_be_secret)
      .bool(given.is_test)
      .bool(given.is_over)
      .bool(given.is_answered)
      .bool(given.is_win).address;
  }

  private VerdictLimits(given: VerdictLimits): number {
    return this.struct(6)
      .f64(given.same)
      .f64(given.good)
      .f64(given.lucky)
      .f64(given.some_luck)
      .f64(given.decisive)
      .f64(given.known_share).address;
  }

  private JudgedTurns(given: JudgedTurns): number {
    return this.struct(10)
      .array(given.worth)
      .array(given.comment)
      .array(given.skill)
      .array(given.lost)
      .array(given.luck).address;
  }

  private ConflictLimits(given: ConflictLimits): number {
    return this.struct(5)
      .i64(given.work)
      .i64(given.question_work)
      .i64(given.codes)
      .i64(given.few)
      .i64(given.questions).address;
  }

  private SetPlanes(given: SetPlanes): number {
    return this.struct(12).array(given.column_of).array(given.members).array(given.place).array(given.copies).address;
  }

  private Cells(given: Cells): number {
    return this.struct(9)
      .array(given.black)
      .array(given.total)
      .array(given.part)
      .array(given.ends)
      .i64(given.parts).address;
  }

  private OneStepOptions(given: OneStepOptions): number {
    return this.struct(5)
      .i64(given.objective)
      .bool(given.candidates_only)
      .i64(given.searched_most)
      .array(given.table).address;
  }

  private WalkOutput(given: WalkOutput): number {
    return this.struct(10)
      .array(given.histogram)
      .array(given.work)
      .array(given.guesses)
      .array(given.parents)
      .array(given.parts).address;
  }

  private TurnCounts(given: TurnCounts): number {
    return this.struct(9).array(given.guesses).array(given.black).array(given.total).array(given.white).address;
  }

  private CodeRules(given: CodeRules): number {
    return this.struct(6).i64(given.pegs).i64(given.colors).bool(given.repeats).array(given.part_table).address;
  }

  private TrackedGame(given: TrackedGame): number {
    return this.struct(5).i64(given.pegs).i64(given.colors).i64(given.view).f64(given.size).bool(given.repeats).address;
  }

  private TrackLimits(given: TrackLimits): number {
    return this.struct(8)
      .i64(given.samples)
      .i64(given.moves)
      .i64(given.listed)
      .i64(given.nodes)
      .i64(given.proof_nodes)
      .i64(given.moves_a_peg)
      .i64(given.spacing)
      .i64(given.patience).address;
  }

  private KnownBefore(given: KnownBefore): number {
    return this.struct(8)
      .array(given.codes)
      .f64(given.candidates)
      .f64(given.log_variance)
      .i64(given.proofs_failed)
      .i64(given.moves_made)
      .bool(given.exact).address;
  }

  private ComparedGame(given: ComparedGame): number {
    return this.struct(8)
      .i64(given.pegs)
      .i64(given.colors)
      .i64(given.view)
      .array(given.part_of)
      .i64(given.parts)
      .bool(given.repeats).address;
  }

  private ComparisonLimits(given: ComparisonLimits): number {
    return this.struct(5)
      .i64(given.samples)
      .i64(given.compared)
      .i64(given.climbs)
      .i64(given.steps)
      .i64(given.deep).address;
  }

  private SearchSettings(given: SearchSettings): number {
    return this.struct(15)
      .bool(given.candidates_only)
      .i64(given.turns)
      .array(given.step)
      .bool(given.same_turns)
      .array(given.bounds)
      .bool(given.blacks_alone)
      .bool(given.bounded)
      .bool(given.ordered)
      .bool(given.largest_first)
      .array(given.permutations).address;
  }

  private GameTerms(given: GameTerms): number {
    return this.struct(9).array(given.weights).array(given.costs).array(given.endings).array(given.items).address;
  }
}

/** The functions of a module, which has a memory of its own. */
export class NativeStreaming extends Module {
  /** Start the module from its bytes. */
  static async start(bytes: BufferSource): Promise<NativeStreaming> {
    return new NativeStreaming(await instantiate(bytes));
  }

  // strategies/streaming/streaming.cpp

  /**
   * Begin a game of the strategy `streaming`.
   *
   * `seed` has the words of `Seed.words`; `listed` is the number of hypotheses about positions that are kept, 0 for the
   * default of the game; `evaluations` the number of queries compared in each local search; `plain_from` the number of
   * queries after which each query asks one question, -1 for that which would suffice if all did.
   *
   * C++: `begin_streaming(seed: const u64[1], pegs: i64, colors: i64, shows_total: bool, listed: i64, evaluations: i64, plain_from: i64) -> Streaming`
   */
  begin_streaming(given: {
    seed: NativeArray<"u64", 1>;
    pegs: number;
    colors: number;
    shows_total: boolean;
    listed: number;
    evaluations: number;
    plain_from: number;
  }): Streaming {
    this.arguments()
      .array(given.seed)
      .i64(given.pegs)
      .i64(given.colors)
      .bool(given.shows_total)
      .i64(given.listed)
      .i64(given.evaluations)
      .i64(given.plain_from);
    this.run("begin_streaming");
    return this.object("Streaming");
  }

  /**
   * Continue the choice of the next guess, and write it when it is done; `guess` has shape (pegs,).
   *
   * Returns whether it is done; whether any code is consistent, otherwise the game cannot go on; and whether the guess
   * is the secret, if the replies are true.
   *
   * C++: `next_streaming(streaming: Streaming, guess: u16[1]) -> (bool, bool, bool)`
   */
  next_streaming(given: { streaming: Streaming; guess: NativeArray<"u16", 1> }): [boolean, boolean, boolean] {
    this.arguments().pointer(given.streaming.address).array(given.guess);
    this.run("next_streaming");
    return [this.bool(0), this.bool(1), this.bool(2)];
  }

  /**
   * Continue after the reply to the last guess, its total -1 if that is hidden; False if no code gives the reply, and
   * the game cannot go on.
   *
   * C++: `learn_streaming(streaming: Streaming, black: i64, total: i64, is_win: bool) -> bool`
   */
  learn_streaming(given: { streaming: Streaming; black: number; total: number; is_win: boolean }): boolean {
    this.arguments().pointer(given.streaming.address).i64(given.black).i64(given.total).bool(given.is_win);
    this.run("learn_streaming");
    return this.bool(0);
  }

  /**
   * Write the colour of each peg that is known, or -1; `known` has shape (pegs,). Returns the number of pegs that are
   * known and of colours that are counted.
   *
   * C++: `known_streaming(streaming: Streaming, known: i32[1]) -> (i64, i64)`
   */
  known_streaming(given: { streaming: Streaming; known: NativeArray<"i32", 1> }): [number, number] {
    this.arguments().pointer(given.streaming.address).array(given.known);
    this.run("known_streaming");
    return [this.i64(0), this.i64(1)];
  }

  /**
   * Estimate the number of guesses still to be made.
   *
   * C++: `left_streaming(streaming: Streaming) -> f64`
   */
  left_streaming(given: { streaming: Streaming }): number {
    this.arguments().pointer(given.streaming.address);
    this.run("left_streaming");
    return this.f64(0);
  }
}
