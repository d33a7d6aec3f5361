/** Between pictures, canvases and PNG files. */

import type { PixelPicture } from "./packing";

/** Longest side of a picture that is sent; games have far fewer pixels. */
const LONGEST_SENT = 256;

/** Bytes of a file that is looked at. */
const MOST_BYTES = 40_000_000;

export interface OwnPicture {
  name: string;
  width: number;
  height: number;
  /** The PNG in base64. */
  png: string;
}

/** The colours of a palette as four bytes each. */
export function rgba(palette: readonly string[]): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(palette.length * 4);
  palette.forEach((color, at) => {
    const value = Number.parseInt(color.slice(1), 16);
    bytes.set([value >> 16, (value >> 8) & 255, value & 255, 255], at * 4);
  });
  return bytes;
}

/** Paints pixels of a palette; those of -1 stay transparent. */
export function paint(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  palette: readonly string[],
  pixels: ArrayLike<number>,
): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(width, height);
  const colors = rgba(palette);
  for (let at = 0; at < width * height; at++) {
    const pixel = pixels[at] ?? -1;
    if (pixel >= 0) image.data.set(colors.subarray(pixel * 4, pixel * 4 + 4), at * 4);
  }
  context.putImageData(image, 0, 0);
}

/** A picture file, made small enough to be sent, on white where it is transparent; raises an `Error` for a person. */
export async function readPicture(file: File): Promise<OwnPicture> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.`);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error(`${file.name} is not a picture that this browser can read.`);
  }
  const scale = Math.min(1, LONGEST_SENT / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { name: file.name, width: canvas.width, height: canvas.height, png: await base64(canvas) };
}

/** The PNG of a picture that is pixels already. */
export async function pngOf(picture: PixelPicture): Promise<string> {
  const canvas = document.createElement("canvas");
  paint(canvas, picture.width, picture.height, picture.palette, picture.pixels);
  return base64(canvas);
}

function base64(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (!blob) return reject(new Error("This browser cannot make a PNG of the picture."));
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
      reader.onerror = () => reject(new Error("The picture could not be read."));
      reader.readAsDataURL(blob);
    }, "image/png");
  });
}

/** Width and height whose longer side is as asked, in the proportions of a picture. */
export function scaled(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = longest / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The two numbers of `9x5`, or null. */
export function parseSize(text: string): { width: number; height: number } | null {
  const match = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}
