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
  /** Every how manieth turn is kept; the newest always is. */
  private stride = 1;
  private newest: Frame | null = null;

  get last(): Frame | null {
    return this.newest;
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
    if ((event.turn - 1) % this.stride !== 0) return;
    this.kept.push(frame);
    while (this.kept.length > MOST_FRAMES) {
      this.stride *= 2;
      this.kept = this.kept.filter((old) => (old.turn - 1) % this.stride === 0);
    }
  }

  /** The last frame that is kept of the turns up to this one, or the first. */
  at(turn: number): Frame | null {
    if (this.newest && turn >= this.newest.turn) return this.newest;
    return this.kept[Math.max(0, this.indexOf(turn))] ?? this.newest;
  }

  /** The frame so many frames on from a turn's (back when negative). */
  beside(turn: number, by: number): Frame | null {
    const all = this.all();
    return all[Math.min(Math.max(this.indexOf(turn) + by, 0), all.length - 1)] ?? null;
  }

  /** How many frames lie from one turn's to another's. */
  between(one: number, other: number): number {
    return this.indexOf(other) - this.indexOf(one);
  }

  private all(): Frame[] {
    const ending = this.kept[this.kept.length - 1];
    return this.newest && ending !== this.newest ? [...this.kept, this.newest] : this.kept;
  }

  /** The place of the last frame up to a turn; -1 before the first. */
  private indexOf(turn: number): number {
    const all = this.all();
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle]!.turn <= turn) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
