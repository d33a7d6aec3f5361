/**
 * What was played of each game in this browser: the guesses, the help, and whether it was given up. It is read from here only,
 * never from an address. Replies are not kept: they follow from guess and secret. What another tab plays is a change of state here.
 */

import type { Params } from "./address.svelte";
import { fromCanonical } from "./canonical";
import { readGiven, type Given } from "./given";
import { replyTo } from "./game";
import { forget, recall, recallAll, remember } from "./memory";
import { isSolved, type Position, type Turn } from "./position";

export const PLAYED_KEY = "codepegs.played.";
/** Games that are kept, the latest ones; as many puzzles of days besides. */
const MOST_KEPT = 40;

export interface Own {
  /** All guesses, as canonical text. */
  readonly guesses: readonly string[];
  /** How many of them are on the board: those after them were taken back, and can be brought again. */
  readonly at: number;
  readonly hints: number;
  /** Guesses taken back for others. */
  readonly undone: number;
  /** It was given up. */
  readonly end: boolean;
  /** What best play needs for the secret, and on average, once a puzzle has come to its end. */
  readonly best?: { guesses: number; average: number | null };
}

interface Entry extends Own {
  /** Grows with each change; the greatest is the latest game. */
  readonly order: number;
  /** The address of the game. */
  readonly params: Params;
}

const NOTHING: Own = { guesses: [], at: 0, hints: 0, undone: 0, end: false };

/** What was kept, whole also when it was damaged. */
function entryOf(kept: unknown): Entry | null {
  const { guesses, at, hints, undone, end, best, order, params } = (kept ?? {}) as Partial<Entry>;
  if (!Array.isArray(guesses) || !guesses.every((guess) => typeof guess === "string") || !params || typeof params !== "object") return null;
  const whole = (count: unknown): number => (Number.isInteger(count) && Number(count) > 0 ? Number(count) : 0);
  return {
    guesses: guesses as string[],
    at: Math.min(whole(at), guesses.length),
    hints: whole(hints),
    undone: whole(undone),
    end: end === true,
    ...(best && typeof best.guesses === "number" && { best }),
    order: whole(order),
    params,
  };
}

class Games {
  /** Counts the changes of what is kept. */
  private changes = $state(0);
  /** Games of a browser that keeps nothing, or no more. */
  private readonly unkept = new Map<string, Entry>();

  constructor() {
    if (typeof window === "undefined") return;
    window.addEventListener?.("storage", ({ key }) => {
      if (key === null || key.startsWith(PLAYED_KEY)) this.changes++;
    });
  }

  private entry(id: string): Entry | null {
    void this.changes;
    return this.unkept.get(id) ?? entryOf(recall<unknown>(PLAYED_KEY + id, null));
  }

  private entries(): [string, Entry][] {
    void this.changes;
    const found = new Map([...recallAll(PLAYED_KEY)].flatMap(([id, kept]) => ((entry) => (entry ? [[id, entry] as const] : []))(entryOf(kept))));
    for (const [id, entry] of this.unkept) found.set(id, entry);
    return [...found].sort(([, one], [, other]) => other.order - one.order);
  }

  /** See what another tab has played, before this one is told of it. */
  look(): void {
    this.changes++;
  }

  /** The address of a game of which something was played; null of others. */
  paramsOf(id: string): Params | null {
    const entry = this.entry(id);
    return entry && entry.guesses.length > 0 ? entry.params : null;
  }

  /** What was played of a game. */
  of(id: string): Own {
    return this.entry(id) ?? NOTHING;
  }

  /** Change what is kept of a game, from what is kept now, also by another tab. */
  change(id: string, params: Params, how: (now: Own) => Partial<Own>): void {
    const before = this.entry(id);
    const others = this.entries().filter(([other]) => other !== id);
    const now = before ?? NOTHING;
    const entry = { ...now, ...how(now), order: Math.max(0, ...others.map(([, { order }]) => order), before?.order ?? 0) + 1, params };
    if (remember(PLAYED_KEY + id, entry)) this.unkept.delete(id);
    else this.unkept.set(id, entry);
    const alike = others.filter(([, other]) => "daily" in other.params === "daily" in params);
    for (const [other] of alike.slice(MOST_KEPT - 1)) {
      this.unkept.delete(other);
      forget(PLAYED_KEY + other);
    }
    this.changes++;
  }

  /** The games that can be gone on with and still be read, the latest first. */
  underWay(): { position: Position; params: Params; daily: string | null }[] {
    return this.entries().flatMap(([, entry]) => {
      const given = readGiven(entry.params);
      if (!given || "fault" in given) return [];
      const position = positionOf(given, entry);
      return position.turns.length > 0 && !isOver(given, entry) ? [{ position, params: entry.params, daily: given.daily }] : [];
    });
  }
}

export const games = new Games();

/** The position of a game as far as it was played here. */
export function positionOf({ game, begin, secret }: Pick<Given, "game" | "begin" | "secret">, { guesses, at }: Own): Position {
  const turns = guesses.slice(0, at).flatMap((text): Turn[] => {
    try {
      const guess = fromCanonical(game, text);
      return [{ guess, reply: replyTo(game, guess, secret) }];
    } catch {
      return []; // damaged
    }
  });
  return { game, turns: [...begin, ...turns] };
}

/** Whether a game has come to its end: it is solved, given up, or has no more rows. */
export function isOver(given: Pick<Given, "game" | "begin" | "secret" | "rows">, own: Own): boolean {
  const position = positionOf(given, own);
  return own.end || isSolved(position) || (given.rows !== null && position.turns.length >= given.rows);
}

/** Guesses of a game that were taken back. */
export function undoneOf({ undone, guesses, at }: Own): number {
  return undone + guesses.length - at;
}

/** The same with a guess more, in place of those that were taken back. */
export function withGuess(now: Own, guess: string): Partial<Own> {
  return { guesses: [...now.guesses.slice(0, now.at), guess], at: now.at + 1, undone: undoneOf(now) };
}
