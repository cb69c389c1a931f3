const HEADER_BYTES = 4;
/** The record that starts a substream. */
export const BOF = 0x0809;
const END_OF_STREAM = 0x000a;
const BIFF8 = 0x0600;
// [MS-XLS] 2.4.28.
const BOUND_SHEET = 0x85;

/** A record of a workbook stream ([MS-XLS] 2.1.4), without its continuations. */
export interface BiffRecord {
  readonly type: number;
  readonly data: Buffer;
  /** Whether it is of a substream in the one that is read, such as that of a chart. */
  readonly isEmbedded: boolean;
}

/** Whether a stream is of Excel 97 or later. */
export const isBiff8 = (stream: Buffer): boolean =>
  stream.length > 8 && stream.readUInt16LE(0) === BOF && stream.readUInt16LE(4) === BIFF8;

/**
 * Yields the records from an offset to the end of the substream that starts there. Ends when the bytes of the budget are spent.
 *
 * @param isWhole whether to include the embedded substreams, which contain charts
 */
export function* substream(
  stream: Buffer,
  from: number,
  budget: { bytes: number },
  isWhole = false,
): Generator<BiffRecord> {
  let depth = 0;
  for (let at = from; at >= 0 && at + HEADER_BYTES <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const end = at + HEADER_BYTES + stream.readUInt16LE(at + 2);
    budget.bytes -= end - at;
    if (end > stream.length || budget.bytes < 0) return;
    if (type === BOF) depth += 1;
    else if (type === END_OF_STREAM) depth -= 1;
    if (depth <= 0) return;
    const isEmbedded = depth > 1;
    if (isWhole || !isEmbedded) yield { type, data: stream.subarray(at + HEADER_BYTES, end), isEmbedded };
    at = end;
  }
}

/** Returns an unsigned 16-bit number; 0 past the end of the record. */
export const word = (data: Buffer, at: number): number =>
  at >= 0 && at + 2 <= data.length ? data.readUInt16LE(at) : 0;

/** Returns an unsigned 32-bit number; 0 past the end of the record. */
export const long = (data: Buffer, at: number): number =>
  at >= 0 && at + 4 <= data.length ? data.readUInt32LE(at) : 0;

/** Returns an unsigned byte; 0 past the end of the record. */
export const byte = (data: Buffer, at: number): number => data[at] ?? 0;

/** The offsets of the sheets of a workbook of Excel 5 or later; none of older ones. */
export const sheetOffsets = (stream: Buffer): readonly number[] =>
  word(stream, 0) === BOF
    ? [...substream(stream, 0, { bytes: stream.length })]
        .filter(({ type }) => type === BOUND_SHEET)
        .map(({ data }) => long(data, 0))
    : [];
