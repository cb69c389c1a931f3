import { describe, expect, it } from 'vitest';
import { plainTextOf } from '../../../../lib/conversions/document/plain-text.ts';
import { rtfReader } from '../../../../lib/conversions/formats/rtf/reader.ts';
import { readWith } from '../../office-files.ts';

// Colour 1 is white, colour 2 is dark.
const colours = '{\\colortbl;\\red255\\green255\\blue255;\\red32\\green48\\blue64;}';
const table = (cell: string): string =>
  `\\trowd ${cell}\\cellx5000\\cellx9000\\pard\\intbl{\\cf1 Find me.}\\cell b\\cell\\row\\pard `;

const read = async (body: string, options = {}) => {
  const file = Buffer.from(`{\\rtf1\\ansi ${colours} Seen.\\par ${body}\\par Seen.\\par}`, 'latin1');
  const { tree, warnings } = await readWith(rtfReader, file, options);
  return { hidden: tree.hidden_text, text: plainTextOf(tree).text, warnings };
};

describe('text of an rtf that nobody can see', () => {
  it.each([
    ['is marked as hidden', '{\\v Find me.}', 'invisible'],
    ['is white on white', '{\\cf1 Find me.}', 'same_colour'],
    ['is tiny', '{\\fs2 Find me.}', 'tiny'],
    ['is white in a table', table(''), 'same_colour'],
    ['is white in a white cell', table('\\clcbpat1'), 'same_colour'],
    ['is white after a dark paragraph', '\\pard\\cbpat2 Dark.\\par\\pard{\\cf1 Find me.}', 'same_colour'],
    ['is white in a footnote', 'a{\\footnote\\pard\\plain\\cf1 Find me.}', 'same_colour'],
  ])('is left out and listed if it %s', async (_, body, reason) => {
    const { hidden, text, warnings } = await read(body);

    expect(hidden).toEqual([{ text: 'Find me.', reason }]);
    expect(text).not.toContain('Find me.');
    expect(warnings).toEqual([expect.stringContaining('Set "hidden" to "keep"')]);
    expect((await read(body, { hidden: 'keep' })).text).toContain('Find me.');
  });

  it('is one entry for each paragraph', async () => {
    const { hidden } = await read('{\\v one }{\\v two\\par}{\\v three}');

    expect(hidden?.map(({ text }) => text)).toEqual(['one two', 'three']);
  });

  it.each([
    ['white on a dark mark', '{\\cf1\\chcbpat2 Find me.}'],
    ['white in a dark paragraph', '\\pard\\cbpat2{\\cf1 Find me.}'],
    ['white in a dark cell', table('\\clcbpat2')],
    ['white in a shape', '{\\shp{\\*\\shpinst{\\shptxt\\pard\\cf1 Find me.\\par}}}'],
    ['white where a shape is behind the text', '{\\shp{\\*\\shpinst\\shpfblwtxt1}}{\\cf1 Find me.}'],
    ['of the automatic colour', '{\\cf0 Find me.}'],
  ])('does not include what is %s', async (_, body) => {
    const { hidden, text } = await read(body);

    expect(hidden).toEqual([]);
    expect(text).toContain('Find me.');
  });
});
