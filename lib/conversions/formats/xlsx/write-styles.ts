import { escapeXml } from './write-strings.ts';

/** Cell styles, each stored once. */
export interface StyleTable {
  /** Returns the index of a cell style; 0 is the default style. */
  readonly indexOf: (code: string, isBold: boolean, isWrapped: boolean) => number;
  /** The styles part (ECMA-376 18.8.39). */
  readonly xml: () => Buffer;
}

// ECMA-376 18.8.30: lower IDs are built-in formats.
const FIRST_FORMAT_ID = 164;

/** Creates a style table with only the default style. */
export function styleTable(): StyleTable {
  const formats = new Map<string, number>([
    ['General', 0],
    ['', 0],
  ]);
  const styles = new Map<string, number>();
  const xfs: string[] = [];

  function formatId(code: string): number {
    const known = formats.get(code);
    if (known !== undefined) return known;
    const id = FIRST_FORMAT_ID + formats.size - 2;
    formats.set(code, id);
    return id;
  }

  function indexOf(code: string, isBold: boolean, isWrapped: boolean): number {
    const key = `${isBold ? 1 : 0}${isWrapped ? 1 : 0}${code}`;
    const known = styles.get(key);
    if (known !== undefined) return known;
    const alignment = isWrapped ? '<alignment vertical="top" wrapText="1"/>' : '';
    const applied = `${isBold ? ' applyFont="1"' : ''}${isWrapped ? ' applyAlignment="1"' : ''} applyNumberFormat="1"`;
    xfs.push(
      `<xf numFmtId="${formatId(code)}" fontId="${isBold ? 1 : 0}" fillId="0" borderId="0" xfId="0"${applied}>${alignment}</xf>`,
    );
    styles.set(key, xfs.length - 1);
    return xfs.length - 1;
  }

  function xml(): Buffer {
    const codes = [...formats].filter(([, id]) => id >= FIRST_FORMAT_ID);
    const numFmts = codes.map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
    const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
        numFmts.length === 0 ? '' : `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>`
      }<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    );
  }

  indexOf('General', false, false);
  return { indexOf, xml };
}
