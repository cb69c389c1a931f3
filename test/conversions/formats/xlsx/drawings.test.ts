import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { convertText, makeXlsx, unzip } from '../../make-sheets.ts';
import { relationships, tinyPng, zipOf } from '../../office-files.ts';

const office = 'http://schemas.openxmlformats.org';
const threads = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments';

const namespaces = [
  `xmlns:xdr="${office}/drawingml/2006/spreadsheetDrawing"`,
  `xmlns:a="${office}/drawingml/2006/main"`,
  `xmlns:r="${office}/officeDocument/2006/relationships"`,
  `xmlns:c="${office}/drawingml/2006/chart"`,
  `xmlns:dgm="${office}/drawingml/2006/diagram"`,
  `xmlns:mc="${office}/markup-compatibility/2006"`,
].join(' ');

const corner = (name: string, column: number, row: number): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:${name}>`;

const anchored = (content: string): string =>
  `<xdr:twoCellAnchor>${corner('from', 1, 2)}${corner('to', 3, 5)}${content}</xdr:twoCellAnchor>`;

const box = (...lines: readonly string[]): string =>
  `<xdr:sp><xdr:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</xdr:txBody></xdr:sp>`;

const frame = (content: string): string =>
  `<xdr:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></xdr:graphicFrame>`;

const picture =
  '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="p" descr="A tide gauge"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="png"/></xdr:blipFill></xdr:pic>';

const chart = `<c:chartSpace ${namespaces}><c:chart><c:title><a:p><a:r><a:t>Tides by month</a:t></a:r></a:p></c:title><c:plotArea><c:ser><c:val><c:pt idx="0"><c:v>12.2</c:v></c:pt></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
const diagram = `<dgm:dataModel ${namespaces}><dgm:pt><dgm:t><a:p><a:r><a:t>Ebb</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`;

interface Parts {
  readonly cells?: string;
  readonly drawing?: string;
  readonly comments?: string;
  readonly threaded?: string;
}

function workbook({ cells = '', drawing = '', comments = '', threaded = '' }: Parts): Uint8Array {
  return zipOf({
    ...unzip(makeXlsx({ sheets: [cells] })),
    'xl/_rels/sheet0.xml.rels': relationships({
      d: ['drawing', 'drawings/drawing1.xml'],
      c: ['comments', 'comments1.xml'],
      t: ['threadedComment', 'threads.xml'],
    }),
    'xl/drawings/drawing1.xml': `<xdr:wsDr ${namespaces}>${drawing}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relationships({
      png: ['image', '../media/image1.png'],
      far: ['image', '!https://example.org/a.png'],
      chart: ['chart', '../charts/chart1.xml'],
      diagram: ['diagramData', '../diagrams/data1.xml'],
    }),
    'xl/media/image1.png': tinyPng,
    'xl/charts/chart1.xml': chart,
    'xl/diagrams/data1.xml': diagram,
    'xl/comments1.xml': `<comments xmlns="${office}/spreadsheetml/2006/main">${comments}</comments>`,
    'xl/threads.xml': `<ThreadedComments xmlns="${threads}">${threaded}</ThreadedComments>`,
  });
}

const cell = '<row><c t="inlineStr"><is><t>Saint-Malo</t></is></c></row>';

const modelOf = async (bytes: Uint8Array): Promise<DocumentModel> =>
  JSON.parse(Buffer.from((await extract(bytes, { from: 'xlsx', format: 'document' })).bytes).toString());

const markdownOf = async (bytes: Uint8Array): Promise<string> => convertText(bytes, 'xlsx', 'markdown');

describe('what lies over the cells of a sheet', () => {
  it('follows them: text boxes, groups, charts and diagrams', async () => {
    const drawing = [
      anchored(box('High water', 'and low')),
      anchored(`<xdr:grpSp>${box('in a group')}</xdr:grpSp>`),
      `<mc:AlternateContent><mc:Choice>${anchored(box('a choice'))}</mc:Choice><mc:Fallback>${anchored(box('its fallback'))}</mc:Fallback></mc:AlternateContent>`,
      anchored(frame('<c:chart r:id="chart"/>')),
      anchored(frame('<dgm:relIds r:dm="diagram"/>')),
    ].join('');

    expect(await markdownOf(workbook({ cells: cell, drawing }))).toBe(
      'Saint-Malo\n\nHigh water\n\nand low\n\nin a group\n\na choice\n\nTides by month\n\n|  |  |\n| --- | --- |\n|  | 12.2 |\n\n- Ebb\n',
    );
  });

  it('has its place, and pictures with their alternative text', async () => {
    const { blocks, images } = await modelOf(workbook({ drawing: anchored(box('a') + picture) }));

    expect(blocks).toMatchObject([
      { kind: 'paragraph', places: [{ sheet: 'A', cells: 'B3:D6' }] },
      { content: [{ kind: 'image', image: 0, alt: 'A tide gauge' }] },
    ]);
    expect(images).toMatchObject([{ mime_type: 'image/png', bytes: tinyPng.byteLength }]);
  });

  it('is the content of a sheet without cells, but is in no table', async () => {
    const bytes = workbook({ drawing: anchored(box('only text')) });

    expect(await markdownOf(bytes)).toBe('only text\n');
    await expect(convertText(bytes, 'xlsx', 'csv')).rejects.toMatchObject({ code: 'empty_document' });
    expect(await convertText(workbook({ cells: cell, drawing: anchored(box('x')) }), 'xlsx', 'csv')).toBe(
      'Saint-Malo\r\n',
    );
  });

  it('leaves out pictures of other addresses, and parts that are missing or damaged', async () => {
    const drawing = anchored(
      `${picture.replace('"png"', '"far"').replace('A tide gauge', '')}${frame('<c:chart r:id="none"/>')}`,
    );

    expect(await markdownOf(workbook({ cells: cell, drawing }))).toBe('Saint-Malo\n');
    expect(await markdownOf(workbook({ cells: cell, drawing: '<xdr:' }))).toBe('Saint-Malo\n');
  });

  it('ends at a limit of groups in groups', async () => {
    const deep = (levels: number): string =>
      `${'<xdr:grpSp>'.repeat(levels)}${box('deep')}${'</xdr:grpSp>'.repeat(levels)}`;

    expect(await markdownOf(workbook({ cells: cell, drawing: anchored(deep(33)) }))).toContain('deep');
    expect(await markdownOf(workbook({ cells: cell, drawing: anchored(deep(34)) }))).not.toContain('deep');
  });
});

describe('the comments on cells', () => {
  const authors = '<authors><author>Ada</author><author>tc={1}</author></authors>';
  const note = (author: number, text: string): string =>
    `<comment ref="B2" authorId="${author}"><text><r><t>${text}</t></r></text></comment>`;

  it('have their author and their cell', async () => {
    const comments = `${authors}<commentList>${note(0, 'Ada:\nmeasured twice')}${note(7, 'whose?')}</commentList>`;

    expect((await modelOf(workbook({ cells: cell, comments }))).comments).toEqual([
      { author: 'Ada', created: null, text: 'measured twice', place: { sheet: 'A', cells: 'B2' } },
      { author: null, created: null, text: 'whose?', place: { sheet: 'A', cells: 'B2' } },
    ]);
  });

  it('are those of threads in place of their notes for older programs', async () => {
    const comments = `${authors}<commentList>${note(1, '[Threaded comment] Your version of Excel')}</commentList>`;
    const threaded =
      '<threadedComment ref="C4" dT="2025-03-01T10:00:00.00"><text>Why?</text></threadedComment>';

    expect((await modelOf(workbook({ cells: cell, comments, threaded }))).comments).toEqual([
      {
        author: null,
        created: '2025-03-01T10:00:00.00',
        text: 'Why?',
        place: { sheet: 'A', cells: 'C4' },
      },
    ]);
  });
});
