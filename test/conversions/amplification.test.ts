import { describe, expect, it } from 'vitest';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import { isLong } from '../support/long-run.ts';
import { docxOf, odfOf, odfPart, relationships, zipOf } from './office-files.ts';

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const points = Array.from({ length: 1000 }, (_, at) => `<c:pt idx="${at}"><c:v>1</c:v></c:pt>`).join('');
const chart = `<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${drawingNamespace}"><c:chart><c:plotArea>${`<c:ser><c:val>${points}</c:val></c:ser>`.repeat(8)}</c:plotArea></c:chart></c:chartSpace>`;
const chartFrame =
  '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
const odfCell =
  '<table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell>';
const odfTable = (inside: string): string =>
  `<table:table>${`<table:table-row table:number-rows-repeated="100">${inside}</table:table-row>`.repeat(2)}</table:table>`;
const nested = (depth: number): string =>
  depth === 0
    ? odfTable(odfCell)
    : odfTable(
        `<table:table-cell table:number-columns-repeated="1000">${nested(depth - 1)}</table:table-cell>`,
      );

const rows: readonly (readonly [title: string, from: Format, file: Uint8Array, what: string])[] = [
  [
    'a chart that 2,000 drawings reference',
    'docx',
    docxOf(chartFrame.repeat(2000), {
      'word/_rels/document.xml.rels': relationships({ c: ['chart', 'chart.xml'] }),
      'word/chart.xml': chart,
    }),
    'cells',
  ],
  [
    'a chart that 2,000 frames reference',
    'odt',
    odfOf(
      'text',
      '<text:p><draw:frame><draw:object xlink:href="./C"/></draw:frame></text:p>'.repeat(2000),
      '',
      {
        'C/content.xml': odfPart(
          'office:document-content',
          `<office:body><office:chart>${odfTable(odfCell)}</office:chart></office:body>`,
        ),
      },
    ),
    'cells',
  ],
  ['tables of repeated cells in each other', 'odt', odfOf('text', nested(3)), 'cells'],
  [
    'repeated spaces',
    'odt',
    odfOf('text', `<text:p>x${'<text:s text:c="1000"/>'.repeat(70_000)}</text:p>`),
    'characters',
  ],
  [
    'cells that span a thousand columns',
    'html',
    Buffer.from(`<table><tr><td>x<td>y</tr>${'<tr><td colspan=1000>x</tr>'.repeat(6000)}</table>`),
    'cells',
  ],
  [
    "rows that all have the first row's thousand edges",
    'rtf',
    Buffer.from(
      `{\\rtf1\\trowd${Array.from({ length: 1000 }, (_, at) => `\\cellx${at * 100}`).join('')}\\intbl a\\cell ${'b\\cell\\row '.repeat(3000)}\\trowd\\cellx99900${'c\\cell\\row '.repeat(3000)}}`,
    ),
    'cells',
  ],
  [
    'an archive of files each of which stays below the limit',
    'zip',
    zipOf(
      Object.fromEntries(
        Array.from({ length: 3 }, (_, at) => [
          `${at}.html`,
          `<table><tr><td>x<td>y</tr>${'<tr><td colspan=1000>x</tr>'.repeat(2000)}</table>`,
        ]),
      ),
    ),
    'cells',
  ],
];

describe('a small document that expands to a huge one', () => {
  it.each(isLong ? rows : rows.filter((_, index) => index % 3 === 0))(
    'is refused with its limit: %s',
    async (_, from, file, what) => {
      expect(file.length).toBeLessThan(1_000_000);

      const made = convert(file, { from, to: 'text' }).then(({ report }) => report);

      await expect(made).rejects.toMatchObject({
        code: 'too_complex',
        message: expect.stringContaining(what),
      });
    },
  );
});
