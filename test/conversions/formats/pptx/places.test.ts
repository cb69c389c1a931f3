import { expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { EMU, pptxOf, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { relationships } from '../../office-files.ts';

const main = 'http://schemas.openxmlformats.org/drawingml/2006';
const xfrm = `<p:xfrm><a:off x="${10 * EMU}" y="${90 * EMU}"/><a:ext cx="${100 * EMU}" cy="${80 * EMU}"/></p:xfrm>`;

/** A diagram in a frame with this place and placeholder. */
const diagram = (place: string, placeholder = ''): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="d"/><p:nvPr>${placeholder}</p:nvPr></p:nvGraphicFramePr>${place}<a:graphic><a:graphicData><dgm:relIds xmlns:dgm="${main}/diagram" r:dm="d"/></a:graphicData></a:graphic></p:graphicFrame>`;

const presentation = (shapes: string): Uint8Array =>
  pptxOf([shapesPart('sld', shapes)], {
    'ppt/slides/_rels/slide0.xml.rels': relationships({
      l: ['slideLayout', '../slideLayouts/layout.xml'],
      d: ['diagramData', '../diagrams/data.xml'],
    }),
    'ppt/slideLayouts/layout.xml': shapesPart(
      'sldLayout',
      shapeOf('<p:ph type="dgm" idx="7"/>', transform([20, 30, 40, 50])),
    ),
    'ppt/diagrams/data.xml': `<dgm:dataModel xmlns:dgm="${main}/diagram" xmlns:a="${main}/main"><dgm:pt><dgm:t>${textLine('Ebb')}</dgm:t></dgm:pt></dgm:dataModel>`,
  });

async function blocksOf(bytes: Uint8Array): Promise<DocumentModel['blocks']> {
  const { bytes: json } = await extract(bytes, { from: 'pptx', format: 'document' });
  return (JSON.parse(Buffer.from(json).toString()) as DocumentModel).blocks;
}

const placed = (text: string, box: readonly number[]) => ({
  kind: 'list',
  ordered: false,
  page: 1,
  items: [
    {
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text }], places: [{ page: 1, box }] }],
    },
  ],
});

it.each([
  ['of its frame', diagram(xfrm), [10, 90, 110, 170]],
  ['of the placeholder that it fills', diagram('', '<p:ph type="dgm" idx="7"/>'), [20, 30, 60, 80]],
])('gives the text of a diagram the place %s', async (_, shapes, box) => {
  expect(await blocksOf(presentation(shapes))).toEqual([placed('Ebb', box)]);
});

it('gives the items of a list the place of their shape, once in a chunk', async () => {
  const bullet = '<a:pPr><a:buChar char="x"/></a:pPr>';
  const shape = shapeOf('', transform([10, 10, 100, 50]), textLine('a', bullet) + textLine('b', bullet));
  const bytes = presentation(shape);

  const [list] = await blocksOf(bytes);
  const { bytes: chunks } = await extract(bytes, { from: 'pptx', format: 'chunks' });

  const places = [{ page: 1, box: [10, 10, 110, 60] }];
  expect(list).toMatchObject({ items: [{ blocks: [{ places }] }, { blocks: [{ places }] }] });
  expect(list).not.toHaveProperty('places');
  expect(JSON.parse(Buffer.from(chunks).toString())).toMatchObject([{ text: '- a\n- b', places }]);
});
