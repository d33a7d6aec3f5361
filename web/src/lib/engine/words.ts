/**
 * Advice in games of lists of words: the twin of what `codepegs suggest` answers for a `ListedGame`. The table of replies is in
 * the memory of the module, and the C++ loops of listed games read it there.
 */

import type { SuggestRecord } from "../contract";
import { pairsOf, readGame, repliesOf, type WordGame, type WordList, type WordTurn } from "../../words/list";
import { because } from "../reasons";
import { conflictBetween } from "./contradictions";
import { Refusal } from "./errors";
import { OBJECTIVES, range, type Keys, type Loops, type Objective } from "./loops";
import type { NativeArray } from "./native";
import { describeText, lowest, type Suggestion } from "./ranking";
import { Searcher, searchSettings } from "./search";
import {
  bestReason,
  curveOfSets,
  exactly,
  OTHER_CURVE,
  PART_WORK,
  SCORED,
  SCORED_A_GUESS,
  SCORED_SHARE,
  SEARCHED_WORK,
  setsOfTree,
  valueBySizes,
  withValue,
  type Best,
  type Curve,
  type Expected,
} from "./values";

export interface WordQuestion {
  readonly game: WordGame;
  readonly turns: readonly WordTurn[];
  /** Largest number of suggestions. */
  readonly top?: number;
  /** Candidates listed at most. */
  readonly limit?: number;
}

export interface WordAdvice {
  /** Number of candidates; 0 if the replies contradict each other. */
  candidates: number;
  /** The first candidates, in the order of the list. */
  words: string[];
  suggestions: SuggestRecord["suggestions"];
  /** Why there are no candidates. */
  conflict: { turns: readonly number[]; repairs: { turn: number; reply: string; candidates: number }[] } | null;
}

const SHORTLIST = 8;
const MOST_SEARCHED = 40_000;
const PLAYED_THROUGH_PAIRS = 100_000_000;
const ROW_PADDING = 64;
const WALK_UNITS = 50_000_000;
const MOST_MEMBERS = 512;
const [MARKED_BY_SLOT, COUNTED_BY_SLOT] = [0, 1];

/** Whether two games have the same lists and the same reply. */
function isSame(one: WordGame, other: WordGame): boolean {
  return one.reply === other.reply && one.secrets === other.secrets && one.guesses === other.guesses;
}

/** The advice of one game at a time, whose table stays in memory. */
export class WordEngine {
  private current: { game: WordGame; advisor: WordAdvisor } | null = null;

  constructor(private readonly loops: Loops) {}

  /** The best guesses after some turns; `quickly` without the expected numbers of guesses. */
  suggest(question: WordQuestion, quickly = false): WordAdvice {
    return this.at(question.game).suggest(question.turns, question.top ?? 5, question.limit ?? 40, quickly);
  }

  private at(game: WordGame): WordAdvisor {
    if (!this.current || !isSame(this.current.game, game)) {
      const list = readGame(game);
      this.current?.advisor.free();
      this.current = null;
      this.current = { game, advisor: new WordAdvisor(this.loops, list) };
    }
    return this.current.advisor;
  }
}

class WordAdvisor {
  private readonly replies: readonly string[];
  private readonly partOf: ReadonlyMap<string, number>;
  /** Part numbers by guess and secret. */
  private readonly table: NativeArray;
  /** The same in bytes by secret and guess, or without rows. */
  private readonly rows: NativeArray;
  private readonly everything: Keys;
  private readonly all: Keys;
  private curve: Curve | null = null;
  private readonly known = new Map<string, Best<number> | null>();

  constructor(
    private readonly loops: Loops,
    private readonly list: WordList,
  ) {
    const { native } = loops;
    const { words, size } = list;
    this.replies = repliesOf(list);
    this.partOf = new Map(this.replies.map((text, part) => [text, part]));
    this.everything = Uint32Array.from(range(size));
    this.all = Uint32Array.from(range(words.length));
    this.table = native.shortZeros(words.length, size);
    this.fill();
    const padded = Math.ceil(words.length / ROW_PADDING) * ROW_PADDING;
    const rows = native.byteRoom(size, padded);
    const [fits] = native.call("transpose_replies", this.table, this.replies.length, rows);
    this.rows = fits ? rows : { address: rows.address, shape: [0, padded] };
  }

  free(): void {
    this.loops.native.free(this.table, this.rows);
  }

  /** Compute the table of replies. */
  private fill(): void {
    const { native } = this.loops;
    const { words, size, letters, reply } = this.list;
    const numberOf = new Map<string, number>();
    for (const word of words) for (const letter of word) if (!numberOf.has(letter)) numberOf.set(letter, numberOf.size);
    const codes = words.map((word) => [...word].map((letter) => numberOf.get(letter)!));
    if (reply === "wordle" || reply === "per-slot") {
      native.scope(() => {
        const symbols = { ...native.shorts(codes.flat()), shape: [words.length, letters] };
        const secrets = { address: symbols.address, shape: [size, letters] };
        const numbers = reply === "wordle" ? native.numbers(range(letters).map((at) => 3 ** (letters - 1 - at)), 1, letters) : this.pairNumbers();
        native.call("slot_replies", symbols, secrets, reply === "wordle" ? MARKED_BY_SLOT : COUNTED_BY_SLOT, numbers, this.table);
      });
      return;
    }
    const parts = reply === "mastermind" ? new Map(pairsOf(reply, letters).map(([black, white], part) => [black * (letters + 1) + white, part])) : null;
    const held = codes.slice(0, size);
    const copies = held.map((code) => counts(code, numberOf.size));
    for (const [guess, code] of codes.entries()) {
      const row = native.viewShorts(this.table, guess * size, size);
      const asked = [...new Set(code)].map((color) => [color, code.filter((other) => other === color).length] as const);
      for (let secret = 0; secret < size; secret++) {
        const other = held[secret]!;
        let black = 0;
        for (let at = 0; at < letters; at++) black += Number(code[at] === other[at]);
        if (reply === "same-place") {
          row[secret] = black;
          continue;
        }
        let total = 0;
        for (const [color, count] of asked) total += Math.min(count, copies[secret]![color]!);
        if (parts) row[secret] = parts.get(black * (letters + 1) + total - black)!;
        else row[secret] = black === letters ? letters + 1 : total;
      }
    }
  }

  private pairNumbers(): NativeArray {
    const { letters } = this.list;
    const numbers = new Array<number>((letters + 1) ** 2).fill(0);
    for (const [part, [black, white]] of pairsOf("per-slot", letters).entries()) numbers[black * (letters + 1) + white] = part;
    return this.loops.native.numbers(numbers, letters + 1, letters + 1);
  }

  suggest(turns: readonly WordTurn[], top: number, limit: number, quickly: boolean): WordAdvice {
    const asked = turns.map((turn, n) => this.read(turn, n));
    const left = asked.reduce((some, { guess, part }) => {
      const row = this.row(guess);
      return some.filter((key) => row[key] === part);
    }, this.everything);
    const found = { candidates: left.length, words: [...left.slice(0, limit)].map((key) => this.list.words[key]!), suggestions: [], conflict: null };
    if (!left.length) return { ...found, conflict: this.conflict(asked) };
    if (asked.length && asked[asked.length - 1]!.part === this.replies.length - 1) return found;
    const guesses = asked.map(({ guess }) => guess);
    return { ...found, suggestions: quickly ? this.byEntropy(left, top, false) : this.ranked(left, guesses, top) };
  }

  private read({ guess, reply }: WordTurn, n: number): { guess: number; part: number } {
    const [number, part] = [this.list.numberOf.get(guess), this.partOf.get(reply)];
    if (number === undefined) throw new Refusal("bad_input", `Turn ${n + 1}: ${guess} is not in the list.`);
    if (part === undefined) throw new Refusal("bad_input", `Turn ${n + 1}: ${reply} is not a reply to words of ${this.list.letters} letters.`);
    return { guess: number, part };
  }

  private row(guess: number): Uint16Array {
    return this.loops.native.viewShorts(this.table, guess * this.list.size, this.list.size);
  }

  private conflict(turns: readonly { guess: number; part: number }[]): WordAdvice["conflict"] {
    const rows = turns.map(({ guess }) => this.row(guess));
    const found = conflictBetween(rows, turns.map(({ part }) => part), this.list.size, (part) => this.replies[part]!, 0);
    return found && { turns: found.conflict!, repairs: found.repairs as NonNullable<WordAdvice["conflict"]>["repairs"] };
  }

  /** The fewest expected guesses: a guess proved to be the best, or the best of those with the most information. */
  private ranked(left: Keys, history: readonly number[], top: number): Suggestion[] {
    const best = this.best(left, history);
    const found = this.byEntropy(left, Math.max(top, SHORTLIST), true);
    const { words, reply, numberOf } = this.list;
    let own = best?.guess ?? (reply === "common" && this.areAnagrams(left) ? left[0]! : null);
    if (own === null && reply === "common") own = numberOf.get(found[0]!.guess)!;
    const text = own === null ? null : words[own]!;
    const first = text === null ? [] : [found.find((each) => each.guess === text) ?? describeText(text, this.sizes([own!], left)[0]!, null)];
    const all = [...first, ...found.filter((each) => each.guess !== text)];
    const valued = all.map((each) => ({ each, expected: this.value(left, history, numberOf.get(each.guess)!, best) }));
    const rounded = ({ value }: Expected): number => Math.round(value * 1e9);
    return valued
      .map((one, n) => ({ ...one, n }))
      .sort((a, b) => Number(a.each.guess !== text) - Number(b.each.guess !== text) || rounded(a.expected) - rounded(b.expected) || a.n - b.n)
      .slice(0, top)
      .map(({ each, expected }, n) => {
        const figures = { ...each, expected_guesses: expected.value, expected_guesses_error: expected.error };
        return withValue(best && left.length > 1 && !n ? because(figures, ...each.reasons, bestReason(best)) : figures, expected);
      });
  }

  /** Whether all are arrangements of the same letters: then no reply but the win tells them apart. */
  private areAnagrams(left: Keys): boolean {
    const letters = (key: number): string => [...this.list.words[key]!].sort().join("");
    const first = letters(left[0]!);
    return left.every((key) => letters(key) === first);
  }

  /** Guesses by the information that their replies give; among equals a candidate, then the first of the list. */
  private byEntropy(left: Keys, most: number, compared: boolean): Suggestion[] {
    const guesses = lowest(this.scores(this.all, left, OBJECTIVES.entropy), most);
    const squares = compared ? this.scores(left, left, OBJECTIVES["expected-size"]) : null;
    const fewestLeft = squares && squares.reduce((least, score) => Math.min(least, score / 2), Infinity);
    const sizes = this.sizes(guesses, left);
    return guesses.map((guess, n) => describeText(this.list.words[guess]!, sizes[n]!, fewestLeft));
  }

  /** Twice the score of each guess, plus one for a guess that cannot win. */
  private scores(guesses: Keys, left: Keys, objective: Objective): Float64Array {
    const { native } = this.loops;
    return native.scope(() => {
      const out = native.zeros(guesses.length);
      const logs = this.loops.logTable(left.length);
      native.call("table_best", this.table, native.numbers(guesses), native.numbers(left), this.replies.length, objective, logs, out);
      return native.wide(out, guesses.length);
    });
  }

  private sizes(guesses: readonly number[], left: Keys): Uint32Array[] {
    const { native } = this.loops;
    const parts = this.replies.length;
    return guesses.map((guess) =>
      native.scope(() => {
        const out = native.zeros(1, parts);
        native.call("table_sizes", this.table, native.numbers([guess]), native.numbers(left), out);
        return native.low(out, parts);
      }),
    );
  }

  private canSearch(count: number, work: number): boolean {
    return this.list.size <= MOST_SEARCHED && count * this.list.words.length <= work;
  }

  private limit(scored: number): number {
    const showsLess = this.list.reply === "common" || this.list.reply === "same-place";
    return showsLess ? Math.floor(scored / SCORED_SHARE) : scored;
  }

  private search<Found>(work: (searcher: Searcher) => Found): Found {
    const { list, rows, table, replies } = this;
    return Searcher.within(
      this.loops.native,
      (native) => {
        const settings = searchSettings(native, replies.length, list.size, false, native.numbers([], 1, 0));
        return native.call("new_listed_search", table, rows, replies.length, settings)[0]!;
      },
      work,
    );
  }

  /** The best guess, if a bounded search finds it. */
  private best(left: Keys, history: readonly number[]): Best<number> | null {
    if (!this.canSearch(left.length, SEARCHED_WORK)) return null;
    if (left.length <= 2) return { guess: left[0]!, average: (1 + left.length) / 2, isProved: true };
    const key = left.join();
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const found = this.search((searcher) => {
      const value = searcher.value(left, history, this.limit(SCORED));
      if (value === null) return null;
      return { guess: searcher.bestGuess(left, history, value), average: (left.length + value) / left.length, isProved: true };
    });
    this.known.set(key, found);
    return found;
  }

  /** The expected number of guesses with a guess; not below that of the best one. */
  private value(left: Keys, history: readonly number[], guess: number, best: Best<number> | null): Expected {
    if (best && guess === best.guess) return exactly(best.average);
    const value = this.newValue(left, history, guess, best);
    return best && value.value < best.average ? { ...value, value: best.average } : value;
  }

  private newValue(left: Keys, history: readonly number[], guess: number, best: Best<number> | null): Expected {
    const sizes = this.sizes([guess], left)[0]!;
    const largest = Math.max(...sizes.subarray(0, -1));
    if (largest === left.length && best) return exactly(1 + best.average);
    if (largest > 2 && this.canSearch(largest, PART_WORK)) {
      const exact = this.searchedValue(left, history, guess, sizes);
      if (exact !== null) return exactly(exact);
    }
    return valueBySizes((this.curve ??= this.makeCurve()), sizes);
  }

  private searchedValue(left: Keys, history: readonly number[], guess: number, sizes: Uint32Array): number | null {
    return this.search((searcher) => {
      const most = this.limit(SCORED_A_GUESS);
      let total = left.length;
      for (let part = 0; part < sizes.length - 1; part++) {
        const size = sizes[part]!;
        if (size <= 2) {
          total += (size * (1 + size)) / 2;
          continue;
        }
        const row = this.row(guess);
        const value = searcher.value(left.filter((key) => row[key] === part), [...history, guess], most - searcher.scored);
        if (value === null) return null;
        total += size + value;
      }
      return total / left.length;
    });
  }

  /** What sets of words need by their size, from the tree by entropy. */
  private makeCurve(): Curve {
    const { native } = this.loops;
    const { words, size } = this.list;
    if (words.length * size > PLAYED_THROUGH_PAIRS) return OTHER_CURVE;
    return native.scope(() => {
      const logs = this.loops.logTable(Math.max(size, MOST_MEMBERS));
      const options = native.struct(OBJECTIVES.entropy, false, size, logs);
      const room = 2 * size;
      const [guesses, parents, parts] = [native.zeros(room), native.zeros(room), native.zeros(room)];
      const out = native.struct(native.zeros(size + 3), native.zeros(3), guesses, parents, parts);
      const keys = native.numbers(this.everything);
      const [walk] = native.call("begin_table_walk", this.table, keys, keys, 0, this.replies.length, options, out);
      try {
        while (!native.call("step_table_walk", { address: walk! }, WALK_UNITS)[0]);
        const [count] = native.call("table_walk_nodes", { address: walk! });
        const signed = (array: NativeArray): number[] => [...native.low(array, count!)].map((value) => value | 0);
        const [above, places, played] = [signed(parents), signed(parts), native.low(guesses, count!)];
        return curveOfSets(setsOfTree(above, (node) => this.isSecretAt(node, played, above, places)));
      } finally {
        native.release("TableWalk", walk!);
      }
    });
  }

  /** Whether the guess of a node gives all replies that lead to it, as its own secret. */
  private isSecretAt(node: number, played: Keys, parents: readonly number[], parts: readonly number[]): boolean {
    const guess = played[node]!;
    if (guess >= this.list.size) return false;
    for (let at = node; parents[at]! >= 0; at = parents[at]!) {
      if (this.row(played[parents[at]!]!)[guess] !== parts[at]) return false;
    }
    return true;
  }
}

function counts(code: readonly number[], colors: number): Uint8Array {
  const found = new Uint8Array(colors);
  for (const color of code) found[color]!++;
  return found;
}
