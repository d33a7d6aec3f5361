/** The engine in a Web Worker: questions come in as messages, answers and events go out. */

import { parts } from "$parts/engine";
import type { Contradiction, SuggestRecord, TreeEntry } from "../contract";
import { BadInput } from "../game";
import catalog from "./catalog.json";
import { adviceOnTree, Engine } from "./engine";
import { Refusal, Unreachable } from "./errors";
import { Gallery } from "./gallery";
import { Loops } from "./loops";
import { Native, NativeStreaming } from "./native";
import type { Reason } from "../reasons";
import type { Done, Pause } from "./sampling";
import { WordEngine, type WordQuestion } from "./words";
import type { Bytes, ModuleName } from "../parts/parts";

export interface ToEngine {
  /** The number of the question; a message without a path withdraws it. */
  id: number;
  path?: string;
  body?: unknown;
  /** The address of the page, beside which its files are. */
  base?: string;
}

export type FromEngine =
  | { id: number; kind: "begun" }
  | { id: number; kind: "working"; done: Done }
  | { id: number; kind: "event"; event: string; data: unknown }
  | { id: number; kind: "answer"; data: unknown }
  | { id: number; kind: "refusal"; code: Refusal["code"] | "environment" | "unreachable"; message: string; reason?: Reason };

const withdrawn = new Set<number>();
const post = (message: FromEngine): void => self.postMessage(message);

/** A question that was withdrawn while it was worked on. */
class Withdrawn extends Error {}

/** Milliseconds of work after which messages that came meanwhile are heard. */
const TURN = 50;

/** Lets messages in between two steps of the work on a question, and tells how much of it is done. */
function pauseOf(id: number): Pause {
  let heard = performance.now();
  return async (done) => {
    if (performance.now() - heard < TURN) return;
    if (done) post({ id, kind: "working", done });
    await new Promise((resolve) => setTimeout(resolve));
    heard = performance.now();
    if (withdrawn.has(id)) throw new Withdrawn();
  };
}

/** What some bytes say, unpacked if they are packed: some hosts unpack on the way. */
function unpacked(bytes: Bytes): Response {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
}

async function moduleBytes(name: ModuleName): Promise<ArrayBuffer> {
  return unpacked(await parts.module(name)).arrayBuffer();
}

async function treeText(entry: TreeEntry, base: string): Promise<string> {
  const middle = entry.objective === "expected" ? "" : `.${entry.objective.replace(":", "-")}`;
  return unpacked(await parts.tree(entry.rules + middle, base)).text();
}

let engine: Promise<Engine> | null = null;
let gallery: Gallery | null = null;
let words: WordEngine | null = null;
/** The compiled loops, when they are loaded. */
let native: Native | null = null;

type Body<Name extends "suggest" | "move" | "candidates" | "coach" | "reply" | "reveal" | "treeNode" | "solve"> = Parameters<Engine[Name]>[0];

async function start(given: Gallery): Promise<Engine> {
  native = await Native.start(await moduleBytes("engine"));
  const loops = new Loops(native);
  words = new WordEngine(loops);
  return new Engine(loops, given, async () => NativeStreaming.start(await moduleBytes("streaming")));
}

async function answer({ id, path, body, base }: Required<ToEngine>): Promise<unknown> {
  gallery ??= new Gallery(catalog.trees as TreeEntry[], (entry) => treeText(entry, base));
  engine ??= start(gallery);
  engine.catch(() => undefined); // it is thrown below
  // the tree answers while the loops are still loaded
  const first = path === "/suggest/stream" ? await adviceOnTree(gallery, native, body as Body<"suggest">) : null;
  if (first && !withdrawn.has(id)) post({ id, kind: "event", event: "suggestion", data: first });
  const ready = await engine;
  // a message that withdraws the question may wait
  await new Promise((resolve) => setTimeout(resolve));
  if (withdrawn.has(id)) return null;
  post({ id, kind: "begun" });
  const pause = pauseOf(id);
  switch (path) {
    case "/suggest":
      return ready.suggest(body as Body<"suggest">, pause);
    case "/suggest/stream": {
      const quick = first ? null : ready.suggestQuickly(body as Body<"suggest">);
      if (quick) post({ id, kind: "event", event: "suggestion", data: quick });
      await new Promise((resolve) => setTimeout(resolve)); // other questions first: these values may take a search
      if (withdrawn.has(id)) return null;
      const early = (data: SuggestRecord | Contradiction): void => post({ id, kind: "event", event: "suggestion", data });
      post({ id, kind: "event", event: "done", data: await ready.suggest(body as Body<"suggest">, pause, early) });
      return null;
    }
    case "/move":
      return ready.move(body as Body<"move">, pause);
    case "/candidates":
      return ready.candidates(body as Body<"candidates">, pause);
    case "/coach":
      return ready.coach(body as Body<"coach">, pause);
    case "/reply":
      return ready.reply(body as Body<"reply">);
    case "/reveal":
      return ready.reveal(body as Body<"reveal">);
    case "/trees/node":
      return ready.treeNode(body as Body<"treeNode">);
    case "/words/suggest": {
      post({ id, kind: "event", event: "quick", data: words!.suggest(body as WordQuestion, true) });
      await new Promise((resolve) => setTimeout(resolve)); // the question may be withdrawn: the rest takes a search
      return withdrawn.has(id) ? null : words!.suggest(body as WordQuestion);
    }
    case "/trees/text":
      return ready.treeText((body as { name: string }).name);
    case "/solve": {
      const turns = ready.solve(body as Body<"solve">);
      for (;;) {
        const { value, done } = await turns.next();
        if (withdrawn.has(id)) return null;
        post({ id, kind: "event", event: done ? "done" : "known_pegs" in value ? "progress" : "turn", data: value });
        if (done) return null;
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    default:
      throw Refusal.because("not_found", { kind: "not_on_page", path });
  }
}

self.onmessage = async ({ data }: MessageEvent<ToEngine>) => {
  const { id, path } = data;
  if (path === undefined) {
    withdrawn.add(id);
    return;
  }
  try {
    post({ id, kind: "answer", data: await answer(data as Required<ToEngine>) });
  } catch (error) {
    if (error instanceof Withdrawn) {
      post({ id, kind: "answer", data: null });
    } else if (error instanceof Refusal || error instanceof BadInput) {
      const { message, reason } = error;
      post({ id, kind: "refusal", code: error instanceof Refusal ? error.code : "bad_input", message, ...(reason && { reason }) });
    } else {
      engine = null; // a module that stopped cannot go on
      const code = error instanceof Unreachable ? "unreachable" : "environment";
      post({ id, kind: "refusal", code, message: error instanceof Error ? error.message : String(error) });
    }
  } finally {
    withdrawn.delete(id);
  }
};
