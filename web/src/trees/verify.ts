/** Checks a tree in a Web Worker. */

import { parts } from "$parts/page";
import type { Progress, Verdict } from "./checker";
import type { FromWorker } from "./checker.worker";

/**
 * The verdict on the canonical text of a tree. Rejects with an `AbortError` when the signal is raised, which ends the worker,
 * and with an `Error` when the worker breaks down, say for lack of memory.
 */
export function verifyTree(text: string, progress: Progress, signal?: AbortSignal): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const worker = parts.startChecker();
    const leave = (): void => {
      worker.terminate();
      reject(new DOMException("The check was cancelled.", "AbortError"));
    };
    const done = (): void => {
      signal?.removeEventListener("abort", leave);
      worker.terminate();
    };
    if (signal?.aborted) {
      leave();
      return;
    }
    signal?.addEventListener("abort", leave);
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (event.data.kind === "progress") progress(event.data.share);
      else {
        done();
        resolve(event.data.verdict);
      }
    };
    worker.onerror = (event) => {
      done();
      reject(new Error(event.message || "The checker could not be started."));
    };
    worker.postMessage(text);
  });
}

/** Bytes a tree file may have unpacked; a tree of a million guesses has some 20 MB. */
const MOST_TEXT = 200_000_000;

/** The text of a tree file, unpacked when its first bytes are those of gzip. */
export async function textOfFile(file: File): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const stream: ReadableStream<Uint8Array> = packed
    ? file.stream().pipeThrough(new DecompressionStream("gzip"))
    : file.stream();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let length = 0;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new Error("This file is not a tree: it is not text.");
    }
  };
  const reader = stream.getReader();
  const next = (): Promise<ReadableStreamReadResult<Uint8Array>> =>
    reader.read().catch(() => {
      throw new Error(packed ? "This file is not a tree: its gzip data are damaged." : "The file cannot be read. Choose it again.");
    });
  try {
    for (let piece = await next(); !piece.done; piece = await next()) {
      length += piece.value.length;
      if (length > MOST_TEXT) throw new Error("The file is larger than a browser can check.");
      parts.push(decode(piece.value));
    }
    parts.push(decode());
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return parts.join("");
}
