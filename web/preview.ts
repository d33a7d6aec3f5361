/** The picture that chats show beside a link to the page: a board, drawn by the build in the colours of the page. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { parseCode, parseRules, replyTo } from "./src/lib/game.ts";

export const [WIDE, HIGH] = [1200, 630] as const;
export const NAME = "preview.png";

const GAME = parseRules("p4c6");
const SECRET = parseCode(GAME, "3516");
const GUESSES = ["1122", "3341", "3415", "3516"];

type Color = readonly [number, number, number];

const colorOf = (hex: string): Color => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Color;

/** The colours of the classic box, as the page has them. */
export function pegColors(): Color[] {
  const css = readFileSync(new URL("src/styles/pegs.css", import.meta.url), "utf8");
  return [...css.matchAll(/\[data-pegs="classic"\] \.c\d+ \{ --fill: (#\w{6})/g)].map(([, hex]) => colorOf(hex!));
}

/** The first colours of a token of the light theme. */
function token(name: string): Color[] {
  const css = readFileSync(new URL("src/styles/tokens.css", import.meta.url), "utf8");
  const [, value = ""] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  return [...value.matchAll(/#\w{6}/g)].map(([hex]) => colorOf(hex));
}

/** Pixels that shapes with soft edges are painted on. */
class Canvas {
  readonly pixels = new Float32Array(WIDE * HIGH * 3);

  /** Paint what is inside a shape: `distance` is negative there, in pixels from its edge; `color` may differ from pixel to pixel. */
  paint(left: number, top: number, right: number, bottom: number, distance: (x: number, y: number) => number, color: (x: number, y: number) => Color, opacity = 1): void {
    const [lastX, lastY] = [Math.min(WIDE, right), Math.min(HIGH, bottom)];
    for (let y = Math.max(0, Math.floor(top)); y < lastY; y++) {
      for (let x = Math.max(0, Math.floor(left)); x < lastX; x++) {
        const share = opacity * Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
        if (share <= 0) continue;
        const shade = color(x, y);
        const at = (y * WIDE + x) * 3;
        for (let n = 0; n < 3; n++) this.pixels[at + n] = this.pixels[at + n]! * (1 - share) + shade[n]! * share;
      }
    }
  }

  disc(x: number, y: number, radius: number, color: Color, opacity = 1, soft = 0): void {
    const reach = radius + soft + 1;
    const distance = (px: number, py: number): number => (Math.hypot(px - x, py - y) - radius) / (1 + soft);
    this.paint(x - reach, y - reach, x + reach, y + reach, distance, () => color, opacity);
  }

  /** A peg that is lit from above on the left. */
  peg(x: number, y: number, radius: number, color: Color): void {
    this.disc(x, y + radius * 0.14, radius, [40, 25, 8], 0.4, radius * 0.16);
    const lit = (px: number, py: number): Color => {
      const glance = Math.max(0, 1 - Math.hypot(px - x + radius * 0.32, py - y + radius * 0.42) / (radius * 0.62)) ** 1.6 * 0.62;
      const dark = Math.max(0, Math.hypot(px - x, py - y + radius * 0.7) / radius - 0.9) * 0.3;
      return color.map((value) => value * (1 - dark) * (1 - glance) + 255 * glance) as unknown as Color;
    };
    const distance = (px: number, py: number): number => Math.hypot(px - x, py - y) - radius;
    this.paint(x - radius - 1, y - radius - 1, x + radius + 1, y + radius + 1, distance, lit);
  }

  box(left: number, top: number, wide: number, high: number, round: number, color: Color, opacity = 1): void {
    const distance = (px: number, py: number): number => {
      const dx = Math.abs(px - left - wide / 2) - wide / 2 + round;
      const dy = Math.abs(py - top - high / 2) - high / 2 + round;
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(0, Math.max(dx, dy)) - round;
    };
    this.paint(left - 1, top - 1, left + wide + 1, top + high + 1, distance, () => color, opacity);
  }
}

/** A game on a wooden board, as 1200 x 630 pixels of three bytes. */
export function drawBoard(): Uint8Array {
  const canvas = new Canvas();
  const [light, dark] = token("board") as [Color, Color];
  const [hole] = token("hole") as [Color];
  const [tray] = token("tray") as [Color];
  const colors = pegColors();
  canvas.paint(0, 0, WIDE, HIGH, () => -1, (x, y) => light.map((value, n) => value + ((dark[n]! - value) * (0.2 * x) / WIDE) + ((dark[n]! - value) * (0.8 * y) / HIGH)) as unknown as Color);
  const pitch = HIGH / GUESSES.length;
  const peg = 56;
  const step = 148;
  const left = (WIDE - (GAME.pegs * step + 150)) / 2;
  for (const [row, text] of GUESSES.entries()) {
    const guess = parseCode(GAME, text);
    const { black, white } = replyTo(GAME, guess, SECRET);
    const y = (row + 0.5) * pitch;
    if (row) canvas.box(left - 30, row * pitch - 1, WIDE - 2 * left + 60, 2, 1, hole, 0.18);
    for (const [n, color] of guess.entries()) canvas.peg(left + (n + 0.5) * step, y, peg, colors[color]!);
    const x = left + GAME.pegs * step + 30;
    canvas.box(x, y - 56, 112, 112, 24, tray);
    for (let n = 0; n < GAME.pegs; n++) {
      const [px, py] = [x + 56 + (n % 2 ? 24 : -24), y + (n < 2 ? -24 : 24)];
      if (n < (black ?? 0)) canvas.peg(px, py, 18, [26, 29, 34]);
      else if (n < (black ?? 0) + (white ?? 0)) canvas.peg(px, py, 18, [250, 250, 250]);
      else canvas.disc(px, py, 8, hole, 0.5);
    }
  }
  return Uint8Array.from(canvas.pixels, (value) => Math.round(Math.min(255, Math.max(0, value))));
}

/** Pixels of three bytes as a PNG file. */
export function png(pixels: Uint8Array, wide: number, high: number): Buffer {
  const chunk = (name: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(wide, 0);
  head.writeUInt32BE(high, 4);
  head.set([8, 2], 8); // eight bits of three colours
  const lines = Buffer.alloc((wide * 3 + 1) * high);
  for (let y = 0; y < high; y++) {
    const line = pixels.subarray(y * wide * 3, (y + 1) * wide * 3);
    lines[y * (wide * 3 + 1)] = 1; // the difference to the pixel on the left
    for (let n = 0; n < line.length; n++) lines[y * (wide * 3 + 1) + 1 + n] = (line[n]! - (n < 3 ? 0 : line[n - 3]!)) & 255;
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", new Uint8Array())]);
}

/** The tags of a page at an address: a picture needs an absolute one, so that without it there is none. */
export function tagsAt(address: string): HtmlTagDescriptor[] {
  if (!address) return [];
  const base = new URL(address.endsWith("/") ? address : `${address}/`).href;
  const content = { "og:url": base, "og:image": `${base}${NAME}`, "og:image:width": String(WIDE), "og:image:height": String(HIGH), "og:image:alt": "A game of Mastermind on a wooden board" };
  return Object.entries(content).map(([property, text]) => ({ tag: "meta", attrs: { property, content: text }, injectTo: "head" }));
}

/** Draws the picture beside the page, and names it in the page. It is not one of the files that are kept for use without a connection. */
export function preview(address: string): Plugin {
  return {
    name: "codepegs-preview",
    transformIndexHtml: () => tagsAt(address),
    writeBundle({ dir }) {
      if (dir) writeFileSync(join(dir, NAME), png(drawBoard(), WIDE, HIGH));
    },
  };
}
