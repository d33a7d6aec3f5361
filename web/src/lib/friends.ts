/** Two people over links. The secret is in the codemaker's own address and in the codemaker's browser, nowhere else. */

import { canonicalCode, canonicalRules, fromCanonical } from "./canonical";
import { BadInput, parseCode, parseRules, replyTo, type Code, type Game } from "./game";
import { recall, remember } from "./memory";
import { parseHash } from "./address.svelte";
import type { Turn } from "./position";
import { unveil, veil } from "./veil";

const KEY = "codepegs.kept.";
/** The guesses that were replied to, and those that were made, by the name of the game. */
const REPLIED_KEY = "codepegs.replied.";
const MADE_KEY = "codepegs.made.";

/** A name for a game, so that a codemaker's browser knows which of its secrets a guess is for. */
export function newGameId(): string {
  return [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

export function keep(id: string, veiled: string): void {
  remember(KEY + id, veiled);
}

export function kept(id: string): string | null {
  return recall<string | null>(KEY + id, null);
}

/** The guesses, as canonical text, that this browser has replied to with its own secret. */
export function replied(id: string): string[] {
  return recallGuesses(REPLIED_KEY + id);
}

export function keepReplied(id: string, guesses: readonly string[]): void {
  if (id) remember(REPLIED_KEY + id, guesses);
}

/** The guesses, as canonical text, that were made in this browser at a friend's secret. */
export function made(id: string): string[] {
  return recallGuesses(MADE_KEY + id);
}

export function keepMade(id: string, guess: string): void {
  if (id) remember(MADE_KEY + id, [...new Set([...made(id), guess])]);
}

function recallGuesses(key: string): string[] {
  const kept = recall<unknown>(key, []);
  return Array.isArray(kept) ? kept.filter((guess): guess is string => typeof guess === "string") : [];
}

/** The turns of a codemaker's game: the guesses that were replied to here, or else those of the address; the replies are those of the secret. */
export function turnsOf(game: Game, secret: Code, id: string, given: readonly Turn[]): Turn[] {
  const here = replied(id).flatMap((text) => {
    try {
      return [fromCanonical(game, text)];
    } catch {
      return []; // of another game
    }
  });
  const guesses = here.length > 0 ? here : given.map(({ guess }) => guess);
  return guesses.map((guess) => ({ guess, reply: replyTo(game, guess, secret) }));
}

export function veilSecret(game: Game, secret: Code): string {
  return veil(`${canonicalRules(game)} ${canonicalCode(game, secret)}`);
}

/** The secret of a codemaker's address, or null when it is damaged or of another game. */
export function unveilSecret(game: Game, veiled: string): Code | null {
  const [rules, code] = (unveil(veiled) ?? "").split(" ");
  if (rules !== canonicalRules(game) || !code) return null;
  try {
    return fromCanonical(game, code);
  } catch {
    return null;
  }
}

/** The guess in what a friend sent: a whole address with `ask=` in it, to which there was no reply in `turns`, or just the code. Throws `BadInput`. */
export function sentGuess(game: Game, text: string, turns = 0): Code {
  const hash = text.trim().indexOf("#/");
  if (hash < 0 && !text.includes("://")) return parseCode(game, text);
  const { ask, position } = hash < 0 ? {} : parseHash(text.trim().slice(hash)).params;
  if (!ask) throw BadInput.because({ kind: "no_guess_in_link" });
  if (position && position.trim().split(/\s+/).length <= turns) throw BadInput.because({ kind: "guess_replied_to" });
  return parseCode(position ? spelledAs(game, position) : game, ask);
}

/** The game in the notation of a link, which spells its guess as its position. */
function spelledAs(game: Game, position: string): Game {
  const other = parseRules(position.trim().split(/\s+/)[0] ?? "");
  return canonicalRules(other) === canonicalRules(game) ? other : game;
}
