import { expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { docxOf, odfOf } from '../office-files.ts';

const by = 'w:id="1" w:author="Ada" w:date="2026-11-23T10:00:00Z"';
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const row = (text: string, change = '', cellChange = ''): string =>
  `<w:tr><w:trPr>${change}</w:trPr><w:tc><w:p>${run(text)}</w:p></w:tc><w:tc><w:tcPr>${cellChange}</w:tcPr><w:p>${run(`${text} fee`)}</w:p></w:tc></w:tr>`;
const docx = docxOf(
  `<w:tbl>${row('Item')}${row('Old', `<w:del ${by}/>`)}${row('New', `<w:ins ${by}/>`)}${row('Kept')}</w:tbl>`,
);

const region = (id: string, kind: string, text = ''): string =>
  `<text:changed-region text:id="${id}"><text:${kind}><office:change-info/>${text}</text:${kind}></text:changed-region>`;
const cells = (...texts: string[]): string =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const odt = odfOf(
  'text',
  `<text:tracked-changes>${region('a', 'deletion', '<text:p>Old</text:p>')}${region('b', 'deletion', '<text:p>Old fee</text:p>')}${region('c', 'insertion')}</text:tracked-changes><table:table>${cells('Item', 'Item fee')}${cells('<text:change text:change-id="a"/>', '<text:change text:change-id="b"/>')}${cells('<text:change-start text:change-id="c"/>New', 'New fee<text:change-end text:change-id="c"/>')}${cells('Kept', 'Kept fee')}</table:table>`,
);

const rtfRow = (first: string, second: string): string =>
  `\\trowd\\cellx2500\\cellx5000\\pard\\intbl ${first}\\cell ${second}\\cell\\row`;
const rtf = Buffer.from(
  `{\\rtf1\\ansi ${rtfRow('Item', 'Item fee')}${rtfRow('{\\deleted Old}', '{\\deleted Old fee}')}${rtfRow('{\\revised New}', '{\\revised New fee}')}${rtfRow('Kept', 'Kept fee')}}`,
);

const documents: readonly (readonly [Format, Uint8Array])[] = [
  ['docx', docx],
  ['odt', odt],
  ['rtf', rtf],
];

const rowsOf = async (from: Format, file: Uint8Array, tracked_changes: string): Promise<string[]> => {
  const { bytes } = await extract(file, { from, format: 'markdown', options: { tracked_changes } });
  return Buffer.from(bytes).toString().trim().split('\n').toSpliced(1, 1);
};

it.each(documents)('%s tables have the rows of each version', async (from, file) => {
  const [header, kept] = ['| Item | Item fee |', '| Kept | Kept fee |'];

  expect(await rowsOf(from, file, 'final')).toEqual([header, '| New | New fee |', kept]);
  expect(await rowsOf(from, file, 'original')).toEqual([header, '| Old | Old fee |', kept]);
  expect(await rowsOf(from, file, 'marked')).toEqual([
    header,
    '| ~~Old~~ | ~~Old fee~~ |',
    '| New | New fee |',
    kept,
  ]);
});

it('docx tables have the cells of each version', async () => {
  const file = docxOf(
    `<w:tbl>${row('Item', '', `<w:cellDel ${by}/>`)}${row('Next', '', `<w:cellIns ${by}/>`)}</w:tbl>`,
  );

  expect(await rowsOf('docx', file, 'final')).toEqual(['| Item |  |', '| Next | Next fee |']);
  expect(await rowsOf('docx', file, 'original')).toEqual(['| Item | Item fee |', '| Next |  |']);
});

it('a docx paragraph that was split is one in the original version', async () => {
  const file = docxOf(
    `<w:p><w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr>${run('One, ')}</w:p><w:p>${run('two')}</w:p>`,
  );
  const { bytes } = await extract(file, {
    from: 'docx',
    format: 'markdown',
    options: { tracked_changes: 'original' },
  });

  expect(Buffer.from(bytes).toString()).toBe('One, two\n');
});
