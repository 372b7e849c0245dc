// The encoding of a text file, as the command line reads it: UTF-8 with and without a byte order mark,
// UTF-16 with one, and Windows-1252 where the bytes can hardly be anything else.

/** The largest share of letters outside ASCII in a text of a Western language, as one in so many bytes. */
const FOREIGN_ONE_IN_MIN = 4;

/** Bytes that Windows-1252 does not define. */
const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

export interface Decoded {
  text: string;
  /** The name of its encoding; null for UTF-8. */
  encoding: string | null;
}

/** The text of a file; null when its encoding is not recognised. What is not recognised is never guessed at. */
export function decode(bytes: Uint8Array): Decoded | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return strictly(bytes, "utf-16le", "UTF-16");
  if (first === 0xfe && second === 0xff) return strictly(bytes, "utf-16be", "UTF-16");
  const utf8 = strictly(bytes, "utf-8", null);
  if (utf8) return utf8;
  return isWindows1252(bytes) ? strictly(bytes, "windows-1252", "Windows-1252") : null;
}

function strictly(bytes: Uint8Array, label: string, encoding: string | null): Decoded | null {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

/** Whether bytes that are no UTF-8 are a Western text: no character is undefined, few are outside ASCII, and
 * no capital letter with an accent stands behind a small letter, as in encodings of other alphabets. */
function isWindows1252(bytes: Uint8Array): boolean {
  let foreign = 0;
  let before = 0;
  for (const byte of bytes) {
    const isControl = byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte);
    if (isControl || UNDEFINED.includes(byte)) return false;
    const isCapital = byte >= 0xc0 && byte <= 0xde && byte !== 0xd7;
    if (isCapital && before >= 0x61 && before <= 0x7a) return false;
    if (byte >= 0x80) foreign += 1;
    before = byte;
  }
  return foreign <= bytes.length / FOREIGN_ONE_IN_MIN;
}
