/**
 * What this browser remembers, in the form of VERSION. Private windows may refuse storage; then nothing is remembered and
 * nothing breaks. What a newer release of the page has stored is neither read nor changed.
 */

import { canonicalCode, canonicalRules } from "./canonical";
import { formatPosition, parsePosition } from "./position";

/** The form of what is stored. A change of form takes the next number and a migration from the number before. */
export const VERSION = 4;
const VERSION_KEY = "codepegs.version";

/** From the form of a number to that of the next one. Releases before version 2 stored no number. */
const MIGRATIONS: Readonly<Record<number, (store: Storage) => void>> = { 1: listUnfinished, 2: separateUnfinished, 3: gatherPlayed };

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

/** Games under way in Play and puzzles of days, whose turns stood in addresses, became one record for each game. */
function gatherPlayed(store: Storage): void {
  const taken = (key: string): unknown => {
    const kept = read<unknown>(store.getItem(key), null);
    store.removeItem(key);
    return kept;
  };
  const keys = Array.from({ length: store.length }, (_, n) => store.key(n) ?? "").filter((key) => key.startsWith("codepegs.unfinished.play."));
  const puzzles = Object.entries((taken("codepegs.puzzles") ?? {}) as Record<string, object | null>);
  const found = [
    ...puzzles.map(([daily, kept]) => ({ order: 0, ...kept, params: { ...kept, daily } as Record<string, unknown> })),
    ...keys.map(taken).flatMap((kept) => {
      const { order, params } = (kept ?? {}) as { order?: unknown; params?: Record<string, unknown> };
      return params && !params["daily"] ? [{ order, params }] : [];
    }),
  ];
  for (const { order, params, end, best } of found as { order: unknown; params: Record<string, unknown>; end?: unknown; best?: unknown }[]) {
    const [rules = "", ...turns] = String(params["position"] ?? "").split(" ");
    const { game, daily, hidden } = params as Record<string, string>;
    try {
      const rest = Object.fromEntries(["rows", "duel"].flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
      const position = parsePosition([rules, ...turns].join(" "));
      const name = hidden ? `${hidden} ${formatPosition(position)}` : `${daily ?? game} ${canonicalRules(position.game)}`;
      const guesses = hidden ? [] : position.turns.map(({ guess }) => canonicalCode(position.game, guess));
      const place = hidden ? { position: params["position"], hidden } : { position: rules, ...(daily ? { daily } : { game }), ...rest };
      const record = { guesses, at: guesses.length, hints: Number(params["hints"]) || 0, undone: Number(params["undone"]) || 0, end: end === true, best, order, params: place };
      store.setItem(`codepegs.played.${name}`, JSON.stringify(record));
    } catch {
      // what cannot be read was not offered before
    }
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

/** Whether it is remembered: the page works without. */
export function remember(key: string, value: unknown): boolean {
  try {
    const store = stored();
    store?.setItem(key, JSON.stringify(value));
    return store !== null;
  } catch {
    return false; // full or forbidden
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
