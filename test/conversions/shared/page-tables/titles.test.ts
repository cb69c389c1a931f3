import { expect, it } from 'vitest';
import { toLine } from '../../../../lib/conversions/shared/page-tables/lines.ts';
import { isCaption, isTableTitle } from '../../../../lib/conversions/shared/page-tables/titles.ts';

const lineOf = (text: string) =>
  toLine(text.split(' ').map((word, at) => ({ text: word, left: at, right: at + 1, top: 0, bottom: 1 })));

it.each([
  'Table 3. Exports',
  'TABLE II',
  'Tabelle A.1: Ausfuhr',
  'Tabl. 4 (12). Eksport',
  'Taulukko 7. Vienti',
  'Πίνακας 2',
  '表1 輸出',
])('recognizes "%s" as the title of a table', (text) => {
  expect(isTableTitle(lineOf(text))).toBe(true);
});

it.each(['Table of contents', 'Table a shows', 'Tables 3 and 4', 'Figure 3. Exports'])(
  'does not recognize "%s" as the title of a table',
  (text) => {
    expect(isTableTitle(lineOf(text))).toBe(false);
  },
);

it('recognizes the titles of figures and parts as captions', () => {
  expect(['Abb. 2 Ausfuhr', 'Annex B', 'Рис. 5', 'Table 1'].map((text) => isCaption(lineOf(text)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
