import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { drawBoard, HIGH, NAME, pegColors, png, tagsAt, WIDE } from "../preview";

describe("the picture beside a link", () => {
  test("is a board with the pegs of the page", () => {
    const pixels = drawBoard();
    expect(pixels).toHaveLength(WIDE * HIGH * 3);
    const near = ([red, green, blue]: readonly number[]): number => {
      let count = 0;
      // every fourth pixel
      for (let at = 0; at < pixels.length; at += 12) {
        if ((pixels[at]! - red!) ** 2 + (pixels[at + 1]! - green!) ** 2 + (pixels[at + 2]! - blue!) ** 2 < 24 ** 2) count++;
      }
      return count;
    };
    // each of the six colours fills at least a good part of one peg
    for (const color of pegColors().slice(0, 6)) expect(near(color), String(color)).toBeGreaterThan(500);
  });

  test("as a file says what it is, and has the pixels that were drawn", () => {
    const [wide, high] = [7, 3];
    const pixels = Uint8Array.from({ length: wide * high * 3 }, (_, n) => (n * 37) % 256);
    const file = png(pixels, wide, high);
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([wide, high]);
    const at = file.indexOf("IDAT");
    const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
    const read: number[] = [];
    for (let y = 0; y < high; y++) {
      const line = lines.subarray(y * (wide * 3 + 1) + 1, (y + 1) * (wide * 3 + 1));
      for (const [n, value] of line.entries()) read.push((value + (n < 3 ? 0 : read.at(-3)!)) & 255);
    }
    expect(read).toEqual([...pixels]);
  });

  test("has an absolute address, or none", () => {
    expect(tagsAt("")).toEqual([]);
    for (const address of ["https://pegs.example.org/play", "https://pegs.example.org/play/"]) {
      const tags = Object.fromEntries(tagsAt(address).map(({ attrs }) => [attrs?.["property"], attrs?.["content"]]));
      expect(tags["og:image"]).toBe(`https://pegs.example.org/play/${NAME}`);
      expect(tags["og:url"]).toBe("https://pegs.example.org/play/");
    }
    expect(() => tagsAt("no address")).toThrow();
  });
});
