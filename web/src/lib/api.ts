/**
 * Questions and answers. The page answers itself (`engine`) what it answers quickly, and without a server also what takes it
 * some seconds; everything else is asked of a server at the same address: plain requests, and streams of server-sent events
 * read with fetch so that leaving cancels them.
 */

import { parts } from "$parts/page";
import { answering, ask, EngineRefusal, lackOfQuestion } from "./engine/client";
import { canCompute } from "./engine/support";
import type { Done } from "./engine/sampling";
import { shorten } from "./game";
import { lackWords } from "./lacks";
import { type Reason, refusalWords, sentence } from "./reasons";
import type { components, paths } from "./schema";

export type ErrorCode = components["schemas"]["ErrorDetail"]["code"] | "unreachable" | "no_server";

/** Paths are those of the schema without this. */
const BASE = "/api/v1";

type Json<Content> = Content extends { content: { "application/json": infer Shape } } ? Shape : never;
type PostPath = { [P in keyof paths]: paths[P] extends { post: { requestBody: object } } ? P : never }[keyof paths];
type GetPath = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Short<P> = P extends `${typeof BASE}${infer Rest}` ? Rest : never;
type Long<P extends string> = `${typeof BASE}${P}`;

type PostOf<P extends string> = Long<P> extends keyof paths ? NonNullable<paths[Long<P>]["post"]> : never;
type GetOf<P extends string> = Long<P> extends keyof paths ? NonNullable<paths[Long<P>]["get"]> : never;
type AnswerOf<Operation> = Operation extends { responses: { 200: infer Ok } } ? Json<Ok> : never;
type BodyOf<P extends string> = PostOf<P> extends { requestBody: infer Body } ? Json<Body> : never;

/** A refusal in the server's own sentence, or that there is no server. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Seconds after which to try again, where the server says so. */
    readonly retryAfter: number | null = null,
    /** What is wrong, as data. */
    readonly reason?: Reason,
  ) {
    super(message);
  }

  /** When to try again, as a sentence; empty where that is not known, or said by the message already. */
  get whenToRetry(): string {
    if (!this.retryAfter || this.reason?.["seconds"] !== undefined) return "";
    return `Try again in ${this.retryAfter} ${this.retryAfter === 1 ? "second" : "seconds"}.`;
  }

  get canRetry(): boolean {
    return this.code === "busy" || this.code === "timeout" || this.code === "unreachable";
  }
}

/** The address of the API beside that of the page. */
function api(path: string): string {
  return new URL(BASE.slice(1) + path, document.baseURI).href;
}

let probing: Promise<boolean> | null = null;

/** Whether a `codepegs serve` answers at the same address; asked once, and again after a failure of the network. */
export async function hasServer(): Promise<boolean> {
  if (!parts.mayHaveServer) return false;
  probing ??= fetch(api("/health")).then(
    async (response) => response.ok && "workers" in ((await response.json().catch(() => ({}))) as object),
    () => {
      probing = null;
      return false;
    },
  );
  return probing;
}

const NEEDS_SERVER = "This needs codepegs serve, which is not running at this address.";
const WITHOUT_SERVER =
  "Without it, this page cannot draw pictures, play games of more than about a million codes by strategies other than auto, or use " +
  "strategies other than auto, entropy, minimax, expected-size and max-parts.";
/** What is missing without a server: what the page cannot do with the game, or else what it cannot do at all. */
async function lack(path: string, body: unknown): Promise<ApiError> {
  if (!canCompute()) return new ApiError("no_server", NEEDS_SIMD);
  const { strategy } = (body ?? {}) as { strategy?: unknown };
  const name = typeof strategy === "string" ? (strategy.split(":")[0] ?? "") : "";
  const { names } = await loaded();
  if (name && !names.includes(name)) return new ApiError("bad_input", `There is no strategy called “${shorten(name)}”.`);
  const found = lackOfQuestion(path, body);
  return new ApiError("no_server", found ? `${lackWords(...found)} ${NEEDS_SERVER}` : `${NEEDS_SERVER} ${WITHOUT_SERVER}`);
}

const NEEDS_SIMD =
  "This browser has no WebAssembly SIMD, so the page cannot run its calculations here. Use Chrome 91, Firefox 89, Safari 16.4 or " +
  "later, or run codepegs serve, which does not need it.";

/** Whether the page answers a question itself here. */
export async function answersHere(path: string, body: unknown): Promise<boolean> {
  const how = answering(path, body);
  return how === "quickly" || (how === "slowly" && !(await hasServer()));
}

/** Ask the page's own engine; its refusals are `ApiError`s, as those of a server. */
async function askEngine(path: string, body: unknown, signal?: AbortSignal, event?: (name: string, data: unknown) => void, working?: Working): Promise<unknown> {
  try {
    return await ask(path, body, signal, event, working);
  } catch (error) {
    throw error instanceof EngineRefusal ? new ApiError(error.code, sentence(error.message), null, error.reason) : error;
  }
}

async function send(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  if (!(await hasServer())) throw await lack(path, body);
  let response: Response;
  try {
    response = await fetch(api(path), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError("unreachable", "The server cannot be reached. Is codepegs serve still running?");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  try {
    const { error } = (await response.json()) as components["schemas"]["ErrorAnswer"];
    return errorOf(error, retryAfter);
  } catch {
    if (response.status === 503) return new ApiError("busy", "The server is busy.", retryAfter);
    return new ApiError("environment", `The server failed (error ${response.status}) and gave no reason.`);
  }
}

function errorOf({ code, message, reason }: components["schemas"]["ErrorDetail"], retryAfter: number | null = null): ApiError {
  return new ApiError(code, sentence((reason && refusalWords(reason)) ?? message), retryAfter, reason);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Ask; the answer has the schema's type. `query` is what stands behind the question mark. */
export async function get<P extends Short<GetPath>>(path: P, query = "", signal?: AbortSignal): Promise<AnswerOf<GetOf<P>>> {
  if (path === "/trees") return (await catalog()) as AnswerOf<GetOf<P>>;
  if (path === "/strategies" && !(await hasServer())) return (await catalog(new URLSearchParams(query).get("rules"))) as AnswerOf<GetOf<P>>;
  return (await (await send("GET", path + query, undefined, signal)).json()) as AnswerOf<GetOf<P>>;
}

/** The catalogue, which the page loads only where it needs it. */
function loaded(): Promise<typeof import("./engine/catalog.json")> {
  return import("./engine/catalog.json").catch(() => {
    throw new ApiError("unreachable", "This part of the page could not be loaded. Check your connection.");
  });
}

/** What comes with the page: the entries of the gallery, and the strategies that it plays itself, of a game if one is given. */
async function catalog(rules: string | null = null): Promise<object> {
  const { trees, strategies } = await loaded();
  const plays = (name: string): boolean => !rules || answering("/solve", { rules, strategy: name }) !== "never";
  return { trees, strategies: strategies.map((each) => ({ ...each, plays: plays(each.name) })), auto: null, auto_reasons: null };
}

/** The canonical text of a tree of the gallery. */
export async function treeText(name: string, signal?: AbortSignal): Promise<string> {
  if (canCompute()) return (await askEngine("/trees/text", { name }, signal)) as string;
  return (await send("GET", `/trees/${encodeURIComponent(name)}/text`, undefined, signal)).text();
}

/** Is told how much of the work is done, where the page does it itself. */
export type Working = (done: Done) => void;

/** Ask with a body; both it and the answer have the schema's types. */
export async function post<P extends Short<PostPath>>(
  path: P,
  body: BodyOf<P>,
  signal?: AbortSignal,
  working?: Working,
): Promise<AnswerOf<PostOf<P>>> {
  if (await answersHere(path, body)) return (await askEngine(path, body, signal, undefined, working)) as AnswerOf<PostOf<P>>;
  return (await (await send("POST", path, body, signal)).json()) as AnswerOf<PostOf<P>>;
}

export async function postText<P extends Short<PostPath>>(path: P, body: BodyOf<P>, signal?: AbortSignal): Promise<string> {
  return (await send("POST", path, body, signal)).text();
}

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** The events of a stream one by one; an `error` event is thrown as `ApiError`. Abort the signal to stop the work. */
export async function* stream<P extends Short<PostPath>>(
  path: P,
  body: BodyOf<P>,
  signal: AbortSignal,
  working?: Working,
): AsyncGenerator<ServerEvent> {
  if (await answersHere(path, body)) {
    yield* streamOfEngine(path, body, signal, working);
    return;
  }
  const response = await send("POST", path, body, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      for (const event of parser.push(value)) {
        if (event.event === "error") throw streamError(event.data);
        yield event;
      }
    }
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError("unreachable", "The connection to the server was lost.");
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* streamOfEngine(path: string, body: unknown, signal: AbortSignal, working?: Working): AsyncGenerator<ServerEvent> {
  const come: ServerEvent[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  const heard = (event: string, data: unknown): void => {
    come.push({ event, data });
    wake();
  };
  const whole = askEngine(path, body, signal, heard, working).finally(() => {
    over = true;
    wake();
  });
  whole.catch(() => undefined); // it is thrown below
  while (!over || come.length) {
    const next = come.shift();
    if (next) yield next;
    else if (!over) await new Promise<void>((resolve) => (wake = resolve));
  }
  await whole;
}

function streamError(data: unknown): ApiError {
  const error = (data as Partial<components["schemas"]["ErrorAnswer"]> | null)?.error;
  return error ? errorOf(error) : new ApiError("environment", "The server stopped and gave no reason.");
}

/** Cuts the text of a stream into events; pieces may end anywhere. */
export class EventParser {
  private rest = "";

  push(piece: string): ServerEvent[] {
    this.rest = (this.rest + piece).replace(/\r\n/g, "\n");
    const events: ServerEvent[] = [];
    for (let end = this.rest.indexOf("\n\n"); end >= 0; end = this.rest.indexOf("\n\n")) {
      const block = this.rest.slice(0, end);
      this.rest = this.rest.slice(end + 2);
      let name = "message";
      const data: string[] = [];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
      if (data.length) events.push({ event: name, data: JSON.parse(data.join("\n")) as unknown });
    }
    return events;
  }
}
