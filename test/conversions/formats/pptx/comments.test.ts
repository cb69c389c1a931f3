import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { pptxOf, presentationPart, shapeOf, shapesPart, textLine } from '../../make-pptx.ts';
import { relationships } from '../../office-files.ts';

const modern = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"';
const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const saying = (text: string): string => `<p188:txBody>${textLine(text)}</p188:txBody>`;

const footer = shapeOf('<p:ph type="ftr"/>', '', textLine('Strictly confidential'));
const slide = shapesPart('sld', `${shapeOf('', '', textLine('One'))}${footer}`);

async function modelOf(): Promise<DocumentModel> {
  const bytes = pptxOf([slide, slide], {
    'ppt/_rels/presentation.xml.rels': relationships({
      slide0: ['slide', 'slides/slide0.xml'],
      slide1: ['slide', 'slides/slide1.xml'],
      a: ['commentAuthors', 'commentAuthors.xml'],
      b: ['authors', 'authors.xml'],
    }),
    'ppt/slides/_rels/slide1.xml.rels': relationships({
      c: ['comments', '../comments/comment1.xml'],
      m: ['comments', '../comments/modernComment_1.xml'],
    }),
    'ppt/commentAuthors.xml': presentationPart('cmAuthorLst', '<p:cmAuthor id="1" name="Ada"/>'),
    'ppt/authors.xml': `<p188:authorLst ${modern}><p188:author id="{B}" name="Grace"/></p188:authorLst>`,
    'ppt/comments/comment1.xml': presentationPart(
      'cmLst',
      '<p:cm authorId="1" dt="2024-05-06T07:08:09.000"><p:text>Too long?</p:text></p:cm>',
    ),
    'ppt/comments/modernComment_1.xml': `<p188:cmLst ${modern} ${drawing}><p188:cm authorId="{B}" created="2025-01-02T03:04:05.678"><p188:replyLst><p188:reply authorId="{X}">${saying('Done.')}</p188:reply></p188:replyLst>${saying('Cut this.')}</p188:cm></p188:cmLst>`,
  });
  return JSON.parse(
    Buffer.from((await extract(bytes, { from: 'pptx', format: 'document' })).bytes).toString(),
  );
}

describe('the model of a presentation', () => {
  it('has the comments on its slides, with their replies', async () => {
    expect((await modelOf()).comments).toEqual([
      { author: 'Ada', created: '2024-05-06T07:08:09.000', text: 'Too long?', page: 2 },
      { author: 'Grace', created: '2025-01-02T03:04:05.678', text: 'Cut this.', page: 2 },
      { author: null, created: null, text: 'Done.', page: 2 },
    ]);
  });

  it('has the footers of its slides once, as furniture', async () => {
    const { furniture, blocks } = await modelOf();

    expect(furniture).toEqual([{ kind: 'footer', text: 'Strictly confidential' }]);
    expect(JSON.stringify(blocks)).not.toContain('confidential');
  });
});
