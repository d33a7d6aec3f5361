/** The calls of C++ functions are those of the compiled module: `npm run check` runs these tests, too. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { instantiate } from "../../src/lib/engine/module";
import { Native, type ComparisonLimits } from "../../src/lib/engine/native";

const SOURCES = new URL("../../src/", import.meta.url);
const BUILT = new URL("../../../build/engine/", import.meta.url);

/** The signatures of functions and structs, as comments of the TypeScript state them. */
function statedSignatures(text: string): Set<string> {
  return new Set([...text.matchAll(/^ *\* C\+\+: `(.*)`$/gm)].map(([, signature]) => signature!));
}

/** Those of a function, in which structs are written out, and of these structs. */
function signaturesIn(text: string): string[] {
  return [text.replace(/\{[^}]*\}/g, ""), ...(text.match(/\w+\{[^}]*\}/g) ?? [])];
}

/** The signatures that the module beside the engine returns, which is linked from the same objects. */
async function compiledSignatures(): Promise<string[]> {
  const module = new URL("signatures.wasm", BUILT);
  if (!existsSync(module)) throw new Error(`${module.pathname} is missing: make page-check makes it`);
  const exports = await instantiate(readFileSync(module));
  const decoder = new TextDecoder();
  return Object.keys(exports).flatMap((name) => {
    if (!name.endsWith("_signature")) return [];
    const address = (exports[name] as () => number)();
    const bytes = new Uint8Array(exports.memory.buffer, address);
    return [decoder.decode(bytes.subarray(0, bytes.indexOf(0)))];
  });
}

const source = readFileSync(new URL("lib/engine/native.ts", SOURCES), "utf8");
let compiled: string[];
let native: Native;

beforeAll(async () => {
  compiled = await compiledSignatures();
  native = await Native.start(readFileSync(new URL("engine.wasm", BUILT)));
});

describe("the calls of C++ functions", () => {
  it("have the signatures of the compiled module", () => {
    const stated = [...statedSignatures(source)].sort();
    expect(stated, "native.ts is not that of this engine: run docs/make/stubs.py").toEqual([...new Set(compiled.flatMap(signaturesIn))].sort());
  });

  it.each([
    ["exchanged fields", "samples: i64, compared: i64", "compared: i64, samples: i64"],
    ["another type", "pegs: i64, colors: i64, repeats: bool", "pegs: i64, colors: f64, repeats: bool"],
    ["a field more", "steps: i64, deep: i64}", "steps: i64, deep: i64, deeper: i64}"],
  ])("differ from those of a module with %s", (_, found, changed) => {
    const other = compiled.map((text) => text.replace(found, changed));
    expect(other).not.toEqual(compiled);
    expect([...statedSignatures(source)].sort()).not.toEqual([...new Set(other.flatMap(signaturesIn))].sort());
  });

  it("are made nowhere else", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ts|svelte|js)$/.test(name));
    const having = (what: RegExp): string[] => files.filter((name) => what.test(readFileSync(new URL(name, SOURCES), "utf8")));
    expect(files.length).toBeGreaterThan(100);
    expect(having(/from "(\.\/|.*\/engine\/)module"|import\("(\.\/|.*\/engine\/)module"\)/)).toEqual(["lib/engine/native.ts"]);
    expect(having(/WebAssembly\.(instantiate|compile|Instance|Module)/)).toEqual(["lib/engine/module.ts"]);
    expect(having(/["'`]codepegs_/)).toEqual(["lib/engine/module.ts"]);
  });

  it("take arguments and fields by name, each of its own type", () => {
    const limits: ComparisonLimits = { samples: 1, compared: 2, climbs: 3, steps: 4, deep: 5 };
    // @ts-expect-error a field is missing
    const fewer: ComparisonLimits = { samples: 1, compared: 2, climbs: 3, steps: 4 };
    // @ts-expect-error a field has another name
    const renamed: ComparisonLimits = { ...fewer, depth: 5 };
    // @ts-expect-error a field has another type
    const retyped: ComparisonLimits = { ...limits, deep: true };
    expect([fewer, renamed, retyped]).toHaveLength(3);
    native.scope(() => {
      const [sizes, averages] = [native.array("f64", [1, 2, 3]), native.array("f64", [1, 1.5, 2])];
      const curve = native.fit_curve({ sizes, averages });
      // @ts-expect-error whole numbers are not floating-point numbers
      const numbers = (): unknown => native.fit_curve({ sizes: native.array("i64", [1]), averages });
      // @ts-expect-error an array of two axes is not one of one axis
      const rows = (): unknown => native.fit_curve({ sizes: native.array("f64", [1, 2], 1, 2), averages });
      // @ts-expect-error an object of another class
      const walk = (): unknown => native.step_walk({ walk: curve, units: 1 });
      expect([numbers, rows, walk]).toHaveLength(3);
      native.release(curve);
    });
  });
});

describe("the memory of the module", () => {
  it("has numbers of any sign and size", () => {
    native.scope(() => {
      const values = [0, 1, -1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1];
      const low = [0, 1, 2 ** 32 - 1, 2 ** 32 - 1, 0, 2 ** 32 - 1];
      expect([...native.low(native.array("i64", values), values.length)]).toEqual(low);
      const positive = values.filter((value) => value >= 0);
      expect([...native.wide(native.array("u64", positive), positive.length)]).toEqual(positive);
      expect([...native.readDoubles(native.array("f64", [0.5, -1e300, NaN]), 3)]).toEqual([0.5, -1e300, NaN]);
      expect(native.zeros("u16", 2, 3).shape).toEqual([2, 3]);
      expect([...native.viewShorts(native.array("u16", [7, 65535]), 1, 1)]).toEqual([65535]);
    });
  });

  it("returns results of any type, also negative ones", () => {
    native.scope(() => {
      const [guesses, replies] = [native.array("u8", [0, 0], 1, 2), native.array("i64", [0, 0, -1, 0, 0], 1, 5)];
      const evidence = native.new_evidence({ pegs: 2, colors: 3, repeats: true, view: 0, guesses, replies });
      const out = native.room("u8", 8, 2);
      const listing = native.start_listing({ evidence, most_nodes: 1_000, out });
      expect(native.list_more({ listing, nodes: 1_000 }).slice(0, 2)).toEqual([true, 4]);
      native.release(listing);
      const few = native.start_listing({ evidence, most_nodes: 0, out });
      expect(native.list_more({ listing: few, nodes: 1_000 })[1]).toBeLessThan(0);
      native.release(few);
      native.release(evidence);
    });
  });
});
