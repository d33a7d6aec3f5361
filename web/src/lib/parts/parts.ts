/**
 * The parts of the page that are not its own script: two workers, the compiled loops and the trees. Two builds bring them:
 * `fetched` from beside the page, `inlined` in the one file that the page is. `$parts` is one of the two: see vite.config.ts.
 */

/** What a page needs. */
export interface PageParts {
  startEngine(): Worker;
  startChecker(): Worker;
  /** Whether a `codepegs serve` may answer at the page's address. */
  readonly mayHaveServer: boolean;
}

/** What the engine's worker needs: bytes, packed or not. */
export interface EngineParts {
  /** The compiled loops. */
  module(name: ModuleName): Promise<Bytes>;
  /** A tree by the name of its file; `base` is the address of the page. */
  tree(name: string, base: string): Promise<Bytes>;
}

/** What most games take, and what games take that are streamed. */
export type ModuleName = "engine" | "streaming";

export type Bytes = Uint8Array<ArrayBuffer>;
