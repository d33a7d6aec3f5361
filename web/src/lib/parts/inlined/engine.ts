import { modules, trees } from "virtual:inlined";
import { Refusal } from "../../engine/errors";
import type { Bytes, EngineParts } from "../parts";

const bytes = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export const parts: EngineParts = {
  module: async (name) => bytes(modules[name]),
  async tree(name) {
    const text = trees[name];
    if (!text) throw Refusal.because("not_found", { kind: "tree_not_in_file", most: 40_000 });
    return bytes(text);
  },
};
