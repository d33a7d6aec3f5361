/** A small picture as a word that fits into an address: size, palette and pixels, `9x5.73631f3a7e86d69c0d.…`. */

export interface PixelPicture {
  width: number;
  height: number;
  /** `#rrggbb` */
  palette: string[];
  /** A number in the palette for each pixel, row by row. */
  pixels: ArrayLike<number>;
}

/** Pictures of more pixels make addresses that nobody can send. */
export const MOST_PACKED = 4_096;

/** As many as there are symbols, one for each. */
export const MOST_COLORS = 35;

/** Bits a pixel needs. */
function bitsFor(colors: number): number {
  return Math.ceil(Math.log2(Math.max(1, colors)));
}

/** The word for a picture, or null when it is too large. */
export function pack({ width, height, palette, pixels }: PixelPicture): string | null {
  if (pixels.length > MOST_PACKED || pixels.length !== width * height || palette.length > MOST_COLORS) return null;
  const bits = bitsFor(palette.length);
  const bytes = new Uint8Array(Math.ceil((pixels.length * bits) / 8));
  for (let at = 0; at < pixels.length * bits; at++) {
    const bit = (pixels[Math.floor(at / bits)]! >> (at % bits)) & 1;
    bytes[at >> 3]! |= bit << (at & 7);
  }
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return `${width}x${height}.${palette.map((color) => color.slice(1)).join("")}.${text}`;
}

/** The picture of a word; null when it is none. */
export function unpack(word: string): PixelPicture | null {
  const match = /^([1-9]\d{0,3})x([1-9]\d{0,3})\.((?:[0-9a-f]{6}){1,35})\.([A-Za-z0-9_-]*)$/.exec(word);
  if (!match) return null;
  const [width, height] = [Number(match[1]), Number(match[2])];
  const palette = match[3]!.match(/.{6}/g)!.map((color) => `#${color}`);
  const [bits, count] = [bitsFor(palette.length), width * height];
  if (count > MOST_PACKED) return null;
  let bytes: string;
  try {
    bytes = atob(match[4]!.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
  if (bytes.length !== Math.ceil((count * bits) / 8)) return null;
  const pixels = new Uint8Array(count);
  for (let at = 0; at < count * bits; at++) {
    const bit = (bytes.charCodeAt(at >> 3) >> (at & 7)) & 1;
    pixels[Math.floor(at / bits)]! |= bit << (at % bits);
  }
  return pixels.every((pixel) => pixel < palette.length) ? { width, height, palette, pixels } : null;
}
