/** A list of words in a link: packed as `words`, or plainly as `list` and `guesses`, as earlier releases wrote it. */

import { BadInput } from "../lib/game";
import { hash32 } from "../lib/veil";
import { gameFrom, readGame, REPLIES, UNTIL, type Until, type WordGame, type WordList } from "./list";

/** Letters of a packed list: mail and chat programs may cut longer links. */
const MOST_PACKED = 10_000;
/** Letters of a list that is unpacked: more is none of this page's. */
const MOST_PLAIN = 500_000;
const DAMAGED = { kind: "list_in_link_damaged" };

/** Whether this browser can pack and unpack lists. */
export function canPack(): boolean {
  return "CompressionStream" in globalThis;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(stream).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw BadInput.because({ kind: "list_in_link_too_long", most });
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function checkOf(secrets: string, guesses: string): string {
  return hash32(`${secrets}\n${guesses}`).toString(36);
}

/** A list as letters, digits, - and _; throws `BadInput` where it takes more of them than a link should have. */
export async function pack({ secrets, guesses }: WordGame): Promise<string> {
  const bytes = await through(new TextEncoder().encode(`${checkOf(secrets, guesses)}\n${secrets}\n${guesses}`), new CompressionStream("deflate-raw"), MOST_PLAIN);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (packed.length > MOST_PACKED) {
    throw BadInput.because({ kind: "list_too_long_for_link", most: MOST_PACKED });
  }
  return packed;
}

async function unpack(packed: string): Promise<{ secrets: string; guesses: string }> {
  if (!canPack()) throw BadInput.because({ kind: "browser_too_old" });
  if (packed.length > MOST_PACKED) throw BadInput.because({ kind: "link_too_long", most: MOST_PACKED });
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"), MOST_PLAIN);
    const [check, secrets = "", guesses = ""] = new TextDecoder("utf-8", { fatal: true }).decode(plain).split("\n");
    if (check !== checkOf(secrets, guesses)) throw BadInput.because(DAMAGED);
    return { secrets, guesses };
  } catch (error) {
    throw error instanceof BadInput ? error : BadInput.because(DAMAGED);
  }
}

/** What the address of a link says of a list; the reply stands at the end, so that a link that was cut is known. */
export async function paramsOf(list: WordList): Promise<Record<string, string>> {
  const game = gameFrom(list);
  return { words: await pack(game), ...(game.until ? { until: game.until } : {}), reply: game.reply };
}

function untilOf(text: string): Until {
  const found = UNTIL.find((each) => each === text);
  if (!found) throw BadInput.because({ kind: "no_such_end_in_link", choice: UNTIL.join(", ") });
  return found;
}

/** The game of a link, or null where the link has none; throws `BadInput` with what is wrong with it. */
export async function gameOf(params: Readonly<Record<string, string>>): Promise<WordGame | null> {
  const { words, list, guesses = "" } = params;
  if (!words && !list) return null;
  const plain = words ? await unpack(words) : { secrets: list!, guesses };
  const reply = params["reply"] || (words ? "" : "wordle"); // without it, a link with packed words was cut
  const kind = REPLIES.find((each) => each === reply);
  if (!kind) throw BadInput.because(REPLIES.some((each) => each.startsWith(reply)) ? DAMAGED : { kind: "no_such_reply_in_link", choice: REPLIES.join(", ") });
  const until = untilOf(params["until"] || "named");
  const game: WordGame = { ...plain, reply: kind, ...(until === "named" ? {} : { until }) };
  readGame(game); // says what is wrong with its words
  return game;
}
