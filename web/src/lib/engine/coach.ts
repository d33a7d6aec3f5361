/** The coach, for listed codes: the figures of each turn, and what is said of the verdicts that compiled code gives. */

import constants from "./constants.json";
import type { CoachRecord, CoachTurn } from "../contract";
import { CANONICAL, formatCode, formatReply, formatRules, replyTo, type Code, type Game } from "../game";
import { formatPosition, isSolved, type Position } from "../position";
import { whyOf, type Kinds, type Reason, type Value } from "../reasons";
import type { Native, NativeArray } from "./native";
import { fixed } from "./numbers";
import type { Table } from "./rules";
import { answered, type Valued } from "./values";

const { WORTHS, LIMITS, COMMENTS, REPLY_COMMENTS, DECISIONS, LEAST_SKILL, PRAISE } = constants.coach;
const { SAME } = constants.values;
/** What is asked in a game of pegs or of words, and what is counted. */
const NOUNS = { what: "guess", unit: "guesses" };

/** What is known at a turn before it: the number of candidates, the guess, and those that the assistant suggests. */
export interface Seen {
  left: number;
  asked: Valued;
  suggestions: readonly Valued[];
}

interface Judged {
  turn: CoachTurn;
  best: Valued;
  worth: number;
  /** What is said of the guess: a row of COMMENTS. */
  comment: number;
}

/** Review a game whose turns do not contradict each other. */
export function review(native: Native, table: Table, position: Position, secret: Code | null, seen: readonly Seen[], left: number): CoachRecord {
  return native.scope(() => reviewedGame(native, table, position, secret, seen, left));
}

function reviewedGame(native: Native, table: Table, position: Position, secret: Code | null, seen: readonly Seen[], left: number): CoachRecord {
  const game: Game = { ...table.game, notation: CANONICAL };
  const judged = position.turns.map((_, n) => judge(native, game, position, n, seen, left));
  const turns = judged.map(({ turn }) => turn);
  const found = secret ?? (isSolved(position) ? position.turns.at(-1)!.guess : null);
  const exact = judged.every(({ turn, best }) => turn.expected_guesses_error === 0 && best.expected.error === 0);
  const kind = exact ? "counted" : "estimated";
  const numbers = (of: (turn: CoachTurn) => number | null): NativeArray<"f64", 1> => native.array("f64", turns.map((turn) => of(turn) ?? NaN));
  const [skill, luck, turningPoint, decision, praise, tendency] = native.judge_game({
    turns: {
      worth: native.array("i64", judged.map(({ worth }) => worth)),
      comment: native.array("i64", judged.map(({ comment }) => comment)),
      skill: numbers((turn) => turn.skill),
      lost: numbers((turn) => turn.lost_guesses),
      luck: numbers((turn) => turn.luck),
    },
    is_exact: exact,
    praise: native.array("f64", LEAST_SKILL),
    limits: LIMITS,
  });
  const record: CoachRecord = {
    position: formatPosition({ game, turns: position.turns }),
    rules: formatRules(game),
    solved: isSolved(position),
    secret: found ? formatCode(game, found) : null,
    exact,
    skill,
    luck,
    kinds: { skill: kind, luck: kind },
    words: "",
    reasons: [],
    turning_point: turningPoint || null,
    strategy: "auto",
    seed: 0,
    turns,
  };
  const said: Reason = { kind: PRAISE[praise]![tendency]!, turns: turns.length };
  return reviewed(record, [outcomeOf(record), said, ...reasonsOfTurningPoint(record, DECISIONS[decision]!)]);
}

/** The kinds of the figures of a guess that a review has. */
function ofTurn(found: Valued): Kinds {
  const { expected_guesses, expected_size, bits } = answered(found).kinds;
  return { expected_guesses: expected_guesses!, expected_size: expected_size!, bits: bits! };
}

/** A review with what is said of it, as data and in words. */
function reviewed<T>(found: T, reasons: Reason[]): T & { reasons: Reason[]; words: string } {
  return { ...found, reasons, words: whyOf(reasons) };
}

function judge(native: Native, game: Game, position: Position, n: number, seen: readonly Seen[], left: number): Judged {
  const { guess, reply } = position.turns[n]!;
  const { left: before, asked, suggestions } = seen[n]!;
  const breaks = position.turns.slice(0, n).flatMap((turn, earlier) => {
    return formatReply(replyTo(game, turn.guess, guess)) === formatReply(turn.reply) ? [] : [earlier + 1];
  });
  let best = asked;
  for (const other of suggestions) if (other.expected.value < best.expected.value - SAME) best = other;
  const after = reply.solved && !breaks.length ? 1 : (seen[n + 1]?.left ?? left);
  const gained = Math.max(0, Math.log2(before) - Math.log2(after));
  const [worth, skill, lost, lostError, luck, comment, digits, fortune] = native.judge_turn({
    turn: {
      ...asked.expected,
      best_value: best.expected.value,
      best_error: best.expected.error,
      best_shared: best.expected.shared,
      cost: 1,
      bits: asked.bits ?? NaN,
      gained,
      counted: Math.min(before, 3),
      is_best: best.guess === asked.guess,
      is_candidate: asked.is_candidate ?? false,
      contradicts: breaks.length > 0,
      cannot_be_secret: false,
      is_test: false,
      is_over: false,
      is_answered: true,
      is_win: reply.solved,
    },
    limits: LIMITS,
  });
  const lostKind = lostError ? "estimated" : "counted";
  const turn: CoachTurn = {
    turn: n + 1,
    guess: formatCode(game, guess),
    reply: formatReply(reply),
    candidates_before: before,
    candidates_after: after,
    candidates_interval: null,
    expected_guesses: asked.expected.value,
    expected_guesses_error: asked.expected.error,
    expected_size: asked.expected_size,
    bits: asked.bits,
    gained_bits: gained,
    fits: !breaks.length,
    breaks,
    worth: WORTHS[worth] as CoachTurn["worth"],
    best: {
      guess: best.guess,
      expected_guesses: best.expected.value,
      expected_guesses_error: best.expected.error,
      expected_size: best.expected_size,
      bits: best.bits,
      is_candidate: best.is_candidate,
      kinds: ofTurn(best),
    },
    lost_guesses: lost,
    lost_guesses_error: lostError,
    skill,
    luck,
    kinds: { ...ofTurn(asked), gained_bits: "counted", lost_guesses: lostKind, skill: lostKind, luck: "counted" },
    words: "",
    reasons: [],
    retry: formatPosition({ game, turns: position.turns.slice(0, n) }),
  };
  return { turn: reviewed(turn, [...reasonsOfGuess(turn, comment, digits), ...reasonsOfReply(turn, fortune)]), best, worth, comment };
}

// --- reasons

/** A number of candidates for a reason. */
function leftValue(count: number): number {
  return Number(fixed(count, count < 10 ? 1 : 0));
}

function reasonsOfGuess(turn: CoachTurn, comment: number, digits: number): Reason[] {
  const best = turn.best!;
  const values: Record<string, Value> = {
    expected_guesses: turn.expected_guesses!,
    expected_guesses_error: turn.expected_guesses_error!,
    best_expected_guesses: best.expected_guesses!,
    best_expected_guesses_error: best.expected_guesses_error!,
    better: best.guess,
    secret: best.guess,
    breaks: turn.breaks,
    digits,
    ...NOUNS,
  };
  return COMMENTS[comment]!.map(({ kind, values: names }) => ({ kind, ...Object.fromEntries(names.map((name) => [name, values[name]!])) }));
}

function reasonsOfReply({ candidates_before: before, candidates_after: after }: CoachTurn, fortune: number): Reason[] {
  const kind = REPLY_COMMENTS[fortune]!;
  return kind ? [{ kind, candidates: leftValue((kind === "lucky_win" ? before : after) ?? 0) }] : [];
}

function outcomeOf({ turns, solved, secret }: CoachRecord): Reason {
  if (solved) return { kind: "solved", turns: turns.length };
  if (secret) return { kind: "not_found", secret, turns: turns.length };
  return { kind: "unfinished", turns: turns.length, candidates: leftValue(turns.at(-1)!.candidates_after ?? 0) };
}

function reasonsOfTurningPoint({ turning_point: turn, turns }: CoachRecord, decision: string): Reason[] {
  if (turn === null) return [];
  const better = turns[turn - 1]!.best!.guess;
  if (decision !== "cost_most") return [{ kind: decision, turn }];
  return [turns.length > 1 ? { kind: "cost_most", turn, better } : { kind: "better_known", better }];
}
