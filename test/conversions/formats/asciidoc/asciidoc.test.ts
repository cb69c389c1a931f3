import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { asciidoc } from '../../small-files.ts';

const markdownOf = async (text: string | Buffer): Promise<string> =>
  Buffer.from(
    (await extract(Buffer.from(text), { from: 'asciidoc', format: 'markdown', options: { images: 'none' } }))
      .bytes,
  ).toString();

describe('an AsciiDoc document', () => {
  it('has its headings, lists, tables, notes and formulas', async () => {
    expect(await markdownOf(asciidoc)).toBe(`# Harbour guide

High water comes **twice** a day, see [the tables](https://example.org). It is *late* at \`a/2\` and $x < y^2$.[^1]

## Tides

1. Cast off
2. Hoist the \`mainsail\`
   - slowly

| Day | Metres |
| --- | --- |
| Mon | 3.20 |

> **Note**
>
> Take care, see [Tides](#tides).

\`\`\`js
const a = 1 < 2;
\`\`\`

$$
\\frac{a}{b}
$$

[^1]: By the old **chart**.
`);
  });

  it('has its title, author and language', async () => {
    const { metadata, language } = await read(Buffer.from(asciidoc), { from: 'asciidoc' });

    expect(metadata).toMatchObject({
      title: 'Harbour guide',
      author: 'Ada Lovelace',
      subject: 'When to sail',
    });
    expect(language).toBe('en-GB');
  });

  it('includes no file and asks no address', async () => {
    const text = [
      'before',
      '',
      'include::/etc/passwd[]',
      '',
      'include::https://example.org/a.adoc[]',
      '',
      ':allow-uri-read:',
      ':data-uri:',
      '',
      'image::/etc/hostname.png[A picture]',
      '',
      'after',
    ].join('\n');

    const markdown = await markdownOf(text);

    expect(markdown).not.toMatch(/root:|data:/);
    expect(markdown).toContain('before');
    expect(markdown).toContain('A picture');
    expect(markdown).toContain('after');
  });

  it('may be unfinished', async () => {
    expect(await markdownOf('****\na\n')).toBe('a\n');
    expect(await markdownOf('endif::[]\n\ntext\n')).toBe('text\n');
    await expect(markdownOf('// a comment\n')).rejects.toMatchObject({ code: 'empty_document' });
  });

  it('with more headings, or a longer paragraph, than can be read in seconds is refused', async () => {
    const headings = (count: number): string => `= a\n\n${'== b\n\n'.repeat(count - 1)}`;

    expect(await markdownOf(headings(500))).toContain('## b');
    await expect(markdownOf(headings(5001))).rejects.toMatchObject({ code: 'too_complex' });
    await expect(markdownOf('a\n'.repeat(50_001))).rejects.toMatchObject({ code: 'too_complex' });
    await expect(markdownOf('a\n\n'.repeat(350_000))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it.each<[string, string]>([
    ['asciidoc', asciidoc],
    ['asciidoc', '= Title\n:toc:\n\ntext\n'],
    ['asciidoc', '== Heading\n\n|===\n|a\n|===\n'],
    ['text', '= is the sign of equality\n\nand so on\n'],
    ['text', 'NOTE: this is a note\n'],
    ['markdown', '# Title\n\n[link](https://example.org)\n\nNOTE: a\n'],
  ])('is found as %s by its markup', async (format, text) => {
    expect(await detectFormat(Buffer.from(text))).toBe(format);
  });
});
