import { describe, expect, test } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import type { Slide } from '../../../../lib/conversions/document/page-layout.ts';
import { pptxReader } from '../../../../lib/conversions/formats/pptx/reader.ts';
import { EMU, pptxOf, presentationPart, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { readWith, relationships, tinyPng } from '../../office-files.ts';

const pdf = { operation: 'convert', to: 'pdf' } as const;
const slidesOf = (blocks: readonly TreeBlock[]): Slide<TreeBlock>[] =>
  blocks.flatMap((block) => (block.kind === 'slide' ? [block.slide] : []));
const draw = async (
  shapes: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Slide<TreeBlock>> => {
  const { tree } = await readWith(pptxReader, pptxOf([shapesPart('sld', shapes)], parts), {}, pdf);
  const [slide] = slidesOf(tree.blocks);
  if (slide === undefined) throw new Error('No slide was drawn.');
  return slide;
};

const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="n"><a:dk1><a:sysClr val="windowText" lastClr="111111"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme><a:fontScheme name="n"><a:majorFont><a:latin typeface="Cambria"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`;
const solid = (colour: string): string => `<a:solidFill>${colour}</a:solidFill>`;

describe('slides that are drawn', () => {
  test('have the size of the presentation and omit hidden slides', async () => {
    const file = pptxOf([
      shapesPart('sld', ''),
      shapesPart('sld', '', { attributes: 'show="0"' }),
      shapesPart('sld', ''),
    ]);

    const { tree, warnings } = await readWith(pptxReader, file, {}, pdf);

    expect(slidesOf(tree.blocks).map(({ width, height }) => [width, height])).toEqual([
      [400, 300],
      [400, 300],
    ]);
    expect(warnings).toEqual(['Hidden slides are omitted: 2.']);
  });

  test('have a size within the limits of PDF', async () => {
    const file = pptxOf([shapesPart('sld', '')], {}, '<p:sldSz cx="999999999" cy="1"/>');

    const { tree } = await readWith(pptxReader, file, {}, pdf);

    expect(slidesOf(tree.blocks)).toEqual([{ width: 14_400, height: 1, background: undefined, shapes: [] }]);
  });

  test('are not drawn for other targets', async () => {
    const file = pptxOf([shapesPart('sld', shapeOf('', transform([0, 0, 9, 9]), textLine('a')))]);

    const { tree } = await readWith(pptxReader, file, {}, { operation: 'convert', to: 'html' });

    const places = [{ page: 1, x: 0, y: 0, width: 9, height: 9 }];
    expect(tree.blocks).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: 'a' }], page: 1, places },
    ]);
  });

  test('inherit positions and text from the layout, the master and the theme', async () => {
    const slide = await draw(
      shapeOf('<p:ph type="title"/>', '', textLine('Title', '', '<a:rPr i="1"/>')) +
        shapeOf('<p:ph idx="1"/>', '', `<a:bodyPr/>${textLine('Item')}`),
      {
        'ppt/slideLayouts/layout.xml': shapesPart(
          'sldLayout',
          shapeOf('<p:ph type="title"/>', transform([10, 20, 300, 50])) +
            shapeOf(
              '<p:ph idx="1"/>',
              transform([10, 80, 300, 200]),
              '<a:bodyPr anchor="ctr" lIns="0"/><a:lstStyle><a:lvl1pPr><a:defRPr sz="2000"/></a:lvl1pPr></a:lstStyle>',
            ),
        ),
        'ppt/slideMasters/master.xml': presentationPart(
          'sldMaster',
          `<p:cSld><p:bg><p:bgPr>${solid('<a:schemeClr val="accent1"/>')}</p:bgPr></p:bg><p:spTree>${shapeOf('', `${transform([0, 290, 400, 10])}${solid('<a:srgbClr val="00FF00"/>')}`)}${shapeOf('<p:ph type="ftr"/>', transform([0, 0, 9, 9]), textLine('not shown'))}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" accent1="accent1"/><p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4400" b="1">${solid('<a:schemeClr val="tx1"/>')}<a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="${18 * EMU}" indent="${-18 * EMU}"><a:buFont typeface="Arial"/><a:buChar char="–"/><a:defRPr sz="3200"/></a:lvl1pPr></p:bodyStyle></p:txStyles>`,
        ),
        'ppt/theme/theme.xml': theme,
      },
    );

    expect(slide.background).toBe('#4472c4');
    const [decoration, title, body] = slide.shapes;
    expect(slide.shapes).toHaveLength(3);
    expect(decoration).toMatchObject({ y: 290, width: 400, fill: '#00ff00' });
    expect(title).toMatchObject({ x: 10, y: 20, width: 300, height: 50 });
    expect(title?.blocks).toMatchObject([
      {
        kind: 'heading',
        align: 'center',
        content: [
          {
            text: 'Title',
            bold: true,
            italic: true,
            layout: { size: 44, font: 'Cambria', colour: '#111111' },
          },
        ],
      },
    ]);
    expect(body).toMatchObject({ y: 80, anchor: 'middle', inset: { left: 0, top: 3.6 } });
    expect(body?.blocks).toMatchObject([
      {
        kind: 'paragraph',
        content: [{ text: 'Item', layout: { size: 20, font: 'Calibri' } }],
        layout: { left: 18, firstLine: -18, marker: { text: '–', layout: { font: 'Arial', size: 20 } } },
      },
    ]);
  });

  test('shrink text by the scale of autofit', async () => {
    const text = `<a:bodyPr><a:normAutofit fontScale="50000" lnSpcReduction="20000"/></a:bodyPr>${textLine('a', '', '<a:rPr sz="2400"/>')}`;

    const { shapes } = await draw(shapeOf('', transform([0, 0, 100, 50]), text));

    expect(shapes).toMatchObject([
      {
        fit: 'shrink',
        blocks: [{ layout: { lineHeight: { rule: 'multiple', value: 0.8 }, text: { size: 12 } } }],
      },
    ]);
  });

  test('number list items by level', async () => {
    const item = (text: string, level: number): string =>
      textLine(
        text,
        `<a:pPr lvl="${level}"><a:buAutoNum type="${level === 0 ? 'romanUcPeriod' : 'alphaLcParenR'}" startAt="2"/></a:pPr>`,
      );
    const { shapes } = await draw(
      shapeOf('', transform([0, 0, 100, 50]), item('a', 0) + item('b', 1) + item('c', 1) + item('d', 0)),
    );

    const markers = shapes[0]?.blocks.map(
      (block) => block.kind === 'paragraph' && block.layout?.marker?.text,
    );
    expect(markers).toEqual(['II.', 'b)', 'c)', 'III.']);
  });

  test('place the shapes of nested and rotated groups on the slide', async () => {
    const child = shapeOf('', `${transform([100, 100, 100, 100])}${solid('<a:prstClr val="red"/>')}`);
    const group = (own: string, inner: string): string =>
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="n"/></p:nvGrpSpPr><p:grpSpPr>${own}</p:grpSpPr>${inner}</p:grpSp>`;
    const half = transform([0, 0, 100, 100]).replace(
      '</a:xfrm>',
      `<a:chOff x="0" y="0"/><a:chExt cx="${200 * EMU}" cy="${200 * EMU}"/></a:xfrm>`,
    );
    const turned = transform([100, 0, 100, 100], 'rot="5400000"').replace(
      '</a:xfrm>',
      `<a:chOff x="0" y="0"/><a:chExt cx="${100 * EMU}" cy="${100 * EMU}"/></a:xfrm>`,
    );

    const { shapes } = await draw(group(turned, group(half, child)));

    expect(shapes).toHaveLength(1);
    expect(shapes[0]).toMatchObject({ width: 50, height: 50, rotation: 90, fill: '#ff0000' });
    // The lower right quarter moves to the lower left.
    expect(shapes[0]?.x).toBeCloseTo(100);
    expect(shapes[0]?.y).toBeCloseTo(50);
  });

  test('have lines, outlines and polygons', async () => {
    const shape = (preset: string, attributes = '', adjust = ''): string =>
      shapeOf(
        '',
        `${transform([0, 0, 100, 50], attributes)}<a:prstGeom prst="${preset}"><a:avLst>${adjust}</a:avLst></a:prstGeom><a:noFill/><a:ln w="25400">${solid('<a:srgbClr val="123456"/>')}<a:prstDash val="sysDot"/></a:ln>`,
      );

    const { shapes } = await draw(
      shape('line', 'flipV="1"') +
        shape('ellipse') +
        shape('roundRect', '', '<a:gd name="adj" fmla="val 50000"/>') +
        shape('unknown'),
    );

    expect(shapes[0]?.stroke).toEqual({ width: 2, colour: '#123456', dash: 'dotted' });
    expect(shapes.map(({ geometry }) => geometry)).toEqual([
      {
        isClosed: false,
        points: [
          [0, 1],
          [1, 0],
        ],
      },
      'ellipse',
      { corner: 0.5 },
      undefined,
    ]);
  });

  test('have images with their crop', async () => {
    const image = `<p:pic><p:nvPicPr><p:cNvPr id="1" name="n" descr="A dot"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/><a:srcRect l="25000"/></p:blipFill><p:spPr>${transform([5, 6, 7, 8])}</p:spPr></p:pic>`;

    const { shapes } = await draw(image, { 'ppt/media/i.png': tinyPng });

    expect(shapes).toMatchObject([
      {
        x: 5,
        height: 8,
        image: { image: 0, alt: 'A dot', crop: { top: 0, right: 0, bottom: 0, left: 0.25 } },
      },
    ]);
  });

  test('have tables with widths, fills and built-in styles', async () => {
    const cell = (text: string, properties = ''): string =>
      `<a:tc><a:txBody>${textLine(text)}</a:txBody><a:tcPr>${properties}</a:tcPr></a:tc>`;
    const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="n"/></p:nvGraphicFramePr>${transform([10, 10, 200, 60]).replaceAll('a:xfrm', 'p:xfrm')}<a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"><a:tableStyleId>{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}</a:tableStyleId></a:tblPr><a:tblGrid><a:gridCol w="${50 * EMU}"/><a:gridCol w="${150 * EMU}"/></a:tblGrid><a:tr h="${30 * EMU}">${cell('h')}${cell('i')}</a:tr><a:tr h="${30 * EMU}">${cell('a', solid('<a:srgbClr val="ABCDEF"/>'))}${cell('b')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

    const { shapes } = await draw(table, {
      'ppt/slideLayouts/layout.xml': shapesPart('sldLayout', ''),
      'ppt/slideMasters/master.xml': shapesPart('sldMaster', ''),
      'ppt/theme/theme.xml': theme,
    });

    expect(shapes).toMatchObject([
      {
        x: 10,
        blocks: [
          {
            kind: 'table',
            headerRows: 1,
            layout: { columnWidths: [50, 150], rowHeights: [{ rule: 'least', value: 30 }, { value: 30 }] },
            rows: [
              [
                { layout: { background: '#4472c4' }, blocks: [{ content: [{ text: 'h', bold: true }] }] },
                { layout: { borders: { right: { colour: '#ffffff', width: 1 } } } },
              ],
              [{ layout: { background: '#abcdef' } }, {}],
            ],
          },
        ],
      },
    ]);
  });

  test('show charts as tables, with a warning', async () => {
    const chart = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="n"/></p:nvGraphicFramePr>${transform([10, 10, 200, 60]).replaceAll('a:xfrm', 'p:xfrm')}<a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>`;
    const file = pptxOf([shapesPart('sld', chart)], {
      'ppt/slides/_rels/slide0.xml.rels': relationships({ c: ['chart', '../charts/chart.xml'] }),
      'ppt/charts/chart.xml':
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
    });

    const { tree, warnings } = await readWith(pptxReader, file, {}, pdf);

    expect(slidesOf(tree.blocks)[0]?.shapes).toMatchObject([{ x: 10, blocks: [{ kind: 'table' }] }]);
    expect(warnings).toEqual(['1 chart is shown as a table of values.']);
  });

  test('are bounded in shapes and in the depth of groups', async () => {
    const shape = shapeOf('', `${transform([0, 0, 9, 9])}${solid('<a:prstClr val="red"/>')}`);
    const group = (inner: string): string => `<p:grpSp><p:grpSpPr/>${inner}</p:grpSp>`;
    let deep = shape;
    for (let depth = 0; depth < 60; depth += 1) deep = group(deep);

    const { tree, warnings } = await readWith(
      pptxReader,
      pptxOf([shapesPart('sld', shape.repeat(3_500) + deep)]),
      {},
      pdf,
    );

    expect(slidesOf(tree.blocks)[0]?.shapes).toHaveLength(3_000);
    expect(warnings).toEqual(['500 shapes were omitted: a slide has too many.']);
  });
});
