import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { preview } from "./preview.ts";

import { gameSize, parseRules } from "./src/lib/game.ts";

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

/** What only the page of a static host has: the content policy, the service worker with the list of files, `NO_SERVER`, and where the documentation is, if the host has it. */
function site(docs: string): Plugin {
  return {
    name: "codepegs-site",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
      ...(docs ? [{ tag: "link", attrs: { rel: "help", href: docs }, injectTo: "head" as const }] : []),
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

/** Bytes that the page may have as one file. */
const MOST_BYTES = 2_000_000;
const LOOPS = new URL("../build/engine/", import.meta.url);
const TREES = new URL("../src/codepegs/trees/gallery/trees/", import.meta.url);
const ENDING = ".tree.gz";

/** Codes of the largest game whose trees are in the one file. */
const MOST_CODES = 40_000;

/** The compiled loops, and the trees of the smaller games, as texts in a script. */
function inlined(): Plugin {
  return {
    name: "codepegs-inlined",
    resolveId: (id) => (id === "virtual:inlined" ? `\0${id}` : null),
    load(id) {
      if (id !== "\0virtual:inlined") return null;
      const names = readdirSync(TREES).filter((name) => name.endsWith(ENDING) && gameSize(parseRules(name.split(".")[0]!)) <= MOST_CODES);
      const text = (url: URL): string => readFileSync(url).toString("base64");
      const trees = Object.fromEntries(names.map((name) => [name.slice(0, -ENDING.length), text(new URL(name, TREES))]));
      const packed = (name: string): string => gzipSync(readFileSync(new URL(`${name}.wasm`, LOOPS)), { level: 9 }).toString("base64");
      const modules = Object.fromEntries(["engine", "streaming"].map((name) => [name, packed(name)]));
      return `export const modules = ${JSON.stringify(modules)}; export const trees = ${JSON.stringify(trees)};`;
    },
  };
}

/** Leaves out of the catalogue of sentences what only commands say. */
function sentences(): Plugin {
  return {
    name: "codepegs-sentences",
    enforce: "pre",
    transform: (text, id) => (id.endsWith("/codepegs/sentences.json") ? JSON.stringify({ ...JSON.parse(text), commands: undefined }) : null),
  };
}

/** Puts script, styles and icon into the page, which then opens from anywhere; its policy lets it load nothing. */
function oneFile(): Plugin {
  return {
    name: "codepegs-file",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle);
        const index = bundle["index.html"];
        const script = files.flatMap((file) => (file.type === "chunk" ? [file.code.replace(/<(?=\/script|!--)/gi, "\\x3c")] : []));
        const style = files.flatMap((file) => (file.fileName.endsWith(".css") && file.type === "asset" ? [String(file.source)] : []));
        if (index?.type !== "asset" || script.length !== 1 || style.length !== 1) throw new Error("the page in one file takes one script and one style");
        const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
        const policy = [
          "default-src 'none'",
          `script-src 'wasm-unsafe-eval' ${hash(script[0]!)}`,
          `style-src ${hash(style[0]!)}`,
          "worker-src blob:",
          "img-src data: blob:",
          "base-uri 'none'",
          "form-action 'none'",
        ].join("; ");
        const icon = readFileSync(new URL("public/icon.svg", import.meta.url)).toString("base64");
        const tags = [
          `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
          `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`,
          `<script type="module">${script[0]!}</script>`,
          `<style>${style[0]!}</style>`,
        ];
        const page = String(index.source).replace(/^\s*<(?:link|script)\b.*\n/gm, "").replace("</title>", () => `</title>\n${tags.join("\n")}`);
        const bytes = Buffer.byteLength(page);
        if (bytes > MOST_BYTES) throw new Error(`the page in one file has ${bytes} bytes; it may have ${MOST_BYTES}`);
        for (const { fileName } of files) delete bundle[fileName];
        this.emitFile({ type: "asset", fileName: "codepegs.html", source: page });
      },
    },
  };
}

/** Where the page is published, and where the documentation is on the same host, or nothing. */
const { PAGE_ADDRESS: ADDRESS = "", PAGE_DOCS: DOCS = "" } = loadEnv("site", import.meta.dirname, "PAGE_");

/** What is loaded together: what finds out which view to load, the shell with all that the start page needs, and what several views share. Each file more takes a slow phone time, however small it is. */
const GROUPS = [
  { name: "index", tags: ["$initial"], priority: 3 },
  { name: "shell", test: /[\\/]src[\\/]shell\.ts$/, priority: 2 },
  { name: "parts", test: /[\\/]src[\\/](components|lib(?![\\/]picture))[\\/]/, minShareCount: 2, priority: 1 },
];

/** Loads the shell with the page itself, which so long finds out what view its address names. */
function ahead(): Plugin {
  return {
    name: "codepegs-ahead",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) => {
        const shell = Object.values(bundle).find(({ name }) => name === "shell");
        if (shell?.type !== "chunk") return [];
        const entries = Object.values(bundle).flatMap((file) => (file.type === "chunk" && file.isEntry ? [file.fileName] : []));
        const files = [shell.fileName, ...shell.imports].filter((name) => !entries.includes(name));
        return files.map((name) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` }, injectTo: "head" as const }));
      },
    },
  };
}

/** The folder of each build, and what only it has. */
const BUILDS = {
  production: { folder: "../src/codepegs/server/page", parts: "fetched", plugins: [] },
  site: { folder: "../build/site", parts: "fetched", plugins: [site(DOCS), preview(ADDRESS)] },
  file: { folder: "../build/site", parts: "inlined", plugins: [oneFile()] },
};

// The page is served under a content security policy of default-src 'self': nothing inline, no data: addresses.
export default defineConfig(({ mode }) => {
  const { folder, parts, plugins } = BUILDS[mode as keyof typeof BUILDS] ?? BUILDS.production;
  const isOne = parts === "inlined";
  return {
    plugins: [svelte(), sentences(), ahead(), ...plugins],
    base: "./",
    publicDir: isOne ? false : "public",
    resolve: { alias: { $parts: fileURLToPath(new URL(`src/lib/parts/${parts}`, import.meta.url)) } },
    build: {
      outDir: folder,
      emptyOutDir: !isOne,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      target: "es2022",
      reportCompressedSize: true,
      rolldownOptions: { output: { codeSplitting: isOne ? false : { groups: GROUPS } } },
    },
    worker: isOne ? { format: "iife", plugins: () => [sentences(), inlined()] } : { format: "es", plugins: () => [sentences()] },
    server: { proxy: { "/api": process.env["CODEPEGS_SERVER"] ?? "http://127.0.0.1:8000" }, fs: { allow: [".."] } },
    test: { include: ["tests/**/*.test.ts"] },
  };
});
