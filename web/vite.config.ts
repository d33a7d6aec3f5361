import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served under a content security policy of default-src 'self': nothing inline, no data: addresses.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/codepegs/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": process.env["CODEPEGS_SERVER"] ?? "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"] },
});
