/**
 * The page's own answers to the questions of the API, for games of up to about a million codes with true replies: the same
 * records as the server's. `auto` plays the gallery's tree while the game is on it, and entropy off it.
 */

import type { CandidatesRecord, CoachRecord, Contradiction, MoveRecord, SolveDone, SuggestRecord, TreeNodeRecord, TurnEvent } from "../contract";
import {
  BadInput,
  CANONICAL,
  canReply,
  colorSymbol,
  formatCode,
  formatReply,
  formatRules,
  parseCode,
  parseRules,
  replyTo,
  type Code,
  type Game,
  type Reply,
} from "../game";
import { formatPosition, formatTurn, isSolved, parsePosition, withTurn, type Position } from "../position";
import { review, type Seen } from "./coach";
import { explain } from "./contradictions";
import { strideOf } from "./cost";
import { Refusal } from "./errors";
import type { Gallery } from "./gallery";
import { counted } from "./numbers";
import { OBJECTIVES, range, type Keys, type Loops, type Objective } from "./loops";
import { because } from "../reasons";
import { areArrangements, bestSuggestions, figuresOf, onlyOrderIsOpen, type Suggestion } from "./ranking";
import { secretOf } from "./random";
import { colorAt, decode, encode, partBetween, partNumber, tableOf, type Table } from "./rules";
import { isSearched } from "./search";
import { differingGuesses } from "./symmetry";
import { NotInTree } from "./trees";
import { bestReason, Values, withValue, type Best, type Expected, type Valued } from "./values";

export type StrategyName = "auto" | keyof typeof OBJECTIVES;

/** Up to so many candidates are looked through to see whether only their order is open where replies show white. */
const MOST_LISTED = 20_000;
/** Codes of the largest game in which the server's `auto` compares all guesses off the tree; beyond it names itself entropy. */
const MOST_EXHAUSTIVE = 22_000;

/** Guesses with the most information whose expected guesses are compared. */
const SHORTLIST = 8;
/** Guesses that the coach compares with, those that the assistant suggests. */
const COMPARED = 5;

/** The tree's guess, which needs no compiled loops; null off the tree, and where a strategy is asked for. */
export async function adviceOnTree(gallery: Gallery, body: { position: string; strategy?: string; seed?: number }): Promise<SuggestRecord | null> {
  return strategyOf(body.strategy) === "auto" ? gallery.firstAdvice(positionOf(body.position), body.seed ?? 0) : null;
}

interface Place {
  table: Table;
  position: Position;
  left: Keys;
  /** Guesses that differ, and those of them that are compared; found when they are needed. */
  guesses?: { differing: Keys; compared: Keys };
}

export class Engine {
  private readonly valued = new Map<Table, Values>();

  constructor(
    private readonly loops: Loops,
    private readonly gallery: Gallery,
    /** Every how manyth guess is compared; see `strideOf`. */
    private readonly stride = strideOf,
  ) {}

  async suggest(body: { position: string; strategy?: string; top?: number; seed?: number }): Promise<SuggestRecord | Contradiction> {
    const began = performance.now();
    const place = this.at(body.position);
    const { table, position, left } = place;
    const asked = strategyOf(body.strategy);
    const record: SuggestRecord = {
      position: formatPosition(position),
      candidates: left.length,
      candidates_estimate: null,
      candidates_interval: null,
      consistent: true,
      suggestions: [],
      strategy: asked,
      seed: body.seed ?? 0,
      seconds: 0,
    };
    if (!left.length) return explain(this.loops, table, position)!;
    if (isSolved(position)) return { ...record, candidates: 1, stopped: "the game is solved", seconds: since(began) };
    const { suggestions, strategy } = await this.ranked(place, asked, body.top ?? 5);
    const { differing, compared } = this.guessesOf(place);
    return {
      ...record,
      suggestions: suggestions.map(answered),
      strategy,
      seconds: since(began),
      ...(compared.length < differing.length ? { compared: { guesses: compared.length, of: differing.length } } : {}),
      ...(isOrderOpen(table, position, left) ? { open_order: { turn: position.turns.length, arrangements: left.length } } : {}),
    };
  }

  /** The guesses with the most information, without values that take a search; null where no value takes one. */
  suggestQuickly(body: { position: string; strategy?: string; top?: number; seed?: number }): SuggestRecord | null {
    const began = performance.now();
    const asked = strategyOf(body.strategy);
    const place = this.at(body.position);
    const { table, position, left } = place;
    if (!left.length || isSolved(position) || !isSearched(table)) return null;
    const objective = asked === "auto" ? OBJECTIVES.entropy : OBJECTIVES[asked];
    return {
      position: formatPosition(position),
      candidates: left.length,
      candidates_estimate: null,
      candidates_interval: null,
      consistent: true,
      suggestions: this.best(place, objective, body.top ?? 5, false),
      strategy: asked,
      seed: body.seed ?? 0,
      seconds: since(began),
    };
  }

  /** The best guesses of a strategy, its own first, with their values, and the name of the strategy that chose. */
  private async ranked(place: Place, asked: StrategyName, most: number): Promise<{ suggestions: Valued[]; strategy: StrategyName }> {
    const { table, position, left } = place;
    const values = await this.values(table);
    const strategy = asked === "auto" && table.size > MOST_EXHAUSTIVE && !values.onTree(position) ? "entropy" : asked;
    const best = values.best(position, left);
    const suggestions = strategy === "auto" ? this.rankedByValue(place, values, best, most) : this.rankedByParts(place, values, best, OBJECTIVES[strategy], most);
    return { suggestions: suggestions.map((each) => withValue(each, each.expected)), strategy };
  }

  /** The fewest expected guesses: a guess proved to be the best, or the best of those with the most information. */
  private rankedByValue(place: Place, values: Values, best: Best | null, most: number): Valued[] {
    const { table, position, left } = place;
    const found = this.best(place, OBJECTIVES.entropy, Math.max(most, SHORTLIST));
    const ordered = onlyOrderIsOpen(table, left) ? decode(table.layout, left[0]!) : null;
    const own = best?.guess ?? ordered;
    const { view } = table.game;
    const text = own ? formatCode(table.game, own) : view === "t" || view === "w" ? found[0]!.guess : null;
    const first = text === null ? [] : [found.find((each) => each.guess === text) ?? figuresOf(this.loops, table, left, own!)];
    const all = [...first, ...found.filter((each) => each.guess !== text)];
    const valued = withValues(all, values.of(position, left, all.map((each) => parseCode(table.game, each.guess)), best));
    const rounded = (each: Valued): number => Math.round(each.expected.value * 1e9);
    const ranked = valued
      .map((each, n) => ({ each, n }))
      .sort((a, b) => Number(a.each.guess !== text) - Number(b.each.guess !== text) || rounded(a.each) - rounded(b.each) || a.n - b.n)
      .slice(0, most)
      .map(({ each }) => each);
    return best && left.length > 1 ? ranked.map((each, n) => (n ? each : because(each, ...each.reasons, bestReason(best)))) : ranked;
  }

  /** The order of a one-step strategy. */
  private rankedByParts(place: Place, values: Values, best: Best | null, objective: Objective, most: number): Valued[] {
    const { table, position, left } = place;
    const others = this.best(place, objective, most);
    const ordered = onlyOrderIsOpen(table, left);
    const own = ordered ? formatCode(table.game, decode(table.layout, left[0]!)) : others[0]!.guess;
    const first = others.find((other) => other.guess === own) ?? figuresOf(this.loops, table, left, decode(table.layout, left[0]!));
    const ranked = [first, ...others.filter((other) => other.guess !== own)].slice(0, most);
    return withValues(ranked, values.of(position, left, ranked.map((each) => parseCode(table.game, each.guess)), best));
  }

  /** The best guesses by an objective; of symmetric guesses only the lowest is considered. */
  private best(place: Place, objective: Objective, most: number, compared = true): Suggestion[] {
    return bestSuggestions(this.loops, place.table, this.guessesOf(place).compared, place.left, objective, most, compared);
  }

  /** The guesses that differ, and of them every one or, where that would take too long, every second or third. */
  private guessesOf(place: Place): NonNullable<Place["guesses"]> {
    if (!place.guesses) {
      const { table, position, left } = place;
      const differing = differingGuesses(this.loops, table, position, left);
      const stride = this.stride(differing.length, left.length, table.parts.cells.length);
      place.guesses = { differing, compared: stride > 1 ? differing.filter((_, n) => n % stride === 0) : differing };
    }
    return place.guesses;
  }

  async move(body: { position: string; strategy?: string }): Promise<MoveRecord | Contradiction> {
    const began = performance.now();
    const place = this.at(body.position);
    const { table, position, left } = place;
    if (!left.length) return explain(this.loops, table, position)!;
    const record = { position: formatPosition(position), candidates: left.length, candidates_estimate: null, candidates_interval: null, progress: null };
    if (isSolved(position)) {
      return { ...record, guess: null, stopped: "the game is solved", candidates: 1, consistent: null, seconds: since(began) };
    }
    const guess = await this.choose(place, strategyOf(body.strategy));
    const consistent = left.includes(encode(table.layout, guess));
    return { ...record, guess: formatCode(table.game, guess), stopped: null, consistent, seconds: since(began) };
  }

  private async choose(place: Place, asked: StrategyName): Promise<Code> {
    const { table, position, left } = place;
    const values = asked === "auto" ? await this.values(table) : null;
    const onTree = values?.onTree(position);
    if (onTree) return onTree.guess;
    const strategy = asked === "auto" && table.size > MOST_EXHAUSTIVE ? "entropy" : asked;
    if (strategy === "auto") {
      const best = values!.best(position, left);
      if (best) return best.guess;
      if (onlyOrderIsOpen(table, left)) return decode(table.layout, left[0]!);
      return parseCode(table.game, this.rankedByValue(place, values!, null, 1)[0]!.guess);
    }
    if (left.length <= 2 || onlyOrderIsOpen(table, left)) return decode(table.layout, left[0]!);
    return parseCode(table.game, this.best(place, OBJECTIVES[strategy], 1, false)[0]!.guess);
  }

  candidates(body: { position: string; limit?: number }): CandidatesRecord | Contradiction {
    const { table, position, left } = this.at(body.position);
    const { game, layout } = table;
    if (!left.length) return explain(this.loops, table, position)!;
    const shown = isSolved(position) ? left.slice(0, 1) : left;
    const peg = (n: number): { color: string; candidates: number }[] => {
      const counts = new Uint32Array(game.colors);
      for (const key of shown) counts[colorAt(layout, key, n)]!++;
      return range(game.colors)
        .filter((color) => counts[color])
        .map((color) => ({ color: colorSymbol(game, color), candidates: counts[color]! }));
    };
    return {
      position: formatPosition(position),
      candidates: shown.length,
      candidates_estimate: null,
      candidates_interval: null,
      codes: [...shown.slice(0, body.limit ?? 20)].map((key) => formatCode(game, decode(layout, key))),
      possible: range(game.pegs).map(peg),
      exact: true,
    };
  }

  async coach(body: { position: string; secret?: string | null }): Promise<CoachRecord | Contradiction> {
    const { table, position, left } = this.at(body.position);
    if (!left.length) return explain(this.loops, table, position)!;
    const secret = body.secret ? parseCode(table.game, body.secret) : null;
    if (secret) {
      for (const [n, turn] of position.turns.entries()) {
        const reply = replyTo(table.game, turn.guess, secret);
        if (formatReply(reply) === formatReply(turn.reply)) continue;
        throw new Refusal(
          "bad_input",
          `turn ${n + 1}, ${formatTurn(table.game, turn)}, is inconsistent with the secret, which gives the reply ${formatReply(reply)}`,
        );
      }
    }
    const turns: Seen[] = [];
    for (const [n, { guess }] of position.turns.entries()) {
      const here = { game: table.game, turns: position.turns.slice(0, n) };
      const left = this.loops.candidates(table, here);
      const { suggestions } = await this.ranked({ table, position: here, left }, "auto", COMPARED);
      const text = formatCode(table.game, guess);
      const asked = suggestions.find((each) => each.guess === text) ?? (await this.described({ table, position: here, left }, guess));
      turns.push({ left: left.length, asked, suggestions });
    }
    return review(table, position, secret, turns, left.length);
  }

  /** A guess with its figures and its value. */
  private async described({ table, position, left }: Place, guess: Code): Promise<Valued> {
    const values = await this.values(table);
    const found = figuresOf(this.loops, table, left, guess);
    return withValues([found], values.of(position, left, [guess], values.best(position, left)))[0]!;
  }

  reply(body: { rules: string; seed: number; guess: string; secret?: string | null }): { rules: string; guess: string; reply: string; solved: boolean } {
    const game = gameOf(body.rules);
    const guess = parseCode(game, body.guess);
    const reply = replyTo(game, guess, body.secret ? parseCode(game, body.secret) : secretOf(game, body.seed));
    return { rules: formatRules(game), guess: formatCode(game, guess), reply: formatReply(reply), solved: reply.solved };
  }

  reveal(body: { rules: string; seed: number }): { rules: string; seed: number; secret: string } {
    const game = gameOf(body.rules);
    return { rules: formatRules(game), seed: body.seed, secret: formatCode(game, secretOf(game, body.seed)) };
  }

  /** Play a strategy against a secret, turn by turn. */
  async *solve(body: { rules: string; secret?: string | null; strategy?: string; seed?: number | null; turns?: number | null }): AsyncGenerator<TurnEvent, SolveDone> {
    const began = performance.now();
    const game = gameOf(body.rules);
    const table = tableOf(game);
    const strategy = strategyOf(body.strategy);
    const seed = body.seed ?? Math.floor(Math.random() * 2 ** 32);
    const secret = body.secret ? parseCode(game, body.secret) : secretOf(game, seed);
    let place: Place = { table, position: { game, turns: [] }, left: this.loops.allKeys(table) };
    let open: SolveDone["open_order"];
    while (!isSolved(place.position) && place.position.turns.length < (body.turns ?? Infinity)) {
      const started = performance.now();
      const onTree = strategy === "auto" ? (await this.values(table)).onTree(place.position) : null;
      const guess = onTree?.guess ?? (await this.choose(place, strategy));
      const reply = replyTo(game, guess, secret);
      const wanted = partBetween(table, guess, secret);
      const parts = this.loops.partsOf(table, place.left, guess);
      place = { table, position: withTurn(place.position, { guess, reply }), left: place.left.filter((_, n) => parts[n] === wanted) };
      const turn = place.position.turns.length;
      if (!open && !reply.solved && isOrderOpen(table, place.position, place.left)) open = { turn, arrangements: place.left.length };
      yield {
        turn,
        guess: formatCode(game, guess),
        reply: formatReply(reply),
        candidates: reply.solved ? 1 : place.left.length,
        candidates_estimate: null,
        candidates_interval: null,
        expected_guesses: onTree?.average ?? null,
        expected_guesses_error: onTree ? 0 : null,
        seconds: since(started),
      };
    }
    return {
      rules: formatRules(game),
      strategy,
      secret: formatCode(game, secret),
      solved: isSolved(place.position),
      guesses: place.position.turns.length,
      seed,
      seconds: since(began),
      ...(open ? { open_order: open } : {}),
    };
  }

  async treeNode(body: { name: string; path?: string[] }): Promise<TreeNodeRecord> {
    const entry = this.gallery.entry(body.name);
    try {
      return (await this.gallery.tree(entry)).nodeAt(entry, body.path ?? []);
    } catch (error) {
      throw error instanceof NotInTree ? new Refusal("bad_input", error.message) : error;
    }
  }

  treeText(name: string): Promise<string> {
    return this.gallery.text(this.gallery.entry(name));
  }

  /** The values of guesses in a game, with its tree of the gallery; without a connection it may be missing. */
  private async values(table: Table): Promise<Values> {
    const known = this.valued.get(table);
    if (known) return known;
    const entry = this.gallery.entryOf(table.game);
    const tree = entry ? await this.gallery.tree(entry).catch(() => null) : null;
    const values = new Values(this.loops, table, entry && tree ? { tree, isProved: entry.status === "proved" } : null);
    if (!entry || tree) this.valued.set(table, values);
    return values;
  }

  private at(text: string): Place {
    const position = positionOf(text);
    const table = tableOf(position.game);
    return { table, position, left: this.loops.candidates(table, position) };
  }
}

function withValues(found: readonly Suggestion[], values: readonly Expected[]): Valued[] {
  return found.map((each, n) => ({ ...each, expected: values[n]! }));
}

/** A suggestion as an answer has it. */
function answered({ guess, expected, ...rest }: Valued): Suggestion {
  return { ...rest, guess, expected_guesses: expected.value, expected_guesses_error: expected.error };
}

/** Whether only the order of the colours is open, where replies do not show black. */
function isOrderOpen(table: Table, position: Position, left: Keys): boolean {
  const { view } = table.game;
  if (!position.turns.length || isSolved(position) || left.length < 2) return false;
  return (view === "t" || (view === "w" && left.length <= MOST_LISTED)) && areArrangements(table, left);
}

function strategyOf(text: string | undefined): StrategyName {
  const name = text ?? "auto";
  if (name !== "auto" && !(name in OBJECTIVES)) throw new Refusal("bad_input", `This page cannot play ${name} without a server.`);
  return name as StrategyName;
}

function gameOf(rules: string): Game {
  return { ...parseRules(rules), notation: CANONICAL };
}

function positionOf(text: string): Position {
  const { game: given, turns } = parsePosition(text);
  const game = { ...given, notation: CANONICAL };
  const position = { game, turns };
  for (const [n, { guess, reply }] of position.turns.entries()) {
    if (partNumber(tableOf(game), reply) < 0 || !canReply(game, guess, reply)) {
      const what = `the reply ${formatReply(reply)} is impossible for this guess in ${formatRules(game)}`;
      throw new BadInput(`Turn ${n + 1}: ${what}${whyNot(game, guess, reply)}.`);
    }
  }
  return position;
}

/** Why no code gives a reply to a guess, where that can be said in a few words. */
function whyNot(game: Game, guess: Code, reply: Reply): string {
  const { black, white, total } = reply;
  if ((black ?? 0) + (white ?? 0) + (total ?? 0) > game.pegs) return `: the game has only ${counted(game.pegs, "peg")}`;
  if (black === game.pegs - 1 && white === 1) return `: with ${black} black, the last peg cannot be white`;
  if (white && new Set(guess).size === 1) return ": a guess of one colour never gets a white";
  const wide = { ...game, repeats: true };
  if (!game.repeats && canReply(wide, guess, reply)) return `; with repeated colours (${formatRules(wide)}) it is possible`;
  return "";
}

function since(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1e6;
}
