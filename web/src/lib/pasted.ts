/** Positions as people paste them: from an address, over several lines, with blanks and commas where none belong. */

import { parseHash } from "./address.svelte";
import { BadInput, formatRules, hasSymbols, parseRules, splitAlias, type Game } from "./game";
import { checkLength, parsePosition, type Position } from "./position";

const REPLY = /^(\d+b\d+w|\d+a\d+b|\d+[btw]|solved)$/i;

function isRules(word: string): boolean {
  return /^p\d+c\d+[rn]?(-[btw])?$/i.test(word) || splitAlias(word)[0] !== "";
}

/** The position a pasted text means; one without rules is of the game on show. Throws `BadInput` like `parsePosition`. */
export function readPasted(text: string, game: Game): Position {
  if (!text.trim()) throw new BadInput("The text is empty.");
  const hash = text.indexOf("#/");
  const linked = hash >= 0 ? parseHash(text.slice(hash).trim()).params["position"] : undefined;
  if (!linked && (hash >= 0 || text.includes("://"))) throw new BadInput("This link contains no game.");
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
  return parsePosition([rules, ...paired(words)].join(" "));
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
