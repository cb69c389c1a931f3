import { describe, expect, it } from 'vitest';
import { odpReader } from '../../../../lib/conversions/formats/odp/reader.ts';
import { odfOf, odfPart, readWith } from '../../office-files.ts';

const box = (text: string, attributes = ''): string =>
  `<draw:frame svg:x="1in" svg:y="2in" svg:width="3in" svg:height="1in" ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;

const stylesPart = odfPart(
  'office:document-styles',
  `<office:automatic-styles><style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="10in" fo:page-height="5in"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="PM">${box('Our company')}${box('Click to edit', 'presentation:class="outline"')}</style:master-page></office:master-styles>`,
);

const slide = (text: string, attributes = ''): string =>
  `<draw:page draw:master-page-name="M" ${attributes}>${box(text)}</draw:page>`;

describe('an odp reader', () => {
  it('reads the text of a master that shows on slides once, and their footers as furniture', async () => {
    const file = odfOf(
      'presentation',
      `<presentation:footer-decl presentation:name="f">Draft</presentation:footer-decl><presentation:footer-decl presentation:name="g">Unused</presentation:footer-decl>${slide('One', 'presentation:use-footer-name="f"')}${slide('Two', 'presentation:use-footer-name="f"')}`,
      '',
      { 'styles.xml': stylesPart },
    );
    const { tree } = await readWith(odpReader, file);

    const texts = tree.blocks.map((block) =>
      block.kind === 'paragraph' && block.content[0]?.kind === 'text' ? block.content[0].text : block.kind,
    );
    expect(texts).toEqual(['One', 'Our company', 'page_break', 'Two']);
    expect(tree.furniture).toEqual([{ kind: 'footer', text: 'Draft' }]);
  });

  it('tells where the text is on its slide', async () => {
    const { tree } = await readWith(
      odpReader,
      odfOf('presentation', slide('One'), '', { 'styles.xml': stylesPart }),
    );

    expect(tree.pageSizes).toEqual([{ number: 1, width: 720, height: 360 }]);
    expect(tree.blocks[0]?.places).toEqual([{ page: 1, x: 72, y: 144, width: 216, height: 72 }]);
  });
});
