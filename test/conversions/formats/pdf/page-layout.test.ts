import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import type { DocumentTree, Inline, TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import type { PageSetup, ParagraphLayout } from '../../../../lib/conversions/document/page-layout.ts';
import { typesetDocument } from '../../../../lib/conversions/formats/pdf/write/typesetting/typeset-document.ts';
import { readPdf } from '../../read-pdf.ts';

const paragraph = (text: string): TreeBlock => ({ kind: 'paragraph', content: [{ kind: 'text', text }] });
const setup = (width: number, height: number, more: Partial<PageSetup<TreeBlock>> = {}): TreeBlock => ({
  kind: 'page_setup',
  setup: { width, height, margins: { top: 72, right: 72, bottom: 72, left: 72 }, start: 'page', ...more },
});
const treeOf = (blocks: readonly TreeBlock[]): DocumentTree => ({
  hub: 'document',
  fileType: 'docx',
  info: noInfo,
  blocks,
  notes: [],
  images: [],
  pages: null,
});
const typeset = async (blocks: readonly TreeBlock[], options: object = {}) => {
  const { bytes } = await typesetDocument(
    treeOf(blocks),
    { toc: false, pdf_standard: 'none', ...options },
    undefined,
  );
  return readPdf(bytes);
};

describe('a document with page settings', () => {
  it('has the page size of each section', async () => {
    const { sizes } = await typeset([setup(300, 400), paragraph('One'), setup(500, 350), paragraph('Two')]);

    expect(sizes).toEqual([
      [300, 400],
      [500, 350],
    ]);
  });

  it('uses the paper size of the options in the orientation of each page', async () => {
    const { sizes } = await typeset([setup(500, 350), paragraph('One')], { page_size: 'A5' });

    expect(sizes).toEqual([[595, 420]]);
  });

  it('shows headers and footers with the numbers of their pages', async () => {
    const field = (kind: 'page_number' | 'page_count'): Inline => ({ kind });
    const header: TreeBlock = {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'Page ' },
        field('page_number'),
        { kind: 'text', text: ' of ' },
        field('page_count'),
      ],
      layout: {},
    };
    const first: TreeBlock = { kind: 'paragraph', content: [{ kind: 'text', text: 'Cover' }], layout: {} };
    const { text } = await typeset([
      setup(300, 400, { header: { default: [header], first: [first] } }),
      paragraph('One'),
      { kind: 'page_break' },
      paragraph('Two'),
    ]);

    expect(text.split('\f').map((page) => page.split('\n').filter((line) => line !== ''))).toEqual([
      ['Cover', 'One'],
      ['Page 2 of 2', 'Two'],
    ]);
  });

  it('keeps empty paragraphs and spaces as high as the document says', async () => {
    const laid = (text: string, layout: ParagraphLayout): TreeBlock => ({
      kind: 'paragraph',
      content: text === '' ? [] : [{ kind: 'text', text }],
      layout,
    });
    // 256 points between the margins.
    const fits = [
      laid('One', { spaceAfter: 56, lineHeight: { rule: 'exact', value: 50 } }),
      laid('', {}),
      laid('Two', {}),
    ];
    const tall = { lineHeight: { rule: 'exact', value: 136 } } as const;
    const [one, two] = await Promise.all([
      typeset([setup(300, 400), ...fits.slice(0, 1), laid('', tall)]),
      typeset([setup(300, 400), ...fits, laid('', tall)]),
    ]);

    expect([one.sizes.length, two.sizes.length]).toEqual([1, 2]);
  });

  it('shows a table in the widths and colours of the document, without a row after the last', async () => {
    const line = { width: 1, colour: '#000000' };
    const { text } = await typeset([
      setup(300, 400),
      {
        kind: 'table',
        headerRows: 0,
        rows: [
          ['a', { blocks: [paragraph('b')], layout: { background: '#ff0000', verticalAlign: 'middle' } }],
          [
            {
              blocks: [paragraph('c')],
              columnSpan: 2,
              layout: { borders: { top: null }, padding: { left: 3 } },
            },
          ],
        ],
        layout: {
          columnWidths: [40, 60],
          rowHeights: [
            { rule: 'least', value: 30 },
            { rule: 'exact', value: 20 },
          ],
          borders: { top: line, bottom: line, left: line, right: line, horizontal: line, vertical: line },
          padding: { top: 0, right: 5, bottom: 0, left: 5 },
        },
      },
    ]);

    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe('a b c');
  });

  it('reports the fonts that it replaces by ones of other metrics', async () => {
    const laid = (font: string): TreeBlock => ({
      kind: 'paragraph',
      content: [{ kind: 'text', text: font }],
      layout: { text: { font } },
    });
    const tree = treeOf([setup(300, 400), laid('Calibri'), laid('Georgia'), laid('Verdana')]);
    const { fonts_substituted } = await typesetDocument(
      tree,
      { toc: false, pdf_standard: 'none' },
      undefined,
    );

    expect(fonts_substituted).toEqual(['Georgia -> Caladea', 'Verdana -> Noto Sans']);
  });
});
