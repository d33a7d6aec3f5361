/** The CRC32 of zlib and gzip (ISO 3309, reflected polynomial EDB88320) of a text's UTF-8 bytes. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

const ENCODER = new TextEncoder();

/** Eight small hexadecimal digits. */
export function crc32(text: string): string {
  let rest = 0xffffffff;
  for (const byte of ENCODER.encode(text)) rest = TABLE[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
