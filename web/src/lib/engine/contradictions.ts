/** Why turns contradict each other, and what would put it right: compiled code decides, and is told of all codes or of what searches find. */

import type { Contradiction } from "../contract";
import { canReply, impossibility, show, type Game } from "../game";
import { formatPosition, type Position, type Turn } from "../position";
import { whyOf, type Reason } from "../reasons";
import constants from "./constants.json";
import { isListable, type Loops } from "./loops";
import type { ConflictSearch, FailedTurns, Native, NativeArray } from "./native";
import { nativeRules, partBetween, partNumber, tableOf, type Table } from "./rules";
import { answeredTwice, type Decision, type Pause } from "./sampling";

/** `TURNS_OF_WORD` turns are looked at together: the last ones. */
const { TURNS_OF_WORD, SETS_A_STEP, QUESTION_WORK, LIMITS, CONFLICTS, UNREPAIRED, OTHER_RULES } = constants.contradictions;
const { DECISION_WORK } = constants.decision;

/** Turns in conflict, and corrections of one reply, which leave so many codes; null where they are not counted. Turns count from 0. */
interface Found {
  readonly conflict: number[];
  readonly repairs: { turn: number; part: number; candidates: number | null }[];
}

const NOTHING: Found = { conflict: [], repairs: [] };

/** The conflict between turns, from the parts of all codes for each. */
export class Failures {
  /** So many turns are left out, the first ones. */
  readonly skipped: number;
  private readonly turns: number;
  private readonly failed: FailedTurns;

  /** `wanted` has the part of each reply. */
  constructor(
    private readonly native: Native,
    wanted: readonly number[],
    parts: number,
  ) {
    this.skipped = Math.max(0, wanted.length - TURNS_OF_WORD);
    this.turns = wanted.length - this.skipped;
    const fits = wanted.slice(this.skipped).flatMap((part) => Array.from({ length: parts }, (_, n) => Number(n === part)));
    this.failed = native.scope(() => native.begin_failed_turns({ fits: native.array("bool", fits, this.turns, parts) }));
  }

  /** Add codes by their part for each turn that is not left out; returns whether each of them fails a turn. */
  add(parts: NativeArray<"i64", 2>): boolean {
    return this.native.add_failed_turns({ failed: this.failed, parts });
  }

  /** What is found when all codes were added. */
  found(): Found {
    const { native, failed } = this;
    return native.scope(() => {
      const out = native.room("i64", this.turns);
      let size = 0;
      while (!size) size = native.find_conflict({ failed, sets: SETS_A_STEP, out });
      const rows = native.room("i64", native.count_repairs({ failed }), 3);
      native.write_repairs({ failed, out: rows });
      return read(native, out, size, rows, this.skipped);
    });
  }

  free(): void {
    this.native.release(this.failed);
  }
}

function read(native: Native, turns: NativeArray<"i64", 1>, size: number, rows: NativeArray<"i64", 2>, skipped = 0): Found {
  const numbers = new Int32Array(native.low(rows, 3 * rows.shape[0]).buffer);
  const repairs = Array.from({ length: rows.shape[0] }, (_, n) => {
    const [turn, part, codes] = numbers.subarray(3 * n, 3 * n + 3) as unknown as [number, number, number];
    return { turn: turn + skipped, part, candidates: codes < 0 ? null : codes };
  });
  return { conflict: Array.from(native.low(turns, size), (turn) => turn + skipped), repairs };
}

/** The explanation by all codes of a game; null if one is consistent with all turns. */
export async function explain(loops: Loops, table: Table, position: Position, search: Search, pause: Pause): Promise<Contradiction | null> {
  const { native } = loops;
  const failures = new Failures(native, position.turns.map(({ reply }) => partNumber(table, reply)), table.parts.replies.length);
  const guesses = position.turns.slice(failures.skipped).map(({ guess }) => guess);
  try {
    let seen = 0;
    for (const keys of loops.blocks(table)) {
      if (!native.scope(() => failures.add(loops.partsOfTurns(table, keys, guesses)))) return null;
      await pause({ doing: "explaining", share: (seen += keys.length) / table.size });
    }
    return explained(table, position, failures.found(), !failures.skipped, await otherRules(position, search, pause, loops));
  } finally {
    failures.free();
  }
}

/** Searches for at most so many codes that are consistent with some turns of a game, with at most so much work. */
export type Search = (game: Game, turns: readonly Turn[], most: number, work: number) => Promise<Decision>;

/** The explanation by exact searches, of which each has a limit. */
export async function explainBySearch(native: Native, table: Table, position: Position, search: Search, pause: Pause): Promise<Contradiction> {
  const { codes, isComplete } = await search(position.game, position.turns, 1, DECISION_WORK);
  const isCertain = isComplete && !codes.length;
  const seen = answeredTwice(position.turns)?.map((turn) => turn - 1);
  const found = isCertain ? await searched(native, table, position, search, !seen, pause) : NOTHING;
  const others = isCertain ? await otherRules(position, search, pause) : [];
  return explained(table, position, { ...found, conflict: seen ?? found.conflict }, false, others);
}

/** What questions about some of the turns find. */
async function searched(native: Native, table: Table, { game, turns }: Position, search: Search, findsConflict: boolean, pause: Pause): Promise<Found> {
  const count = turns.length;
  const conflicts = native.scope(() => {
    const parts = native.array("i64", turns.map(() => table.parts.replies.length));
    return native.begin_conflict_search({ parts, open: native.array("bool", turns.map(() => 1)), finds_conflict: findsConflict, limits: LIMITS });
  });
  try {
    for (;;) {
      const { asked, turn, part, most, work, isDone } = nextQuestion(native, conflicts, count);
      if (isDone) return native.scope(() => foundBySearch(native, conflicts, count));
      if (turn >= 0) await pause({ doing: "explaining", share: turn / count });
      const some = turns.map(({ guess, reply }, n) => ({ guess, reply: n === turn && part >= 0 ? table.parts.replies[part]! : reply }));
      const found = await search(game, some.filter((_, n) => asked[n]), most, work);
      const leftOut = turn >= 0 && part < 0 ? found.codes : [];
      native.scope(() => {
        const parts = native.array("i64", leftOut.map((code) => partBetween(table, turns[turn]!.guess, code)));
        native.answer_question({ search: conflicts, codes: found.codes.length, parts, is_complete: found.isComplete, work: found.work });
      });
    }
  } finally {
    native.release(conflicts);
  }
}

/** Which turns a question is about; the turn that is left out, or gets another part; and limits of codes and work. */
function nextQuestion(native: Native, search: ConflictSearch, count: number) {
  return native.scope(() => {
    const turns = native.room("bool", count);
    const [isDone, turn, part, most, work] = native.next_question({ search, asked: turns });
    return { asked: native.readBytes(turns, count), isDone, turn, part, most, work };
  });
}

function foundBySearch(native: Native, search: ConflictSearch, count: number): Found {
  const out = native.room("i64", count);
  const size = native.conflict_found({ search, out });
  const rows = native.room("i64", native.count_repairs_found({ search }), 3);
  native.write_repairs_found({ search, out: rows });
  return read(native, out, size, rows);
}

function explained(table: Table, position: Position, found: Found, exact: boolean, others: Contradiction["other_rules"]): Contradiction {
  const conflict = found.conflict.map((turn) => turn + 1);
  return {
    position: formatPosition(position),
    candidates: 0,
    consistent: false,
    conflict: conflict.length ? conflict : null,
    repairs: found.repairs.map(({ turn, part, candidates }) => ({ turn: turn + 1, reply: table.parts.texts[part]!, candidates })),
    other_rules: others,
    exact,
    reasons: reasonsOf(position, conflict, found.repairs.length > 0, exact),
  };
}

/** What is wrong, besides repairs and other rules. */
function reasonsOf({ game, turns }: Position, conflict: readonly number[], hasRepairs: boolean, exact: boolean): Reason[] {
  const size = Math.min(conflict.length, CONFLICTS.length - 1);
  const one = size === 1 ? turns[conflict[0]! - 1]! : null;
  const values: Omit<Reason, "kind"> = size ? { turns: [...conflict], ...(one && impossibility(game, one.guess, one.reply)) } : { count: turns.length };
  const found: Reason[] = [{ kind: CONFLICTS[size]!, ...values }];
  if (!hasRepairs) found.push({ kind: UNREPAIRED[exact ? size : 0]! });
  return exact ? found : [...found, { kind: "search_incomplete" }];
}

/** Other ways to play or to score under which all turns fit together; `loops` count the codes that are then left. */
async function otherRules(position: Position, search: Search, pause: Pause, loops: Loops | null = null): Promise<Contradiction["other_rules"]> {
  const { game, turns } = position;
  const found: Contradiction["other_rules"] = [];
  const add = (name: keyof typeof OTHER_RULES, candidates: number | null): void => {
    const reason = { kind: OTHER_RULES[name] };
    if (candidates !== 0) found.push({ name, sentence: whyOf([reason]), candidates, reason });
  };
  const fitting = async (other: Position): Promise<number | null> => {
    const table = tableOf(other.game);
    if (loops && isListable(table)) return loops.count(table, other, pause);
    return (await search(other.game, other.turns, 1, QUESTION_WORK)).codes.length ? null : 0;
  };
  if (!game.repeats) add("repeats", await fitting({ game: { ...game, repeats: true }, turns }));
  if (game.view === "") {
    const swapped = withSwappedReplies(position);
    add("swapped", swapped ? await fitting(swapped) : 0);
    if (loops) add("per-peg", await countPerPeg(loops, tableOf(game), position, pause));
  }
  return found;
}

function withSwappedReplies({ game, turns }: Position): Position | null {
  const swapped = turns.map(({ guess, reply }) => ({ guess, reply: show(game, reply.white ?? 0, reply.black ?? 0) }));
  return swapped.every(({ guess, reply }) => canReply(game, guess, reply)) ? { game, turns: swapped } : null;
}

/** Codes that fit when each guessed peg is scored by itself, a common mistake with repeated colours. */
async function countPerPeg(loops: Loops, table: Table, { turns }: Position, pause: Pause): Promise<number> {
  const { native } = loops;
  let count = 0;
  for (const keys of loops.blocks(table)) {
    count += native.scope(() =>
      native.count_per_peg({
        keys: native.array("u64", keys),
        rules: nativeRules(native, table),
        guesses: native.array("i64", turns.flatMap(({ guess }) => guess), turns.length, table.game.pegs),
        black: native.array("i64", turns.map(({ reply }) => reply.black!)),
        white: native.array("i64", turns.map(({ reply }) => reply.white!)),
      }),
    );
    await pause();
  }
  return count;
}
