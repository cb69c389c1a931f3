import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import type { SlideShape } from '../../../../lib/conversions/document/page-layout.ts';
import { typesetDocument } from '../../../../lib/conversions/formats/pdf/write/typesetting/typeset-document.ts';
import { tinyPng } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';

const text = (content: string, size: number): TreeBlock => ({
  kind: 'paragraph',
  content: [{ kind: 'text', text: content, layout: { size } }],
  layout: { text: { size } },
});
const shape = (more: Partial<SlideShape<TreeBlock>>): SlideShape<TreeBlock> => ({
  x: 10,
  y: 10,
  width: 100,
  height: 50,
  blocks: [],
  ...more,
});
const slide = (shapes: readonly SlideShape<TreeBlock>[], width = 400, height = 300): TreeBlock => ({
  kind: 'slide',
  slide: { width, height, background: '#336699', shapes },
});
const typeset = async (blocks: readonly TreeBlock[], options: object = {}) => {
  const { bytes } = await typesetDocument(
    {
      hub: 'document',
      fileType: 'pptx',
      info: noInfo,
      blocks,
      notes: [],
      images: [{ bytes: tinyPng, mimeType: 'image/png' }],
      pages: null,
    },
    { toc: false, pdf_standard: 'none', ...options },
    undefined,
  );
  return readPdf(bytes);
};

describe('the slides of a PDF', () => {
  it('are pages of their own size, also without shapes', async () => {
    const { sizes } = await typeset([slide([]), slide([shape({})], 200, 500), slide([])]);

    expect(sizes).toEqual([
      [400, 300],
      [200, 500],
      [400, 300],
    ]);
  });

  it('show each kind of shape on one page', async () => {
    const { sizes, text: shown } = await typeset([
      slide([
        shape({ fill: '#ff000080', stroke: { width: 1, colour: '#000000', dash: 'dashed' } }),
        shape({ geometry: 'ellipse', fill: '#00ff00', rotation: 30 }),
        shape({ geometry: { corner: 0.5 }, stroke: { width: 2, colour: '#000000' } }),
        shape({
          geometry: {
            isClosed: false,
            points: [
              [0, 1],
              [1, 0],
            ],
          },
          stroke: { width: 1, colour: '#000000' },
        }),
        shape({ image: { image: 0, alt: 'dot', crop: { top: 0.5, right: 0, bottom: 0, left: 0 } } }),
        shape({
          anchor: 'bottom',
          inset: { top: 1, right: 2, bottom: 3, left: 4 },
          blocks: [text('Bottom', 12)],
        }),
        shape({ x: Number.NaN, width: -5, height: Number.POSITIVE_INFINITY, blocks: [text('odd', 12)] }),
      ]),
    ]);

    expect(sizes).toEqual([[400, 300]]);
    expect(shown).toContain('Bottom');
  });

  it('keep text that overflows on the page', async () => {
    const long = Array.from({ length: 60 }, () => text('A line of text', 20));

    const { sizes } = await typeset([
      slide([shape({ blocks: long }), shape({ fit: 'shrink', blocks: long })]),
    ]);

    expect(sizes).toEqual([[400, 300]]);
  });

  it('have titles in the outline', async () => {
    const title: TreeBlock = {
      kind: 'heading',
      level: 2,
      content: [{ kind: 'text', text: 'Results' }],
      layout: { text: { size: 30 } },
    };

    const { outline, title: documentTitle } = await typeset([slide([shape({ blocks: [title] })])]);

    expect(outline.map((entry) => entry.title)).toEqual(['Results']);
    expect(documentTitle).toBe('Results');
  });

  it('are scaled to the paper of the options', async () => {
    const { sizes } = await typeset([slide([shape({ blocks: [text('Small', 12)] })])], { page_size: 'A4' });

    expect(sizes).toEqual([[842, 595]]);
  });

  it('conform to PDF/UA', async () => {
    const { sizes } = await typeset(
      [
        slide([
          shape({ fill: '#ff0000' }),
          shape({ image: { image: 0, alt: '' } }),
          shape({
            blocks: [{ kind: 'heading', level: 2, content: [{ kind: 'text', text: 'T' }], layout: {} }],
          }),
        ]),
      ],
      { pdf_standard: 'ua-1' },
    );

    expect(sizes).toEqual([[400, 300]]);
  });
});
