// [MS-XLS] 2.4, and records of Excel 2 to 95: what a record with a text has at least, the text's length included. SheetJS
// reads a length behind the end of its record as one without end.
const leastBytes: Readonly<Record<number, number>> = {
  // String of Excel 2.
  7: 1,
  // WriteAccess.
  92: 1,
  // Label.
  516: 7,
  // String.
  519: 1,
  // Format.
  1054: 3,
};

const HEADER_BYTES = 4;

/** Whether each record of a workbook holds the length of its text. */
export function hasWholeRecords(records: Buffer): boolean {
  for (let at = 0; at + HEADER_BYTES <= records.length; ) {
    const length = records.readUInt16LE(at + 2);
    if (length < (leastBytes[records.readUInt16LE(at)] ?? 0)) return false;
    at += HEADER_BYTES + length;
  }
  return true;
}
