import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { extract } from '../../lib/conversions/index.ts';
import { itLong } from '../support/long-run.ts';
import { pptxOf, shapeOf, shapesPart, textLine } from './make-pptx.ts';
import { makeOds, makeXlsx } from './make-sheets.ts';
import { docxOf, odfOf, odfPart, paragraph, relationships, wordPart } from './office-files.ts';

const LETTERHEAD = 'Harbour office, Quai 4';
const footerShape = shapeOf('<p:ph type="ftr"/>', '', textLine(LETTERHEAD));
const emptySlide = shapesPart('sld', shapeOf('<p:ph type="title"/>', '', '<a:p/>'));
const masterText = shapesPart('sldMaster', shapeOf('', '', textLine(LETTERHEAD)));

const masterOf = (kind: string, content: string): string =>
  odfPart(
    'office:document-styles',
    `<office:master-styles><style:master-page style:name="${kind}">${content}</style:master-page></office:master-styles>`,
  );
const frame = (kind: string): string =>
  `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${LETTERHEAD}</text:p></draw:text-box></draw:frame>`;
const slideOf = (content: string): string => `<draw:page draw:master-page-name="M">${content}</draw:page>`;
const odsMaster = `<office:document-styles><office:master-styles><style:master-page style:name="Default"><style:header><text:p>${LETTERHEAD}</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`;

function emptyXls(): Uint8Array {
  const bytes: Buffer = write(utils.book_new(utils.aoa_to_sheet([]), 'S'), {
    type: 'buffer',
    bookType: 'biff8',
  });
  return bytes;
}

it.each([
  [
    'docx',
    docxOf('<w:p/><w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>', {
      'word/header1.xml': wordPart('hdr', paragraph(LETTERHEAD)),
      'word/_rels/document.xml.rels': relationships({ h: ['header', 'header1.xml'] }),
    }),
  ],
  [
    'odt',
    odfOf('text', '<text:p/>', '', {
      'styles.xml': masterOf('Standard', `<style:header><text:p>${LETTERHEAD}</text:p></style:header>`),
    }),
  ],
  ['rtf', Buffer.from(`{\\rtf1{\\header ${LETTERHEAD}\\par}\\pard\\par}`)],
  [
    'xlsx',
    makeXlsx({
      sheets: [''],
      after: `<headerFooter><oddHeader>&amp;L${LETTERHEAD}</oddHeader></headerFooter>`,
    }),
  ],
  ['ods', makeOds('<table:table table:name="S"/>', { 'styles.xml': odsMaster })],
  ['pptx', pptxOf([shapesPart('sld', footerShape), shapesPart('sld', footerShape)])],
  ['pptx', pptxOf([emptySlide, emptySlide], { 'ppt/slideMasters/master.xml': masterText })],
  ['odp', odfOf('presentation', slideOf(frame('footer')))],
  ['odp', odfOf('presentation', slideOf(''), '', { 'styles.xml': masterOf('M', frame('footer')) })],
  ['odp', odfOf('presentation', slideOf(''), '', { 'styles.xml': masterOf('M', frame('')) })],
] as const)('a %s whose only text is around its pages has that as its text', async (from, bytes) => {
  const { bytes: text } = await extract(bytes, { from, format: 'text' });

  expect(Buffer.from(text).toString().trim()).toBe(LETTERHEAD);
});

itLong('a document without any text has none', async () => {
  const files = [
    ['docx', docxOf('<w:p/>')],
    ['odt', odfOf('text', '<text:p/>')],
    ['rtf', Buffer.from('{\\rtf1\\par}')],
    ['pptx', pptxOf([emptySlide])],
    ['odp', odfOf('presentation', slideOf(''))],
    ['xls', emptyXls()],
  ] as const;

  for (const [from, bytes] of files)
    await expect(extract(bytes, { from, format: 'text' }), from).rejects.toMatchObject({
      code: 'empty_document',
    });
});
