import { describe, expect, test } from "vitest";

import { pack, unpack } from "../../src/pictures/packing";
import { scaled } from "../../src/pictures/drawing";

const FISH = { width: 3, height: 2, palette: ["#000000", "#ff0000", "#00ff7f"], pixels: [0, 1, 2, 2, 1, 0] };

/** A picture of many pixels whose colours follow no pattern. */
function picture(width: number, height: number, colors: number): Parameters<typeof pack>[0] {
  let state = colors;
  const pixels = Array.from({ length: width * height }, () => (state = (state * 48271) % 2147483647) % colors);
  const palette = Array.from({ length: colors }, (_, at) => `#${(at * 4099 + 17).toString(16).padStart(6, "0")}`);
  return { width, height, palette, pixels };
}

describe("pictures in an address", () => {
  test("a word names size, palette and pixels", () => {
    expect(pack(FISH)).toBe("3x2.000000ff000000ff7f.pAE");
  });

  test.each([
    [1, 1, 1],
    [3, 2, 1],
    [9, 5, 3],
    [16, 15, 4],
    [7, 11, 16],
    [64, 64, 16],
    [13, 13, 35],
  ])("%i by %i pixels in %i colours come back as they were", (width, height, colors) => {
    const before = picture(width, height, colors);
    const word = pack(before);
    expect(word).toMatch(/^[\w.-]+$/);
    const after = unpack(word!);
    expect(after && { ...after, pixels: Array.from(after.pixels) }).toEqual(before);
  });

  test("large pictures are not packed", () => {
    expect(pack(picture(65, 64, 2))).toBeNull();
  });

  test.each([
    "",
    "3x2",
    "3x2.000000.",
    "3x2.000000ff000000ff7f.pA",
    "3x2.000000ff000000ff7f.____",
    "3x2.00000g.AA",
    "0x2.000000.",
    "9999x9999.000000.",
    "3x2.000000ff0000.p",
  ])("%j is no picture", (word) => {
    // A picture of one colour needs no bits, so its word may end with the point.
    if (word === "3x2.000000.") expect(unpack(word)?.pixels).toHaveLength(6);
    else expect(unpack(word)).toBeNull();
  });
});

test("a picture keeps its proportions, and each side a pixel", () => {
  expect(scaled(9, 5, 64)).toEqual({ width: 64, height: 36 });
  expect(scaled(5, 9, 18)).toEqual({ width: 10, height: 18 });
  expect(scaled(1000, 1, 8)).toEqual({ width: 8, height: 1 });
});
