/** A record of a part of an xlsb package ([MS-XLSB] 2.1.4). */
interface XlsbRecord {
  readonly type: number;
  readonly data: Buffer;
}

interface Number7 {
  readonly value: number;
  readonly end: number;
}

/** A number in up to so many bytes of 7 bits each, the lowest first; [MS-XLSB] 2.1.4. */
function number7(part: Buffer, at: number, maxBytes: number): Number7 {
  let value = 0;
  for (let index = 0; index < maxBytes; index += 1) {
    const byte = part[at + index] ?? 0;
    value |= (byte & 0x7f) << (7 * index);
    if ((byte & 0x80) === 0) return { value, end: at + index + 1 };
  }
  return { value, end: at + maxBytes };
}

/** Yields the records of a part; the last one is shorter if the part is truncated. */
export function* xlsbRecords(bytes: Uint8Array): Generator<XlsbRecord> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < part.length; ) {
    const type = number7(part, at, 2);
    const size = number7(part, type.end, 4);
    at = size.end + size.value;
    yield { type: type.value, data: part.subarray(size.end, at) };
  }
}

/** The bytes of a number in groups of 7 bits, the lowest first. */
function bytesOf7(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...bytesOf7(value >>> 7)];
}

/** Returns the part of some records. */
export const partOf = (records: readonly XlsbRecord[]): Uint8Array =>
  Buffer.concat(
    records.flatMap(({ type, data }) => [Buffer.from([...bytesOf7(type), ...bytesOf7(data.length)]), data]),
  );

/** A text and the offset after it. */
interface XlsbString {
  readonly text: string;
  readonly end: number;
}

// [MS-XLSB] 2.5.167: the length of a text that is missing.
const NULL_LENGTH = 0xffffffff;

/** A string after its length of four bytes ([MS-XLSB] 2.5.168); undefined if it is longer than the record. */
export function stringAt(data: Buffer, at: number): XlsbString | undefined {
  if (at + 4 > data.length) return undefined;
  const length = data.readUInt32LE(at);
  if (length === NULL_LENGTH) return { text: '', end: at + 4 };
  const end = at + 4 + length * 2;
  return end > data.length ? undefined : { text: data.toString('utf16le', at + 4, end), end };
}
