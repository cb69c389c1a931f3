import { describe, expect, it } from 'vitest';
import { textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { readHtml } from '../../../../lib/conversions/formats/html/read-html.ts';
import { loadMarkdown } from '../../../../lib/conversions/formats/markdown/parse-markdown.ts';
import { readMarkdown } from '../../../../lib/conversions/formats/markdown/read-markdown.ts';
import { runsOf } from '../../../support/long-run.ts';

const options = {
  placeImage: ({ attributes }: { attributes: Readonly<Record<string, string>> }) => [
    textRun(`${attributes.alt}: ${attributes.src}`),
  ],
  resolveRelative: (href: string) => href,
  mainContent: false,
  firstNote: 0,
};
const paragraph = (...content: readonly unknown[]) => ({ kind: 'paragraph', content });

const withoutHtml = [
  '# A *title*\n\n#\n\n###### `code` ![](a.png)\n',
  'one\ntwo  \nthree\\\n\\\nfour **b *bi* b** ~~s **b**~~ `a  b` *`c`*\n',
  '![a *b*](c.png "d") [e](http://f.g "h") [i](javascript:j) <http://k.l> http://m.n [![o](p)](q.md)\n',
  '- a\n- b\n  - c\n\n3. d\n\n   e\n4. - f\n\n- \n\n* [x] g\n* [ ] h\n',
  '> a\n> # b\n> - c\n>\n> > d\n\n>\n',
  '| a | b |\n|:-:|--:|\n| *1* | 2 |\n| | `c` |\n\n| only |\n|---|\n\n| d | e |\n|---|---|\n| f | g |\n',
  '```js x\n\na\n\n```\n\n~~~\n~~~\n\n    b\n\n---\n',
  'a $x$ $$y$$\n\n$$\nz\n$$\n\n$$\nw\n$$\n\n- b\n  $$\n  v\n  $$\n',
  'a[^1] ^[in *line*] b[^2] a[^1]\n\n[^2]: c\n[^1]: d[^3]\n\n    - e\n\n[^3]: f\n',
  'a<br>b<br/>c\n',
];
const withHtml = [
  '<div align="center">\n\n# a\n\nb *c*\n\n</div>\n\nd\n',
  '<details><summary>a</summary>\n\n- b\n\n</details>\n\nc\n',
  '<table><tr><td>\n\na *b*\n\n</td><td>\n\nc\n\n</td></tr></table>\n',
  'H<sub>2</sub>O <b>a *b*</b> <script>c()</script> <span hidden>d</span>\n\ne\n',
  'a[^1]\n\n<b>b[^2]\n\n[^1]: <i>c</i>\n[^2]: d\n',
  '<img src="a" alt="b">\n<b>c</b>\n\nd\n',
  '<p>a<a role="doc-noteref" href="#x">1</a></p>\n\nb\n\n<p id="x">c</p>\n',
  '<base href="https://a.b/">\n\n[c](d)\n',
];

describe('markdown documents', () => {
  it.each([...withoutHtml, ...withHtml])('are read like the equivalent HTML: %j', async (text) => {
    const markdown = await loadMarkdown();
    const { blocks, notes, leftOut } = await readHtml(markdown.render(text), options);

    const read = await readMarkdown(text, options);

    expect(read).toEqual({ blocks, notes, leftOut });
  });

  it('keep the text after an unterminated tag', async () => {
    const { blocks } = await readMarkdown('<div class="a\n\nb\n\n<p\n\nc > d', options);

    expect(blocks).toMatchObject([paragraph(textRun('b')), paragraph(textRun('c > d'))]);
  });

  it('omit a note that only an unreferenced note references', async () => {
    const { blocks, notes } = await readMarkdown('a\n\n[^1]: b[^2]\n\n[^2]: c', options);

    expect({ blocks, notes }).toEqual({ blocks: [paragraph(textRun('a'))], notes: [] });
  });

  it.each(['<div>\n\na\n\n', 'a <b>\n\n', '<b\n\n', '- <i>a\n', '<li>\n\n', '![', '[^'])(
    'of many %j are read',
    async (part) => {
      const { blocks } = await readMarkdown(
        `${part.repeat(runsOf(20_000, 100_000) / part.length)}\n\nend`,
        options,
      );

      expect(JSON.stringify(blocks)).toContain('end');
    },
  );
});
