/**
 * The WebAssembly module of the C++ loops: its memory, and how arguments are laid out there, as `codepegs.core.binding` lays them
 * out. Only `native.ts` imports it, which has a method for each function of the module.
 */

/** The names of the elements of arrays, as in signatures. Numbers of 64 bits are exact up to 2^53. */
export type Element = "bool" | "i8" | "u8" | "u16" | "i32" | "i64" | "u64" | "f64";

interface Shapes {
  1: readonly [number];
  2: readonly [number, number];
  3: readonly [number, number, number];
}
export type Rank = keyof Shapes;

/** An array in the memory of the module. */
export interface NativeArray<Of extends Element = Element, Axes extends Rank = Rank> {
  readonly address: number;
  readonly element: Of;
  readonly shape: Shapes[Axes];
}

/** A C++ object, which `release` frees. */
export interface NativeObject<Kind extends string = string> {
  readonly address: number;
  readonly kind: Kind;
}

/** The number of axes of a shape; without one, an array has one axis. */
type RankOf<Shape extends readonly number[]> = Shape extends readonly [] ? 1 : Shape["length"] & Rank;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(address: number): void;
  [name: string]: unknown;
}

/** Bytes of the slot of a number. An array takes one for its address and one for each axis. */
const SLOT = 8;
const MOST_SLOTS = 32;
const RESULT_SLOTS = 16;
const HIGH = 2 ** 32;
/** Whole numbers below it are exact. */
const EXACT = 2 ** 53;
const BYTES: Record<Element, number> = { bool: 1, i8: 1, u8: 1, u16: 2, i32: 4, i64: 8, u64: 8, f64: 8 };

/** Make a module from its bytes. It imports only functions that print a message before it stops. */
export async function instantiate(bytes: BufferSource): Promise<Exports> {
  const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi });
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  return exports;
}

/** The memory as numbers of any width; another one after it has grown. */
class Memory {
  private view: DataView;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.view = new DataView(memory.buffer);
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  get data(): DataView {
    if (this.view.buffer !== this.memory.buffer) this.view = new DataView(this.memory.buffer);
    return this.view;
  }
}

/** Writes arguments of a function, or the fields of a struct, one after another. */
class Slots {
  private next: number;

  constructor(
    private readonly memory: Memory,
    readonly address: number,
  ) {
    this.next = address;
  }

  restart(): this {
    this.next = this.address;
    return this;
  }

  i64(value: number): this {
    const { data } = this.memory;
    data.setUint32(this.next, value >>> 0, true);
    data.setInt32(this.next + 4, Math.floor(value / HIGH), true);
    this.next += SLOT;
    return this;
  }

  u64(value: number): this {
    return this.i64(value);
  }

  f64(value: number): this {
    this.memory.data.setFloat64(this.next, value, true);
    this.next += SLOT;
    return this;
  }

  bool(value: boolean): this {
    return this.i64(Number(value));
  }

  pointer(address: number): this {
    return this.i64(address);
  }

  array({ address, shape }: NativeArray): this {
    this.i64(address);
    for (const length of shape) this.i64(length);
    return this;
  }
}

export class Module {
  private readonly memory: Memory;
  private readonly given: Slots;
  private readonly results: number;
  private allocated: number[] = [];

  constructor(private readonly exports: Exports) {
    this.memory = new Memory(exports.memory);
    this.given = new Slots(this.memory, this.reserve(MOST_SLOTS * SLOT));
    this.results = this.reserve(RESULT_SLOTS * SLOT);
  }

  /** Run some work, and free what it allocated. */
  scope<Value>(work: () => Value): Value {
    const outer = this.allocated;
    this.allocated = [];
    try {
      return work();
    } finally {
      for (const address of this.allocated) this.exports.free(address);
      this.allocated = outer;
    }
  }

  /** Make what outlives the scopes around it. */
  kept<Value>(work: () => Value): Value {
    const scoped = this.allocated;
    this.allocated = [];
    try {
      return work();
    } finally {
      this.allocated = scoped;
    }
  }

  /** Free arrays that were made outside of a scope. */
  free(...arrays: NativeArray[]): void {
    for (const { address } of arrays) {
      this.allocated = this.allocated.filter((other) => other !== address);
      this.exports.free(address);
    }
  }

  /** Free an object that a function returned. */
  release({ kind, address }: NativeObject): void {
    (this.exports[`codepegs_free_${kind}`] as (object: bigint) => void)(BigInt(address));
  }

  /** An array of some values, by rows. */
  array<Of extends Element, Shape extends number[]>(element: Of, values: ArrayLike<number>, ...shape: Shape): NativeArray<Of, RankOf<Shape>> {
    const made = this.room(element, ...(shape.length ? shape : [values.length])) as NativeArray<Of, RankOf<Shape>>;
    const { address } = made;
    const { buffer } = this.memory;
    if (element === "f64") {
      new Float64Array(buffer, address, values.length).set(values);
    } else if (element === "u16") {
      new Uint16Array(buffer, address, values.length).set(values);
    } else if (element === "i32") {
      new Int32Array(buffer, address, values.length).set(values);
    } else if (BYTES[element] === 1) {
      new Uint8Array(buffer, address, values.length).set(values);
    } else {
      const words = new Int32Array(buffer, address, values.length * 2);
      for (let n = 0; n < values.length; n++) {
        const value = values[n]!;
        words[2 * n] = value; // its low 32 bits
        words[2 * n + 1] = Math.floor(value / HIGH);
      }
    }
    return made;
  }

  /** An array of zeros. */
  zeros<Of extends Element, Shape extends number[]>(element: Of, ...shape: Shape): NativeArray<Of, RankOf<Shape>> {
    const made = this.room(element, ...shape);
    new Uint8Array(this.memory.buffer, made.address, BYTES[element] * sizeOf(shape)).fill(0);
    return made;
  }

  /** An array of any values. */
  room<Of extends Element, Shape extends number[]>(element: Of, ...shape: Shape): NativeArray<Of, RankOf<Shape>> {
    const address = this.take(BYTES[element] * sizeOf(shape));
    return { address, element, shape: shape as unknown as Shapes[RankOf<Shape>] };
  }

  /** The low 32 bits of the first `count` numbers of an array. */
  low(array: NativeArray<"i64" | "u64">, count: number): Uint32Array {
    const words = this.words(array, count);
    const values = new Uint32Array(count);
    for (let n = 0; n < count; n++) values[n] = words[2 * n]!;
    return values;
  }

  /** Whole numbers from 0 to 2^53 of an array. */
  wide(array: NativeArray<"i64" | "u64">, count: number): Float64Array {
    const words = this.words(array, count);
    const values = new Float64Array(count);
    for (let n = 0; n < count; n++) values[n] = words[2 * n]! + HIGH * words[2 * n + 1]!;
    return values;
  }

  /**
   * Numbers of 64 bits that are ordered as those of an array, and odd where they are: the same up to 2^53, and beyond it what
   * exceeds the least, up to 2^53 as well.
   */
  ranks(array: NativeArray<"i64" | "u64">, count: number): Float64Array {
    const values = this.wide(array, count);
    if (values.every((value) => value < EXACT)) return values;
    const words = this.words(array, count);
    let least = 0;
    for (let n = 1; n < count; n++) {
      const [above, below] = [words[2 * n + 1]! - words[2 * least + 1]!, words[2 * n]! - words[2 * least]!];
      if (above < 0 || (!above && below < 0)) least = n;
    }
    const [low, high] = [words[2 * least]! & ~1, words[2 * least + 1]!];
    for (let n = 0; n < count; n++) {
      const value = (words[2 * n + 1]! - high) * HIGH + words[2 * n]! - (low >>> 0);
      values[n] = value < EXACT ? value : EXACT - 2 + (words[2 * n]! & 1);
    }
    return values;
  }

  readBytes(array: NativeArray<"bool" | "i8" | "u8">, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, array.address, count).slice();
  }

  readInts(array: NativeArray<"i32">, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, array.address, count).slice();
  }

  readDoubles(array: NativeArray<"f64">, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, array.address, count).slice();
  }

  /** Numbers of an array in the module's memory; valid until something else is allocated. */
  viewShorts({ address }: NativeArray<"u16">, start: number, count: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, address + 2 * start, count);
  }

  /** Where the arguments of the next call are written. */
  protected arguments(): Slots {
    return this.given.restart();
  }

  /** Where the fields of a struct are written, which is freed with its scope. */
  protected struct(slots: number): Slots {
    return new Slots(this.memory, this.take(slots * SLOT));
  }

  /** Call `codepegs_NAME` with the arguments written. */
  protected run(name: string): void {
    const loop = this.exports[`codepegs_${name}`] as (given: number, results: number) => number;
    const status = loop(this.given.address, this.results);
    if (status !== 0) throw new Error(`The loop ${name} ended with status ${status}.`);
  }

  /** Results of the last call, by their slots. */
  protected i64(slot: number): number {
    return this.u64(slot, true);
  }

  protected u64(slot: number, isSigned = false): number {
    const { data } = this.memory;
    const at = this.results + slot * SLOT;
    return data.getUint32(at, true) + HIGH * (isSigned ? data.getInt32(at + 4, true) : data.getUint32(at + 4, true));
  }

  protected f64(slot: number): number {
    return this.memory.data.getFloat64(this.results + slot * SLOT, true);
  }

  protected bool(slot: number): boolean {
    return this.u64(slot) !== 0;
  }

  protected object<Kind extends string>(kind: Kind): NativeObject<Kind> {
    return { address: this.u64(0), kind };
  }

  private words({ address }: NativeArray, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, 2 * count);
  }

  /** Bytes that are freed with the scope. */
  private take(bytes: number): number {
    const address = this.reserve(bytes);
    this.allocated.push(address);
    return address;
  }

  private reserve(bytes: number): number {
    const address = this.exports.malloc(Math.max(SLOT, bytes));
    if (!address) throw new RangeError("The browser has no memory left for this game.");
    return address;
  }
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}
