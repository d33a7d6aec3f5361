/** Pictures to send: the board as it is, which the server draws, and the result of a game, which gives away no code. */

import { postText } from "./api";
import type { Game } from "./game";
import type { Turn } from "./position";

/** Pixels of a picture of the board for one unit of the drawing. */
const SCALE = 2;

async function pngOf(canvas: HTMLCanvasElement): Promise<File | null> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return png && new File([png], "codepegs.png", { type: png.type });
}

/** The server's drawing of the board as a picture that chats take; the drawing itself where that cannot be made. */
export async function boardPicture(position: string, notes: string[], signal: AbortSignal): Promise<File> {
  const drawing = new Blob([await postText("/svg", { position, notes }, signal)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await pngOf(canvas);
    if (file) return file;
  } catch {
    // too large for a canvas, or no such thing here
  } finally {
    URL.revokeObjectURL(address);
  }
  return new File([drawing], "codepegs.render.svg", { type: drawing.type });
}

/** What the picture of a result shows. */
export interface Result {
  title: string;
  /** What was reached: "Solved in 4 of 10 guesses". */
  outcome: string;
  /** Further lines, such as the days in a row. */
  lines: readonly string[];
  game: Game;
  turns: readonly Turn[];
  /** Rows of the board; those without a turn are empty. */
  rows: number;
}

/** The picture's side in pixels, and the part of it that the words take. */
const SIDE = 1080;
const HEAD = 250;
const FOOT = 40;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
/** As the tokens of the light theme have them. */
const WOOD = ["#ead9bb", "#dcc59f"] as const;
const [EDGE, INK, HOLE, TRAY, COVER] = ["#b99f74", "#1d2530", "#75613f", "#c9c4b6", "#9b8a6d"] as const;
const [PAPER, BLACK, WHITE] = ["#f6f5f1", "#15181d", "#ffffff"] as const;

/** The result of a game as a square picture: its replies, and covered pegs in place of the guesses. */
export async function resultPicture(result: Result): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const brush = canvas.getContext("2d");
  if (brush) draw(brush, result);
  const file = await pngOf(canvas);
  if (!file) throw new Error("This browser cannot make a picture.");
  return file;
}

function draw(brush: CanvasRenderingContext2D, { title, outcome, lines, game, turns, rows }: Result): void {
  const disc = (x: number, y: number, radius: number, fill: string | CanvasGradient, rim = ""): void => {
    brush.beginPath();
    brush.arc(x, y, radius, 0, 2 * Math.PI);
    brush.fillStyle = fill;
    brush.fill();
    if (!rim) return;
    brush.strokeStyle = rim;
    brush.lineWidth = 2;
    brush.stroke();
  };
  const box = (x: number, y: number, wide: number, high: number, round: number, fill: string | CanvasGradient): void => {
    brush.beginPath();
    brush.roundRect(x, y, wide, high, round);
    brush.fillStyle = fill;
    brush.fill();
  };
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, SIDE, SIDE);
  brush.textAlign = "center";
  brush.fillStyle = INK;
  for (const [n, [text, size, weight]] of ([[title, 40, 600], [outcome, 64, 800], [lines.join(" · "), 36, 500]] as const).entries()) {
    brush.font = `${weight} ${size}px ${FONT}`;
    brush.fillText(text, SIDE / 2, [72, 152, 210][n]!, SIDE - 80);
  }

  const high = (SIDE - HEAD - FOOT - 40) / rows;
  const peg = Math.min(high * 0.8, 74);
  const across = Math.ceil(game.pegs / 2);
  const pitch = Math.max(peg * 1.3, Math.min(peg * 1.7, 420 / game.pegs));
  const dot = peg * 0.36;
  const tray = across * dot * 1.25 + dot * 0.5;
  const wide = game.pegs * pitch + 40 + tray;
  const left = (SIDE - wide) / 2;
  const wood = brush.createLinearGradient(0, HEAD, 0, SIDE);
  WOOD.forEach((color, n) => wood.addColorStop(n, color));
  box(left - 44, HEAD - 2, wide + 88, SIDE - HEAD - FOOT + 4, 38, EDGE);
  box(left - 42, HEAD, wide + 84, SIDE - HEAD - FOOT, 36, wood);
  /** The light on a peg, from above on the left. */
  const lit = (x: number, y: number): CanvasGradient => {
    const light = brush.createRadialGradient(x - peg * 0.16, y - peg * 0.22, 0, x - peg * 0.16, y - peg * 0.22, peg * 0.4);
    light.addColorStop(0, "rgb(255 255 255 / 55%)");
    light.addColorStop(1, "rgb(255 255 255 / 0%)");
    return light;
  };
  // the first guess above, as they are read
  for (let row = 0; row < rows; row++) {
    const y = HEAD + 20 + (row + 0.5) * high;
    const turn = turns[row];
    for (let n = 0; n < game.pegs; n++) {
      const x = left + (n + 0.5) * pitch;
      if (turn) {
        disc(x, y, peg / 2, COVER, EDGE);
        disc(x, y, peg / 2, lit(x, y));
      } else disc(x, y, peg * 0.14, HOLE);
    }
    const [black, white] = [turn?.reply.black ?? 0, turn?.reply.white ?? 0];
    brush.globalAlpha = turn ? 1 : 0.5;
    box(left + wide - tray, y - dot * 1.5, tray, dot * 3, dot * 0.6, TRAY);
    for (let n = 0; n < game.pegs; n++) {
      const x = left + wide - tray / 2 + ((n % across) - (across - 1) / 2) * dot * 1.25;
      const at = y + (n < across ? -0.65 : 0.65) * dot;
      if (n < black) disc(x, at, dot / 2, BLACK);
      else if (n < black + white) disc(x, at, dot / 2, WHITE, INK);
      else disc(x, at, dot / 5, HOLE);
    }
    brush.globalAlpha = 1;
  }
}
