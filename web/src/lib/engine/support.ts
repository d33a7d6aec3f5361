/** Whether this browser can run the engine: it takes WebAssembly with vectors. */

/** A module of 128-bit vectors in a few bytes: `v128.const` and `i8x16.popcnt`, which engines without them refuse. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

let isAble: boolean | null = null;

export function canCompute(): boolean {
  isAble ??= typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);
  return isAble;
}
