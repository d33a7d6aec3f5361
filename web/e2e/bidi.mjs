/** A Firefox of the system, driven by WebDriver BiDi: what a person does at a page, with real keys and pointers. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BROWSERS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const PATIENCE = 30_000;
const POLL = 50;
/** A proxy that does not exist for all hosts but this machine: there is no network. */
const PREFERENCES = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9 };
/** The code points of WebDriver for keys without a character. */
const KEYS = { Enter: "\uE007", Backspace: "\uE003", Control: "\uE009", Tab: "\uE004", Shift: "\uE008" };

/** The path of a Firefox; null if there is none. FIREFOX names another one. */
export function firefoxPath() {
  return process.env.FIREFOX ?? BROWSERS.find((path) => existsSync(path)) ?? null;
}

export async function startFirefox(path) {
  const profile = await mkdtemp(join(tmpdir(), "codepegs-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const browser = spawn(path, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    browser.stderr.on("data", (piece) => {
      said += piece;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    browser.on("error", reject);
    browser.on("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const connection = await connect(`${address}/session`);
  await connection.send("session.new", { capabilities: {} });
  await connection.send("session.subscribe", { events: ["log.entryAdded"] });
  const close = async () => {
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    await connection.send("browser.close", {}).catch(() => browser.kill());
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { open: (url, size) => openPage(connection, url, size), close };
}

function connect(address) {
  const socket = new WebSocket(address);
  const waiting = new Map();
  const listeners = new Set();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "event") return listeners.forEach((listen) => listen(message));
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === "error") reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  };
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve({ send, listeners });
    socket.onerror = () => reject(new Error("Firefox does not answer"));
  });
}

/** In the page: the middle of what can be pressed, by its words without those for screen readers; what is in sight stays where it is. */
function pressable(name) {
  const words = (element) => element.getAttribute("aria-label") ?? element.innerText.trim();
  const all = [...document.querySelectorAll("button, a, summary, label")].filter((element) => element.checkVisibility());
  const found = all.find((element) => words(element) === name) ?? all.find((element) => words(element).startsWith(name));
  if (!found || found.disabled) return null;
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  };
  const seen = document.elementFromPoint(...middle());
  if (!seen || !found.contains(seen)) found.scrollIntoView({ block: "center" });
  return middle();
}

async function openPage({ send, listeners }, url, { width, height }) {
  const { context } = await send("browsingContext.create", { type: "tab" });
  const complaints = [];
  const listen = ({ params }) => {
    if (params.level === "error" && params.source?.context === context) complaints.push(params.text);
  };
  listeners.add(listen);
  await send("browsingContext.setViewport", { context, viewport: { width, height } });

  const evaluate = async (run, ...given) => {
    const expression = `(async () => JSON.stringify(await (${run})(...${JSON.stringify(given)})))()`;
    const { result, exceptionDetails } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true, userActivation: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  };
  const until = async (what, run, ...given) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, POLL))) {
      const found = await evaluate(run, ...given).catch(() => null); // the page may be on its way to another one
      if (found) return found;
    }
    const shown = await evaluate(() => document.body.innerText.slice(0, 600));
    throw new Error(`${what} did not come; the page shows: ${shown}`);
  };
  const pointer = (...actions) =>
    send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  const to = ([x, y]) => ({ type: "pointerMove", x, y, duration: 50 });
  const [down, up] = [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  /** Where to press, once it has stopped moving: a page that has just changed may still scroll, or get another line. */
  const place = async (name) => {
    let last = await until(`“${name}”`, pressable, name);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      const now = await until(`“${name}”`, pressable, name);
      if (now[0] === last[0] && now[1] === last[1]) return now;
      last = now;
    }
  };
  /** The elements with a role, and a name if it is given, as a screen reader gets them. */
  const heard = async (role, name) => {
    const value = name === undefined ? { role } : { role, name };
    const { nodes } = await send("browsingContext.locateNodes", { context, locator: { type: "accessibility", value } });
    return nodes.map(({ sharedId, value: { attributes } }) => ({ sharedId, name: attributes["aria-label"] }));
  };
  return {
    complaints,
    evaluate,
    until,
    heard,
    focus: (node) => send("script.callFunction", { functionDeclaration: "(element) => element.focus()", arguments: [{ sharedId: node.sharedId }], target: { context }, awaitPromise: false }),
    goto: (address) => send("browsingContext.navigate", { context, url: address, wait: "complete" }),
    sees: (text) => until(`“${text}”`, (words) => document.body.innerText.replace(/\s+/g, " ").includes(words), text),
    offers: (name) => until(`“${name}”`, pressable, name),
    click: async (name) => pointer(to(await place(name)), down, up),
    drag: async (from, onto) => {
      const [start, end] = [await place(from), await place(onto)];
      const between = [0, 1].map((axis) => Math.round((start[axis] + end[axis]) / 2));
      await pointer(to(start), down, to(between), to(end), up);
    },
    /** Keys one after the other; those joined by + together. */
    type: (...keys) => {
      const held = keys.map((key) => key.split("+").map((one) => KEYS[one] ?? one));
      const all = (type) => (value) => ({ type, value });
      const actions = held.flatMap((values) => [...values.map(all("keyDown")), ...values.reverse().map(all("keyUp"))]);
      return send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    close: async () => {
      listeners.delete(listen);
      await send("browsingContext.close", { context });
    },
  };
}
