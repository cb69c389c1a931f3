import type { CellNote } from '../../shared/ooxml/sheet-drawings.ts';
import { rangeName, rangeOfCell } from '../../workbook/cell-names.ts';
import { stringAt, xlsbRecords } from './xlsb-records.ts';

// [MS-XLSB] 2.4: BrtCommentAuthor, BrtBeginComment and BrtCommentText.
const AUTHOR = 632;
const COMMENT = 635;
const TEXT = 637;

/** Offset of a text after its flags, [MS-XLSB] 2.5.124. */
const RICH_TEXT = 1;
const COMMENT_BYTES = 20;

/** Reads the notes of the cells of a sheet ([MS-XLSB] 2.1.7.8). */
export function readXlsbNotes(part: Uint8Array): CellNote[] {
  const authors: string[] = [];
  const notes: CellNote[] = [];
  let open: Omit<CellNote, 'text'> | undefined;
  for (const { type, data } of xlsbRecords(part)) {
    if (type === AUTHOR) authors.push(stringAt(data, 0)?.text ?? '');
    else if (type === COMMENT && data.length >= COMMENT_BYTES) {
      const [row, column] = [data.readUInt32LE(4), data.readUInt32LE(12)];
      const cells = rangeName(rangeOfCell(row, column));
      open = { author: authors[data.readUInt32LE(0)] ?? '', cells };
    } else if (type === TEXT && open !== undefined) {
      notes.push({ ...open, text: stringAt(data, RICH_TEXT)?.text ?? '' });
      open = undefined;
    }
  }
  return notes;
}
