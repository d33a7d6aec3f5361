/** Why turns contradict each other, and what would put it right: the twin of `codepegs.codes.contradictions`. */

import type { Contradiction } from "../contract";
import { canReply, formatReply, impossibility, replyTo, show, type Code, type Game, type Reply } from "../game";
import { formatPosition, type Position, type Turn } from "../position";
import { whyOf, type Reason } from "../reasons";
import constants from "./constants.json";
import { isListable, range, type Loops } from "./loops";
import { decode, partNumber, tableOf, type Table } from "./rules";
import { answeredTwice, type Decision, type Pause } from "./sampling";

/** `TURNS_OF_WORD` turns are looked at together: the last ones. */
const { TURNS_OF_WORD, EXPLANATION_WORK, QUESTION_WORK, FEW_COUNTED, MOST_QUESTIONS } = constants.contradictions;
const { MOST_CODES_DECIDED, DECISION_WORK } = constants.decision;

/** The explanation by all codes of a game; null if one is consistent with all turns. */
export async function explain(loops: Loops, table: Table, position: Position, search: Search, pause: Pause): Promise<Contradiction | null> {
  const skipped = Math.max(0, position.turns.length - TURNS_OF_WORD);
  const turns = position.turns.slice(skipped);
  const failures = new Failures(turns.map((turn) => partNumber(table, turn.reply)));
  let seen = 0;
  for (const keys of loops.blocks(table)) {
    if (!failures.add(turns.map((turn) => loops.partsOf(table, keys, turn.guess)), keys.length)) return null;
    await pause({ doing: "explaining", share: (seen += keys.length) / table.size });
  }
  const found = failures.conflict((part) => table.parts.texts[part]!, skipped);
  return {
    position: formatPosition(position),
    candidates: 0,
    consistent: false,
    ...found,
    other_rules: await otherRules(position, search, pause, loops),
    exact: !skipped,
    reasons: reasonsOf(position, found, skipped > 0),
  };
}

/** Searches for at most so many codes that are consistent with some turns of a game, with at most so much work. */
export type Search = (game: Game, turns: readonly Turn[], most: number, work: number) => Promise<Decision>;

/** The explanation by exact searches, of which each has a limit. */
export async function explainBySearch(table: Table, position: Position, search: Search, pause: Pause): Promise<Contradiction> {
  const { game, turns } = position;
  const isCertain = isContradiction(await search(game, turns, 1, DECISION_WORK));
  let left = EXPLANATION_WORK;
  const ask = async (some: readonly Turn[], most = 1): Promise<Decision> => {
    const decision = await search(game, some, most, Math.min(QUESTION_WORK, left));
    left -= decision.work;
    return decision;
  };
  const repairs: Contradiction["repairs"] = [];
  const needed: number[] = [];
  for (let n = 0; isCertain && n < turns.length; n++) {
    await pause({ doing: "explaining", share: n / turns.length });
    const found = await repairsOf(ask, table, turns, n);
    if (found) needed.push(n);
    repairs.push(...(found ?? []));
  }
  const order = ({ candidates }: (typeof repairs)[number]): number => (candidates === null ? -Infinity : -candidates);
  repairs.sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)) || a.turn - b.turn);
  const conflict = answeredTwice(turns) ?? (isCertain ? await conflictBySearch(ask, turns, needed) : null);
  const reasons: Reason[] = [conflict ? { kind: "conflict", turns: [...conflict] } : { kind: "conflict_of_all", count: turns.length }];
  if (!repairs.length) reasons.push({ kind: "no_repair_found" });
  return {
    position: formatPosition(position),
    candidates: 0,
    consistent: false,
    conflict: conflict && [...conflict],
    repairs,
    other_rules: isCertain ? await otherRules(position, search, pause) : [],
    exact: false,
    reasons: [...reasons, { kind: "search_incomplete" }],
  };
}

function isContradiction({ codes, isComplete }: Decision): boolean {
  return isComplete && !codes.length;
}

type Ask = (turns: readonly Turn[], most?: number) => Promise<Decision>;

/** The replies to one turn with which some code is consistent; null if no code is consistent with the others. */
async function repairsOf(ask: Ask, table: Table, turns: readonly Turn[], n: number): Promise<Contradiction["repairs"] | null> {
  const { guess } = turns[n]!;
  const rest = await ask(turns.filter((_, other) => other !== n), MOST_CODES_DECIDED);
  if (!rest.codes.length) return null;
  const counts = new Map<string, number>();
  for (const code of rest.codes) {
    const reply = formatReply(replyTo(table.game, guess, code));
    counts.set(reply, (counts.get(reply) ?? 0) + 1);
  }
  if (rest.isComplete) return [...counts].map(([reply, candidates]) => ({ turn: n + 1, reply, candidates }));
  const found: Contradiction["repairs"] = [];
  for (const reply of table.parts.replies) {
    const changed = await ask(turns.map((turn, other) => (other === n ? { guess, reply } : turn)), FEW_COUNTED);
    const text = formatReply(reply);
    if (changed.codes.length || counts.has(text)) found.push({ turn: n + 1, reply: text, candidates: changed.isComplete ? changed.codes.length : null });
  }
  return found;
}

/** A smallest set of turns in conflict, as far as that is found in time; else a small one. All have those that are needed. */
async function conflictBySearch(ask: Ask, turns: readonly Turn[], needed: readonly number[]): Promise<number[]> {
  const others = range(turns.length).filter((n) => !needed.includes(n));
  const contradict = async (numbers: readonly number[]): Promise<boolean> => isContradiction(await ask(numbers.map((n) => turns[n]!)));
  const chosen = (function* () {
    for (let size = 0; size < others.length; size++) {
      if (needed.length + size < 2) continue;
      for (const more of combinations(others.length, size)) yield [...needed, ...more.map((n) => others[n]!)].sort((a, b) => a - b);
    }
  })();
  let questions = 0;
  for (const some of chosen) {
    if (++questions > MOST_QUESTIONS) break;
    if (await contradict(some)) return some.map((n) => n + 1);
  }
  let conflict = range(turns.length);
  for (const n of others) {
    const fewer = conflict.filter((other) => other !== n);
    if (await contradict(fewer)) conflict = fewer;
  }
  return conflict.map((n) => n + 1);
}

/** What is wrong, besides repairs and other rules. */
function reasonsOf({ game, turns }: Position, { conflict, repairs }: Pick<Contradiction, "conflict" | "repairs">, skipped: boolean): Reason[] {
  const [first, ...others] = conflict ?? [];
  const one = turns[first! - 1]!;
  const found: Reason[] = [others.length ? { kind: "conflict", turns: conflict! } : { kind: "conflict_of_one", turns: [first!], ...impossibility(game, one.guess, one.reply) }];
  if (!repairs.length) found.push({ kind: skipped ? "no_repair_found" : others.length ? "two_wrong" : "others_conflict" });
  return skipped ? [...found, { kind: "search_incomplete" }] : found;
}

/** The turns that codes fail, by the part that they should have for each. */
export class Failures {
  private readonly patterns = new Map<number | string, readonly number[]>();
  private readonly lone: readonly Map<number, number>[];

  constructor(private readonly wanted: readonly number[]) {
    this.lone = wanted.map(() => new Map());
  }

  /** Add codes by their part for each turn; returns whether each of them fails a turn. */
  add(parts: readonly ArrayLike<number>[], codes: number): boolean {
    const { patterns, lone, wanted } = this;
    let before: number | string = 0;
    for (let n = 0; n < codes; n++) {
      let [failures, last, early, late] = [0, 0, 0, 0];
      for (let turn = 0; turn < wanted.length; turn++) {
        if (parts[turn]![n] === wanted[turn]) continue;
        failures++;
        last = turn;
        if (turn < TURNS_OF_WORD / 2) early |= 1 << turn;
        else late |= 1 << (turn - TURNS_OF_WORD / 2);
      }
      if (!failures) return false;
      if (failures === 1) {
        const part = parts[last]![n]!;
        lone[last]!.set(part, (lone[last]!.get(part) ?? 0) + 1);
      }
      const pattern = late ? `${late} ${early}` : early;
      if (pattern === before) continue;
      before = pattern;
      if (!patterns.has(pattern)) patterns.set(pattern, range(wanted.length).filter((turn) => parts[turn]![n] !== wanted[turn]));
    }
    return true;
  }

  /** The conflict between the turns, where all codes of a game were added. */
  conflict(textOf: (part: number) => string, skipped: number): { conflict: number[]; repairs: Contradiction["repairs"] } {
    const repairs = this.lone.flatMap((counts, turn) =>
      [...counts]
        .sort(([a], [b]) => a - b)
        .map(([part, candidates]) => ({ turn: turn + 1 + skipped, reply: textOf(part), candidates })),
    );
    return {
      conflict: leastHittingSet([...this.patterns.values()], this.wanted.length).map((turn) => turn + 1 + skipped),
      repairs: repairs.sort((a, b) => b.candidates - a.candidates || a.turn - b.turn),
    };
  }
}

/** The smallest set of turns of which every code fails at least one, earliest turns first among equals. */
function leastHittingSet(patterns: readonly (readonly number[])[], turns: number): readonly number[] {
  const minimal: Set<number>[] = [];
  for (const pattern of [...patterns].sort((a, b) => a.length - b.length)) {
    if (!minimal.some((other) => other.size <= pattern.length && [...other].every((turn) => pattern.includes(turn)))) {
      minimal.push(new Set(pattern));
    }
  }
  for (let size = 1; size <= turns; size++) {
    for (const chosen of combinations(turns, size)) {
      if (minimal.every((pattern) => chosen.some((turn) => pattern.has(turn)))) return chosen;
    }
  }
  throw new Error("every code fails some turn, so all turns together hit every pattern");
}

function* combinations(of: number, size: number, from = 0): Generator<number[]> {
  if (!size) yield [];
  else for (let first = from; first + size <= of; first++) for (const rest of combinations(of, size - 1, first + 1)) yield [first, ...rest];
}

/** Other ways to play or to score under which all turns fit together; `loops` count the codes that are then left. */
async function otherRules(position: Position, search: Search, pause: Pause, loops: Loops | null = null): Promise<Contradiction["other_rules"]> {
  const { game, turns } = position;
  const found: Contradiction["other_rules"] = [];
  const add = (name: string, kind: string, candidates: number | null): void => {
    if (candidates !== 0) found.push({ name, sentence: whyOf([{ kind }]), candidates, reason: { kind } });
  };
  const fitting = async (other: Position): Promise<number | null> => {
    const table = tableOf(other.game);
    if (loops && isListable(table)) return loops.count(table, other, pause);
    return (await search(other.game, other.turns, 1, QUESTION_WORK)).codes.length ? null : 0;
  };
  if (!game.repeats) add("repeats", "fits_with_repeats", await fitting({ game: { ...game, repeats: true }, turns }));
  if (game.view === "") {
    const swapped = withSwappedReplies(position);
    add("swapped", "fits_swapped", swapped ? await fitting(swapped) : 0);
    if (loops) add("per-peg", "fits_per_peg", await countPerPeg(loops, tableOf(game), position, pause));
  }
  return found;
}

function withSwappedReplies({ game, turns }: Position): Position | null {
  const swapped = turns.map(({ guess, reply }) => ({ guess, reply: show(game, reply.white ?? 0, reply.black ?? 0) }));
  return swapped.every(({ guess, reply }) => canReply(game, guess, reply)) ? { game, turns: swapped } : null;
}

/** Codes that fit when each guessed peg is scored by itself, a common mistake with repeated colours. */
async function countPerPeg(loops: Loops, table: Table, { game, turns }: Position, pause: Pause): Promise<number> {
  const code = range(game.pegs);
  let count = 0;
  for (const keys of loops.blocks(table)) {
    for (const key of keys) {
      decode(table.layout, key, code);
      if (turns.every(({ guess, reply }) => fitsPerPeg(guess, code, reply))) count++;
    }
    await pause();
  }
  return count;
}

function fitsPerPeg(guess: Code, secret: Code, reply: Reply): boolean {
  let [black, white] = [0, 0];
  for (let peg = 0; peg < guess.length; peg++) {
    if (secret[peg] === guess[peg]) black++;
    else if (secret.includes(guess[peg]!)) white++;
  }
  return black === reply.black && white === reply.white;
}
