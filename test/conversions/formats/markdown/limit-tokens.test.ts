import createMarkdown from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { limitTokens } from '../../../../lib/conversions/formats/markdown/parse-markdown.ts';

const parse = (text: string, max: number): number => {
  const markdown = createMarkdown();
  limitTokens(markdown, max);
  return markdown.parse(text, {}).length;
};

const table = '|a|b|\n|-|-|\n|c|d|\n';

describe('limitTokens', () => {
  it.each([
    ['a table', table, 10 + 4 * 3],
    ['two paragraphs', 'a\n\nb', 2 * 3],
    ['pieces of a line', '*a* *b*', 3 + 4],
  ])('accepts %s at the limit and refuses it above', (_, text, tokens) => {
    expect(() => parse(text, tokens)).not.toThrow();
    expect(() => parse(text, tokens - 1)).toThrow(`more than ${tokens - 1} paragraphs, cells`);
  });

  it('counts each document separately', () => {
    const markdown = createMarkdown();
    limitTokens(markdown, 4);
    for (let time = 0; time < 3; time += 1) expect(markdown.parse('a', {})).toHaveLength(3);
  });
});
