import { describe, expect, it } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { readRtf } from '../../../../lib/conversions/formats/rtf/read-rtf.ts';

const tables =
  '{\\fonttbl{\\f0 Arial;}{\\f1 Georgia;}}{\\colortbl;\\red255\\green0\\blue16;\\red0\\green128\\blue0;}';
const read = (body: string, to = 'pdf') =>
  readRtf(Buffer.from(`{\\rtf1\\ansi\\deff0${tables}${body}}`), { operation: 'convert', to } as never).tree;
const blocksOf = (body: string): readonly TreeBlock[] => read(body).blocks.slice(1);
const setupOf = (body: string) => {
  const [page] = read(body).blocks;
  return page?.kind === 'page_setup' ? page.setup : expect.fail();
};
const text = (content: string, layout: object) => ({ kind: 'text', text: content, layout });

describe('an RTF document on pages', () => {
  it('keeps fonts, sizes and colours of its text', () => {
    const [block] = blocksOf(
      '\\pard\\plain\\f1\\fs36\\cf1 Red {\\highlight2 marked}\\plain\\fs20 plain\\par',
    );

    expect(block).toMatchObject({
      kind: 'paragraph',
      content: [
        text('Red ', { font: 'Georgia', size: 18, colour: '#ff0010' }),
        text('marked', { font: 'Georgia', size: 18, background: '#008000' }),
        text('plain', { font: 'Arial', size: 10 }),
      ],
    });
  });

  it('keeps spaces, indents and line heights of paragraphs, and empty paragraphs', () => {
    const blocks = blocksOf(
      '\\pard\\sb240\\sa120\\li720\\ri360\\fi-360\\sl360\\slmult1\\keepn Text\\par\\pard\\sl-400 Exact\\par\\par',
    );

    expect(blocks.map((block) => ('layout' in block ? block.layout : undefined))).toEqual([
      {
        spaceBefore: 12,
        spaceAfter: 6,
        left: 36,
        right: 18,
        firstLine: -18,
        lineHeight: { rule: 'multiple', value: 1.5 },
        keepWithNext: true,
      },
      { spaceBefore: 0, spaceAfter: 0, lineHeight: { rule: 'exact', value: 20 } },
      { spaceBefore: 0, spaceAfter: 0, lineHeight: { rule: 'exact', value: 20 } },
    ]);
  });

  it('keeps widths, borders and shading of cells', () => {
    const [block] = blocksOf(
      '\\trowd\\trleft-100\\clbrdrt\\brdrs\\brdrw20\\brdrcf1\\clcbpat2\\clvertalc\\cellx1900\\clbrdrl\\brdrnone\\cellx3900' +
        '\\intbl A\\cell B\\cell\\row\\trowd\\trleft-100\\cellx1900\\cellx3900\\intbl C\\cell D\\cell\\row\\pard',
    );

    expect(block).toMatchObject({
      kind: 'table',
      layout: { columnWidths: [100, 100], indent: -5 },
      rows: [
        [
          {
            layout: {
              borders: { top: { width: 1, colour: '#ff0010' } },
              background: '#008000',
              verticalAlign: 'middle',
            },
          },
          { layout: { borders: { left: null } } },
        ],
        [{ layout: {} }, { layout: {} }],
      ],
    });
  });

  it('has headers and footers with page numbers, other ones on the first and on even pages', () => {
    const { header, footer } = setupOf(
      '\\facingp\\titlepg{\\headerf First\\par}{\\headerl Even\\par}{\\headerr Odd\\par}{\\header Late\\par}' +
        '{\\footer Page \\chpgn{\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 9}}\\par}Body\\par',
    );

    expect(header).toMatchObject({
      first: [{ content: [{ text: 'First' }] }],
      even: [{ content: [{ text: 'Even' }] }],
      default: [{ content: [{ text: 'Late' }] }],
    });
    expect(footer?.default?.[0]).toMatchObject({
      content: [{ text: 'Page ' }, { kind: 'page_number' }, { kind: 'page_count' }],
    });
  });

  it.each([
    ['unknown colours', '\\cf99\\highlight-3 x\\par', { colour: undefined, background: undefined }],
    ['excessive sizes', '\\fs999999999 x\\par', { size: 1638 }],
    ['negative sizes', '\\fs-5 x\\par', { size: 1 }],
  ])('survives %s', (_title, body, layout) => {
    expect(blocksOf(body)).toMatchObject([{ content: [{ layout }] }]);
  });
});

it('has no layout if the target shows no pages', () => {
  const body =
    '{\\header H\\par}\\pard\\sb240\\fs36\\cf1 Text\\par\\par\\trowd\\clcbpat1\\cellx900\\cellx1900 A\\cell B\\cell\\row';

  expect(JSON.stringify(read(body, 'markdown'))).not.toContain('layout');
  expect(read(body, 'markdown').blocks).toHaveLength(2);
});
