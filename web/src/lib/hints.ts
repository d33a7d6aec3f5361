/** Hints that give little away: whether a guess fits, and which colours are certain. */

import type { CandidatesRecord } from "./contract";
import { canonical } from "./canonical";
import { colorSymbol, formatReply, nounsOf, replyTo, type Code, type Game } from "./game";
import type { Position } from "./position";
import { palette } from "./palette.svelte";

/** Whether a guess could be the secret, as a sentence. */
export function fitWords({ game, turns }: Position, guess: Code): string {
  const wrong = turns.flatMap((turn, n) => (formatReply(replyTo(game, guess, turn.guess)) === formatReply(turn.reply) ? [] : [n + 1]));
  if (wrong.length === 0) return turns.length ? "Your guess fits all replies, so it could be the secret." : "There is no reply yet, so every guess fits.";
  const named = wrong.length === 1 ? `the reply to turn ${wrong[0]}` : `the replies to turns ${wrong.slice(0, -1).join(", ")} and ${wrong.at(-1)}`;
  return `Your guess does not fit ${named}, so it cannot be the secret.`;
}

/** What is certain of the secret, as sentences. */
export function certainWords(game: Game, record: CandidatesRecord): string[] {
  const { color: noun, peg: place } = nounsOf(game);
  const colors = Array.from({ length: game.colors }, (_, color) => color);
  const symbol = (color: number): string => colorSymbol(canonical(game), color);
  const label = (color: number): string => palette.label(game, color);
  const known = (record.possible ?? []).flatMap((open, peg) => {
    const color = open.length === 1 ? colors.find((each) => symbol(each) === open[0]?.color) : undefined;
    return color === undefined ? [] : [`${place[0]!.toUpperCase()}${place.slice(1)} ${peg + 1} is ${noun} ${label(color)}.`];
  });
  const open = new Set((record.possible ?? []).flat().map(({ color }) => color));
  const absent = record.possible ? colors.filter((color) => !open.has(symbol(color))) : [];
  const isWhole = record.candidates !== null && record.candidates <= record.codes.length;
  const letters = record.codes.map((code) => new Set(code.includes(",") ? code.split(",") : code));
  const sure = isWhole ? colors.filter((color) => letters.every((code) => code.has(symbol(color)))) : [];
  const list = (some: readonly number[], word = "and"): string =>
    some.length === 1 ? label(some[0]!) : `${some.slice(0, -1).map(label).join(", ")} ${word} ${label(some.at(-1)!)}`;
  const words = [...known];
  if (sure.length) words.push(`The secret contains ${noun}${sure.length > 1 ? "s" : ""} ${list(sure)}.`);
  if (absent.length) words.push(`The secret does not contain ${noun}${absent.length > 1 ? "s" : ""} ${list(absent, "or")}.`);
  if (words.length) return words;
  return [isWhole ? `No ${noun} is certain yet.` : "Nothing certain was found, but too many codes are left to check all of them."];
}
