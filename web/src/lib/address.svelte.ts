/** Where the page is, all of it in the address behind the #: `#/assistant?position=p4c6+1122:1b0w`. */

export type Params = Record<string, string>;

export interface Place {
  view: string;
  params: Params;
}

/** Read `#/view?key=value`; blanks are written `+`. */
export function parseHash(hash: string): Place {
  const match = /^#?\/?([a-z]*)(?:\?(.*))?$/s.exec(hash);
  if (!match) return { view: "", params: {} };
  return { view: match[1] ?? "", params: Object.fromEntries(new URLSearchParams(match[2] ?? "")) };
}

export function formatHash(view: string, params: Record<string, string | number | null | undefined | false> = {}): string {
  const words = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([key, value]) => `${key}=${spelled(String(value))}`);
  return `#/${view}${words.length ? `?${words.join("&")}` : ""}`;
}

/** Readable in an address: colons and commas stay, a blank is a plus. */
function spelled(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, "+").replace(/%3A/g, ":").replace(/%2C/g, ",");
}

class Address {
  current = $state<Place>({ view: "", params: {} });
  /** What `mark` has left at the step of the history that back or forward has led to; null after any other way. */
  step = $state.raw<unknown>(null);

  constructor() {
    if (typeof window === "undefined") return;
    const read = (): void => {
      this.current = parseHash(window.location.hash);
    };
    window.addEventListener("hashchange", read);
    window.addEventListener("popstate", ({ state }) => {
      this.step = state as unknown;
      read();
    });
    read();
  }

  get view(): string {
    return this.current.view;
  }

  get params(): Params {
    return this.current.params;
  }

  /** Go to a view; `replace` leaves no step for the back button. */
  go(view: string, params: Parameters<typeof formatHash>[1] = {}, options: { replace?: boolean } = {}): void {
    const hash = formatHash(view, params);
    if (hash === window.location.hash) return;
    if (options.replace) window.history.replaceState(null, "", hash);
    else window.history.pushState(null, "", hash);
    this.current = parseHash(hash);
  }

  /** Mark this step of the history, or with `further` a new one at the same address. */
  mark(state: unknown, options: { further?: boolean } = {}): void {
    if (options.further) window.history.pushState(state, "");
    else window.history.replaceState(state, "");
  }
}

/** The one address of this page. */
export const address = new Address();

/** A whole address that can be sent to somebody. */
export function absolute(hash: string): string {
  return window.location.href.replace(/[?#].*/s, "") + hash;
}
