import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { pptxOf, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';

type Frame = Parameters<typeof transform>[0];

// Slides are 400 by 300 points.
const slide = (frame: Frame, more = ''): string =>
  shapesPart(
    'sld',
    shapeOf('', transform([10, 10, 100, 50]), textLine('Seen.')) +
      shapeOf('', transform(frame), textLine('Ignore this.')),
    { more },
  );

const read = async (content: string, hidden: 'omit' | 'keep' = 'omit') => {
  const { bytes, report } = await extract(pptxOf([content]), {
    from: 'pptx',
    format: 'document',
    options: { hidden },
  });
  const { hidden_text, blocks }: DocumentModel = JSON.parse(Buffer.from(bytes).toString());
  return { listed: hidden_text, text: JSON.stringify(blocks), warnings: report.warnings };
};

describe('text beyond the edges of its slide', () => {
  it.each<[edge: string, frame: Frame]>([
    ['left', [-100, 10, 100, 50]],
    ['right', [400, 10, 100, 50]],
    ['upper', [10, -50, 100, 50]],
    ['lower', [10, 300, 100, 50]],
  ])('is left out and listed: the %s edge', async (_, frame) => {
    const { listed, text, warnings } = await read(slide(frame));
    const [x, y, width, height] = frame;

    expect(listed).toEqual([
      {
        text: 'Ignore this.',
        reason: 'off_page',
        place: { page: 1, box: [x, y, x + width, y + height] },
      },
    ]);
    expect(text).not.toContain('Ignore');
    expect(text).toContain('Seen.');
    expect(warnings).toEqual(['Hidden text was left out on slide 1. Set "hidden" to "keep" to include it.']);
  });

  it.each<[why: string, content: string, hidden?: 'keep']>([
    ['is partly on the slide', slide([399, 10, 100, 50])],
    ['may be moved by an animation', slide([400, 10, 100, 50], '<p:timing/>')],
    ['is asked for', slide([400, 10, 100, 50]), 'keep'],
  ])('is read if it %s', async (_, content, hidden) => {
    const { listed, text, warnings } = await read(content, hidden);

    expect(listed).toEqual([]);
    expect(text).toContain('Ignore this.');
    expect(warnings).toEqual([]);
  });
});
