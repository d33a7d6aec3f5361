/** Well-known games: those of GET /presets, here so that the page need not wait for them, and two to begin with. */

import { canonicalRules } from "./canonical";
import { parseRules } from "./game";

export interface KnownGame {
  rules: string;
  title: string;
  hint: string;
}

export const KNOWN_GAMES: readonly KnownGame[] = [
  { rules: "p4c6", title: "Classic", hint: "4 pegs, 6 colours" },
  { rules: "p5c8", title: "Super", hint: "5 pegs, 8 colours" },
  { rules: "bc", title: "Bulls and Cows", hint: "4 different digits" },
  { rules: "p5c7", title: "Drawbridge", hint: "5 pegs, 7 colours, as in NetHack" },
  { rules: "p3c6", title: "Short", hint: "3 pegs, 6 colours" },
  { rules: "p4c6-b", title: "Black only", hint: "replies without white" },
];

/** What the game of a canonical rules id is called; nothing where it has no name. */
export function titleOf(canonical: string): string {
  return KNOWN_GAMES.find(({ rules }) => canonicalRules(parseRules(rules)) === canonical)?.title ?? "";
}
