import { describe, expect, it } from 'vitest';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { docxOf, paragraph, relationships, wordPart } from '../../office-files.ts';

const run = (text: string, name = 't'): string =>
  `<w:r><w:${name} xml:space="preserve">${text}</w:${name}></w:r>`;
const by = (author: string): string => `w:id="9" w:author="${author}" w:date="2026-11-23T10:00:00Z"`;

const reviewed = docxOf(
  [
    `<w:p>${run('The term is ')}<w:del ${by('Ada')}>${run('ten', 'delText')}</w:del><w:ins ${by('Ada')}>${run('twelve')}</w:ins>${run(' months.')}</w:p>`,
    `<w:p><w:commentRangeStart w:id="1"/>${run('It may be ')}${run('ended')}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>${run(' at any time.')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:del ${by('Ada')}/></w:rPr></w:pPr>${run('One ')}</w:p><w:p>${run('two.')}</w:p>`,
    '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>',
  ].join(''),
  {
    'word/comments.xml': wordPart(
      'comments',
      `<w:comment w:id="1" w:author="Bo" w:date="2026-11-23T11:00:00Z">${paragraph('By whom?')}</w:comment><w:comment w:id="2" w:author="Bo">${paragraph('about nothing')}</w:comment>`,
    ),
    'word/header1.xml': wordPart('hdr', paragraph('Draft of a contract')),
    'word/_rels/document.xml.rels': relationships({
      c: ['comments', 'comments.xml'],
      h: ['header', 'header1.xml'],
    }),
  },
);

const markdownOf = async (options: object): Promise<string> => {
  const { bytes } = await extract(reviewed, { from: 'docx', format: 'markdown', options: { ...options } });
  return Buffer.from(bytes).toString();
};

describe('a document under review', () => {
  it.each([
    ['final', 'The term is twelve months.', 'One two.'],
    ['original', 'The term is ten months.', 'One\n\ntwo.'],
    ['marked', 'The term is ~~ten~~twelve months.', 'One\n\ntwo.'],
  ])('is read as its %s text', async (tracked_changes, term, end) => {
    expect(await markdownOf({ tracked_changes })).toBe(`${term}\n\nIt may be ended at any time.\n\n${end}\n`);
  });

  it('underlines insertions where they are marked', async () => {
    const { bytes } = await extract(reviewed, {
      from: 'docx',
      format: 'document',
      options: { tracked_changes: 'marked' },
    });

    expect(JSON.parse(Buffer.from(bytes).toString()).blocks[0].content.slice(1, 3)).toEqual([
      { kind: 'text', text: 'ten', strike: true },
      { kind: 'text', text: 'twelve', underline: true },
    ]);
  });

  it('has its comments as notes if asked', async () => {
    expect(await markdownOf({ comments: 'notes' })).toContain('It may be ended[^1] at any time.');
    expect(await markdownOf({ comments: 'notes' })).toContain('[^1]: **Bo:** By whom?');
  });

  it('lists comments, and headers of pages, beside its text', async () => {
    const { comments, furniture } = await read(reviewed, { from: 'docx' });

    expect(comments).toEqual([
      { author: 'Bo', created: '2026-11-23T11:00:00Z', text: 'By whom?', quote: 'It may be ended' },
    ]);
    expect(furniture).toEqual([{ kind: 'header', text: 'Draft of a contract' }]);
  });
});
