/** Positions as people paste them: from an address, over several lines, with blanks and commas where none belong. */

import { parseHash } from "./address.svelte";
import constants from "./constants.json";
import { BadInput, formatRules, hasSymbols, parseCode, parseReply, parseRules, plain, splitAlias, type Code, type Game, type Style } from "./game";
import { palette } from "./palette.svelte";
import { asTable, countsFirst } from "./replyWords";
import { checkLength, parsePosition, POSITION_EXAMPLE, type Position, type Turn } from "./position";

const REPLY = /^(\d+b\d+w|\d+a\d+b|\d+[btw]|solved)$/i;

function isRules(word: string): boolean {
  return /^p\d+c\d+[rn]?(-[btw])?$/i.test(word) || splitAlias(word)[0] !== "";
}

/** The position a pasted text means; one without rules is of the game on show. Throws `BadInput` like `parsePosition`. */
export function readPasted(text: string, game: Game): Position {
  if (!text.trim()) throw BadInput.because({ kind: "no_position", position: POSITION_EXAMPLE });
  const hash = text.indexOf("#/");
  const linked = hash >= 0 ? parseHash(text.slice(hash).trim()).params["position"] : undefined;
  if (!linked && (hash >= 0 || text.includes("://"))) throw BadInput.because({ kind: "no_game_in_link" });
  const given = linked ?? text;
  const first = /^\s*([^\s,;]+)/.exec(given)?.[1] ?? "";
  // of a game without a colour P
  if (/^p\d[^:]*$/i.test(first) && (!hasSymbols(game) || game.colors <= game.notation.symbols.indexOf("P"))) parseRules(first);
  const rules = isRules(first) ? first : formatRules(game);
  checkLength(parseRules(rules), given);
  const rest = (isRules(first) ? given.slice(given.indexOf(first) + first.length) : given).replace(/;/g, " ");
  // none of these looks at a character more than a few times, however many blanks, digits or commas follow each other
  const words = (hasSymbols(parseRules(rules)) ? rest.replace(/,(?=\s)/g, " ") : rest.replace(/,\s+/g, ","))
    .replace(/\s+/g, " ")
    .replace(/ ?: ?/g, ":")
    .replace(/(?<!\d)(\d{1,9}b) (\d{1,9}w)\b/gi, "$1$2")
    .split(" ")
    .map(withoutOuterCommas)
    .filter((word) => word !== "");
  try {
    return parsePosition([rules, ...paired(words)].join(" "));
  } catch (error) {
    const turns = rest.length > MOST_LETTERS ? null : dividedAnyhow(parseRules(rules), plain(rest).trim());
    if (turns) return { game: parseRules(rules), turns };
    const unknown = plain(rest).split(/[\s:=,;|]+/).find((word) => word.includes("?"));
    if (unknown) parseReply(parseRules(rules), unknown); // says what the page cannot do
    throw error;
  }
}

/** Words of a text whose turns are searched for, and words of one reply, each of which may be a peg. */
const MOST_WORDS = 2_000;
const { MOST_REPLY_WORDS } = constants.text;
/** Longer texts are read in canonical notation only. */
const MOST_LETTERS = 20_000;
const SEPARATOR = /\s*(?:=>|->|→|[:=,;|])\s*|\s+[–—-]\s+|\s+/gu;

/** The turns of a text in free notation: without the words of other games if that is enough, so that these change nothing. */
function dividedAnyhow(game: Game, text: string): Turn[] | null {
  const table = asTable(text);
  return (
    divided(game, text, { isFirst: true }) ??
    divided(game, game.pegs > 1 ? countsFirst(text) : text, {}) ??
    (table && divided(game, table.rows, { whiteFirst: table.whiteFirst }))
  );
}

/** The turns of a text in free notation, where it can be divided into turns in one way only; the twin of `_Splitter`. */
function divided(game: Game, text: string, style: Style): Turn[] | null {
  const gaps = [...text.matchAll(SEPARATOR)];
  if (!text || gaps.length >= MOST_WORDS) return null;
  const starts = [0, ...gaps.map((gap) => gap.index + gap[0].length)];
  const ends = [...gaps.map((gap) => gap.index), text.length];
  // what a gap parts: guess and reply, turns, or either
  const kinds = [...gaps.map(([gap]) => (/[:=→]|->/.test(gap) ? ":" : /[\n;]/.test(gap) ? "\n" : " ")), "\n"];
  const between = (first: number, last: number): string => text.slice(starts[first], ends[last - 1]);
  /** The turns that begin at a word, each with the word after it. */
  const turnsAt = (start: number): [Turn, number][] => {
    const found: [Turn, number][] = [];
    for (const middle of new Set([start + 1, start + game.pegs])) {
      if (middle >= starts.length || kinds[middle - 1] === "\n") continue;
      const guess = readCode(game, between(start, middle));
      for (let end = middle + 1; guess && end <= Math.min(middle + MOST_REPLY_WORDS, starts.length); end++) {
        const reply = kinds[end - 1] === ":" ? null : attempt(() => parseReply(game, between(middle, end), style));
        if (reply) found.push([{ guess, reply }, end]);
        if (kinds[end - 1] !== " ") break;
      }
    }
    return found;
  };
  // from the end, as each rest is needed for many beginnings; two ways are enough to know that there are several
  const rests: Turn[][][] = Array.from({ length: starts.length + 1 }, (_, n) => (n === starts.length ? [[]] : []));
  for (let start = starts.length - 1; start >= 0; start--) {
    rests[start] = turnsAt(start).flatMap(([turn, end]) => rests[end]!.map((rest) => [turn, ...rest])).slice(0, 2);
  }
  return rests[0]!.length === 1 ? rests[0]![0]! : null;
}

/** A code in symbols, or in the colours on show: by their initials, `RRBB`, or by names that commas part, `red,red,blue,blue`. */
function readCode(game: Game, text: string): Code | null {
  const code = attempt(() => parseCode(game, text));
  if (code) return code;
  const names = Array.from({ length: game.colors }, (_, color) => palette.nameOf(game, color));
  const words = text.toLowerCase();
  const pegs = words.includes(",") ? words.split(",").map((word) => word.trim()) : [...words.replace(/\s+/g, "")];
  const colors = pegs.map((word) => names.findIndex((name) => word !== "" && (name === word || name[0] === word)));
  return pegs.length === game.pegs && !colors.includes(-1) ? attempt(() => parseCode(game, colors.map((color) => game.notation.base + color).join(","))) : null;
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

/** "1122 1b0w" is "1122:1b0w". */
function paired(words: readonly string[]): string[] {
  const turns: string[] = [];
  for (const word of words) {
    const last = turns[turns.length - 1];
    if (REPLY.test(word) && last !== undefined && !last.includes(":")) turns[turns.length - 1] = `${last}:${word}`;
    else turns.push(word);
  }
  return turns;
}

function withoutOuterCommas(word: string): string {
  let end = word.length;
  while (word[end - 1] === ",") end--;
  return word.slice(0, end).replace(/^,+/, "");
}
