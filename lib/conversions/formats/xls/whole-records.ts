import { hasWholeStrings } from './whole-strings.ts';

// [MS-XLS] 2.4, and records of Excel 2 to 95: what a record with a text or a formula has at least, its length included.
// SheetJS reads a length behind the end of its record as one without end.
const leastBytes: Readonly<Record<number, number>> = {
  // Formula, as long as it is from Excel 5 on.
  6: 22,
  // String of Excel 2.
  7: 1,
  // WriteAccess.
  92: 1,
  // Format.
  1054: 3,
};

const HEADER_BYTES = 4;
/** The first record of Excel 5 and later; earlier ones have shorter records of the same types. */
const BEGINNING = 0x0809;
const FILE_PASS = 0x002f;
const TEXT_OBJECT = 0x01b6;
const SHARED_STRINGS = 0x00fc;

/** Records that continue the one before them, and the bytes of the header of their own that they have before its data. */
const continuing: ReadonlyMap<number, number> = new Map([
  [0x003c, 0],
  [0x043c, 0],
  [0x0812, 4],
  [0x0875, 12],
  [0x087f, 12],
]);

/** The data of a record, and of each record that continues it. */
function partsOf(records: Buffer, from: number): Buffer[] {
  const parts: Buffer[] = [];
  let own = 0;
  for (let at = from; at + HEADER_BYTES <= records.length; ) {
    if (at > from) {
      const before = continuing.get(records.readUInt16LE(at));
      if (before === undefined) break;
      own = before;
    }
    const end = at + HEADER_BYTES + records.readUInt16LE(at + 2);
    parts.push(records.subarray(Math.min(at + HEADER_BYTES + own, end), end));
    at = end;
  }
  return parts;
}

/** Whether each record of a workbook holds the length of its text or formula; what is before Excel 5 is not looked at. */
export function hasWholeRecords(records: Buffer): boolean {
  if (records.readUInt16LE(0) !== BEGINNING) return true;
  let isEncrypted = false;
  for (let at = 0; at + HEADER_BYTES <= records.length; ) {
    const type = records.readUInt16LE(at);
    const length = records.readUInt16LE(at + 2);
    if (length < (leastBytes[type] ?? 0)) return false;
    if (type === FILE_PASS) isEncrypted = true;
    // Only the types and lengths of encrypted records are plain.
    if (type === SHARED_STRINGS && !isEncrypted && !hasWholeStrings(partsOf(records, at))) return false;
    // SheetJS counts the characters of a part without its first byte: of an empty one it reads -1.
    if (type === TEXT_OBJECT && partsOf(records, at).some((part) => part.length === 0)) return false;
    at += HEADER_BYTES + length;
  }
  return true;
}
