import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { nameTable } from '../../../base/name-table.ts';
import type { PdfFile } from './pdf-file.ts';

// Characters of StandardEncoding (ISO 32000-1, D.2) that are not those of ASCII, from code 0xa1 on; a blank has none.
const STANDARD_UPPER = [
  `¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ \`´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—`,
  ' '.repeat(16),
  'Æ ª    ŁØŒº     æ   ı  łøœß',
].join('');

const encodingLabels = nameTable({ WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' });

function standardCharacter(code: number): string | undefined {
  if (code === 0x27) return '’';
  if (code === 0x60) return '‘';
  const character = code < 0x7f ? String.fromCharCode(code) : STANDARD_UPPER[code - 0xa1];
  return character === ' ' && code !== 0x20 ? undefined : character;
}

/** A character, or the name of its glyph. */
export type EncodedCharacter = { readonly character: string } | { readonly glyph: string };

/**
 * Returns what the codes of a simple font mean (ISO 32000-1, 9.6.6): its base encoding, by default StandardEncoding, and
 * the glyphs that it names.
 */
export function simpleEncoding(
  { get, dictOf, itemsOf, nameOf, numberOf }: PdfFile,
  encoding: PDFObject | undefined,
): (code: number) => EncodedCharacter | undefined {
  const dict: PDFDict | undefined = dictOf(encoding);
  const label = encodingLabels[nameOf(encoding) ?? nameOf(get(dict, 'BaseEncoding')) ?? ''];
  const decoder = label === undefined ? undefined : new TextDecoder(label);
  const glyphs = new Map<number, string>();
  let code = 0;
  for (const item of itemsOf(get(dict, 'Differences'))) {
    const name = nameOf(item);
    if (name === undefined) code = numberOf(item) ?? code;
    else {
      glyphs.set(code, name);
      code += 1;
    }
  }
  return (at) => {
    const glyph = glyphs.get(at);
    if (glyph !== undefined) return { glyph };
    const character = decoder === undefined ? standardCharacter(at) : decoder.decode(Uint8Array.of(at));
    return character === undefined ? undefined : { character };
  };
}
