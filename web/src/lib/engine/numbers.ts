/** Numbers as Python writes them, and their orders. */

/** A number with so many decimals; of two equally near ones the even one. */
export function fixed(value: number, decimals: number): string {
  const doubled = value * 2 ** (decimals + 1);
  const isTie = Number.isInteger(doubled) && Math.abs(doubled % 2) === 1;
  const below = Math.floor(value * 10 ** decimals);
  return isTie && below % 2 === 0 ? (below / 10 ** decimals).toFixed(decimals) : value.toFixed(decimals);
}

/** The same with the whole part grouped in threes. */
export function grouped(value: number, decimals = 0): string {
  const [whole, rest] = fixed(value, decimals).split(".");
  const threes = whole!.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? threes : `${threes}.${rest}`;
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** All orders of some values, in the order of their places. */
export function* permutations(values: readonly number[]): Generator<number[]> {
  if (!values.length) yield [];
  for (const [place, value] of values.entries()) {
    for (const rest of permutations(values.filter((_, n) => n !== place))) yield [value, ...rest];
  }
}

/** Seconds since some time of `performance.now`, as records have them. */
export function since(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1e6;
}
