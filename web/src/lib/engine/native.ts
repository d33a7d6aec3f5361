/**
 * Calls the C++ loops of codepegs, compiled to WebAssembly. Arguments are laid out as `codepegs.core.binding` lays them out:
 * a number takes one 64-bit slot, an array its address and its shape, a struct or an object its address.
 */

/** An array in the memory of the module. */
export interface NativeArray {
  readonly address: number;
  readonly shape: readonly number[];
}

/** A struct or an object in that memory. */
export interface NativePointer {
  readonly address: number;
}

/** A floating-point number: plain ones are whole. */
export interface NativeDouble {
  readonly double: number;
}

export type Argument = number | boolean | NativeArray | NativePointer | NativeDouble;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(address: number): void;
  [name: string]: unknown;
}

const SLOT = 8;
const MOST_SLOTS = 32;
const RESULT_SLOTS = 8;
const HIGH = 2 ** 32;
/** Whole numbers below it are exact. */
const EXACT = 2 ** 53;

/** A module of 128-bit vectors in a few bytes: `v128.const` and `i8x16.popcnt`, which engines without them refuse. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

let isAble: boolean | null = null;

/** Whether this browser can run the engine. */
export function canCompute(): boolean {
  isAble ??= typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);
  return isAble;
}

export class Native {
  private readonly exports: Exports;
  private view: DataView;
  private allocated: number[] = [];

  private constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    this.view = new DataView(this.exports.memory.buffer);
    this.exports._initialize();
  }

  /** Start a module from its bytes. It imports only functions that print a message before it stops. */
  static async start(bytes: BufferSource): Promise<Native> {
    const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi });
    return new Native(instance);
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

  private get data(): DataView {
    if (this.view.buffer !== this.exports.memory.buffer) this.view = new DataView(this.exports.memory.buffer);
    return this.view;
  }

  private take(bytes: number): number {
    const address = this.exports.malloc(Math.max(SLOT, bytes));
    if (!address) throw new RangeError("The browser has no memory left for this game.");
    this.allocated.push(address);
    return address;
  }

  /** 64-bit whole numbers of an array, of any axes. */
  numbers(values: ArrayLike<number>, ...shape: number[]): NativeArray {
    const address = this.take(values.length * SLOT);
    const words = new Int32Array(this.exports.memory.buffer, address, values.length * 2);
    for (let n = 0; n < values.length; n++) {
      const value = values[n]!;
      words[2 * n] = value; // its low 32 bits
      words[2 * n + 1] = Math.floor(value / HIGH);
    }
    return { address, shape: shape.length ? shape : [values.length] };
  }

  /** Bytes, of any axes, and numbers of 16 bits. */
  bytes(values: ArrayLike<number>, ...shape: number[]): NativeArray {
    const address = this.take(values.length);
    new Uint8Array(this.exports.memory.buffer, address, values.length).set(values);
    return { address, shape: shape.length ? shape : [values.length] };
  }

  shorts(values: ArrayLike<number>): NativeArray {
    const address = this.take(2 * values.length);
    new Uint16Array(this.exports.memory.buffer, address, values.length).set(values);
    return { address, shape: [values.length] };
  }

  /** An array of 64-bit zeros. */
  zeros(...shape: number[]): NativeArray {
    const size = shape.reduce((product, length) => product * length, 1);
    const address = this.take(size * SLOT);
    new Uint8Array(this.exports.memory.buffer, address, size * SLOT).fill(0);
    return { address, shape };
  }

  doubles(values: ArrayLike<number>): NativeArray {
    const address = this.take(values.length * SLOT);
    new Float64Array(this.exports.memory.buffer, address, values.length).set(values);
    return { address, shape: [values.length] };
  }

  struct(...fields: Argument[]): NativePointer {
    const address = this.take(MOST_SLOTS * SLOT);
    this.write(address, fields);
    return { address };
  }

  /** An array of 16-bit zeros. */
  shortZeros(...shape: number[]): NativeArray {
    const size = shape.reduce((product, length) => product * length, 1);
    const address = this.take(2 * size);
    new Uint16Array(this.exports.memory.buffer, address, size).fill(0);
    return { address, shape };
  }

  /** Bytes of any value. */
  byteRoom(...shape: number[]): NativeArray {
    return { address: this.take(shape.reduce((product, length) => product * length, 1)), shape };
  }

  /** The 16-bit numbers of an array in the module's memory; valid until something else is allocated. */
  viewShorts({ address }: NativeArray, start: number, count: number): Uint16Array {
    return new Uint16Array(this.exports.memory.buffer, address + 2 * start, count);
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

  /** The low 32 bits of the first `count` numbers of an array. */
  low(array: NativeArray, count: number): Uint32Array {
    const words = new Uint32Array(this.exports.memory.buffer, array.address, 2 * count);
    const values = new Uint32Array(count);
    for (let n = 0; n < count; n++) values[n] = words[2 * n]!;
    return values;
  }

  /** Whole numbers up to 2^53 of an array. */
  wide(array: NativeArray, count: number): Float64Array {
    const words = new Uint32Array(this.exports.memory.buffer, array.address, 2 * count);
    const values = new Float64Array(count);
    for (let n = 0; n < count; n++) values[n] = words[2 * n]! + HIGH * words[2 * n + 1]!;
    return values;
  }

  /**
   * Numbers of 64 bits that are ordered as those of an array, and odd where they are: the same up to 2^53, and beyond it what
   * exceeds the least, up to 2^53 as well.
   */
  ranks(array: NativeArray, count: number): Float64Array {
    const values = this.wide(array, count);
    if (values.every((value) => value < EXACT)) return values;
    const words = new Uint32Array(this.exports.memory.buffer, array.address, 2 * count);
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

  readBytes(array: NativeArray, count: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, array.address, count).slice();
  }

  readDoubles(array: NativeArray, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, array.address, count).slice();
  }

  /** Call `codepegs_NAME`; returns its result slots, as whole numbers up to 2^53. */
  call(name: string, ...given: Argument[]): number[] {
    return this.run(name, given, (results) => [...this.wide(results, RESULT_SLOTS)]);
  }

  /** The same for a function whose results are floating-point numbers. */
  callForDoubles(name: string, ...given: Argument[]): number[] {
    return this.run(name, given, (results) => [...this.readDoubles(results, RESULT_SLOTS)]);
  }

  private run(name: string, given: readonly Argument[], read: (results: NativeArray) => number[]): number[] {
    return this.scope(() => {
      const slots = this.take(MOST_SLOTS * SLOT);
      this.write(slots, given);
      const results = this.zeros(RESULT_SLOTS);
      const loop = this.exports[`codepegs_${name}`] as (slots: number, results: number) => number;
      const status = loop(slots, results.address);
      if (status !== 0) throw new Error(`The loop ${name} ended with status ${status}.`);
      return read(results);
    });
  }

  /** Free an object that a loop returned. */
  release(kind: string, address: number): void {
    (this.exports[`codepegs_free_${kind}`] as (object: bigint) => void)(BigInt(address));
  }

  private write(address: number, given: readonly Argument[]): void {
    let at = address;
    const put = (value: number): void => {
      this.data.setUint32(at, value >>> 0, true);
      this.data.setInt32(at + 4, Math.floor(value / HIGH), true);
      at += SLOT;
    };
    for (const argument of given) {
      if (typeof argument === "object" && "double" in argument) {
        this.data.setFloat64(at, argument.double, true);
        at += SLOT;
      } else if (typeof argument === "object") {
        put(argument.address);
        if ("shape" in argument) argument.shape.forEach(put);
      } else put(Number(argument));
    }
  }
}
