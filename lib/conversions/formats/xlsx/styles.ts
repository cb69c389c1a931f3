import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { createFormatList } from '../../workbook/format-list.ts';
import type { NumberFormats } from '../../workbook/number-formats.ts';
import type { NumberFormat } from '../../workbook/workbook.ts';

/** Number formats of a workbook, and the format of each cell style. */
export interface CellStyles {
  /** Index 0 is General. */
  readonly numberFormats: readonly NumberFormat[];
  /** Maps a cell style to an index into `numberFormats`. */
  readonly formatOfStyle: readonly number[];
}

const names = ['numFmt', 'numFmtId', 'formatCode', 'cellXfs', 'xf'];
const [NUM_FMT, NUM_FMT_ID, FORMAT_CODE, CELL_XFS, XF] = [0, 1, 2, 3, 4];
// Excel allows 64,000 cell styles.
const MAX_STYLES = 65_536;

/** Reads the styles part (ECMA-376 18.8). If it is missing, every cell is General. */
export function readStyles(part: Uint8Array | undefined, formats: NumberFormats): CellStyles {
  const cursor = xmlCursor(part ?? new Uint8Array(), names);
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let insideCells = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const name = cursor.name();
    if (name === CELL_XFS) insideCells = token === XML_OPEN;
    else if (token === XML_CLOSE) continue;
    else if (name === NUM_FMT)
      codes.set(cursor.integer(NUM_FMT_ID), cursor.attribute(FORMAT_CODE) ?? 'General');
    else if (name === XF && insideCells && ids.length < MAX_STYLES)
      ids.push(Math.max(0, cursor.integer(NUM_FMT_ID)));
  }
  const { numberFormats, indexOf } = createFormatList(formats.kindOf);
  const formatOfStyle = ids.map((id) => indexOf({ code: codes.get(id) ?? formats.builtIn(id) }));
  return { numberFormats, formatOfStyle };
}
