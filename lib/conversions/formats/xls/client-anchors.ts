import { rangeName } from '../../workbook/cell-names.ts';
import { word } from './biff-records.ts';

// [MS-ODRAW] 2.2: a drawing is a stream of records that is spread over records of the sheet.
const HEADER_BYTES = 8;
const CONTAINER = 0xf;
const CLIENT_ANCHOR = 0xf010;
/** [MS-XLS] 2.5.193: flags, then column, offset, row and offset of the upper left and of the lower right corner. */
const ANCHOR_BYTES = 18;

/** Reads the drawing of a sheet as far as it says which cells its shapes cover. */
interface ClientAnchors {
  /** Adds the next data of the drawing. */
  readonly add: (data: Buffer) => void;
  /** The cells of the last shape that was read, or of the group that it is in, such as B2:D9; undefined if there are none. */
  readonly cells: () => string | undefined;
}

function cellsOf(anchor: Buffer): string {
  const [firstColumn, firstRow] = [word(anchor, 2), word(anchor, 6)];
  return rangeName({
    firstColumn,
    firstRow,
    lastColumn: Math.max(firstColumn, word(anchor, 10)),
    lastRow: Math.max(firstRow, word(anchor, 14)),
  });
}

/** Creates a reader before the start of a drawing. */
export function createClientAnchors(): ClientAnchors {
  let cells: string | undefined;
  // The start of a record whose header or anchor is not complete yet.
  let rest: Buffer = Buffer.alloc(0);
  // Bytes of a record that are not read.
  let skipped = 0;
  return {
    add: (data) => {
      const bytes = rest.length === 0 ? data : Buffer.concat([rest, data]);
      let at = 0;
      while (at < bytes.length) {
        if (skipped > 0) {
          const passed = Math.min(skipped, bytes.length - at);
          skipped -= passed;
          at += passed;
          continue;
        }
        const left = bytes.length - at;
        const isAnchor = left >= HEADER_BYTES && word(bytes, at + 2) === CLIENT_ANCHOR;
        if (left < HEADER_BYTES + (isAnchor ? ANCHOR_BYTES : 0)) break;
        const isContainer = (word(bytes, at) & CONTAINER) === CONTAINER;
        if (isAnchor) cells = cellsOf(bytes.subarray(at + HEADER_BYTES));
        skipped = isContainer ? 0 : bytes.readUInt32LE(at + 4);
        at += HEADER_BYTES;
      }
      rest = bytes.subarray(at);
    },
    cells: () => cells,
  };
}
