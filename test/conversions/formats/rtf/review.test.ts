import { describe, expect, it } from 'vitest';
import { extract, read } from '../../../../lib/conversions/index.ts';

const rtf = (body: string): Buffer => Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1');

// 2026-11-23 11:00 in the 32 bits of a time.
const time = ((126 << 20) | (11 << 16) | (23 << 11) | (11 << 6)) >> 0;

const reviewed = rtf(
  [
    '{\\header Draft of a contract\\par}{\\footerf Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par}',
    'The term is {\\deleted ten}{\\revised twelve} months.\\par',
    '{\\*\\atrfstart 7}It may be {\\b ended}{\\*\\atrfend 7}',
    `{\\*\\atnid B}{\\*\\atnauthor Bo}\\chatn{\\*\\annotation{\\*\\atnref 7}{\\*\\atndate ${time}}\\pard\\plain\\chatn By whom?\\par When?\\par} at any time.\\par`,
    'One {\\deleted\\par}two.\\par',
    'a{\\footnote\\chftn foot\\par}b{\\footnote\\ftnalt\\chftn end\\par}\\par',
  ].join('\n'),
);

const markdownOf = async (options: object): Promise<string> => {
  const { bytes } = await extract(reviewed, { from: 'rtf', format: 'markdown', options: { ...options } });
  return Buffer.from(bytes).toString();
};

describe('an rtf under review', () => {
  it.each([
    ['final', 'The term is twelve months.', 'One two.'],
    ['original', 'The term is ten months.', 'One\n\ntwo.'],
    ['marked', 'The term is ~~ten~~twelve months.', 'One\n\ntwo.'],
  ])('is read as its %s text', async (tracked_changes, term, end) => {
    expect(await markdownOf({ tracked_changes })).toContain(
      `${term}\n\nIt may be **ended** at any time.\n\n${end}\n`,
    );
  });

  it('has its comments as notes if asked', async () => {
    expect(await markdownOf({ comments: 'notes' })).toContain('It may be **ended**[^1] at any time.');
    expect(await markdownOf({ comments: 'notes' })).toContain('[^1]: **Bo:** By whom?');
  });

  it('lists comments, headers and footers beside its text, and tells endnotes from footnotes', async () => {
    const { blocks, notes, comments, furniture } = await read(reviewed, { from: 'rtf' });

    expect(comments).toEqual([
      { author: 'Bo', created: '2026-11-23T11:00:00', text: 'By whom?\nWhen?', quote: 'It may be ended' },
    ]);
    expect(furniture).toEqual([
      { kind: 'header', text: 'Draft of a contract' },
      { kind: 'footer', text: 'Page 1' },
    ]);
    expect(notes).toHaveLength(2);
    expect(blocks.at(-1)).toMatchObject({
      content: [
        { text: 'a' },
        { kind: 'note', note: 0 },
        { text: 'b' },
        { kind: 'note', note: 1, type: 'endnote' },
      ],
    });
  });

  it('is its headers and footers if it has no other text', async () => {
    const file = rtf('{\\header Only a letterhead\\par}{\\headerf Only a letterhead\\par}\\pard\\par');

    const { bytes } = await extract(file, { from: 'rtf', format: 'text' });

    expect(Buffer.from(bytes).toString().trim()).toBe('Only a letterhead');
  });
});
