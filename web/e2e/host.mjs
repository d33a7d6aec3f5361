/** A host of static files for the tests and measurements, which serves build/site in a folder below its root. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "build", "site");
/** The page as one file. */
export const FILE = join(FOLDER, "codepegs.html");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
/** The page lies in a folder of its host, as on many. */
const BELOW = "/some/folder";

/** A host that sends the files of the folder, compressed on demand, and lists what was asked, what was missing, and the bytes sent. */
export function startHost({ gzip = false } = {}) {
  const host = { asked: [], missing: [], bytes: 0, replaced: new Map(), isDown: false };
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    host.asked.push(pathname);
    if (host.isDown) return response.destroy();
    const name = normalize(pathname.slice(BELOW.length)).replace(/\/$/, "/index.html");
    try {
      if (!pathname.startsWith(`${BELOW}/`)) throw new Error("elsewhere");
      const content = host.replaced.has(name) ? host.replaced.get(name) : await readFile(join(FOLDER, name));
      if (content === null) throw new Error("broken");
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const isPacked = gzip && extname(name) in TYPES && extname(name) !== ".png";
      if (isPacked && !packed.has(name)) packed.set(name, gzipSync(content));
      const sent = isPacked ? packed.get(name) : content;
      host.bytes += sent.length;
      response.writeHead(200, { "content-type": type, ...(isPacked ? { "content-encoding": "gzip" } : {}) }).end(sent);
    } catch {
      host.missing.push(pathname);
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>There is no such file</h1>");
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      host.address = `http://127.0.0.1:${server.address().port}${BELOW}`;
      host.stop = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve(host);
    });
  });
}
