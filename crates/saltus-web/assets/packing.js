// Bytes as a word that people send one another: packed, in the letters of base64url, with a check sum.

/** CRC-32 (ISO 3309), as in gzip. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** That of a text. @param {string} text */
export const crc = (text) => crc32(new TextEncoder().encode(text));

/** @param {Iterable<number>} bytes */
export const letters = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** The bytes of letters; throws where they are none. @param {string} word */
export const unlettered = (word) => Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/**
 * What comes out of a stream; throws where it is more than so many bytes.
 * @param {Uint8Array} bytes
 * @param {GenericTransformStream} stream
 * @param {number} [most]
 */
export async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream().pipeThrough(stream).getReader();
  /** @type {number[]} */
  const all = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (all.length + part.value.length > most) throw new Error("too long");
    for (const byte of part.value) all.push(byte);
  }
  return Uint8Array.from(all);
}
