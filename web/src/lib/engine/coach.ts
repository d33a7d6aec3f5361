/** The coach: what each guess cost, and how lucky its reply was. The twin of `codepegs.analysis.coach` for listed codes. */

import type { CoachRecord, CoachTurn } from "../contract";
import { CANONICAL, DIGITS, formatCode, formatReply, formatRules, replyTo, type Code, type Game } from "../game";
import { formatPosition, isSolved, type Position } from "../position";
import { counted, fixed, grouped } from "./numbers";
import type { Table } from "./rules";
import { differenceError, isAsGoodAs, SAME, type Expected, type Valued } from "./values";

/** Guesses that a good guess loses at most. */
const GOOD = 0.1;
/** Luck in bits from which on a reply may have decided a game, is called lucky, and counts in the mean of a game. */
const DECISIVE_BITS = 1;
const LUCKY_BITS = 1;
const SOME_LUCK = 0.25;
const MOST_NAMED = 3;
/** The words for a game whose figures are all exact and of which no guess could have been better. */
const PERFECT = [1, "The guesses were perfect", "The guess was perfect"] as const;
/** The words for the skill in a game, and for that in a game of one turn. */
const PRAISE = [
  [0.97, "The guesses were nearly perfect", "The guess was nearly perfect"],
  [0.9, "The guesses were good", "The guess was good"],
  [0.75, "The guesses were mostly good", "The guess was fairly good"],
  [0, "The guesses could have been better", "The guess could have been better"],
] as const;

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

/** Review a game whose turns do not contradict each other; codes within sentences are in digits where the game is. */
export function review(table: Table, position: Position, secret: Code | null, seen: readonly Seen[], left: number, digits: boolean): CoachRecord {
  const game: Game = { ...table.game, notation: CANONICAL };
  const name = (code: string): string => (digits ? formatCode({ ...game, notation: DIGITS }, [...code].map((symbol) => CANONICAL.symbols.indexOf(symbol))) : code);
  const judged = position.turns.map((_, n) => judge(game, position, n, seen, left, name));
  const turns = judged.map(({ turn }) => turn);
  const lucky = turns.flatMap(({ luck }) => (luck === null ? [] : [luck]));
  const chosen = turns.filter(({ worth }) => worth !== "forced").map(({ skill }) => skill ?? 0);
  const found = secret ?? (isSolved(position) ? position.turns.at(-1)!.guess : null);
  const record: CoachRecord = {
    position: formatPosition({ game, turns: position.turns }),
    rules: formatRules(game),
    solved: isSolved(position),
    secret: found ? formatCode(game, found) : null,
    exact: judged.every(({ turn, best }) => turn.expected_guesses_error === 0 && best.expected.error === 0),
    skill: chosen.length ? mean(chosen) : 1,
    luck: lucky.length ? mean(lucky) : null,
    words: "",
    turning_point: turningPoint(turns),
    strategy: "auto",
    seed: 0,
    turns,
  };
  return { ...record, words: gameWords(record, name) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function judge(game: Game, position: Position, n: number, seen: readonly Seen[], left: number, name: (code: string) => string): Judged {
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
    entropy_bits: asked.entropy_bits,
    gained_bits: gained,
    fits: !breaks.length,
    breaks,
    worth: worthOf(before, !breaks.length, asked, lost),
    best: {
      guess: best.guess,
      expected_guesses: best.expected.value,
      expected_guesses_error: best.expected.error,
      expected_size: best.expected_size,
      entropy_bits: best.entropy_bits,
      is_candidate: best.is_candidate,
    },
    lost_guesses: lost,
    lost_guesses_error: differenceError(asked.expected, best.expected),
    skill: 1 - Math.min(1, lost),
    luck: gained - (asked.entropy_bits ?? 0),
    words: "",
    retry: formatPosition({ game, turns: position.turns.slice(0, n) }),
  };
  return { turn: { ...turn, words: turnWords(turn, reply.solved, asked, best, name) }, best };
}

function worthOf(before: number, fits: boolean, asked: Valued, lost: number): CoachTurn["worth"] {
  if (before === 1) return fits ? "forced" : "wasted";
  if (!lost) return "best";
  if (asked.entropy_bits === 0 && !asked.is_candidate) return "wasted";
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

// --- sentences

function codesLeft(count: number): string {
  return (count < 10 ? fixed(count, 1) : grouped(count)).replace(/\.0$/, "");
}

function leftWords(count: number): string {
  return `${codesLeft(count)} candidate${codesLeft(count) === "1" ? "" : "s"}`;
}

function turnsNamed(turns: readonly number[]): string {
  if (turns.length === 1) return `turn ${turns[0]}`;
  if (turns.length <= MOST_NAMED) return `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
  return `${turns.length} turns (${turns.slice(0, MOST_NAMED - 1).join(", ")}, …)`;
}

function guessesWords({ value, error }: Expected, digits: number): string {
  return error ? `about ${fixed(value, Math.max(1, digits - 1))}` : fixed(value, digits);
}

/** Two values with as many digits as tell them apart. */
function comparedWords(asked: Expected, best: Expected): [string, string] {
  let said: [string, string] = ["", ""];
  for (const digits of [2, 3, 4]) {
    said = [guessesWords(asked, digits), guessesWords(best, digits)];
    if (said[0].replace("about ", "") !== said[1].replace("about ", "")) break;
  }
  return said;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

function turnWords(turn: CoachTurn, isWin: boolean, asked: Valued, best: Valued, name: (code: string) => string): string {
  const luck = luckWords(turn, isWin);
  const said = guessWords(turn, asked, best, name);
  return luck ? `${said} ${luck}` : said;
}

function guessWords(turn: CoachTurn, asked: Valued, best: Valued, name: (code: string) => string): string {
  const broken = turn.breaks.length ? `Inconsistent with ${turnsNamed(turn.breaks)}` : "";
  const other = name(best.guess);
  if (turn.worth === "forced") return "The only candidate.";
  if (turn.candidates_before === 1) return `The secret was already known: ${other}.`;
  const [ours, theirs] = comparedWords(asked.expected, best.expected);
  if (turn.worth === "wasted") return `No information: every candidate gives the same reply. ${capital(theirs)} guesses expected with ${other}.`;
  if (turn.worth === "best") {
    if (turn.candidates_before === 2) return "One of the two candidates: an optimal guess.";
    const isIt = best.guess === turn.guess;
    const start = broken ? `${broken}, but ${isIt ? "the best guess" : "as good as the best guess"}` : isIt ? "The best guess" : "As good as the best guess";
    return `${start}: ${guessesWords(asked.expected, 2)} guesses expected from here.`;
  }
  const needs = `${ours} guesses expected from here, ${theirs} with ${other}.`;
  if (turn.worth === "good") return broken ? `${broken}, but a good guess: ${needs}` : `A good guess: ${needs}`;
  return broken ? `A mistake: ${broken[0]!.toLowerCase()}${broken.slice(1)}. ${capital(needs)}` : `A weak guess: ${needs}`;
}

function luckWords({ luck, candidates_before: before, candidates_after: after }: CoachTurn, isWin: boolean): string {
  if (luck === null || before === null || after === null || Math.abs(luck) < LUCKY_BITS) return "";
  if (luck < 0) return `Unlucky: ${leftWords(after)} left.`;
  return isWin ? `Lucky: it was the secret, 1 of ${leftWords(before)}.` : `Lucky: only ${leftWords(after)} left.`;
}

function gameWords(record: CoachRecord, name: (code: string) => string): string {
  const count = counted(record.turns.length, "turn");
  const left = record.turns.at(-1)!.candidates_after ?? 0;
  let outcome = `${capital(count)} so far, ${leftWords(left)} left`;
  if (record.solved) outcome = `Solved in ${count}`;
  else if (record.secret) outcome = `${name(record.secret)} was not found in ${count}`;
  const isOne = record.turns.length === 1;
  const isPerfect = record.exact && record.skill === 1;
  const praise = (isPerfect ? PERFECT : PRAISE.find(([least]) => (record.skill ?? 0) >= least)!)[isOne ? 2 : 1];
  const replies = isOne ? "reply was" : "replies were";
  const luck = record.luck !== null && Math.abs(record.luck) >= SOME_LUCK ? `; the ${replies} ${record.luck > 0 ? "lucky" : "unlucky"}` : "";
  return [`${outcome}. ${praise}${luck}.`, ...turningWords(record, name)].join(" ");
}

function turningWords({ turning_point, turns }: CoachRecord, name: (code: string) => string): string[] {
  if (turning_point === null) return [];
  const turn = turns[turning_point - 1]!;
  if ((turn.worth === "weak" || turn.worth === "wasted") && turn.best) {
    const better = name(turn.best.guess);
    return [`${turns.length > 1 ? `Turn ${turn.turn} cost the most: ${better}` : capital(better)} would have been better.`];
  }
  return [`The ${(turn.luck ?? 0) > 0 ? "lucky" : "unlucky"} reply in turn ${turn.turn} made the largest difference.`];
}
