/** What the address of Play says: which game it is, and what somebody else has played of it. Nothing in it counts as played here. */

import type { Params } from "./address.svelte";
import { canonicalRules, fromCanonical } from "./canonical";
import { dailyOf, dateWords, hasCome, isRulesOf } from "./daily";
import { readPlayed, type Played } from "./duel";
import { secretOf } from "./engine/random";
import { BadInput, formatReply, formatRules, replyTo, shorten, type Code, type Game } from "./game";
import { formatPosition, parsePosition, type Turn } from "./position";
import { readRows, rowsOf } from "./rows.svelte";
import { seedNumber, unveil } from "./veil";

export interface Given {
  /** What names the game in this browser. */
  id: string;
  game: Game;
  /** The turns with which the game begins. */
  begin: readonly Turn[];
  /** Turns that somebody has played; null where the address has none. */
  turns: readonly Turn[] | null;
  secret: Code;
  /** The secret was given, in place of one that a seed stands for. */
  isKnown: boolean;
  /** The date whose puzzle it is. */
  daily: string | null;
  /** Guesses that the board has rows for; null without a limit. */
  rows: number | null;
  /** What a friend has reached with the same secret. */
  friend: Played | null;
  /** What the one has reached whom that friend challenged. */
  answer: Played | null;
  /** The address of the game, which has nothing of what was played. */
  params: Params;
}

/** The game of an address, null where it names none, or what is wrong with it. */
export function readGiven(params: Params): Given | { fault: string } | null {
  try {
    return read(params);
  } catch (error) {
    return { fault: error instanceof BadInput ? `The link cannot be read. ${error.message}` : String(error) };
  }
}

function read({ position, game: seedText, daily, hidden, rows, duel, answer }: Params): Given | { fault: string } | null {
  if (!position) return null;
  const { game, turns } = parsePosition(position);
  if (!seedText && !daily && !hidden) {
    return turns.length > 0 ? { fault: "The secret is missing from this link. Start a new game." } : null;
  }
  const rules = canonicalRules(game);
  const limit = rows ? readRows(rows) : null;
  if (hidden) {
    const text = unveil(hidden);
    if (!text) return { fault: "The secret in this link is damaged. Start a new game." };
    const secret = fromCanonical(game, text);
    checkReplies(game, turns, secret);
    const at = formatPosition({ game, turns });
    const place = { position: at, hidden, ...(rows && { rows }) };
    return { id: `${hidden} ${at}`, game, begin: turns, turns: null, secret, isKnown: true, daily: null, rows: limit, friend: null, answer: null, params: place };
  }
  const puzzle = daily ? dailyOf(daily) : null;
  if (daily && !puzzle) return { fault: `“${shorten(daily)}” is not a date: write it like 2026-11-21.` };
  if (puzzle && !hasCome(puzzle.date)) return { fault: `The puzzle for ${dateWords(puzzle.date)} cannot be played before that day.` };
  if (puzzle && !isRulesOf(puzzle.date, game)) return { fault: `This is not the puzzle for ${dateWords(puzzle.date)}, which has other rules.` };
  const seed = puzzle ? puzzle.seed : seedNumber(seedText ?? "");
  if (seed === null) return { fault: "This link is damaged. Start a new game." };
  const name = daily || seedText || "";
  const secret = secretOf(game, seed);
  checkReplies(game, turns, secret);
  const played = (veiled: string | undefined): Played | null => {
    const found = veiled ? readPlayed(game, name, veiled) : null;
    if (found) checkReplies(game, found.turns, secret);
    return found;
  };
  return {
    id: gameId(name, rules),
    game,
    begin: [],
    turns: turns.length > 0 ? turns : null,
    secret,
    isKnown: false,
    daily: puzzle ? name : null,
    rows: puzzle ? rowsOf(game) : limit,
    friend: played(duel),
    answer: played(answer),
    params: { position: formatRules(game), ...(puzzle ? { daily: name } : { game: name }), ...(rows && !puzzle && { rows }), ...(duel && { duel }) },
  };
}

/** The id of the game of a seed, or of a date. */
export function gameId(name: string, rules: string): string {
  return `${name} ${rules}`;
}

/** Throws `BadInput` with the first turn whose reply is not that of the secret. */
export function checkReplies(game: Game, turns: readonly Turn[], secret: Code): void {
  for (const [n, { guess, reply }] of turns.entries()) {
    if (formatReply(replyTo(game, guess, secret)) !== formatReply(reply)) throw BadInput.because({ kind: "wrong_reply_in_link" }).within(n + 1);
  }
}
