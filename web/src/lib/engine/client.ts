/** Asks the engine, which runs in a worker that is started with the first question. */

import { parts } from "$parts/page";
import { parseRules, type Game } from "../game";
import type { Reason } from "../reasons";
import type { Need } from "../lacks";
import { isQuick, isSampledOnly, isStreamed, lackOf, type Lack } from "./cost";
import { canCompute } from "./support";
import type { Done } from "./sampling";
import type { FromEngine, ToEngine } from "./worker";

/** The strategies that the page plays itself. */
const STRATEGIES = new Set(["auto", "entropy", "minimax", "expected-size", "max-parts"]);
/** Questions that take no solver: the page answers them for games of every size. */
const OF_ANY_SIZE = new Set(["/reply", "/reveal"]);
/** Questions that a sample of the candidates answers. */
const BY_SAMPLE = new Set(["/suggest", "/suggest/stream", "/move", "/candidates", "/solve"]);
/** Questions that the strategy for large games answers. */
const BY_STREAM = new Set(["/suggest", "/suggest/stream", "/move", "/solve"]);
/** Questions about a position or a game, by what they need. */
const ABOUT_GAMES: Record<string, Need> = {
  "/suggest": "advice",
  "/suggest/stream": "advice",
  "/candidates": "advice",
  "/move": "program",
  "/solve": "program",
  "/coach": "review",
};

interface Asked {
  position?: string;
  rules?: string;
  strategy?: string;
  noise?: unknown;
}

export class EngineRefusal extends Error {
  constructor(
    readonly code: Extract<FromEngine, { kind: "refusal" }>["code"],
    message: string,
    readonly reason?: Reason,
  ) {
    super(message);
  }
}

/** How the page answers a question itself: in an instant, slowly, or not at all. */
export type Answering = "quickly" | "slowly" | "never";

/**
 * How the page answers a question itself: it answers about true replies, a strategy that it plays, and a game that is not too
 * large, or advice on one that it samples; with a reply to a guess in every game.
 */
export function answering(path: string, body: unknown): Answering {
  if (!canCompute()) return "never";
  if (path === "/trees/node" || OF_ANY_SIZE.has(path)) return "quickly";
  const game = path in ABOUT_GAMES ? gameOf(body as Asked) : null;
  const { strategy = "auto", noise } = body as Asked;
  if (!game || !STRATEGIES.has(strategy)) return "never";
  if (lackOf(game, Boolean(noise))) return isPlayed(path, game, Boolean(noise)) && strategy === "auto" ? "slowly" : "never";
  return isQuick(game) ? "quickly" : "slowly";
}

/** What the page cannot do with the game of a question, by whatever strategy; null if it can. */
export function lackOfQuestion(path: string, body: unknown): [Need, Lack] | null {
  const need = ABOUT_GAMES[path];
  const game = need && gameOf(body as Asked);
  if (!game) return null;
  const isNoisy = Boolean((body as Asked).noise);
  const lack = lackOf(game, isNoisy);
  return lack && !isPlayed(path, game, isNoisy) ? [need, lack] : null;
}

/** Whether `auto` answers a question here about a game whose codes are too many for a list. */
function isPlayed(path: string, game: Game, isNoisy: boolean): boolean {
  return (BY_SAMPLE.has(path) && isSampledOnly(game, isNoisy)) || (BY_STREAM.has(path) && isStreamed(game, isNoisy));
}

function gameOf({ rules, position }: Asked): Game | null {
  try {
    return parseRules(rules ?? position?.split(" ")[0] ?? "");
  } catch {
    return null;
  }
}

/** Milliseconds for which the work on a question that was withdrawn may go on; then the worker is started anew. */
const PATIENCE = 400;

interface Waiting {
  message: ToEngine;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  event?(event: string, data: unknown): void;
  working?(done: Done): void;
}

let worker: Worker | null = null;
let last = 0;
/** The question that the worker began last, and those withdrawn while it was at work on them. */
let running = 0;
let fresh = 0;
const waiting = new Map<number, Waiting>();

function started(): Worker {
  if (worker) return worker;
  worker = parts.startEngine();
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
    fresh++;
    const asked = waiting.get(data.id);
    if (data.kind === "begun") {
      running = data.id;
      return;
    }
    if (data.kind === "working") {
      asked?.working?.(data.done);
      return;
    }
    if (data.kind !== "event" && running === data.id) running = 0;
    if (!asked) return;
    if (data.kind === "event") return asked.event?.(data.event, data.data);
    waiting.delete(data.id);
    if (data.kind === "answer") asked.resolve(data.data);
    else asked.reject(new EngineRefusal(data.code, data.message, data.reason));
  };
  worker.onerror = () => {
    worker?.terminate();
    worker = null;
    for (const [id, asked] of waiting) {
      waiting.delete(id);
      asked.reject(new EngineRefusal("unreachable", "A part of this page cannot be loaded. Check your connection."));
    }
  };
  return worker;
}

/** End a search that nobody waits for, where it keeps others waiting: the worker hears nothing until it is over. */
function endLongWork(id: number): void {
  const heard = fresh;
  setTimeout(() => {
    const isPlaying = [...waiting.values()].some(({ message }) => message.path === "/solve"); // its turns would come twice
    if (running !== id || heard !== fresh || !waiting.size || isPlaying) return;
    worker?.terminate();
    worker = null;
    running = 0;
    for (const { message } of waiting.values()) started().postMessage(message);
  }, PATIENCE);
}

/** Ask; rejects with an `EngineRefusal`, or with an `AbortError` when the signal is raised. */
export function ask(path: string, body: unknown, signal?: AbortSignal, event?: Waiting["event"], working?: Waiting["working"]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException("The request was cancelled.", "AbortError"));
    const id = ++last;
    const leave = (): void => {
      if (!waiting.delete(id)) return;
      worker?.postMessage({ id } satisfies ToEngine);
      if (running === id) endLongWork(id);
      reject(new DOMException("The request was cancelled.", "AbortError"));
    };
    const message: ToEngine = { id, path, body, base: document.baseURI };
    waiting.set(id, { message, resolve, reject, ...(event ? { event } : {}), ...(working ? { working } : {}) });
    signal?.addEventListener("abort", leave, { once: true });
    started().postMessage(message);
    if (running && !waiting.has(running)) endLongWork(running); // nobody waits for what keeps this one waiting
  });
}
