/** A record of a PowerPoint or drawing stream. [MS-PPT] 2.3.1. */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  /** The record data, without the header. */
  readonly body: Buffer;
}

/** Types of text records and their containers. [MS-PPT] 2.13.24, [MS-ODRAW] 2.2. */
export const types = {
  document: 1000,
  documentAtom: 1001,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  slidePersist: 1011,
  slideShowInfo: 1017,
  macros: 1023,
  macrosAtom: 1024,
  externalObjects: 1033,
  documentInformation: 2000,
  outlineReference: 3998,
  textHeader: 3999,
  textCharacters: 4000,
  textStyle: 4001,
  textBytes: 4008,
  text: 4026,
  footers: 4057,
  footersAtom: 4058,
  slideList: 4080,
  userEdit: 4085,
  tags: 5000,
  tagContent: 5003,
  persistDirectory: 6002,
  comment: 12_000,
  commentAtom: 12_001,
  cryptSession: 12_052,
  shapeGroup: 0xf003,
  shape: 0xf004,
  groupBox: 0xf009,
  options: 0xf00b,
  tertiaryOptions: 0xf122,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
} as const;

// Records in a stream; a slide has a few hundred.
const MAX_RECORDS = 2_000_000;

/** Yields the direct child records of a stream or container. Stops if it is truncated. */
export function* recordsIn(bytes: Buffer): Generator<PptRecord> {
  let count = 0;
  for (let at = 0; at + 8 <= bytes.length && count < MAX_RECORDS; count += 1) {
    const head = bytes.readUInt16LE(at);
    const length = bytes.readUInt32LE(at + 4);
    const end = Math.min(bytes.length, at + 8 + length);
    yield {
      type: bytes.readUInt16LE(at + 2),
      instance: head >> 4,
      isContainer: (head & 0xf) === 0xf,
      body: bytes.subarray(at + 8, end),
    };
    at = end;
  }
}

/** The record at an offset; undefined if there is none. */
export function recordAt(bytes: Buffer, offset: number): PptRecord | undefined {
  if (offset < 0 || offset + 8 > bytes.length) return undefined;
  const [first] = recordsIn(bytes.subarray(offset));
  return first;
}

/** The first direct child record of a type. */
export function recordOf(bytes: Buffer, type: number): PptRecord | undefined {
  for (const record of recordsIn(bytes)) if (record.type === type) return record;
  return undefined;
}
