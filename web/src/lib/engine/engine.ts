/**
 * The page's own answers to the questions of the API about true replies: the same records as the server's. `auto` plays the
 * gallery's tree while the game is on it; off it, entropy in small games and sampling in others. Games whose codes are too many
 * for a list are sampled only, and larger ones streamed.
 */

import type { CandidatesRecord, CoachRecord, Contradiction, MoveRecord, ProgressEvent, SolveDone, SuggestRecord, TreeNodeRecord, TurnEvent } from "../contract";
import {
  BadInput,
  CANONICAL,
  canReply,
  formatCode,
  formatReply,
  formatRules,
  impossibility,
  parseCode,
  parseRules,
  replyTo,
  type Code,
  type Game,
} from "../game";
import { formatPosition, formatTurn, isSolved, parsePosition, withTurn, type Position } from "../position";
import { allCounted } from "../reasons";
import constants from "./constants.json";
import { review, type Seen } from "./coach";
import { isStreamed, lackOf, strideOf } from "./cost";
import { Refusal } from "./errors";
import type { Gallery } from "./gallery";
import { OBJECTIVES, type Keys, type Loops, type Objective } from "./loops";
import { isOrderOpen, onlyOrderIsOpen, PegCodes } from "./codebook";
import type { Native, NativeStreaming } from "./native";
import { since } from "./numbers";
import { bestSuggestions, figuresOf, ownFirst, type Ranked } from "./ranking";
import { secretOf } from "./random";
import { decode, encode, partBetween, partNumber, tableOf, type Table } from "./rules";
import { counted, SampledAnswers, type Asked, type Played } from "./sampled";
import { goOn, type Pause } from "./sampling";
import { isSearched } from "./search";
import { StreamedAnswers } from "./streaming";
import type { Tree } from "./trees";
import { answered, Values, withValue, type Best, type Valued } from "./values";

export type StrategyName = "auto" | keyof typeof OBJECTIVES;

/** Above so many codes, `auto` samples off the tree. */
const { MOST_EXHAUSTIVE, SHORTLIST } = constants.auto;
/** Guesses that the coach compares with, those that the assistant suggests. */
const { SUGGESTED_A_TURN } = constants.coach;

/** The tree's guess, without figures until there are compiled loops; null off the tree, and where a strategy is asked for. */
export async function adviceOnTree(gallery: Gallery, native: Native | null, body: { position: string; strategy?: string; seed?: number }): Promise<SuggestRecord | null> {
  return strategyOf(body.strategy) === "auto" ? gallery.firstAdvice(positionOf(body.position), body.seed ?? 0, native) : null;
}

interface SuggestBody {
  position: string;
  strategy?: string;
  top?: number;
  seed?: number;
}

interface Place {
  table: Table;
  position: Position;
  left: Keys;
  /** Guesses that differ, and those of them that are compared; found when they are needed. */
  guesses?: { differing: Keys; compared: Keys };
}

/** The values of guesses in a game; the gallery's tree, and whether it is proved optimal. */
interface ValuedGame {
  book: PegCodes;
  values: Values;
  tree: Tree | null;
  isProved: boolean;
}

/** The guess of the gallery's tree. */
function onTree({ book, tree, isProved }: ValuedGame, { turns }: Position): Best | null {
  const found = tree?.find(turns);
  return tree && found ? { guess: encode(book.table.layout, found.guess), average: tree.averageAt(found.node), isProved } : null;
}

/** The best guess at a position, if the tree or a bounded search gives it. */
function bestOf(game: ValuedGame, { position, left }: Place): Best | null {
  return onTree(game, position) ?? game.values.best(left, game.book.historyOf(position.turns));
}

export class Engine {
  private readonly valued = new Map<Table, ValuedGame>();
  private readonly sampled: SampledAnswers;
  private readonly streamed: StreamedAnswers;

  constructor(
    private readonly loops: Loops,
    private readonly gallery: Gallery,
    /** Loads the module that streamed games take. */
    startStreaming: () => Promise<NativeStreaming>,
    /** Every how manyth guess is compared; see `strideOf`. */
    private readonly stride = strideOf,
  ) {
    this.sampled = new SampledAnswers(loops);
    this.streamed = new StreamedAnswers(startStreaming, (position, pause) => this.sampled.explain(tableOf(position.game), position, pause));
  }

  /** Rank guesses; `early` is told what is known before the candidates are counted, where that takes time. */
  async suggest(body: SuggestBody, pause = goOn, early?: (record: SuggestRecord | Contradiction) => void): Promise<SuggestRecord | Contradiction> {
    const began = performance.now();
    const streamed = streamedAt(body);
    if (streamed) return this.streamed.suggest(streamed, body.seed ?? 0, began, pause);
    const sampled = await this.sampledAt(body, pause);
    if (sampled) return this.sampled.suggest(sampled, body.top ?? 5, began, pause, early);
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
    if (!left.length) return this.sampled.explain(table, position, pause);
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
  suggestQuickly(body: SuggestBody): SuggestRecord | null {
    const began = performance.now();
    if (lackOf(positionOf(body.position).game)) return null;
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
      suggestions: this.bestSuggestions(place, new PegCodes(this.loops, table, null), objective, body.top ?? 5, false).map(({ figures }) => figures),
      strategy: asked,
      seed: body.seed ?? 0,
      seconds: since(began),
    };
  }

  /** The best guesses of a strategy, its own first, with their values, and the name of the strategy that chose. */
  private async ranked(place: Place, asked: StrategyName, most: number): Promise<{ suggestions: Valued[]; strategy: StrategyName }> {
    const game = await this.valuesOf(place.table);
    const best = bestOf(game, place);
    const strategy = asked === "auto" && place.table.size > MOST_EXHAUSTIVE && !onTree(game, place.position) ? "entropy" : asked;
    const suggestions = strategy === "auto" ? this.rankedByValue(place, game, best, most) : this.rankedByParts(place, game, best, OBJECTIVES[strategy], most);
    return { suggestions: suggestions.map((each) => withValue(each, each.expected)), strategy };
  }

  /** The fewest expected guesses: a guess proved to be the best, or the best of those with the most information. */
  private rankedByValue(place: Place, { book, values }: ValuedGame, best: Best | null, most: number): Valued[] {
    const { table, left } = place;
    const found = this.bestSuggestions(place, book, OBJECTIVES.entropy, Math.max(most, SHORTLIST));
    const { view } = table.game;
    const counted = view === "t" || view === "w" ? found[0]!.key : null;
    const own = best?.guess ?? (onlyOrderIsOpen(table, left) ? left[0]! : counted);
    return values.ranked(found, own, left, book.historyOf(place.position.turns), best, most);
  }

  /** The order of a one-step strategy. */
  private rankedByParts(place: Place, { book, values }: ValuedGame, best: Best | null, objective: Objective, most: number): Valued[] {
    const { table, position, left } = place;
    const others = this.bestSuggestions(place, book, objective, most);
    const found = ownFirst(book, left, others, onlyOrderIsOpen(table, left) ? left[0]! : null).slice(0, most);
    const history = book.historyOf(position.turns);
    return found.map(({ key, figures }) => ({ ...figures, expected: values.of(left, history, key, best) }));
  }

  /** The best guesses by an objective; of symmetric guesses only the lowest is considered. */
  private bestSuggestions(place: Place, book: PegCodes, objective: Objective, most: number, compared = true): Ranked[] {
    return bestSuggestions(book, this.guessesOf(place).compared, place.left, objective, most, compared);
  }

  /** The guesses that differ, and of them every one or, where that would take too long, every second or third. */
  private guessesOf(place: Place): NonNullable<Place["guesses"]> {
    if (!place.guesses) {
      const { table, position, left } = place;
      const differing = this.loops.differingGuesses(table, position, left);
      const stride = this.stride(differing.length, left.length, table.parts.cells.length);
      place.guesses = { differing, compared: stride > 1 ? differing.filter((_, n) => n % stride === 0) : differing };
    }
    return place.guesses;
  }

  async move(body: { position: string; strategy?: string; seed?: number }, pause = goOn): Promise<MoveRecord | Contradiction> {
    const began = performance.now();
    const streamed = streamedAt(body);
    if (streamed) return this.streamed.move(streamed, body.seed ?? 0, began, pause);
    const sampled = await this.sampledAt(body, pause);
    if (sampled) return this.sampled.move(sampled, began, pause);
    const place = this.at(body.position);
    const { table, position, left } = place;
    if (!left.length) return this.sampled.explain(table, position, pause);
    const record = { position: formatPosition(position), candidates: left.length, candidates_estimate: null, candidates_interval: null, progress: null };
    if (isSolved(position)) {
      return { ...record, guess: null, stopped: "the game is solved", candidates: 1, consistent: null, seconds: since(began) };
    }
    const guess = await this.choose(place, strategyOf(body.strategy));
    const consistent = left.includes(encode(table.layout, guess));
    return { ...record, guess: formatCode(table.game, guess), stopped: null, consistent, seconds: since(began) };
  }

  /** A question about a position that `auto` samples; null where it does not, and where another strategy is asked for. */
  private async sampledAt(body: { position: string; strategy?: string; seed?: number }, pause: Pause): Promise<Asked | null> {
    const position = positionOf(body.position);
    const table = tableOf(position.game);
    const [lack, asked, seed] = [lackOf(position.game), strategyOf(body.strategy), body.seed ?? 0];
    if (lack && asked !== "auto") throw Refusal.because("bad_input", { kind: "needs_server", strategy: asked });
    if (lack) return { table, position, seed, left: null };
    if (asked !== "auto" || table.size <= MOST_EXHAUSTIVE || onTree(await this.valuesOf(table), position)) return null;
    return { table, position, seed, left: await this.loops.listed(table, position, pause) };
  }

  private async choose(place: Place, asked: StrategyName, seed = 0): Promise<Code> {
    const { table, position, left } = place;
    const game = asked === "auto" ? await this.valuesOf(table) : null;
    const book = game?.book ?? new PegCodes(this.loops, table, null);
    const found = game && onTree(game, position);
    if (found) return book.codeOf(found.guess);
    if (asked === "auto" && table.size > MOST_EXHAUSTIVE) {
      return this.sampled.choice({ table, position, seed, left });
    }
    if (game && asked === "auto") {
      const best = bestOf(game, place);
      if (best) return book.codeOf(best.guess);
      if (onlyOrderIsOpen(table, left)) return book.codeOf(left[0]!);
      return parseCode(table.game, this.rankedByValue(place, game, null, 1)[0]!.guess);
    }
    if (left.length <= 2 || onlyOrderIsOpen(table, left)) return book.codeOf(left[0]!);
    return book.codeOf(this.bestSuggestions(place, book, OBJECTIVES[asked as keyof typeof OBJECTIVES], 1, false)[0]!.key);
  }

  async candidates(body: { position: string; limit?: number }, pause = goOn): Promise<CandidatesRecord | Contradiction> {
    const asked = positionOf(body.position);
    if (lackOf(asked.game)) return this.sampled.candidates({ table: tableOf(asked.game), position: asked, seed: 0, left: null }, body.limit ?? 20, pause);
    const { table, position, left } = this.at(body.position);
    if (!left.length) return this.sampled.explain(table, position, pause);
    return counted(table, position, [isSolved(position) ? left.slice(0, 1) : left], body.limit ?? 20, pause);
  }

  async coach(body: { position: string; secret?: string | null }, pause = goOn): Promise<CoachRecord | Contradiction> {
    const { table, position, left } = this.at(body.position);
    if (!left.length) return this.sampled.explain(table, position, pause);
    const secret = body.secret ? parseCode(table.game, body.secret) : null;
    if (secret) {
      for (const [n, turn] of position.turns.entries()) {
        const reply = replyTo(table.game, turn.guess, secret);
        if (formatReply(reply) === formatReply(turn.reply)) continue;
        const values = { turn: n + 1, given: formatTurn(table.game, turn), reply: formatReply(reply) };
        throw Refusal.because("bad_input", { kind: "inconsistent_secret", ...values });
      }
    }
    const turns: Seen[] = [];
    for (const [n, { guess }] of position.turns.entries()) {
      await pause({ doing: "reviewing", share: n / position.turns.length });
      const here = { game: table.game, turns: position.turns.slice(0, n) };
      const left = this.loops.candidates(table, here);
      const { suggestions } = await this.ranked({ table, position: here, left }, "auto", SUGGESTED_A_TURN);
      const text = formatCode(table.game, guess);
      const asked = suggestions.find((each) => each.guess === text) ?? (await this.described({ table, position: here, left }, guess));
      turns.push({ left: left.length, asked, suggestions });
    }
    return review(this.loops.native, table, position, secret, turns, left.length);
  }

  /** A guess with its figures and its value. */
  private async described(place: Place, guess: Code): Promise<Valued> {
    const { table, position, left } = place;
    const game = await this.valuesOf(table);
    const [found] = figuresOf(game.book, left, [encode(table.layout, guess)]);
    const expected = game.values.of(left, game.book.historyOf(position.turns), found!.key, bestOf(game, place));
    return { ...found!.figures, expected };
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
  async *solve(body: { rules: string; secret?: string | null; strategy?: string; seed?: number | null; turns?: number | null }): AsyncGenerator<TurnEvent | ProgressEvent, SolveDone> {
    const began = performance.now();
    const game = gameOf(body.rules);
    const table = tableOf(game);
    const strategy = strategyOf(body.strategy);
    const seed = body.seed ?? Math.floor(Math.random() * 2 ** 32);
    const secret = body.secret ? parseCode(game, body.secret) : secretOf(game, seed);
    if (lackOf(game) && strategy !== "auto") throw Refusal.because("bad_input", { kind: "needs_server", strategy });
    const most = body.turns ?? Infinity;
    const play = isStreamed(game)
      ? this.streamed.play(game, secret, seed, most)
      : lackOf(game)
        ? this.sampled.play(table, secret, seed, most)
        : this.play(table, strategy, secret, seed, most);
    const { position, open_order } = yield* play;
    return {
      rules: formatRules(game),
      strategy,
      secret: formatCode(game, secret),
      solved: isSolved(position),
      guesses: position.turns.length,
      seed,
      seconds: since(began),
      ...(open_order ? { open_order } : {}),
    };
  }

  private async *play(table: Table, strategy: StrategyName, secret: Code, seed: number, most: number): AsyncGenerator<TurnEvent, Played> {
    const { game } = table;
    let place: Place = { table, position: { game, turns: [] }, left: this.loops.allKeys(table) };
    let open: SolveDone["open_order"];
    while (!isSolved(place.position) && place.position.turns.length < most) {
      const started = performance.now();
      const stored = strategy === "auto" ? onTree(await this.valuesOf(table), place.position) : null;
      const guess = stored ? decode(table.layout, stored.guess) : await this.choose(place, strategy, seed);
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
        expected_guesses: stored?.average ?? null,
        expected_guesses_error: stored ? 0 : null,
        kinds: stored ? allCounted("expected_guesses") : {},
        seconds: since(started),
      };
    }
    return { position: place.position, ...(open ? { open_order: open } : {}) };
  }

  async treeNode(body: { name: string; path?: string[] }): Promise<TreeNodeRecord> {
    const entry = this.gallery.entry(body.name);
    return (await this.gallery.tree(entry)).nodeAt(entry, body.path ?? []);
  }

  treeText(name: string): Promise<string> {
    return this.gallery.text(this.gallery.entry(name));
  }

  /** The values of guesses in a game, with its tree of the gallery; without a connection it may be missing. */
  private async valuesOf(table: Table): Promise<ValuedGame> {
    const known = this.valued.get(table);
    if (known) return known;
    const entry = this.gallery.entryOf(table.game);
    const tree = entry ? await this.gallery.tree(entry).catch(() => null) : null;
    const book = new PegCodes(this.loops, table, tree);
    const found = { book, values: new Values(book), tree, isProved: entry?.status === "proved" };
    if (!entry || tree) this.valued.set(table, found);
    return found;
  }

  private at(text: string): Place {
    const position = positionOf(text);
    const table = tableOf(position.game);
    return { table, position, left: this.loops.candidates(table, position) };
  }
}

function strategyOf(text: string | undefined): StrategyName {
  const name = text ?? "auto";
  if (name !== "auto" && !(name in OBJECTIVES)) throw Refusal.because("bad_input", { kind: "needs_server", strategy: name });
  return name as StrategyName;
}

/** The position of a question that `auto` answers by streaming; null of other games. */
function streamedAt(body: { position: string; strategy?: string }): Position | null {
  const position = positionOf(body.position);
  return isStreamed(position.game) && strategyOf(body.strategy) === "auto" ? position : null;
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
      const values = { reply: formatReply(reply), game: formatRules(game), ...impossibility(game, guess, reply) };
      throw BadInput.because({ kind: "impossible_reply", ...values }, game).within(n + 1);
    }
  }
  return position;
}
