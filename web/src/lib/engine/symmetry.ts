/** Guesses that differ: the lowest of each orbit under the symmetries of a history. The twin of `codepegs.codes.symmetry`. */

import { formatReply } from "../game";
import type { Position } from "../position";
import { range, type Keys, type Loops } from "./loops";
import { colorAt, type Table } from "./rules";

/** Symmetries of a history that are listed, and orders of its turns that are tried. */
const MOST_MAPS = 5_000;
const MOST_TURN_ORDERS = 720;
/** Guesses times maps up to which orbits are distinguished exactly, among which they always are, and up to how many
 * times the candidates beyond that. */
const EXACT_MOST = 200_000_000;
const EXACT_FREE = 2_000;
const EXACT_RATIO = 20;

/** Position class k goes to class `classes[k]`, played colours as `colors` says. */
interface ColumnMap {
  readonly classes: readonly number[];
  readonly colors: ReadonlyMap<number, number>;
}

export interface Symmetry {
  /** The class of each position: at positions of one class all guesses have equal columns. */
  readonly classOf: readonly number[];
  readonly maps: readonly ColumnMap[];
  /** The colours never played, ascending. */
  readonly unplayed: readonly number[];
  /** For each position the one before it in its class, or -1. */
  readonly twinBefore: readonly number[];
  /** Whether no two positions or played colours can be exchanged. */
  readonly trivial: boolean;
}

export function symmetryOf({ game, turns }: Position): Symmetry {
  const columns = range(game.pegs).map((peg) => turns.map((turn) => turn.guess[peg]!));
  const names = [...new Set(columns.map(String))];
  const classOf = columns.map((column) => names.indexOf(String(column)));
  const members = names.map((_, k) => range(game.pegs).filter((peg) => classOf[peg] === k));
  const played = new Set(columns.flat());
  const maps = new Map<string, ColumnMap>();
  const representatives = members.map(([peg]) => columns[peg!]!);
  const sizes = members.map((pegs) => pegs.length);
  for (const order of turnOrders(turns.map((turn) => formatReply(turn.reply)))) {
    for (const map of classMaps(representatives, sizes, order)) {
      if (maps.size >= MOST_MAPS) break;
      maps.set(`${map.classes} ${[...map.colors].sort((a, b) => a[0] - b[0])}`, map);
    }
  }
  const twinBefore = new Array<number>(game.pegs).fill(-1);
  for (const pegs of members) pegs.slice(1).forEach((peg, n) => (twinBefore[peg] = pegs[n]!));
  return {
    classOf,
    maps: [...maps.values()],
    unplayed: range(game.colors).filter((color) => !played.has(color)),
    twinBefore,
    trivial: maps.size === 1 && members.length === game.pegs,
  };
}

/** The orders of the turns that keep each reply, the given order first. */
function* turnOrders(replies: readonly string[]): Generator<number[]> {
  let tried = 0;
  for (const order of permutations(range(replies.length))) {
    if (tried++ >= MOST_TURN_ORDERS) return;
    if (order.every((turn, n) => replies[turn] === replies[n])) yield order;
  }
}

/** All orders of some values, in the order of their places. */
export function* permutations(values: readonly number[]): Generator<number[]> {
  if (!values.length) yield [];
  for (const [place, value] of values.entries()) {
    for (const rest of permutations(values.filter((_, n) => n !== place))) yield [value, ...rest];
  }
}

/** All ways to send each column to one of equal size so that colours go to colours one to one, turns by `order`. */
function* classMaps(columns: readonly number[][], sizes: readonly number[], order: readonly number[]): Generator<ColumnMap> {
  const images = columns.map((column) => order.map((turn) => column[turn]!));
  const target: number[] = [];
  function* extend(colors: ReadonlyMap<number, number>): Generator<ColumnMap> {
    const at = target.length;
    if (at === columns.length) {
      yield { classes: [...target], colors };
      return;
    }
    for (let other = 0; other < columns.length; other++) {
      if (target.includes(other) || sizes[other] !== sizes[at]) continue;
      const longer = extendColors(colors, columns[at]!, images[other]!);
      if (!longer) continue;
      target.push(other);
      yield* extend(longer);
      target.pop();
    }
  }
  yield* extend(new Map());
}

function extendColors(
  colors: ReadonlyMap<number, number>,
  source: readonly number[],
  image: readonly number[],
): Map<number, number> | null {
  const longer = new Map(colors);
  const taken = new Map([...colors].map(([a, b]) => [b, a]));
  for (const [n, a] of source.entries()) {
    const b = image[n]!;
    if ((longer.get(a) ?? b) !== b || (taken.get(b) ?? a) !== a) return null;
    longer.set(a, b);
    taken.set(b, a);
  }
  return longer;
}

/** One guess of every class of guesses that are alike for the candidates: the lowest, ascending. */
export function differingGuesses(loops: Loops, table: Table, position: Position, candidates: Keys): Keys {
  const symmetry = symmetryOf(position);
  const guesses = listGuesses(loops, table, symmetry, candidates);
  if (symmetry.trivial && symmetry.unplayed.length < 2) return guesses;
  const work = guesses.length * symmetry.maps.length;
  if (work > EXACT_FREE && work > candidates.length * EXACT_RATIO) return guesses;
  if (work <= 1 || work > EXACT_MOST) return guesses;
  const seen = new Set<number>();
  const canonical = loops.canonicalKeys(table, guesses, symmetry);
  return guesses.filter((_, n) => !seen.has(canonical[n]!) && seen.add(canonical[n]!));
}

/** Of the colours no candidate holds one is enough, or, where colours must differ, as many as a code has pegs. */
function listGuesses(loops: Loops, table: Table, symmetry: Symmetry, candidates: Keys): Keys {
  const { game, layout, size } = table;
  const live = new Uint8Array(game.colors).fill(Number(candidates.length === size));
  if (!live[0]) {
    for (const key of candidates) for (let peg = 0; peg < game.pegs; peg++) live[colorAt(layout, key, peg)] = 1;
  }
  const unplayed = new Set(symmetry.unplayed);
  const dead = range(game.colors).filter((color) => !live[color]).slice(0, game.repeats ? 1 : game.pegs);
  const colorOf = range(game.colors).filter((color) => live[color] || dead.includes(color));
  const columnClass = colorOf.map((color) => (!live[color] ? 2 : unplayed.has(color) ? 1 : 0));
  return loops.enumerate(table, colorOf, columnClass, symmetry.twinBefore);
}
