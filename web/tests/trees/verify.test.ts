import { expect, test } from "vitest";
import { gzipSync } from "node:zlib";

import { textOfFile } from "../../src/trees/verify";

const file = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], "a.tree");

test("files that are no text say so in a sentence of ours", async () => {
  const packed = gzipSync("codepegs-tree 1\n".repeat(1_000));
  await expect(textOfFile(file(Buffer.from([0, 255, 254, 7])))).rejects.toThrow("This file is not a tree: it is not text.");
  await expect(textOfFile(file(packed.subarray(0, 30)))).rejects.toThrow("its gzip data are damaged");
  await expect(textOfFile(file(Buffer.from([0x1f, 0x8b, 0, 1, 2, 3])))).rejects.toThrow("its gzip data are damaged");
  await expect(textOfFile(file(gzipSync(Buffer.from([255, 254]))))).rejects.toThrow("it is not text");
  expect(await textOfFile(file(packed))).toHaveLength(16_000);
});
