/** What this browser remembers. Private windows may refuse storage; then nothing is remembered and nothing breaks. */

export function recall<Value>(key: string, otherwise: Value): Value {
  try {
    const text = window.localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden: the page works without
  }
}

export function forget(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // as above
  }
}
