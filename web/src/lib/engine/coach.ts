/** The coach: what each guess cost, and how lucky its reply was. The twin of `codepegs.analysis.coach` for listed codes. */

import constants from "./constants.json";
import type { CoachRecord, CoachTurn } from "../contract";
import { CANONICAL, formatCode, formatReply, formatRules, replyTo, type Code, type Game } from "../game";
import { formatPosition, isSolved, type Position } from "../position";
import { whyOf, type Kinds, type Reason } from "../reasons";
import { fixed } from "./numbers";
import type { Table } from "./rules";
import { answered, differenceError, isAsGoodAs, type Expected, type Valued } from "./values";

/** Thresholds of guesses lost and of luck in bits, and the kinds for a perfect game and for less skill. */
const { GOOD, DECISIVE_BITS, LUCKY_BITS, SOME_LUCK, PERFECT, PRAISE } = constants.coach;
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
}

/** Review a game whose turns do not contradict each other. */
export function review(table: Table, position: Position, secret: Code | null, seen: readonly Seen[], left: number): CoachRecord {
  const game: Game = { ...table.game, notation: CANONICAL };
  const judged = position.turns.map((_, n) => judge(game, position, n, seen, left));
  const turns = judged.map(({ turn }) => turn);
  const lucky = turns.flatMap(({ luck }) => (luck === null ? [] : [luck]));
  const chosen = turns.filter(({ worth }) => worth !== "forced").map(({ skill }) => skill ?? 0);
  const found = secret ?? (isSolved(position) ? position.turns.at(-1)!.guess : null);
  const exact = judged.every(({ turn, best }) => turn.expected_guesses_error === 0 && best.expected.error === 0);
  const kind = exact ? "counted" : "estimated";
  const record: CoachRecord = {
    position: formatPosition({ game, turns: position.turns }),
    rules: formatRules(game),
    solved: isSolved(position),
    secret: found ? formatCode(game, found) : null,
    exact,
    skill: chosen.length ? mean(chosen) : 1,
    luck: lucky.length ? mean(lucky) : null,
    kinds: { skill: kind, ...(lucky.length ? { luck: kind } : {}) },
    words: "",
    reasons: [],
    turning_point: turningPoint(turns),
    strategy: "auto",
    seed: 0,
    turns,
  };
  return reviewed(record, reasonsOfGame(record));
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function judge(game: Game, position: Position, n: number, seen: readonly Seen[], left: number): Judged {
  const { guess, reply } = position.turns[n]!;
  const { left: before, asked, suggestions } = seen[n]!;
  const breaks = position.turns.slice(0, n).flatMap((turn, earlier) => {
    return formatReply(replyTo(game, turn.guess, guess)) === formatReply(turn.reply) ? [] : [earlier + 1];
  });
  let best = asked;
  for (const other of suggestions) if (other.expected.value < best.expected.value - SAME) best = other;
  const after = reply.solved && !breaks.length ? 1 : (seen[n + 1]?.left ?? left);
  const gained = Math.max(0, Math.log2(before) - Math.log2(after));
  const lost = isAsGoodAs(asked.expected, best.expected) ? 0 : asked.expected.value - best.expected.value;
  const lostError = differenceError(asked.expected, best.expected);
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
    worth: worthOf(before, !breaks.length, asked, lost),
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
    skill: 1 - Math.min(1, lost),
    luck: gained - (asked.bits ?? 0),
    kinds: { ...ofTurn(asked), gained_bits: "counted", lost_guesses: lostKind, skill: lostKind, luck: "counted" },
    words: "",
    reasons: [],
    retry: formatPosition({ game, turns: position.turns.slice(0, n) }),
  };
  return { turn: reviewed(turn, [...reasonsOfGuess(turn, asked, best), ...reasonsOfReply(turn, reply.solved)]), best };
}

function worthOf(before: number, fits: boolean, asked: Valued, lost: number): CoachTurn["worth"] {
  if (before === 1) return fits ? "forced" : "wasted";
  if (!lost) return "best";
  if (asked.bits === 0 && !asked.is_candidate) return "wasted";
  return lost <= GOOD ? "good" : "weak";
}

/** The turn of the poor guess that lost the most, else that of the luckiest or unluckiest reply. */
function turningPoint(turns: readonly CoachTurn[]): number | null {
  const largest = (some: readonly CoachTurn[], size: (turn: CoachTurn) => number): CoachTurn =>
    some.reduce((most, turn) => (size(turn) > size(most) ? turn : most));
  const poor = turns.filter(({ worth }) => worth === "weak" || worth === "wasted");
  if (poor.length) return largest(poor, (turn) => turn.lost_guesses ?? 0).turn;
  if (turns.length < 2) return null;
  const decisive = largest(turns, (turn) => Math.abs(turn.luck ?? 0));
  return Math.abs(decisive.luck ?? 0) >= DECISIVE_BITS ? decisive.turn : null;
}

// --- reasons

/** A number of candidates for a reason. */
function leftValue(count: number): number {
  return Number(fixed(count, count < 10 ? 1 : 0));
}

/** The number of decimals, from 2 to 4, that distinguishes two values. */
function distinguishingDigits(asked: Expected, best: Expected): number {
  const shown = ({ value, error }: Expected, digits: number): string => fixed(value, error ? Math.max(1, digits - 1) : digits);
  return [2, 3].find((digits) => shown(asked, digits) !== shown(best, digits)) ?? 4;
}

function reasonsOfGuess(turn: CoachTurn, asked: Valued, best: Valued): Reason[] {
  const { worth } = turn;
  const isBroken = turn.breaks.length > 0;
  const breaks: Record<string, number[]> = isBroken ? { breaks: turn.breaks } : {};
  const ours = { expected_guesses: asked.expected.value, expected_guesses_error: asked.expected.error, ...NOUNS };
  const digits = distinguishingDigits(asked.expected, best.expected);
  const theirs = { best_expected_guesses: best.expected.value, best_expected_guesses_error: best.expected.error, better: best.guess, digits };
  if (worth === "forced") return [{ kind: "forced" }];
  if (turn.candidates_before === 1) return [{ kind: "was_known", secret: best.guess }];
  if (worth === "wasted") return [{ kind: "no_information" }, { kind: "expected_with", ...theirs, ...NOUNS }];
  if (worth === "best") {
    if (turn.candidates_before === 2) return [{ kind: "either_of_two" }];
    const kind = best.guess === turn.guess ? "best" : "as_good";
    return [{ kind: isBroken ? `${kind}_inconsistent` : kind, ...breaks, ...ours }];
  }
  if (worth === "good") return [{ kind: isBroken ? "good_inconsistent" : "good", ...breaks, ...ours, ...theirs }];
  if (isBroken) return [{ kind: "mistake", ...breaks }, { kind: "mistake_costs", ...ours, ...theirs }];
  return [{ kind: "weak", ...ours, ...theirs }];
}

function reasonsOfReply({ luck, candidates_before: before, candidates_after: after }: CoachTurn, isWin: boolean): Reason[] {
  if (luck === null || before === null || after === null || Math.abs(luck) < LUCKY_BITS) return [];
  if (luck > 0 && isWin) return [{ kind: "lucky_win", candidates: leftValue(before) }];
  return [{ kind: luck < 0 ? "unlucky" : "lucky", candidates: leftValue(after) }];
}

function reasonsOfGame(record: CoachRecord): Reason[] {
  const turns = record.turns.length;
  let outcome: Reason = { kind: "unfinished", turns, candidates: leftValue(record.turns.at(-1)!.candidates_after ?? 0) };
  if (record.solved) outcome = { kind: "solved", turns };
  else if (record.secret) outcome = { kind: "not_found", secret: record.secret, turns };
  const [plain, lucky, unlucky] = record.exact && record.skill === 1 ? PERFECT : PRAISE.find(({ least }) => (record.skill ?? 0) >= least)!.kinds;
  const kind = record.luck === null || Math.abs(record.luck) < SOME_LUCK ? plain! : record.luck > 0 ? lucky! : unlucky!;
  return [outcome, { kind, turns }, ...reasonsOfTurningPoint(record)];
}

function reasonsOfTurningPoint({ turning_point, turns }: CoachRecord): Reason[] {
  if (turning_point === null) return [];
  const { turn, worth, best, luck } = turns[turning_point - 1]!;
  if ((worth === "weak" || worth === "wasted") && best) {
    return [turns.length > 1 ? { kind: "cost_most", turn, better: best.guess } : { kind: "better_known", better: best.guess }];
  }
  return [{ kind: (luck ?? 0) > 0 ? "lucky_reply" : "unlucky_reply", turn }];
}
