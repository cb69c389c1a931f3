import { expect, it } from 'vitest';
import type { ModelBlock } from '../../../../../lib/conversions/document/document-model.ts';
import { inlineText } from '../../../../../lib/conversions/document/document-tree.ts';
import { read } from '../../../../../lib/conversions/index.ts';
import { tag, taggedPdf } from './tagged-pdf.ts';

const on = (mark: number) => ({ page: 1, mark });

const shown = (block: ModelBlock): string => {
  if (block.kind !== 'paragraph') return block.kind;
  const isImage = block.content.some(({ kind }) => kind === 'image');
  return `${isImage ? 'image ' : ''}${inlineText(block.content).replaceAll(/\s+/g, ' ')}`;
};

// As LibreOffice, Chromium and pdfTeX tag them: an element of its own, in anonymous elements, and as part of a paragraph.
it('keeps a tall formula in one piece where it is, however it is tagged, and not one in a table', async () => {
  const fraction = (y: number, mark: number, x = 250) => [
    { text: 'v = ', x, y, mark },
    { text: 's', x: x + 24, y: y + 7, mark: mark + 1 },
    { text: 't', x: x + 24, y: y - 7, mark: mark + 2 },
  ];
  const line = 'The speed of the train is the way that it goes in a time, which is written as';
  const lines = [
    { text: line, x: 72, y: 760, mark: 0 },
    ...fraction(730, 1),
    { text: line, x: 72, y: 700, mark: 4 },
    ...fraction(670, 5),
    { text: line, x: 72, y: 640, mark: 8 },
    { text: 'Name', x: 72, y: 610, mark: 9 },
    ...fraction(610, 10),
    { text: 'Way', x: 72, y: 580, mark: 13 },
    { text: 's', x: 274, y: 580, mark: 14 },
  ];
  const cell = (...kids: Parameters<typeof tag>[2][]) => tag('TD', '', tag('P', '', ...kids));
  const root = [
    tag('P', '', on(0)),
    tag('P', '', tag('Formula', '', on(1), on(2), on(3))),
    tag('P', '', on(4)),
    tag('NonStruct', '', tag('NonStruct', '', on(5)), tag('NonStruct', '', on(6), on(7))),
    tag('P', '', on(8)),
    tag(
      'Table',
      '',
      tag('TR', '', cell(on(9)), cell(on(10), on(11), on(12))),
      tag('TR', '', cell(on(13)), cell(on(14))),
    ),
  ];

  const { blocks, images } = await read(taggedPdf({ pages: [lines], root }), { from: 'pdf' });

  expect(blocks.map(shown)).toEqual([line, 'image s v = t', line, 'image s v = t', line, 'table']);
  expect(images).toHaveLength(2);
});
