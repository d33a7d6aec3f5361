/** The colours of the pegs, chosen to match the box on the table. Every peg has a label too, for eyes that confuse colours. */

import { colorKeys, colorSymbol, hasSymbols, isDigits, type Code, type Game } from "./game";
import { recall, remember } from "./memory";

export type PaletteName = "clear" | "classic" | "letters" | "plain";

export const PALETTES: readonly { name: PaletteName; title: string; hint: string }[] = [
  { name: "clear", title: "Clear colours", hint: "easy to tell apart, with numbers" },
  { name: "classic", title: "Classic set", hint: "red, blue, green, yellow, white, black, orange, brown" },
  { name: "letters", title: "Letters", hint: "clear colours, A to Z" },
  { name: "plain", title: "Numbers", hint: "no colours" },
];

const KEY = "codepegs.palette";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Colours of the classic box; further ones are those of the clear colours. */
const CLASSIC = ["red", "blue", "green", "yellow", "white", "black", "orange", "brown"];

class Palette {
  current = $state<PaletteName>("clear");

  constructor() {
    const kept = recall<string>(KEY, "clear");
    this.current = PALETTES.find(({ name }) => name === kept)?.name ?? "clear";
    this.show();
  }

  set(name: PaletteName): void {
    this.current = name;
    remember(KEY, name);
    this.show();
  }

  private show(): void {
    if (typeof document !== "undefined") document.documentElement.dataset["pegs"] = this.current;
  }

  /** What stands on a peg. */
  label(game: Game, color: number): string {
    return this.current === "letters" && !isDigits(game) ? (LETTERS[color] ?? colorSymbol(game, color)) : colorSymbol(game, color);
  }

  /** A code as it stands on the pegs: `ABCA`, or `1, 2, 3` in games without symbols. */
  written(game: Game, code: Code, between = hasSymbols(game) ? "" : ","): string {
    return code.map((color) => this.label(game, color)).join(between);
  }

  /** The keys that place pegs: "A–F" where letters stand on them. */
  keys(game: Game): string {
    return this.current === "letters" && !isDigits(game) && game.colors > 1 && game.colors <= LETTERS.length
      ? `${LETTERS[0]}–${LETTERS[game.colors - 1]}`
      : colorKeys(game);
  }

  /** The colour that a key stands for by its letter, or -1. */
  colorOf(game: Game, key: string): number {
    const color = this.current === "letters" && !isDigits(game) ? LETTERS.indexOf(key.toUpperCase()) : -1;
    return key.length === 1 && color < game.colors ? color : -1;
  }

  /** The name of a colour, for a description: "1, red"; only its label where it has none. */
  spoken(game: Game, color: number): string {
    const name = this.current === "classic" && !isDigits(game) ? CLASSIC[color] : undefined;
    return name ? `${colorSymbol(game, color)}, ${name}` : this.label(game, color);
  }
}

export const palette = new Palette();
