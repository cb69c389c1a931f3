import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../lib/conversions/base/decode-text.ts';
import { anyCharacter } from '../../support/any-character.ts';

const latin = 'Größe, naïve façade, señor – schöne Grüße aus Österreich und von der Küste.';
const rows: [encoding: string, bytes: Buffer, text: string][] = [
  ['utf-8', Buffer.from('žluťoučký kůň 🐴'), 'žluťoučký kůň 🐴'],
  ['utf-8', Buffer.from('\ufeffwith a mark'), 'with a mark'],
  ['utf-16le', Buffer.from('\ufeffgrüße', 'utf16le'), 'grüße'],
  ['utf-16le', Buffer.from('no mark but spaces', 'utf16le'), 'no mark but spaces'],
  ['utf-16be', Buffer.from('\ufeffgrüße', 'utf16le').swap16(), 'grüße'],
  ['windows-1252', Buffer.from(latin.replace('–', '-'), 'latin1'), latin.replace('–', '-')],
  ['windows-1252', Buffer.from('na\xefve', 'latin1'), 'naïve'],
  ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'Привет'],
  ['utf-8', Buffer.alloc(0), ''],
  [
    'iso-8859-2',
    Buffer.from('\\usepackage[latin2]{inputenc}\nza\xbf\xf3\xb3\xe6', 'latin1'),
    '\\usepackage[latin2]{inputenc}\nzażółć',
  ],
  ['ibm866', Buffer.from('% -*- coding: cp866 -*-\n\x8a\xad', 'latin1'), '% -*- coding: cp866 -*-\nКн'],
  [
    'windows-1252',
    Buffer.from('\\usepackage[nothing]{inputenc} \xe9', 'latin1'),
    '\\usepackage[nothing]{inputenc} é',
  ],
  // Short texts, of which statistics tell nothing.
  [
    'shift_jis',
    Buffer.from('89ef8b6382cd8cdf8ce38e4f8e9e82a982e78e6e82dc82e882dc82b78142', 'hex'),
    '会議は午後三時から始まります。',
  ],
  ['shift_jis', Buffer.from('838a815b8358', 'hex'), 'リース'],
  ['euc-jp', Buffer.from('bcccbfbfa4f2c1f7a4c3a4c6a4afa4c0a4b5a4a4', 'hex'), '写真を送ってください'],
  ['euc-kr', Buffer.from('bfc0b4c320b3afbebeb0a120c1c1bdc0b4cfb4d9', 'hex'), '오늘 날씨가 좋습니다'],
  ['gb18030', Buffer.from('c3f7ccecced2c3c7c8a5d1a7d0a3', 'hex'), '明天我们去学校'],
  ['big5', Buffer.from('a9faa4d1a7daadcca568bec7aed5', 'hex'), '明天我們去學校'],
  ['windows-1251', Buffer.from('eceeebeeeaee20e820f5ebe5e1', 'hex'), 'молоко и хлеб'],
  ['windows-1252', Buffer.from('4772f6df652066fc7220d66c', 'hex'), 'Größe für Öl'],
];

// The byte 0xBF, of which statistics tell nothing.
const declarations: [encoding: string, declaration: string, character: string][] = [
  ['iso-8859-2', '\\usepackage[T1]{fontenc}\\usepackage[latin2]{inputenc}', 'ż'],
  ['iso-8859-2', '\\RequirePackage [ utf8, latin2 ] {inputenc}', 'ż'],
  ['windows-1250', '% \\usepackage[latin1]{inputenc}\n50\\% \\usepackage[cp1250]{inputenc}', 'ż'],
  ['windows-1250', '\\inputencoding{cp1250}', 'ż'],
  ['iso-8859-2', '\\enableregime[il2]', 'ż'],
  ['x-mac-cyrillic', '\\usepackage[maccyr]{inputenc}', 'њ'],
  ['iso-8859-2', '% !TEX encoding = IsoLatin2', 'ż'],
  ['windows-1251', '%!TEX root = a.tex\n%!TEX encoding = Windows Cyrillic', 'ї'],
  ['iso-8859-2', '% -*- mode: latex; coding: iso-latin-2-unix; -*-', 'ż'],
  ['koi8-u', '% -*- coding: koi8-u -*-', '©'],
  ['windows-1252', '\\usepackage[utf8]{inputenc}', '¿'],
  ['windows-1252', '% -*- coding: utf-16 -*-', '¿'],
];

describe('decodeText', () => {
  it.each(declarations)('reads %s that %s declares', (encoding, declaration, character) => {
    const bytes = Buffer.from(`${declaration}\n\xbf`, 'latin1');

    expect(decodeText(bytes)).toEqual({ text: `${declaration}\n${character}`, encoding, damaged: false });
  });

  it.each(rows)('reads %s', (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, damaged: false });
  });

  it('normalizes line ends to line feeds', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\n')).text).toBe('a\nb\nc\n');
  });

  it('reports bytes that are invalid in the declared encoding', () => {
    expect(decodeText(Buffer.from('caf\xe9', 'latin1'), 'utf-8')).toEqual({
      text: 'caf\ufffd',
      encoding: 'utf-8',
      damaged: true,
    });
  });

  it('decodes any bytes without throwing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void decodeText(bytes)));
  });

  it('round-trips UTF-8', () => {
    const text = fc
      .string({ unit: anyCharacter, maxLength: 100 })
      .filter((whole) => !/[\r\0\ufeff\ufffd]/.test(whole));
    fc.assert(fc.property(text, (whole) => decodeText(Buffer.from(whole)).text === whole));
  });
});
