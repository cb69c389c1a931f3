import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isPackageInstalled } from '../../base/package-assets.ts';
import { type FontName, fontPackage, fontPath, fonts } from '../fonts/fonts.ts';

// FXFONT_SHIFTJIS_CHARSET, _HANGEUL_, _GB2312_ and _CHINESEBIG5_ (public/fpdf_sysfontinfo.h).
const fontOfCharset: readonly (readonly [charset: number, FontName])[] = [
  [128, 'japanese'],
  [129, 'korean'],
  [134, 'chinese'],
  [136, 'chinese'],
];

// Instead of the tag of a table.
const WHOLE_FILE = 0;

function readInto(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** Functions that PDFium calls, with addresses and handles as numbers. */
export interface FontCallbacks {
  readonly mapFont: (info: number, weight: number, italic: number, charset: number) => number;
  readonly fontData: (info: number, font: number, table: number, buffer: number, bytes: number) => number;
  readonly faceName: (info: number, font: number, buffer: number, bytes: number) => number;
}

/**
 * Returns the functions with which PDFium finds fonts that a PDF does not embed: this project's for Chinese, Japanese and Korean
 * text, none for other text, for which PDFium has its own. Otherwise it would search the system's folders, and where no font has a
 * glyph, the character would be missing in the text as well.
 *
 * @param bytesAt returns a view of PDFium's memory
 */
export function fontCallbacks(bytesAt: (address: number, bytes: number) => Uint8Array): FontCallbacks {
  // A handle is a position in the table, from 1.
  const nameOf = (font: number): FontName => fontOfCharset[font - 1]?.[1] ?? 'sans';
  return {
    mapFont: (_info, _weight, _italic, charset) =>
      1 + fontOfCharset.findIndex(([own, name]) => own === charset && isPackageInstalled(fontPackage(name))),
    fontData: (_info, font, table, buffer, bytes) => {
      if (table !== WHOLE_FILE) return 0;
      const path = fontPath(nameOf(font));
      const { size } = statSync(path);
      if (bytes >= size) readInto(path, bytesAt(buffer, size));
      return size;
    },
    faceName: (_info, font, buffer, bytes) => {
      const name = Buffer.from(`${fonts[nameOf(font)].family}\0`);
      if (bytes >= name.byteLength) bytesAt(buffer, name.byteLength).set(name);
      return name.byteLength;
    },
  };
}

/**
 * Returns the members of an FPDF_SYSFONTINFO (public/fpdf_sysfontinfo.h), each of the size of a pointer: its version and
 * the addresses of its functions, most of which are optional.
 *
 * @param addressOf returns the address of a function, which is the member `at`
 */
export const fontInfoMembers = (addressOf: (name: keyof FontCallbacks, at: number) => number): number[] => [
  ...[1, 0, 0, addressOf('mapFont', 3), 0],
  ...[addressOf('fontData', 5), addressOf('faceName', 6), 0, 0],
];
