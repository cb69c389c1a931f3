import { describe, expect, it } from 'vitest';
import { plainTextOf } from '../../../../lib/conversions/document/plain-text.ts';
import { docReader } from '../../../../lib/conversions/formats/doc/reader.ts';
import { readWith } from '../../office-files.ts';
import { docOf, type Run, textOf } from './doc-of.ts';

const WHITE: readonly [code: number, value: number] = [0x2a42, 8];
const GREY: readonly [code: number, value: number] = [0x2a42, 16];
const SHAPES = 0x1da;

const read = async (run: Run, options = {}, structures = {}) => {
  const runs: Run[] = ['Seen. ', run, ' Seen.\r'];
  const parts = { body: runs.map(textOf).join(''), footnotes: '', headers: '', comments: '', endnotes: '' };
  const { tree, warnings } = await readWith(docReader, docOf(parts, runs, structures), options);
  return { hidden: tree.hidden_text, text: plainTextOf(tree).text, warnings };
};

describe('text of a doc that nobody can see', () => {
  it.each<[string, Run, string]>([
    ['is hidden in Word', ['Find me.', 0x083c], 'invisible'],
    ['is white on white', ['Find me.', ...WHITE], 'same_colour'],
  ])('is left out and listed if it %s', async (_, run, reason) => {
    const { hidden, text, warnings } = await read(run);

    expect(hidden).toEqual([{ text: 'Find me.', reason }]);
    expect(text).toBe('Seen.  Seen.');
    expect(warnings).toEqual([expect.stringContaining('Set "hidden" to "keep"')]);
    expect((await read(run, { hidden: 'keep' })).text).toBe('Seen. Find me. Seen.');
  });

  it('does not include grey text, or white text of a document with shapes', async () => {
    const shapes = { [SHAPES]: Buffer.alloc(30) };

    expect((await read(['Find me.', ...GREY])).text).toContain('Find me.');
    expect((await read(['Find me.', ...WHITE], {}, shapes)).text).toContain('Find me.');
  });
});
