import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { engines } from '../../../../lib/conversions/routing/registry.ts';
import { pptxOf, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { makeXlsx } from '../../make-sheets.ts';
import { docxOf, paragraph } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';
import { runEngines } from '../../run-engines.ts';

const withoutLibreOffice = engines.filter(({ worker }) => worker !== 'office');

const print = async (input: Uint8Array, from: Format, options = {}) => {
  const request = { from, operation: 'convert', to: 'pdf', options } as const;
  const { bytes, report } = await runEngines(input, request, { engines: withoutLibreOffice });
  return { ...(await readPdf(bytes)), warnings: report.warnings };
};

const lost = (format: string) =>
  `The layout of the ${format} document was lost: it was printed without LibreOffice, from its text, tables and images.`;

const row = (...values: readonly string[]): string =>
  `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;

describe('a PDF of an office document without LibreOffice', () => {
  it('has the tables of a workbook, each below the name of its sheet', async () => {
    const workbook = makeXlsx({ sheets: [row('Port', 'Tide') + row('Bergen', 'low'), row('Crew')] });

    const { text, outline, warnings } = await print(workbook, 'xlsx');

    expect(outline.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(text.split(/\s+/)).toEqual(expect.arrayContaining(['Port', 'Tide', 'Bergen', 'low', 'Crew']));
    expect(warnings).toEqual([lost('xlsx')]);
  });

  it('has the slides of a presentation with their titles as headings, each on a new page', async () => {
    const slide = (title: string, text: string): string =>
      shapesPart(
        'sld',
        shapeOf('<p:ph type="title"/>', transform([10, 10, 300, 50]), textLine(title)) +
          shapeOf('', transform([10, 100, 300, 50]), textLine(text)),
      );
    const presentation = pptxOf([slide('Tides', 'High at noon'), slide('Crew', 'Four hands')]);

    const { text, outline, warnings } = await print(presentation, 'pptx');

    expect(outline.map(({ title }) => title)).toEqual(['Tides', 'Crew']);
    expect(text.split('\f').map((page) => page.split(/\s*\n\s*/).slice(0, 2))).toEqual([
      ['Tides', 'High at noon'],
      ['Crew', 'Four hands'],
    ]);
    expect(warnings).toEqual([lost('pptx')]);
  });

  it('has the text of a document on its own paper, with the page numbers and header of the options', async () => {
    const document = docxOf(
      `${paragraph('Tides', '<w:outlineLvl w:val="0"/>')}${paragraph('High at noon')}<w:sectPr><w:pgSz w:w="8391" w:h="5953"/></w:sectPr>`,
    );

    const plain = await print(document, 'docx');
    const own = await print(document, 'docx', { page_numbers: false, header: 'Harbour', page_size: 'A5' });

    expect(plain.outline.map(({ title }) => title)).toEqual(['Tides']);
    expect(plain.text.split(/\s*\n\s*/)).toEqual(['Tides', 'High at noon', '1']);
    expect(plain.sizes).toEqual([[420, 298]]);
    expect(plain.warnings).toEqual([lost('docx')]);
    expect(own.text.split(/\s*\n\s*/)).toEqual(['Harbour', 'Tides', 'High at noon']);
    expect(own.sizes).toEqual([[595, 420]]);
  });

  it('says that text which nobody can see is left out', async () => {
    const rtf = Buffer.from('{\\rtf1 Seen.{\\v Unseen.}}');

    const { text, warnings } = await print(rtf, 'rtf');

    expect(text).toContain('Seen.');
    expect(text).not.toContain('Unseen.');
    expect(warnings).toEqual([
      'Hidden text was left out. Set "hidden" to "keep" to include it.',
      lost('rtf'),
    ]);
  });
});
