import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import type { NumberFormats } from '../../workbook/number-formats.ts';
import type { NumberFormat } from '../../workbook/workbook.ts';

/** Number formats of a workbook, and the format of each cell style. */
export interface CellStyles {
  /** Index 0 is General. */
  readonly numberFormats: readonly NumberFormat[];
  /** Maps a cell style to an index into `numberFormats`. */
  readonly formatOfStyle: readonly number[];
}

const general: NumberFormat = { code: 'General', kind: 'number' };
const names = ['numFmt', 'numFmtId', 'formatCode', 'cellXfs', 'xf'];
const [NUM_FMT, NUM_FMT_ID, FORMAT_CODE, CELL_XFS, XF] = [0, 1, 2, 3, 4];
// Excel allows 64,000 cell styles and about 250 formats; every distinct format has to be parsed.
const MAX_STYLES = 65_536;
const MAX_FORMATS = 1000;

/** Reads the styles part (ECMA-376 18.8). If it is missing, every cell is General. */
export function readStyles(part: Uint8Array | undefined, formats: NumberFormats): CellStyles {
  if (part === undefined) return { numberFormats: [general], formatOfStyle: [] };
  const cursor = xmlCursor(part, names);
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
  const numberFormats = [general];
  const indexes = new Map<string, number>([
    ['General', 0],
    ['@', 0],
    ['', 0],
  ]);
  const formatOfStyle = ids.map((id) => {
    const code = codes.get(id) ?? formats.builtIn(id);
    const known = indexes.get(code);
    if (known !== undefined) return known;
    if (numberFormats.length >= MAX_FORMATS) return 0;
    indexes.set(code, numberFormats.length);
    return numberFormats.push({ code, kind: formats.kindOf(code) }) - 1;
  });
  return { numberFormats, formatOfStyle };
}
