import { describe, expect, test } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import type { Slide } from '../../../../lib/conversions/document/page-layout.ts';
import { odpReader } from '../../../../lib/conversions/formats/odp/reader.ts';
import { odfOf, odfPart, readWith, tinyPng } from '../../office-files.ts';

const pdf = { operation: 'convert', to: 'pdf' } as const;
const graphic = (name: string, properties: string, more = ''): string =>
  `<style:style style:name="${name}" style:family="graphic"><style:graphic-properties ${properties}/>${more}</style:style>`;
const frame = (attributes: string, inside: string): string =>
  `<draw:frame svg:x="1in" svg:y="2in" svg:width="3in" svg:height="1in" ${attributes}><draw:text-box>${inside}</draw:text-box></draw:frame>`;

const master = `<style:master-page style:name="M" style:page-layout-name="PM" draw:style-name="Mdp"><draw:rect draw:style-name="deco" svg:x="0in" svg:y="0in" svg:width="10in" svg:height="1in"/>${frame('presentation:class="footer"', '<text:p><presentation:footer/></text:p>')}${frame('presentation:class="outline" presentation:placeholder="true"', '<text:p>not shown</text:p>')}</style:master-page>`;
const stylesPart = odfPart(
  'office:document-styles',
  `<office:styles><style:default-style style:family="graphic"><style:text-properties fo:font-size="24pt"/></style:default-style><style:style style:name="D-outline1" style:family="presentation"><style:text-properties fo:font-size="20pt"/></style:style><style:style style:name="D-outline2" style:family="presentation" style:parent-style-name="D-outline1"><style:text-properties fo:font-size="50%"/></style:style><table:table-template table:name="T"><table:first-row table:style-name="head"/><table:body table:style-name="body"/></table:table-template><style:style style:name="head" style:family="table-cell"><style:graphic-properties draw:fill="solid" draw:fill-color="#111111"/><style:text-properties fo:color="#ffffff"/></style:style></office:styles><office:automatic-styles>${graphic('deco', 'draw:fill="solid" draw:fill-color="#ff0000"')}<style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="10in" fo:page-height="5in"/></style:page-layout><style:style style:name="Mdp" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid" draw:fill-color="#000080"/></style:style></office:automatic-styles><office:master-styles>${master}</office:master-styles>`,
);

const read = async (shapes: string, styles = '', attributes = '') => {
  const page = `<presentation:footer-decl presentation:name="f">Footer text</presentation:footer-decl><draw:page draw:master-page-name="M" ${attributes}>${shapes}</draw:page>`;
  const file = odfOf('presentation', page, styles, { 'styles.xml': stylesPart, 'Pictures/i.png': tinyPng });
  const { tree, warnings } = await readWith(odpReader, file, {}, pdf);
  const slides = tree.blocks.flatMap((block): Slide<TreeBlock>[] =>
    block.kind === 'slide' ? [block.slide] : [],
  );
  return { slides, warnings, shapes: (slides[0]?.shapes ?? []).slice(1) };
};

describe('slides of OpenDocument that are drawn', () => {
  test('have the size, the background and the drawings of their master', async () => {
    const { slides } = await read('');

    expect(slides).toMatchObject([
      {
        width: 720,
        height: 360,
        background: '#000080',
        shapes: [{ x: 0, width: 720, height: 72, fill: '#ff0000' }],
      },
    ]);
  });

  test('repeat the footer of their master if they show it', async () => {
    const style =
      '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:display-footer="true"/></style:style>';

    const { shapes } = await read('', style, 'draw:style-name="dp" presentation:use-footer-name="f"');

    expect(shapes).toMatchObject([{ x: 72, blocks: [{ content: [{ text: 'Footer text' }] }] }]);
  });

  test('omit hidden slides', async () => {
    const style =
      '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';

    const { slides, warnings } = await read('', style, 'draw:style-name="dp"');

    expect(slides).toEqual([]);
    expect(warnings).toEqual(['Hidden slides are omitted: 1.']);
  });

  test('have text with the styles of its shape, its level and its runs', async () => {
    const styles =
      '<style:style style:name="pr" style:family="presentation" style:parent-style-name="D-outline1"><style:graphic-properties draw:textarea-vertical-align="middle" fo:padding-left="0.1in" style:shrink-to-fit="true"/></style:style><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:text-align="center" fo:line-height="90%"/></style:style><style:style style:name="T" style:family="text"><style:text-properties fo:font-weight="bold" fo:color="#123456"/></style:style><text:list-style style:name="L"><text:list-level-style-bullet text:level="2" text:bullet-char="–"><style:list-level-properties text:space-before="0.5in" text:min-label-width="0.25in"/></text:list-level-style-bullet></text:list-style>';
    const list =
      '<text:list text:style-name="L"><text:list-item><text:list><text:list-item><text:p text:style-name="P">a<text:span text:style-name="T">b</text:span></text:p></text:list-item></text:list></text:list-item></text:list>';

    const { shapes } = await read(
      frame('presentation:style-name="pr" presentation:class="outline"', list),
      styles,
    );

    expect(shapes).toMatchObject([
      {
        x: 72,
        y: 144,
        anchor: 'middle',
        fit: 'shrink',
        inset: { left: 7.2 },
        blocks: [
          {
            align: 'center',
            content: [
              { text: 'a', layout: { size: 10 } },
              { text: 'b', bold: true, layout: { size: 10, colour: '#123456' } },
            ],
            layout: {
              left: 54,
              firstLine: -18,
              lineHeight: { rule: 'multiple', value: 0.9 },
              marker: { text: '–' },
            },
          },
        ],
      },
    ]);
  });

  test('have shapes, lines, rotation and images', async () => {
    const styles = graphic(
      'g',
      'draw:fill="solid" draw:fill-color="#00ff00" draw:opacity="50%" draw:stroke="dash" svg:stroke-color="#0000ff" svg:stroke-width="2pt"',
    );

    const { shapes } = await read(
      '<draw:g><draw:ellipse draw:style-name="g" svg:width="2in" svg:height="1in" draw:transform="rotate (-1.5707963267949) translate (3in 1in)"/></draw:g>' +
        '<draw:line draw:style-name="g" svg:x1="1in" svg:y1="2in" svg:x2="2in" svg:y2="1in"/>' +
        '<draw:custom-shape draw:style-name="g" svg:x="1in" svg:y="1in" svg:width="1in" svg:height="1in"><draw:enhanced-geometry draw:type="isosceles-triangle"/></draw:custom-shape>' +
        '<draw:frame svg:x="1in" svg:y="1in" svg:width="1in" svg:height="1in"><draw:image xlink:href="Pictures/i.png"/></draw:frame>',
      styles,
    );

    const [ellipse, line, triangle, image] = shapes;
    expect(ellipse).toMatchObject({
      geometry: 'ellipse',
      fill: '#00ff0080',
      stroke: { width: 2, colour: '#0000ff', dash: 'dashed' },
    });
    expect(ellipse?.rotation).toBeCloseTo(90);
    // The upper left corner becomes the upper right one, at (3, 1) inches.
    expect((ellipse?.x ?? 0) + 72).toBeCloseTo(3 * 72 - 36);
    expect((ellipse?.y ?? 0) + 36).toBeCloseTo(2 * 72);
    expect(line).toMatchObject({
      x: 72,
      y: 72,
      geometry: {
        points: [
          [0, 1],
          [1, 0],
        ],
        isClosed: false,
      },
    });
    expect(line?.fill).toBeUndefined();
    expect(triangle).toMatchObject({ geometry: { isClosed: true } });
    expect(image).toMatchObject({ image: { image: 0 } });
  });

  test('have tables with widths and the styles of their template', async () => {
    const styles =
      '<style:style style:name="co" style:family="table-column"><style:table-column-properties style:column-width="1.5in"/></style:style>';
    const row = (text: string): string =>
      `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const table = `<draw:frame svg:x="1in" svg:y="1in" svg:width="1in" svg:height="1in"><table:table table:template-name="T" table:use-first-row-styles="true"><table:table-column table:style-name="co"/>${row('h')}${row('a')}</table:table></draw:frame>`;

    const { shapes } = await read(table, styles);

    expect(shapes).toMatchObject([
      {
        blocks: [
          {
            kind: 'table',
            headerRows: 1,
            layout: { columnWidths: [108] },
            rows: [
              [
                {
                  layout: { background: '#111111' },
                  blocks: [{ content: [{ text: 'h', layout: { colour: '#ffffff', size: 24 } }] }],
                },
              ],
              [{ blocks: [{ content: [{ text: 'a' }] }] }],
            ],
          },
        ],
      },
    ]);
  });
});
