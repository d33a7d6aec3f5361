/** Made by vite.config.ts: files as base64 of their gzip, the trees by the names of their files. */
declare module "virtual:inlined" {
  export const loops: string;
  export const trees: Readonly<Record<string, string>>;
}
