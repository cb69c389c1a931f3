// Compressed RTF ([MS-OXRTFCP]): LZ77 over a ring of 4096 bytes that begins with words of most documents.

const HEADER = 16;
const TYPE = 8;
const UNCOMPRESSED = 0x414c454d;
const COMPRESSED = 0x75465a4c;
const RING = 4096;
// Two bytes become 17 at most, and what is longer is no message.
const MAX_RATIO = 9;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const INITIAL = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);

/** Unpacks the text of a message. Returns what could be read of a damaged one; undefined if it is no compressed RTF. */
export function unpackRtf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEADER) return undefined;
  const type = bytes.readUInt32LE(TYPE);
  if (type === UNCOMPRESSED) return bytes.subarray(HEADER);
  if (type !== COMPRESSED) return undefined;
  const ring = Buffer.alloc(RING);
  INITIAL.copy(ring);
  let end = INITIAL.length;
  const text = Buffer.alloc(Math.min(MAX_TEXT_BYTES, bytes.length * MAX_RATIO));
  let length = 0;
  const put = (byte: number): void => {
    text[length] = byte;
    length += 1;
    ring[end] = byte;
    end = (end + 1) % RING;
  };
  let at = HEADER;
  while (at < bytes.length && length < text.length) {
    const flags = bytes[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at] ?? 0);
        at += 1;
        continue;
      }
      if (at + 2 > bytes.length) return text.subarray(0, length);
      const reference = bytes.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      // The end of the text refers to the place after the last byte.
      if (from === end) return text.subarray(0, length);
      for (let count = 0; count < (reference & 15) + 2; count += 1) put(ring[(from + count) % RING] ?? 0);
    }
  }
  return text.subarray(0, length);
}
