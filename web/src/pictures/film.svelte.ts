/** A picture being found: the stream, and its turns to look back at. */

import { ApiError, isAbort, stream } from "../lib/api";
import { announce } from "../lib/announce.svelte";
import type { ImageDone, PictureEvent, PictureTurnEvent } from "../lib/contract";
import type { components } from "../lib/schema";
import { patiently } from "../lib/patience";
import { guessesText } from "../lib/words";
import { FrameStore, type Frame } from "./frames";
import { parseSize } from "./drawing";

export type ImageRequest = components["schemas"]["ImageRequest"];

export type FilmState = "waiting" | "running" | "solved" | "unsolved" | "stopped" | "failed";

/** Milliseconds between two turns that are shown, and where people prefer less motion. */
const PACE = 220;
const CALM_PACE = 1_500;

/** Frames behind the newest one up to which they are shown one by one; beyond, some are passed over. */
const ONE_BY_ONE = 24;

export class Film {
  picture: PictureEvent | null = $state.raw(null);
  width = $state(1);
  height = $state(1);
  state: FilmState = $state("waiting");
  failure: unknown = $state.raw(null);
  done: ImageDone | null = $state.raw(null);
  /** The frame on show. */
  frame: Frame | null = $state.raw(null);
  /** The newest turn there is. */
  latest = $state(0);
  /** Whether the newest turns are shown as they come. */
  isPlaying = $state(true);
  private readonly frames = new FrameStore();
  private readonly leave = new AbortController();
  private readonly clock: ReturnType<typeof setInterval>;
  private toldShare = 0;

  /** `startAt` stops at that turn, for those who come by an address that names it. */
  constructor(
    request: ImageRequest,
    private startAt: number | null,
    private readonly onpicture: (picture: PictureEvent) => void,
  ) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.clock = setInterval(() => this.play(), calm ? CALM_PACE : PACE);
    void this.follow(request);
  }

  get isOver(): boolean {
    return this.state !== "waiting" && this.state !== "running";
  }

  get pixels(): number {
    return this.width * this.height;
  }

  /** How many turns there are to look at, and which of them is on show, from 0. */
  get length(): number {
    void this.latest;
    return this.frames.length;
  }

  get place(): number {
    return this.frame ? this.frames.placeOf(this.frame.turn) : 0;
  }

  /** Show the turn at a place and stay there. */
  look(place: number): void {
    this.isPlaying = false;
    this.startAt = null;
    this.frame = this.frames.get(Math.min(place, this.frames.length - 1));
  }

  togglePlay(): void {
    const isAtEnd = this.isOver && this.frame === this.frames.last;
    if (isAtEnd) this.frame = this.frames.get(0);
    this.isPlaying = isAtEnd || !this.isPlaying;
  }

  stop(): void {
    this.leave.abort();
    if (!this.isOver) {
      this.state = "stopped";
      announce(`Stopped after ${guessesText(this.latest)}.`);
    }
  }

  dispose(): void {
    this.leave.abort();
    clearInterval(this.clock);
  }

  private async follow(request: ImageRequest): Promise<void> {
    try {
      await patiently(() => this.listen(request), this.leave.signal);
    } catch (error) {
      if (isAbort(error) || this.leave.signal.aborted) return;
      this.failure = error;
      this.state = "failed";
    }
  }

  private async listen(request: ImageRequest): Promise<void> {
    for await (const { event, data } of stream("/image", request, this.leave.signal)) {
      if (event === "picture") this.open(data as PictureEvent);
      else if (event === "turn") this.add(data as PictureTurnEvent);
      else if (event === "done") this.finish(data as ImageDone);
    }
    if (!this.done) throw new ApiError("unreachable", "The connection to the server was lost.");
  }

  private open(picture: PictureEvent): void {
    const size = parseSize(picture.size) ?? { width: 1, height: 1 };
    [this.width, this.height] = [size.width, size.height];
    this.picture = picture;
    this.state = "running";
    this.onpicture(picture);
  }

  private add(event: PictureTurnEvent): void {
    this.frames.add(event, this.picture?.pixels ?? []);
    this.latest = event.turn;
    if (this.startAt !== null && event.turn >= this.startAt) this.look(this.frames.placeOf(this.startAt));
  }

  private finish(done: ImageDone): void {
    this.done = done;
    this.state = done.solved ? "solved" : "unsolved";
    announce(
      done.solved
        ? `The picture was found in ${guessesText(done.guesses)}.`
        : `The picture was not found after ${guessesText(done.guesses)}.`,
    );
  }

  private play(): void {
    const last = this.frames.last;
    if (!this.isPlaying || !last) return;
    if (this.frame !== last) {
      const behind = this.frame ? this.frames.length - 1 - this.place : 0;
      const next = this.frame ? this.place + (behind > ONE_BY_ONE ? Math.ceil(behind / 12) : 1) : 0;
      this.frame = this.frames.get(next);
      this.tell();
    } else if (this.isOver) this.isPlaying = false;
  }

  /** Says now and then how much is right. */
  private tell(): void {
    if (!this.frame || this.isOver) return;
    const share = Math.floor((4 * this.frame.right) / this.pixels);
    if (share > this.toldShare && share < 4)
      announce(`${["", "A quarter", "Half", "Three quarters"][share]} of the pixels are right.`);
    this.toldShare = Math.max(share, this.toldShare);
  }
}
