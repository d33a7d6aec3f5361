/** Turns of a long game, thinned out so that they fit into memory. */

export interface Frame {
  turn: number;
  reply: string;
  candidates: number | null;
  /** A palette number for each pixel. */
  guess: Uint8Array;
  /** The same, the colour that is most likely; -1 where none is more likely than all others together. */
  belief: Int8Array;
  /** Pixels whose likely colour is their own. */
  right: number;
  /** Pixels without a likely colour. */
  open: number;
}

export interface FrameEvent {
  turn: number;
  guess: string;
  reply: string;
  belief: readonly number[];
  candidates: number | null;
}

/** Frames that are kept: at 64x64 pixels some 4 MB. */
const MOST_FRAMES = 512;

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class FrameStore {
  private kept: Frame[] = [];
  private arrived = 0;
  /** Every how manieth frame that came is kept; the newest always is. */
  private stride = 1;
  private newest: Frame | null = null;

  get last(): Frame | null {
    return this.newest;
  }

  /** How many frames there are to look at. */
  get length(): number {
    return this.kept.length + (this.newest && this.kept[this.kept.length - 1] !== this.newest ? 1 : 0);
  }

  /** Keeps a turn of the game for a picture. */
  add(event: FrameEvent, pixels: readonly number[]): void {
    const frame: Frame = {
      turn: event.turn,
      reply: event.reply,
      candidates: event.candidates,
      guess: Uint8Array.from(event.guess, (symbol) => Math.max(0, SYMBOLS.indexOf(symbol))),
      belief: Int8Array.from(event.belief),
      right: event.belief.reduce((right, pixel, at) => right + (pixel === pixels[at] ? 1 : 0), 0),
      open: event.belief.reduce((open, pixel) => open + (pixel < 0 ? 1 : 0), 0),
    };
    this.newest = frame;
    if (this.arrived++ % this.stride !== 0) return;
    this.kept.push(frame);
    while (this.kept.length > MOST_FRAMES) {
      this.stride *= 2;
      this.kept = this.kept.filter((_, at) => at % 2 === 0);
    }
  }

  /** The frame at a place from 0, or the nearest there is. */
  get(place: number): Frame | null {
    return this.kept[Math.max(0, place)] ?? this.newest;
  }

  /** The place of the last frame of the turns up to this one, or 0. */
  placeOf(turn: number): number {
    if (this.newest && turn >= this.newest.turn) return this.length - 1;
    let [low, high] = [0, this.kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.kept[middle]!.turn <= turn) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
