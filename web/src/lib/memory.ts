/**
 * What this browser remembers, in the form of VERSION. Private windows may refuse storage; then nothing is remembered and
 * nothing breaks. What a newer release of the page has stored is neither read nor changed.
 */

/** The form of what is stored. A change of form takes the next number and a migration from the number before. */
export const VERSION = 3;
const VERSION_KEY = "codepegs.version";

/** From the form of a number to that of the next one. Releases before version 2 stored no number. */
const MIGRATIONS: Readonly<Record<number, (store: Storage) => void>> = { 1: listUnfinished, 2: separateUnfinished };

/** One unfinished game a view became a list of them. */
function listUnfinished(store: Storage): void {
  for (const view of ["play", "assistant"]) {
    const key = `codepegs.unfinished.${view}`;
    const text = store.getItem(key);
    if (text === null) continue;
    const params = read<Record<string, string> | null>(text, null);
    const id = params?.["game"] ?? params?.["daily"] ?? params?.["hidden"] ?? "";
    store.setItem(key, JSON.stringify(params ? [{ id, params }] : []));
  }
}

/** The list of unfinished games of a view, the latest first, became a key for each game. */
function separateUnfinished(store: Storage): void {
  for (const view of ["play", "assistant"]) {
    const key = `codepegs.unfinished.${view}`;
    const kept = read<unknown>(store.getItem(key), []);
    store.removeItem(key);
    const entries = (Array.isArray(kept) ? kept : []).filter((entry: { id?: unknown; params?: unknown } | null) => typeof entry?.id === "string" && entry.params);
    entries.reverse().forEach(({ id, params }: { id: string; params: unknown }, order) => {
      store.setItem(`${key}.${id}`, JSON.stringify({ order, params }));
    });
  }
}

function read<Value>(text: string | null, otherwise: Value): Value {
  try {
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

/** The browser's storage with everything in the form of VERSION; null if it is forbidden, or of a newer release. */
function stored(): Storage | null {
  const store = window.localStorage;
  let version = Number(read(store.getItem(VERSION_KEY), 1)) || 1;
  if (version > VERSION) return null;
  for (; version < VERSION; version++) {
    MIGRATIONS[version]?.(store);
    store.setItem(VERSION_KEY, String(version + 1));
  }
  return store;
}

export function recall<Value>(key: string, otherwise: Value): Value {
  try {
    return read(stored()?.getItem(key) ?? null, otherwise);
  } catch {
    return otherwise;
  }
}

/** What is remembered under all keys that begin with a prefix, by the rest of the key. */
export function recallAll(prefix: string): Map<string, unknown> {
  const found = new Map<string, unknown>();
  try {
    const store = stored();
    for (let n = 0; store && n < store.length; n++) {
      const key = store.key(n);
      if (key?.startsWith(prefix)) found.set(key.slice(prefix.length), read<unknown>(store.getItem(key), null));
    }
  } catch {
    // forbidden: nothing is remembered
  }
  return found;
}

export function remember(key: string, value: unknown): void {
  try {
    stored()?.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden: the page works without
  }
}

export function forget(key: string): void {
  try {
    stored()?.removeItem(key);
  } catch {
    // as above
  }
}

/** What this tab remembers until it is closed; a reload keeps it. */
export const tab = {
  recall<Value>(key: string, otherwise: Value): Value {
    try {
      return read(window.sessionStorage.getItem(key), otherwise);
    } catch {
      return otherwise;
    }
  },
  remember(key: string, value: unknown): void {
    try {
      window.sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // as above
    }
  },
};
