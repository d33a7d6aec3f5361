/**
 * A duel by links: two people guess the same secret, one after the other. The link of the first one carries that result, the link
 * that is sent back carries both. Results are veiled, so that a glance at a link gives away neither guesses nor secret.
 */

import { canonicalPosition, canonicalRules } from "./canonical";
import { BadInput, type Game } from "./game";
import { isSolved, parsePosition, type Position, type Turn } from "./position";
import { hash32, unveil, veil } from "./veil";
import { guessesText } from "./words";

/** What one of the two has reached. */
export interface Played {
  turns: readonly Turn[];
  solved: boolean;
  /** Hints and guesses taken back. */
  helped: number;
}

export function playedOf(position: Position, helped: number): Played {
  return { turns: position.turns, solved: isSolved(position), helped };
}

/** A result as it stands in a link; `name` is the seed or the date of the game. */
export function veilPlayed(game: Game, name: string, { turns, helped }: Played): string {
  const text = `${name} ${helped} ${canonicalPosition({ game, turns })}`;
  return veil(`${hash32(text).toString(36)} ${text}`);
}

/** The result in a link; throws `BadInput` where it is damaged, or of another game. */
export function readPlayed(game: Game, name: string, veiled: string): Played {
  const [, check, text, named, helped, position] = /^(\w+) ((\S+) (\d{1,6}) (\S.*))$/.exec(unveil(veiled) ?? "") ?? [];
  if (!text || !position || hash32(text).toString(36) !== check) throw BadInput.because({ kind: "result_in_link_damaged" });
  const { game: rules, turns } = parsePosition(position);
  if (named !== name || canonicalRules(rules) !== canonicalRules(game)) {
    throw BadInput.because({ kind: "result_of_another_game" });
  }
  return playedOf({ game, turns }, Number(helped));
}

/** Which of two is better: above 0 the first, below 0 the second. Who found the secret wins, then fewer guesses, then less help. */
export function compare(one: Played, other: Played): number {
  if (one.solved !== other.solved) return one.solved ? 1 : -1;
  if (!one.solved) return 0;
  return other.turns.length - one.turns.length || other.helped - one.helped;
}

/** The outcome as a sentence about two players, of whom the first may be "You". */
export function verdict([one, other]: readonly [Played, Played], [first, second]: readonly [string, string]): string {
  const better = compare(one, other);
  if (better === 0) return one.solved ? `A draw: both needed ${guessesText(one.turns.length)}.` : "A draw: neither found the secret.";
  const [winner, loser] = better > 0 ? [one, other] : [other, one];
  const [name, loses] = better > 0 ? [first, second] : [second, first];
  const wins = `${name} ${name === "You" ? "win" : "wins"}`;
  const needed = guessesText(winner.turns.length);
  if (!loser.solved) return `${wins} with ${needed}: ${loses[0]!.toLowerCase()}${loses.slice(1)} did not find the secret.`;
  if (winner.turns.length === loser.turns.length) return `${wins}: both needed ${needed}, but with less help.`;
  return `${wins}: ${needed} against ${loser.turns.length}.`;
}
