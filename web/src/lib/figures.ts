/** The figures of codepegs: what they are called and how a sentence says their values, as it is declared in Python. */

import FIGURES from "./figures.json";

export type FigureName = keyof typeof FIGURES;

/** The heading of a figure: "Longest game". */
export function heading(name: FigureName): string {
  const text = FIGURES[name].heading;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stands before and after the value of a figure in a sentence. */
export function around(name: FigureName): readonly [string, string] {
  const [before = "", after = ""] = FIGURES[name].said.split("{}");
  return [before, after];
}

/** What a sentence says of the value of a figure: "4.34 guesses on average". */
export function said(name: FigureName, value: string | number): string {
  return around(name).join(String(value));
}

/** A value with the unit of its figure: "+1.2 bits". */
export function withUnit(name: FigureName, value: string | number): string {
  return `${value} ${FIGURES[name].unit}`;
}
