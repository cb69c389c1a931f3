import { expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';

/** A page whose characters are objects of their own, as Chromium writes them without subpixel positions. */
function pageOf(text: string, widths: Readonly<Record<string, number>>): Buffer {
  let x = 72;
  const shown = Array.from(text, (letter) => {
    const at = x;
    x += widths[letter] ?? 2.8;
    return `1 0 0 1 ${at} 700 Tm (${letter}) Tj`;
  }).join('\n');
  const content = `BT /F1 10 Tf ${shown} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 122/Widths[${'280 '.repeat(91)}]>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Size 6/Root 1 0 R>>\n%%EOF\n`);
}

const textOf = async (pdf: Buffer): Promise<string> =>
  Buffer.from((await extract(pdf, { from: 'pdf', format: 'text' })).bytes)
    .toString()
    .trim();

it('a narrow space that is an object of its own is read', async () => {
  expect(await textOf(pageOf('lift it till', { ' ': 1.2 }))).toBe('lift it till');
});

it('a gap without such a space is none', async () => {
  expect(await textOf(pageOf('lifttill', { f: 4 }))).toBe('lifttill');
});
