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

/** Whether each record of a workbook holds the length of its text or formula; what is before Excel 5 is not looked at. */
export function hasWholeRecords(records: Buffer): boolean {
  if (records.readUInt16LE(0) !== BEGINNING) return true;
  for (let at = 0; at + HEADER_BYTES <= records.length; ) {
    const length = records.readUInt16LE(at + 2);
    if (length < (leastBytes[records.readUInt16LE(at)] ?? 0)) return false;
    at += HEADER_BYTES + length;
  }
  return true;
}
