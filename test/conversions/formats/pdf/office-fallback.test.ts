import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { engines } from '../../../../lib/conversions/routing/registry.ts';
import { pptxOf, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { makeXlsx } from '../../make-sheets.ts';
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
});
