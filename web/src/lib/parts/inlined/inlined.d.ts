/** Made by vite.config.ts: files as base64 of their gzip, modules and trees by the names of their files. */
declare module "virtual:inlined" {
  export const modules: Readonly<Record<"engine" | "streaming", string>>;
  export const trees: Readonly<Record<string, string>>;
}
