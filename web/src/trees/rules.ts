/**
 * Rules, codes and replies, as the tree checker understands them.
 *
 * Nothing here comes from the server or from the rest of the page: the checker works out the game from its definition, so
 * that it can disagree with both.
 */

/** Which part of a reply is shown: black and white, black, their total, or white. The win is announced in each. */
export type View = "bw" | "b" | "t" | "w";

export interface Rules {
  /** The rules id, like `p4c6n-b`. */
  id: string;
  pegs: number;
  colors: number;
  /** Whether a colour may stand in a code more than once. */
  repeats: boolean;
  view: View;
}

/** More colours than these symbols: codes are then numbers joined by commas. */
const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Pegs and colours of the largest game there is. */
const LARGEST = 10_000;

const RULES_ID = /^p([1-9]\d{0,4})c([1-9]\d{0,4})(n?)(?:-([btw]))?$/;

/** The rules of a canonical id, or null when it is none. */
export function parseRules(id: string): Rules | null {
  const match = RULES_ID.exec(id);
  if (match === null) return null;
  const [pegs, colors, repeats] = [Number(match[1]), Number(match[2]), match[3] === ""];
  if (pegs > LARGEST || colors > LARGEST || (!repeats && colors < pegs)) return null;
  return { id, pegs, colors, repeats, view: (match[4] ?? "bw") as View };
}

/** How many codes the game has; infinite when that is beyond a number's range. */
export function countCodes(rules: Rules): number {
  let count = 1;
  for (let peg = 0; peg < rules.pegs && count < Infinity; peg++)
    count *= rules.repeats ? rules.colors : rules.colors - peg;
  return count;
}

/** The canonical text of a code of colours counted from 0. */
export function codeText(rules: Rules, code: ArrayLike<number>): string {
  const colors = Array.from(code);
  return rules.colors > SYMBOLS.length
    ? colors.map((color) => color + 1).join(",")
    : colors.map((color) => SYMBOLS[color]).join("");
}

/** The colours, counted from 0, of a canonical code of the game; null when it is none. */
export function parseCode(rules: Rules, text: string): number[] | null {
  let colors: number[];
  if (rules.colors > SYMBOLS.length) {
    if (!/^[1-9]\d{0,4}(,[1-9]\d{0,4})*$/.test(text)) return null;
    colors = text.split(",").map((number) => Number(number) - 1);
  } else {
    colors = Array.from(text, (symbol) => SYMBOLS.indexOf(symbol));
  }
  if (colors.length !== rules.pegs || colors.some((color) => color < 0 || color >= rules.colors)) return null;
  if (!rules.repeats && new Set(colors).size < colors.length) return null;
  return colors;
}

/** All codes of the game in ascending order, one after the other, `pegs` numbers each. */
export function listCodes(rules: Rules): Uint16Array {
  const { pegs, colors, repeats } = rules;
  const list = new Uint16Array(countCodes(rules) * pegs);
  const code = new Array<number>(pegs).fill(-1);
  const taken = new Array<boolean>(colors).fill(false);
  let written = 0;
  let peg = 0;
  while (peg >= 0) {
    let color = code[peg]!;
    if (color >= 0) taken[color] = false;
    do color++;
    while (!repeats && color < colors && taken[color]);
    if (color >= colors) {
      code[peg--] = -1;
      continue;
    }
    code[peg] = color;
    taken[color] = true;
    if (peg < pegs - 1) {
      peg++;
    } else {
      list.set(code, written);
      written += pegs;
    }
  }
  return list;
}

/**
 * Replies as numbers, in the game's order: by black and white together, then by black, and the win last.
 *
 * Where one count is shown, a reply stands where the first full reply stands that it can be, and the win, which is announced
 * apart, comes after all of them. That is the order of the counts, but for white without repeats, see `whiteNumber`.
 */
export function replyNumber(rules: Rules, black: number, white: number): number {
  if (black === rules.pegs) return winNumber(rules);
  switch (rules.view) {
    case "bw":
      return (black + white) * (rules.pegs + 1) + black;
    case "b":
      return black;
    case "t":
      return black + white;
    case "w":
      return whiteNumber(rules, white);
  }
}

/**
 * The number of a count of white, and the count of such a number.
 *
 * Two codes of `pegs` different colours out of few have some in common, at least `shared`. With fewer white than that the
 * others are black, so the first full reply of `shared` pegs is the one with most white: these counts stand in falling order.
 */
function whiteNumber(rules: Rules, white: number): number {
  const shared = rules.repeats ? 0 : Math.max(0, 2 * rules.pegs - rules.colors);
  return white <= shared ? shared - white : white;
}

/** The number of the reply that announces the win. */
export function winNumber(rules: Rules): number {
  return rules.view === "bw" ? rules.pegs * (rules.pegs + 1) + rules.pegs : rules.pegs + 1;
}

/** The canonical text of a reply. */
export function replyText(rules: Rules, reply: number): string {
  if (reply === winNumber(rules)) {
    if (rules.view === "bw") return `${rules.pegs}b0w`;
    return rules.view === "b" ? `${rules.pegs}b` : "solved";
  }
  if (rules.view === "w") return `${whiteNumber(rules, reply)}w`;
  if (rules.view !== "bw") return `${reply}${rules.view}`;
  const black = reply % (rules.pegs + 1);
  return `${black}b${(reply - black) / (rules.pegs + 1) - black}w`;
}

const COUNT = "(0|[1-9]\\d{0,4})";
const REPLY: Record<View, RegExp> = {
  bw: new RegExp(`^${COUNT}b${COUNT}w$`),
  b: new RegExp(`^${COUNT}b$`),
  t: new RegExp(`^${COUNT}t$`),
  w: new RegExp(`^${COUNT}w$`),
};

/** The number of a reply's canonical text, the win included; null when the game has no such reply. */
export function parseReply(rules: Rules, text: string): number | null {
  if (text === "solved") return winNumber(rules);
  const match = REPLY[rules.view].exec(text);
  if (match === null) return null;
  const first = Number(match[1]);
  if (rules.view !== "bw") {
    if (first > rules.pegs) return null;
    if (rules.view === "w") return whiteNumber(rules, first);
    return rules.view === "b" ? replyNumber(rules, first, 0) : first;
  }
  const white = Number(match[2]);
  // When all pegs but one are right, the last one cannot be right elsewhere.
  if (first + white > rules.pegs || (first === rules.pegs - 1 && white === 1)) return null;
  return replyNumber(rules, first, white);
}

/**
 * Works out the reply to one guess for many secrets, as a person does at the board: pegs of the right colour in the right
 * place are crossed off on both sides as black; each other peg of the guess crosses off one peg of its colour that is left of
 * the secret, as white.
 */
export class Replier {
  private readonly left: Int32Array;

  constructor(
    private readonly rules: Rules,
    private readonly codes: Uint16Array,
  ) {
    this.left = new Int32Array(rules.colors);
  }

  /** The reply's number for the secret that stands at the given place in the list of codes. */
  reply(guess: readonly number[], secret: number): number {
    const { codes, left } = this;
    const { pegs } = this.rules;
    const start = secret * pegs;
    let black = 0;
    for (let peg = 0; peg < pegs; peg++) {
      if (codes[start + peg] === guess[peg]) black++;
      else left[codes[start + peg]!]!++;
    }
    let white = 0;
    for (let peg = 0; peg < pegs; peg++) {
      const color = guess[peg]!;
      if (codes[start + peg] !== color && left[color]! > 0) {
        left[color]!--;
        white++;
      }
    }
    for (let peg = 0; peg < pegs; peg++) left[codes[start + peg]!] = 0;
    return replyNumber(this.rules, black, white);
  }
}
