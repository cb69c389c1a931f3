import { describe, expect, it } from 'vitest';
import { documentContent } from '../../../lib/conversions/engine/content.ts';
import { sheetDocument } from '../../../lib/conversions/hubs/workbook-to-document.ts';
import { convert, type DocumentModel, extract } from '../../../lib/conversions/index.ts';
import { pptxOf, presentationPart, shapeOf, shapesPart, textLine } from '../make-pptx.ts';
import { relationships } from '../office-files.ts';

const modelOf = async (bytes: Uint8Array, from: 'pptx' | 'xlsx' | 'csv'): Promise<DocumentModel> =>
  JSON.parse(Buffer.from((await extract(bytes, { from, format: 'document' })).bytes).toString());

const title = (text: string): string => shapeOf('<p:ph type="title"/>', '', textLine(text));
const notesPage = presentationPart(
  'notes',
  `<p:cSld><p:spTree>${[
    shapeOf('<p:ph type="sldImg"/>', ''),
    shapeOf('<p:ph type="body" idx="1"/>', '', textLine('Say hello.')),
    shapeOf('', '', textLine('Ask the printer.')),
    shapeOf('<p:ph type="hdr"/>', '', textLine('Internal')),
    shapeOf('<p:ph type="sldNum"/>', '', textLine('2')),
  ].join('')}</p:spTree></p:cSld>`,
);

const workbook = Buffer.from(
  JSON.stringify({
    sheets: [
      {
        name: 'One',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
      },
      {
        name: 'Two',
        rows: [
          ['c', 'd'],
          [3, 4],
        ],
      },
    ],
  }),
);

describe('the sections of a document', () => {
  it('are the slides with their titles, and speaker notes and boxes on their pages are in them', async () => {
    const slides = [
      shapesPart('sld', `${title('Yields')}${shapeOf('', '', textLine('Up.'))}`),
      shapesPart('sld', shapeOf('', '', textLine('Untitled.')), { attributes: 'show="0"' }),
    ];
    const { sections, blocks } = await modelOf(
      pptxOf(slides, {
        'ppt/slides/_rels/slide1.xml.rels': relationships({ n: ['notesSlide', '../notesSlides/n.xml'] }),
        'ppt/notesSlides/n.xml': notesPage,
      }),
      'pptx',
    );

    expect(sections).toEqual([
      { kind: 'slide', number: 1, title: 'Yields', first_block: 0, block_count: 2 },
      { kind: 'slide', number: 2, title: null, hidden: true, first_block: 3, block_count: 2 },
    ]);
    const notes = blocks[4];
    expect(notes).toMatchObject({ kind: 'quote', role: 'speaker_notes', page: 2 });
    expect(JSON.stringify(notes)).toMatch(/Say hello\..*Ask the printer\./);
    expect(JSON.stringify(notes)).not.toMatch(/Internal|"2"/);
  });

  it('are the sheets with their numbers in the file', async () => {
    const xlsx = (await convert(workbook, { from: 'json', to: 'xlsx' })).bytes;
    const { sections, blocks } = await modelOf(xlsx, 'xlsx');

    expect(sections).toEqual([
      { kind: 'sheet', number: 1, title: 'One', first_block: 0, block_count: 2 },
      { kind: 'sheet', number: 2, title: 'Two', first_block: 2, block_count: 2 },
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'table', 'heading', 'table']);
  });
});

describe('hidden sheets', () => {
  const hidden = {
    hub: 'workbook',
    format: 'xlsx',
    metadata: {},
    sheets: [
      { name: 'Shown', rows: [['a']] },
      { name: 'Empty', rows: [] },
      { name: 'Rates', rows: [['b']], hidden: true },
    ],
  } as never;

  it('are read, and named in a warning unless they were requested', async () => {
    const request = { from: 'workbook', operation: 'read', to: 'document' } as const;
    const all = await sheetDocument.convert(hidden, { ...request, options: {} });
    const one = await sheetDocument.convert(hidden, { ...request, options: { sheet: 'Rates' } });

    expect(all.report.warnings).toEqual(['Hidden sheets are included: "Rates".']);
    expect(documentContent(all.content).sections).toEqual([
      { kind: 'sheet', number: 1, title: 'Shown', first_block: 0, block_count: 2 },
      { kind: 'sheet', number: 3, title: 'Rates', hidden: true, first_block: 2, block_count: 2 },
    ]);
    expect(one.report.warnings ?? []).toEqual([]);
  });
});
