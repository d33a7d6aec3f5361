/** Secrets and seeds in addresses, so that a glance does not give them away. It is a veil, not a cipher. */

const PRIME = 16777619;

/** FNV-1a of a text: 32 bits. */
export function hash32(text: string): number {
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash >>> 0;
}

function* keystream(salt: number): Generator<number> {
  let state = salt || 1;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    yield state & 255;
  }
}

/** A text as letters, digits, - and _ that do not look like it. */
export function veil(text: string, salt: number = Math.floor(Math.random() * 65536)): string {
  const keys = keystream(hash32(`codepegs ${salt}`));
  const bytes = [salt >> 8, salt & 255, ...[...new TextEncoder().encode(text)].map((byte) => byte ^ (keys.next().value ?? 0))];
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** What was veiled, or null when the text is damaged. */
export function unveil(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    if (bytes.length < 3) return null;
    const keys = keystream(hash32(`codepegs ${((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)}`));
    const plain = bytes.slice(2).map((byte) => byte ^ (keys.next().value ?? 0));
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** A fresh seed, as it stands in an address, and as the server takes it. */
export function newSeed(): string {
  const words = crypto.getRandomValues(new Uint32Array(1));
  return (words[0] ?? 0).toString(36);
}

export function seedNumber(text: string): number | null {
  if (!/^[0-9a-z]{1,7}$/.test(text)) return null;
  const seed = parseInt(text, 36);
  return seed < 2 ** 32 ? seed : null;
}
