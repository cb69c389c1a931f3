import { describe, expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';
import { pptxOf, shapeOf, shapesPart, textLine } from '../../make-pptx.ts';

const slide = (text: string, attributes = ''): string =>
  shapesPart('sld', shapeOf('', '', textLine(text)), { attributes });

const master = shapesPart(
  'sldMaster',
  `${shapeOf('', '', textLine('Strictly confidential'))}${shapeOf('<p:ph type="title"/>', '', textLine('Click to edit'))}`,
);

const layout = (attributes = ''): string =>
  shapesPart('sldLayout', shapeOf('', '', textLine('Department of Tides')), { attributes });

const textOf = async (slides: readonly string[], layoutPart: string): Promise<string[]> => {
  const bytes = pptxOf(slides, {
    'ppt/slideLayouts/layout.xml': layoutPart,
    'ppt/slideMasters/master.xml': master,
  });
  const result = await extract(bytes, { from: 'pptx', format: 'text' });
  return Buffer.from(result.bytes)
    .toString()
    .split(/\s*[\n\f]\s*/);
};

describe('text on the layout and master of slides', () => {
  it('is read once, without what placeholders say', async () => {
    expect(await textOf([slide('One'), slide('Two')], layout())).toEqual([
      'One',
      'Department of Tides',
      'Strictly confidential',
      'Two',
    ]);
  });

  it.each([
    ['the slide', [slide('One', ' showMasterSp="0"')], layout(), ['One']],
    ['the layout', [slide('One')], layout(' showMasterSp="0"'), ['One', 'Department of Tides']],
  ])('is not read where %s hides it', async (_, slides, layoutPart, text) => {
    expect(await textOf(slides, layoutPart)).toEqual(text);
  });
});
