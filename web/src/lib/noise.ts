/** How often the replies of a game may be wrong, as addresses and questions have it. */

export type Noise = number | "unknown" | null;

/** What can be chosen; empty where all replies are right. */
export const NOISES = [
  { value: "", text: "are always right" },
  { value: "0.05", text: "are wrong 1 time in 20" },
  { value: "0.1", text: "are wrong 1 time in 10" },
  { value: "0.2", text: "are wrong 1 time in 5" },
  { value: "unknown", text: "may be wrong; I don’t know how often" },
];

/** Null where all replies are right, and of a text that is no probability. */
export function noiseOf(text: string | undefined): Noise {
  if (text === "unknown") return text;
  return text && Number(text) > 0 ? Number(text) : null;
}
