import { describe, expect, it } from 'vitest';
import { unspaced } from '../../../../lib/conversions/formats/pdf/text-runs/letter-spacing.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';

/** Characters of 10 points, 5 points wide, with these gaps between letters and between words, and spaces of a width between letters. */
function characters(text: string, letterGap: number, wordGap: number, spaceWidth = 0) {
  let right = 0;
  return Array.from(text, (letter) => {
    if (letter === ' ') {
      right += wordGap - letterGap;
      return [];
    }
    const left = right + letterGap;
    const space = { text: ' ', left: right, right: right + spaceWidth };
    right = left + 5;
    return [space, { text: letter, left, right }];
  })
    .flat()
    .slice(1);
}

describe('letter-spaced text', () => {
  it.each(['HERE IS A TITLE', 'THIS IS A B', 'TITLE'])('has its words: %s', (text) => {
    expect(unspaced(characters(text, 2, 6), 10)).toBe(text);
  });

  it.each([
    ['single letters with spaces in the file', characters('ABCDE', 2.5, 5, 2.5)],
    ['words', Array.from('Here is a man', (text, at) => ({ text, left: at * 5, right: at * 5 + 5 }))],
    ['numbers', characters('12345', 2, 6)],
  ])('does not include %s', (_, line) => {
    expect(unspaced(line, 10)).toBeUndefined();
  });

  it('is read from a PDF', async () => {
    const page = `<!doctype html><h1 style="letter-spacing:.35em">HERE IS A TITLE</h1><p style="letter-spacing:.2em">Here is spaced text.</p><p>A B C D E</p>`;
    const { bytes } = await convert(Buffer.from(page), { from: 'html', to: 'pdf' });

    const text = Buffer.from((await extract(bytes, { from: 'pdf', format: 'text' })).bytes).toString();

    expect(text.trim().split(/\n+/)).toEqual(['HERE IS A TITLE', 'Here is spaced text.', 'A B C D E']);
  });
});
