/** The colours of the pegs, chosen to match the box on the table. Every peg has a label too, for eyes that confuse colours. */

import { colorKeys, colorSymbol, hasSymbols, isDigits, type Code, type Game } from "./game";
import { recall, remember } from "./memory";

export type PaletteName = "classic" | "clear" | "own" | "letters" | "plain";

export const PALETTES: readonly { name: PaletteName; title: string; hint: string }[] = [
  { name: "classic", title: "Classic", hint: "red, blue, green, yellow, white, black, orange, brown" },
  { name: "clear", title: "Clear", hint: "easy to tell apart for colour-blind eyes" },
  { name: "own", title: "My own", hint: "a colour of your box for each number" },
  { name: "letters", title: "Letters", hint: "clear colours, A to Z" },
  { name: "plain", title: "Numbers", hint: "no colours" },
];

/** Colours of boxes by their names, each with the ink that reads best on it. */
export const COLORS: Readonly<Record<string, readonly [fill: string, ink: string]>> = {
  red: ["#d62828", "#fff"],
  blue: ["#1d5fd1", "#fff"],
  green: ["#1a7a34", "#fff"],
  yellow: ["#f7d716", "#111"],
  white: ["#fdfdfd", "#111"],
  black: ["#1a1a1a", "#fff"],
  orange: ["#f28c1b", "#111"],
  brown: ["#7a4a21", "#fff"],
  purple: ["#7b3fa0", "#fff"],
  pink: ["#f08bb4", "#111"],
  turquoise: ["#19a7a7", "#111"],
  grey: ["#9aa0a8", "#111"],
};

const KEY = "codepegs.palette";
const OWN_KEY = "codepegs.palette.own";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Colours of the classic box; further ones are those of the clear colours. */
const CLASSIC = Object.keys(COLORS).slice(0, 8);
/** The first of the clear colours, as pegs.css has them. */
const CLEAR = ["#d55e00", "#56b4e9", "#f0e442"];
/** The colours of which each number can have one of its own. */
export const MOST_OWN = 12;

class Palette {
  current = $state<PaletteName>("classic");
  /** The names of the colours that somebody gave to the numbers. */
  own = $state<string[]>(Object.keys(COLORS));

  constructor() {
    const kept = recall<string>(KEY, "classic");
    this.current = PALETTES.find(({ name }) => name === kept)?.name ?? "classic";
    const own = recall<unknown>(OWN_KEY, null);
    if (Array.isArray(own) && own.length === MOST_OWN && own.every((name) => String(name) in COLORS)) this.own = own as string[];
    this.show();
  }

  set(name: PaletteName): void {
    this.current = name;
    remember(KEY, name);
    this.show();
  }

  /** Give a number a colour. */
  assign(color: number, name: string): void {
    this.own = this.own.map((old, n) => (n === color ? name : old));
    remember(OWN_KEY, this.own);
    this.set("own");
  }

  private show(): void {
    if (typeof document === "undefined") return;
    const { dataset, style } = document.documentElement;
    dataset["pegs"] = this.current;
    for (const [color, name] of this.own.entries()) {
      const [fill, ink] = COLORS[name]!;
      style.setProperty(`--own-${color}`, fill);
      style.setProperty(`--own-ink-${color}`, ink);
    }
  }

  /** A few of the colours of a set. */
  sample(name: PaletteName): string[] {
    const names = name === "classic" ? CLASSIC : name === "own" ? this.own : [];
    const fills = names.map((each) => COLORS[each]![0]);
    return (name === "plain" ? [] : fills.length ? fills : CLEAR).slice(0, 3);
  }

  /** The name of a colour, where it has one. */
  nameOf(game: Game, color: number): string {
    if (isDigits(game)) return "";
    return (this.current === "classic" ? CLASSIC[color] : this.current === "own" ? this.own[color] : undefined) ?? "";
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
    const name = this.nameOf(game, color);
    return name ? `${colorSymbol(game, color)}, ${name}` : this.label(game, color);
  }
}

export const palette = new Palette();
