import { loops, trees } from "virtual:inlined";
import { Refusal } from "../../engine/errors";
import type { Bytes, EngineParts } from "../parts";

const bytes = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export const parts: EngineParts = {
  loops: async () => bytes(loops),
  async tree(name) {
    const text = trees[name];
    if (!text) throw new Refusal("not_found", "This file has only the trees of games of up to 40,000 codes. The page on a web server has all trees.");
    return bytes(text);
  },
};
