import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { preview } from "./preview.ts";

/** What `codepegs serve` sends as a header; a static host sends none. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** The trees of the games with names are kept from the first visit on, others from their first use. */
const KEPT_TREES = ["p4c6", "p4c10n", "p5c8", "p5c7"].map((rules) => `./trees/${rules}.tree.gz`);

/** What a static host answers when the page asks whether there is a server: an answer without workers, instead of a 404. */
const NO_SERVER = { type: "asset", fileName: "api/v1/health", source: "{}" } as const;

/** What only the page of a static host has: the content policy, the service worker with the list of files, and `NO_SERVER`. */
function site(): Plugin {
  return {
    name: "codepegs-site",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ],
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const made = Object.values(bundle).filter((file) => file.fileName !== "index.html");
        const given = readdirSync(new URL("public", import.meta.url));
        const hash = createHash("sha256");
        for (const file of made) hash.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
        const index = bundle["index.html"];
        if (index?.type === "asset") hash.update(index.source);
        const release = hash.digest("hex").slice(0, 16);
        if (index?.type === "asset") index.source = String(index.source).replace("</head>", `<meta name="release" content="${release}">\n</head>`);
        const files = ["./", ...made.map((file) => `./${file.fileName}`), ...given.map((name) => `./${name}`), ...KEPT_TREES];
        const source = readFileSync(new URL("src/service-worker.js", import.meta.url), "utf8")
          .replace('"__FILES__"', JSON.stringify(files))
          .replace("__RELEASE__", release);
        this.emitFile(NO_SERVER);
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
        const removal = readFileSync(new URL("src/no-service-worker.js", import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName: "no-service-worker.js", source: removal });
      },
    },
  };
}

// The page is served under a content security policy of default-src 'self': nothing inline, no data: addresses.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === "site" ? [site(), preview(loadEnv(mode, import.meta.dirname, "PAGE_")["PAGE_ADDRESS"] ?? "")] : [])],
  base: "./",
  build: {
    outDir: mode === "site" ? "../build/site" : "../src/codepegs/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: true,
  },
  worker: { format: "es" },
  server: { proxy: { "/api": process.env["CODEPEGS_SERVER"] ?? "http://127.0.0.1:8000" }, fs: { allow: [".."] } },
  test: { include: ["tests/**/*.test.ts"] },
}));
