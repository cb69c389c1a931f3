import { hasWholeStrings } from './whole-strings.ts';

// [MS-XLS] 2.4, and records of Excel 2 to 95: minimum length of records with a string or a formula, including its length
// field. SheetJS treats a length past the end of its record as unbounded.
const minimumBytes: Readonly<Record<number, number>> = {
  // Formula, since Excel 5.
  6: 22,
  // String of Excel 2.
  7: 1,
  // WriteAccess.
  92: 1,
  // Format.
  1054: 3,
};

const HEADER_BYTES = 4;
/** BOF record of Excel 5 and later. Earlier versions have shorter records of the same types. */
const BOF = 0x0809;
const FILE_PASS = 0x002f;
const TEXT_OBJECT = 0x01b6;
const SHARED_STRINGS = 0x00fc;

/** Types of continuation records, and the size of their additional header in bytes. */
const continuations: ReadonlyMap<number, number> = new Map([
  [0x003c, 0],
  [0x043c, 0],
  [0x0812, 4],
  [0x0875, 12],
  [0x087f, 12],
]);

/** Returns the data of a record and of its continuation records. */
function partsOf(records: Buffer, from: number): Buffer[] {
  const parts: Buffer[] = [];
  let headerBytes = 0;
  for (let at = from; at + HEADER_BYTES <= records.length; ) {
    if (at > from) {
      const known = continuations.get(records.readUInt16LE(at));
      if (known === undefined) break;
      headerBytes = known;
    }
    const end = at + HEADER_BYTES + records.readUInt16LE(at + 2);
    parts.push(records.subarray(Math.min(at + HEADER_BYTES + headerBytes, end), end));
    at = end;
  }
  return parts;
}

/** Whether every record is long enough for its string or formula length. Files from before Excel 5 are not checked. */
export function hasWholeRecords(records: Buffer): boolean {
  if (records.readUInt16LE(0) !== BOF) return true;
  let isEncrypted = false;
  for (let at = 0; at + HEADER_BYTES <= records.length; ) {
    const type = records.readUInt16LE(at);
    const length = records.readUInt16LE(at + 2);
    if (length < (minimumBytes[type] ?? 0)) return false;
    if (type === FILE_PASS) isEncrypted = true;
    // Encryption leaves only record types and lengths readable.
    if (type === SHARED_STRINGS && !isEncrypted && !hasWholeStrings(partsOf(records, at))) return false;
    // SheetJS subtracts 1 from the length of each part and would read -1 characters from an empty one.
    if (type === TEXT_OBJECT && partsOf(records, at).some((part) => part.length === 0)) return false;
    at += HEADER_BYTES + length;
  }
  return true;
}
