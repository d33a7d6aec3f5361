/**
 * Advice in games of lists of words: the twin of what `codepegs suggest` answers for a `ListedGame`. The table of replies is in
 * the memory of the module, and the C++ loops of listed games read it there.
 */

import type { SuggestRecord } from "../contract";
import { isSameGame, pairsOf, readGame, repliesOf, type WordGame, type WordList, type WordTurn } from "../../words/list";
import constants from "./constants.json";
import type { Codebook } from "./codebook";
import { Failures } from "./contradictions";
import { Refusal } from "./errors";
import { OBJECTIVES, range, type Keys, type Loops, type Objective } from "./loops";
import type { Curve, Native, NativeArray, TableWalk, TreeSearch } from "./native";
import { because } from "../reasons";
import { bestSuggestions, lowest, ownFirst, type Ranked } from "./ranking";
import { beginKnownSearch, entropySets, searchSettings, type NeededBySet } from "./search";
import { answered, bestReason, fitCurve, Values, withValue } from "./values";

export interface WordQuestion {
  readonly game: WordGame;
  readonly turns: readonly WordTurn[];
  /** Largest number of suggestions. */
  readonly top?: number;
  /** Candidates listed at most. */
  readonly limit?: number;
}

export interface WordAdvice {
  /** Number of candidates; 0 if the replies contradict each other. The game may be over with one of them. */
  candidates: number;
  /** The first candidates, in the order of the list. */
  words: string[];
  suggestions: SuggestRecord["suggestions"];
  /** Why there are no candidates. */
  conflict: { turns: readonly number[]; repairs: { turn: number; reply: string; candidates: number }[] } | null;
}

const { SHORTLIST } = constants.auto;
const { MOST_CODES_SEARCHED } = constants.search;
const { PLAYED_THROUGH_PAIRS, PLAYED_THROUGH_IN_PYTHON } = constants.values;
const { MARKED_BY_SLOT, COUNTED_BY_SLOT, ROW_PADDING } = constants.lists;

/** The advice of one game at a time, whose table stays in memory. */
export class WordEngine {
  private current: { game: WordGame; advisor: WordAdvisor } | null = null;

  constructor(private readonly loops: Loops) {}

  /** The best guesses after some turns; `quickly` without the expected numbers of guesses. */
  suggest(question: WordQuestion, quickly = false): WordAdvice {
    return this.at(question.game).suggest(question.turns, question.top ?? 5, question.limit ?? 40, quickly);
  }

  private at(game: WordGame): WordAdvisor {
    if (!this.current || !isSameGame(this.current.game, game)) {
      const list = readGame(game);
      this.current?.advisor.free();
      this.current = null;
      this.current = { game, advisor: new WordAdvisor(this.loops, list) };
    }
    return this.current.advisor;
  }
}

class WordAdvisor implements Codebook {
  readonly native: Native;
  readonly guesses: number;
  readonly mostSearched = Infinity;
  readonly endsKnown: boolean;
  readonly isSlow: boolean;
  readonly parts: number;
  private readonly replies: readonly string[];
  private readonly partOf: ReadonlyMap<string, number>;
  /** Part numbers by guess and secret. */
  private readonly table: NativeArray<"u16", 2>;
  /** The same in bytes by secret and guess, or without rows. */
  private readonly rows: NativeArray<"u8", 2>;
  private readonly everything: Keys;
  private readonly all: Keys;
  private readonly values: Values;

  constructor(
    private readonly loops: Loops,
    private readonly list: WordList,
  ) {
    const { native } = loops;
    const { words, size, reply } = list;
    this.native = native;
    this.guesses = size <= MOST_CODES_SEARCHED ? words.length : Infinity;
    this.endsKnown = list.until === "known";
    this.isSlow = reply === "common" || reply === "same-place";
    this.values = new Values(this);
    this.replies = repliesOf(list);
    this.parts = this.replies.length;
    this.partOf = new Map(this.replies.map((text, part) => [text, part]));
    this.everything = Float64Array.from(range(size));
    this.all = Float64Array.from(range(words.length));
    this.table = native.zeros("u16", words.length, size);
    this.fill();
    const padded = Math.ceil(words.length / ROW_PADDING) * ROW_PADDING;
    const rows = native.room("u8", size, padded);
    const fits = native.transpose_replies({ table: this.table, parts: this.replies.length, rows });
    this.rows = fits ? rows : { ...rows, shape: [0, padded] };
  }

  free(): void {
    this.values.free();
    this.native.free(this.table, this.rows);
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
        const guesses = native.array("u16", codes.flat(), words.length, letters);
        native.slot_replies({
          guesses,
          secrets: { ...guesses, shape: [size, letters] }, // the first words
          kind: reply === "wordle" ? MARKED_BY_SLOT : COUNTED_BY_SLOT,
          numbers: reply === "wordle" ? native.array("i64", range(letters).map((at) => 3 ** (letters - 1 - at)), 1, letters) : this.pairNumbers(),
          parts: this.table,
        });
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

  private pairNumbers(): NativeArray<"i64", 2> {
    const { letters } = this.list;
    const numbers = new Array<number>((letters + 1) ** 2).fill(0);
    for (const [part, [black, white]] of pairsOf("per-slot", letters).entries()) numbers[black * (letters + 1) + white] = part;
    return this.loops.native.array("i64", numbers, letters + 1, letters + 1);
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
    if (this.endsKnown && left.length === 1) return found;
    const guesses = asked.map(({ guess }) => guess);
    return { ...found, suggestions: quickly ? this.byEntropy(left, top, false).map(({ figures }) => figures) : this.ranked(left, guesses, top) };
  }

  private read({ guess, reply }: WordTurn, n: number): { guess: number; part: number } {
    const [number, part] = [this.list.numberOf.get(guess), this.partOf.get(reply)];
    if (number === undefined) throw Refusal.because("bad_input", { kind: "not_in_list", text: guess }, n + 1);
    if (part === undefined) throw Refusal.because("bad_input", { kind: "not_in_replies", text: reply, like: this.replies[0]! }, n + 1);
    return { guess: number, part };
  }

  private row(guess: number): Uint16Array {
    return this.loops.native.viewShorts(this.table, guess * this.list.size, this.list.size);
  }

  private conflict(turns: readonly { guess: number; part: number }[]): WordAdvice["conflict"] {
    const { native } = this;
    const { size } = this.list;
    const failures = new Failures(native, turns.map(({ part }) => part), this.replies.length);
    try {
      const rows = turns.slice(failures.skipped).map(({ guess }) => [...this.row(guess)]);
      if (!native.scope(() => failures.add(native.array("i64", rows.flat(), rows.length, size)))) return null;
      const { conflict, repairs } = failures.found();
      return {
        turns: conflict.map((turn) => turn + 1),
        repairs: repairs.map(({ turn, part, candidates }) => ({ turn: turn + 1, reply: this.replies[part]!, candidates: candidates! })),
      };
    } finally {
      failures.free();
    }
  }

  /** The fewest expected guesses: a guess proved to be the best, or the best of those with the most information. */
  private ranked(left: Keys, history: readonly number[], top: number): WordAdvice["suggestions"] {
    const best = this.values.best(left, history);
    const found = this.byEntropy(left, Math.max(top, SHORTLIST), true);
    const counted = this.list.reply !== "common" ? null : this.areAnagrams(left) && !this.endsKnown ? left[0]! : found[0]!.key;
    const own = best?.guess ?? counted;
    if (this.endsKnown && !this.isPlayedThrough) {
      const [first, ...others] = ownFirst(this, left, found, own).slice(0, top).map(({ figures }) => figures);
      return [best ? because(first!, ...first!.reasons, bestReason(best)) : first!, ...others];
    }
    return this.values.ranked(found, own, left, history, best, top).map((each) => answered(withValue(each, each.expected)));
  }

  /** Whether the tree by entropy is built, from which guesses are valued. */
  private get isPlayedThrough(): boolean {
    return this.list.words.length * this.list.size <= (this.endsKnown ? PLAYED_THROUGH_IN_PYTHON : PLAYED_THROUGH_PAIRS);
  }

  /** Whether all are arrangements of the same letters: then no reply but the win tells them apart. */
  private areAnagrams(left: Keys): boolean {
    const letters = (key: number): string => [...this.list.words[key]!].sort().join("");
    const first = letters(left[0]!);
    return left.every((key) => letters(key) === first);
  }

  /** Guesses by the information that their replies give; among equals a candidate, then the first of the list. */
  private byEntropy(left: Keys, most: number, compared: boolean): Ranked[] {
    return bestSuggestions(this, this.all, left, OBJECTIVES.entropy, most, compared);
  }

  textOf(guess: number): string {
    return this.list.words[guess]!;
  }

  partsOf(left: Keys, guess: number): Uint16Array {
    const row = this.row(guess);
    return Uint16Array.from(left, (key) => row[key]!);
  }

  scores(guesses: Keys, left: Keys, objective: Objective): Float64Array {
    const { native, table, parts } = this;
    return native.scope(() => {
      const keys = native.zeros("u64", guesses.length);
      const logs = this.loops.logTable(left.length);
      native.table_best({ table, guesses: native.array("u64", guesses), members: native.array("i64", left), parts, objective, logs, keys });
      return native.wide(keys, guesses.length);
    });
  }

  sizes(guesses: Keys, left: Keys): Uint32Array[] {
    const { native, table, parts } = this;
    return native.scope(() => {
      const sizes = native.zeros("i64", guesses.length, parts);
      native.table_sizes({ table, guesses: native.array("u64", guesses), members: native.array("i64", left), sizes });
      const counted = native.low(sizes, guesses.length * parts);
      return range(guesses.length).map((n) => counted.slice(n * parts, (n + 1) * parts));
    });
  }

  begin = (native: Native): TreeSearch => {
    const { table, rows, parts } = this;
    if (this.endsKnown) return beginKnownSearch(native, table, parts);
    const settings = searchSettings(native, parts, this.list.size, false, native.array("i64", [], 1, 0));
    return native.new_listed_search({ replies: table, rows, parts, settings });
  };

  /** What sets of words need by their size, from the tree by entropy. */
  makeCurve(): Curve {
    const { loops, native, table, parts } = this;
    const { size } = this.list;
    if (!this.isPlayedThrough) return native.other_curve({ pegs: 0, colors: 1, repeats: true, view: 0 });
    if (this.endsKnown) return fitCurve(native, this.knownSets());
    const sets = entropySets<TableWalk>(loops, {
      begin: (options, out) => {
        const keys = native.array("i64", this.everything);
        return native.begin_table_walk({ table, members: keys, guess_of: keys, depth: 0, parts, options, out });
      },
      step: (walk, units) => native.step_table_walk({ walk, units }),
      nodes: (walk) => native.table_walk_nodes({ walk }),
      size,
      isSecret: (guess) => guess < size,
      partBetween: (guess, secret) => this.row(guess)[secret]!,
    });
    return fitCurve(native, sets);
  }

  /** The sets of the tree by entropy that ends when one word is left, and the guesses that they need. */
  private knownSets(): NeededBySet[] {
    const sets: NeededBySet[] = [];
    const total = (left: Keys): number => {
      if (left.length === 1) return 0;
      const parts = this.partsOf(left, lowest(this.native, this.scores(this.all, left, OBJECTIVES.entropy), 1)[0]!);
      const below = [...new Set(parts)].reduce((sum, part) => sum + total(left.filter((_, n) => parts[n] === part)), left.length);
      sets.push({ secrets: left.length, average: below / left.length });
      return below;
    };
    total(this.everything);
    return sets;
  }
}

function counts(code: readonly number[], colors: number): Uint8Array {
  const found = new Uint8Array(colors);
  for (const color of code) found[color]!++;
  return found;
}
