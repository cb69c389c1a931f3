// [MS-XLSB] 2.4.303: the record of a sheet in the part of the workbook, `BrtBundleSh`.
const SHEET = 156;
// Excel has no limit; each sheet is a part, and packages have at most 10,000.
const MAX_SHEETS = 10_000;

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

/** A string after its length of four bytes; undefined if it is longer than the record. */
function stringAt(data: Buffer, at: number): { readonly text: string; readonly end: number } | undefined {
  if (at + 4 > data.length) return undefined;
  const end = at + 4 + data.readUInt32LE(at) * 2;
  return end > data.length ? undefined : { text: data.toString('utf16le', at + 4, end), end };
}

/** The names of the sheets of a workbook part with the identifiers of their relationships, in order. */
export function sheetRelationships(bytes: Uint8Array): Map<string, string> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sheets = new Map<string, string>();
  for (let at = 0; at < part.length && sheets.size < MAX_SHEETS; ) {
    const type = number7(part, at, 2);
    const size = number7(part, type.end, 4);
    const data = part.subarray(size.end, size.end + size.value);
    at = size.end + size.value;
    if (type.value !== SHEET) continue;
    const id = stringAt(data, 8);
    const name = id === undefined ? undefined : stringAt(data, id.end);
    if (id !== undefined && name !== undefined) sheets.set(name.text, id.text);
  }
  return sheets;
}
