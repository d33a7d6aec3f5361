import engine from "../../../../../build/engine/engine.wasm?url";
import streaming from "../../../../../build/engine/streaming.wasm?url";
import { Unreachable } from "../../engine/errors";
import type { Bytes, EngineParts } from "../parts";

/** A file of the page, which the service worker keeps. */
async function fetched(address: URL | string): Promise<Bytes> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Unreachable("A file of this page cannot be loaded. Check your connection.");
  return new Uint8Array(await response.arrayBuffer());
}

const modules = { engine, streaming };

export const parts: EngineParts = {
  module: (name) => fetched(modules[name]),
  tree: (name, base) => fetched(new URL(`trees/${name}.tree.gz`, base)),
};
