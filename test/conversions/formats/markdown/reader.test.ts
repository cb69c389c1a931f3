import { describe, expect, it } from 'vitest';
import { documentContent } from '../../../../lib/conversions/engine/content.ts';
import { markdownReader } from '../../../../lib/conversions/formats/markdown/reader.ts';
import { writeMarkdown } from '../../../../lib/conversions/formats/markdown/write-blocks.ts';

const read = async (markdown: string) => {
  const request = { from: 'markdown', operation: 'read', to: 'document', options: {} } as const;
  return documentContent((await markdownReader.convert(Buffer.from(markdown), request)).content);
};
const rewritten = async (markdown: string) =>
  writeMarkdown(await read(markdown), { imageAddress: () => undefined });

const rich = `# A *title* of \`code\`

Text with **bold *and italic* words**, ~~gone~~, H<sub>2</sub>O, [a *link*](https://a.b/c), <https://d.e>, 2\\*3\\*4 and snake_case[^1].\\
A second line with $a_1 + b$ at \\$5 or US\\$ 6.

- one
  1. first
  2. second
     - deep
- [x] done
- [ ] not done

* another list

7. with a paragraph

   and another

8. and code

   \`\`\`js
   let a = \`b\`;
   \`\`\`

> quoted
>
> > twice

| left | right |
| :-- | --: |
| a\\|b | **c**<br>d |

\`\`\`\`md
\`\`\`
\`\`\`\`

---

$$
\\frac{a}{b}
$$

## Again

[^1]: A note.

    With two paragraphs.
`;

describe('reading markdown', () => {
  it('round-trips through the writer', async () => {
    expect(await rewritten(rich)).toBe(rich);
  });

  it.each([
    ['formulas, not prices', '$x$ and $5 or US$ 6', '$x$ and \\$5 or US\\$ 6\n'],
    ['html as in a page', '<div>a <b>b</b></div>\n\nc<script>alert(1)</script>', 'a **b**\n\nc\n'],
    [
      'no URL that runs code',
      '[a](javascript:alert(1)) [b](JaVaScRiPt:c) <javascript:d>',
      'a b javascript:d\n',
    ],
    ['relative URLs', '[a](b.md#c)', '[a](b.md#c)\n'],
    ['bare URLs', 'see https://a.b/c.', 'see <https://a.b/c>.\n'],
    [
      'notes in the order of their references',
      'a[^y] b[^x]\n\n[^x]: X\n[^y]: Y',
      'a[^1] b[^2]\n\n[^1]: Y\n\n[^2]: X\n',
    ],
  ])('reads %s', async (_, markdown, expected) => {
    expect(await rewritten(markdown)).toBe(expected);
  });

  it('reads front matter', async () => {
    const tree = await read(
      '---\ntitle: "A: \\"b\\""\nauthor:\n  - C\n  - D # no more\ndate: 2020-02-03\nlang: de\n---\ntext',
    );

    expect(tree).toMatchObject({
      metadata: { title: 'A: "b"', author: 'C, D', created: '2020-02-03T00:00:00.000Z' },
      language: 'de',
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text: 'text' }] }],
    });
  });

  it('reads a rule as a rule if no front matter follows', async () => {
    expect(await rewritten('---\n\na\n\n---\n\nb')).toBe('---\n\na\n\n---\n\nb\n');
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['stars', '*a '.repeat(20_000)],
    ['notes', Array.from({ length: 2_000 }, (_, at) => `a[^${at}]\n\n[^${at}]: b\n\n`).join('')],
    ['quotes', `${'> a\n>'.repeat(5_000)}`],
    ['dollars', '$a '.repeat(20_000)],
  ])('reads endless %s', async (_, markdown) => {
    expect((await read(markdown)).blocks).not.toHaveLength(0);
  });
});
