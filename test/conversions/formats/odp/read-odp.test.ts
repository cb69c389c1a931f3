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

    expect(tree.pages).toEqual([{ number: 1, width: 720, height: 360 }]);
    expect(tree.blocks[0]?.places).toEqual([{ page: 1, box: [72, 144, 288, 216] }]);
  });

  it('leaves out and lists text that nobody can see', async () => {
    const off = box('Ignore this.').replace('svg:x="1in"', 'svg:x="11in"');
    const tiny =
      '<style:style style:name="T" style:family="text"><style:text-properties fo:font-size="1pt"/></style:style>';
    const file = odfOf(
      'presentation',
      `<draw:page draw:master-page-name="M">${box('<text:span text:style-name="T">Tiny.</text:span>Seen.')}${off}</draw:page>`,
      tiny,
      { 'styles.xml': stylesPart },
    );

    const { tree, warnings } = await readWith(odpReader, file);
    const kept = await readWith(odpReader, file, { hidden: 'keep' });

    expect(tree.hidden_text).toEqual([
      { text: 'Tiny.', reason: 'tiny' },
      {
        text: 'Ignore this.',
        reason: 'off_page',
        place: { page: 1, box: [792, 144, 1008, 216] },
      },
    ]);
    expect(JSON.stringify(tree.blocks)).not.toMatch(/Tiny|Ignore/);
    expect(warnings).toEqual([expect.stringContaining('Set "hidden" to "keep"')]);
    expect(JSON.stringify(kept.tree.blocks)).toMatch(/Tiny.*Ignore/);
  });

  it('lists the comments on slides with their page', async () => {
    const comment =
      '<office:annotation svg:x="1in"><dc:creator>Ada</dc:creator><dc:date>2026-11-23T10:00:00</dc:date><text:p>Which</text:p><text:p>year?</text:p></office:annotation>';
    const file = odfOf(
      'presentation',
      `<draw:page>${box('One')}</draw:page><draw:page>${comment}<office:annotation/>${box('Two')}</draw:page>`,
    );

    const { tree } = await readWith(odpReader, file);

    expect(tree.comments).toEqual([
      { author: 'Ada', created: '2026-11-23T10:00:00', text: 'Which\nyear?', page: 2 },
    ]);
    expect(tree.sections).toEqual([
      { kind: 'slide', number: 1, title: null, first_block: 0, block_count: 1 },
      { kind: 'slide', number: 2, title: null, first_block: 2, block_count: 1 },
    ]);
  });

  it('has the footers of slides and of their master, where they are shown', async () => {
    const footer = (text: string) => box(text, 'presentation:class="footer"');
    const styles = odfPart(
      'office:document-styles',
      `<office:master-styles><style:master-page style:name="M">${footer('Of the master')}</style:master-page></office:master-styles>`,
    );
    const off =
      '<style:style style:name="off" style:family="drawing-page"><style:drawing-page-properties presentation:display-footer="false"/></style:style>';
    const file = (style: string) =>
      odfOf(
        'presentation',
        slide(
          `One</text:p></draw:text-box></draw:frame>${footer('Own')}<draw:frame><draw:text-box><text:p>`,
          style,
        ),
        off,
        { 'styles.xml': styles },
      );

    const furniture = async (style: string) => (await readWith(odpReader, file(style))).tree.furniture;

    expect(await furniture('')).toEqual([
      { kind: 'footer', text: 'Own' },
      { kind: 'footer', text: 'Of the master' },
    ]);
    expect(await furniture('draw:style-name="off"')).toEqual([{ kind: 'footer', text: 'Own' }]);
  });
});
