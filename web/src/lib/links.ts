/** Links that are handed out. */

const ONLY_HERE = /\bfile:\/\/|\bhttps?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/im;

/** Whether a text to send has a link that no other computer can open. */
export function isOnlyHere(text: string): boolean {
  return ONLY_HERE.test(text);
}
