import { describe, expect, it } from 'vitest';
import { documentContent } from '../../../../lib/conversions/engine/content.ts';
import { htmlReader } from '../../../../lib/conversions/formats/html/reader.ts';
import { writeMarkdown } from '../../../../lib/conversions/formats/markdown/write-blocks.ts';
import { itLong, runsOf } from '../../../support/long-run.ts';
import { pixel } from '../../document/sample-tree.ts';

const read = async (html: string | Uint8Array, options = {}) => {
  const bytes = typeof html === 'string' ? Buffer.from(html) : html;
  const request = { from: 'html', operation: 'read', to: 'document', options } as const;
  const { content, report } = await htmlReader.convert(bytes, request);
  return { tree: documentContent(content), warnings: report.warnings };
};
const markdownOf = async (html: string, options = {}) =>
  writeMarkdown((await read(html, options)).tree, { imageAddress: (index) => `#${index}` }).trimEnd();

const rows: readonly (readonly [string, string, string])[] = [
  ['collapses white space', ' a \n b<b> c</b>  d ', 'a b **c** d'],
  ['closes what was left open', '<p>a<p>b<ul><li>c<li>d</ul>e', 'a\n\nb\n\n- c\n- d\n\ne'],
  ['reads misnested tags', '<b>x<i>y</b>z</i>', '**x*y***z'],
  ['resolves entities', '&lt;p&gt; &amp;amp; &#x263A; &hellip;', '\\<p> \\&amp; ☺ …'],
  [
    'omits invisible content',
    '<script>a</script><style>b</style><p hidden>c</p><p style="display: none">d</p><template>e</template>f',
    'f',
  ],
  ['splits paragraphs at two line breaks', 'a<br>b<br> <br>c', 'a\\\nb\n\nc'],
  ['keeps the words of a heading apart at two line breaks', '<h2>a<br> <br>b</h2>', '## a b'],
  [
    'reads text styles from style attributes',
    '<span style="font-weight:700;text-decoration:line-through">a</span>',
    '~~**a**~~',
  ],
  ['resolves links by the base', '<base href="https://a.b/c/"><a href="d?e">f</a>', '[f](https://a.b/c/d?e)'],
  [
    'keeps relative links, and drops those of scripts and data',
    '<a href="d">f</a> <a href="javascript:x()">g</a> <a href="data:text/html,x">h</a>',
    '[f](d) g h',
  ],
  [
    'nests lists, also right in lists',
    '<ol start=3><li>a<ul><li>b</ul><li>c<ol><li>d</ol></ol>',
    '3. a\n   - b\n4. c\n   1. d',
  ],
  [
    'keeps the numbers of items, and those of reversed lists',
    '<ol type=a><li>a<li value=5>b<li>c</ol><hr><ol reversed><li>d<li>e</ol><hr><ol><li value=2>f<li>g</ol>',
    '- a. a\n- e. b\n- f. c\n\n---\n\n- 2\\. d\n- 1\\. e\n\n---\n\n2. f\n3. g',
  ],
  [
    'reads tasks',
    '<ul><li><input type=checkbox checked> a<li><p><input type=checkbox>b</p></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['reads definitions', '<dl><dt>a<dd>b<dt>c<dd>d</dl>', '- **a**\n\n  b\n\n- **c**\n\n  d'],
  [
    'keeps code unchanged',
    '<pre><code class="hljs language-ts">\na\n  &lt;b\n</code></pre>',
    '```ts\na\n  <b\n```',
  ],
  ['quotes', '<blockquote>a<p>b</blockquote><q>c</q>', '> a\n>\n> b\n\n“c”'],
  [
    'reads tables with spans',
    '<table><tr><th>a<th>b<tr><td colspan=2>c<tr><td>d<td>e|f</table>',
    '| a | b |\n| --- | --- |\n| c |  |\n| d | e\\|f |',
  ],
  [
    'moves text between the cells of a table before it',
    '<table>a<tr>b<td>1<td>2</tr><p>c</p><tr><td>3<td>4</table>d',
    'ab\n\nc\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n\nd',
  ],
  [
    'starts a row at a cell outside a row',
    '<table><th>a<th>b<tr><td>c<td>d</table>',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  [
    'keeps rows in their table when an element around them is misplaced',
    '<table><tr><th>a<th>b<div><tr><td>c<td>d</div></table>',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  [
    'ends a table at the next one in it',
    '<table><tr><th>a<th>b</tr><table><tr><th>c<th>d</table>',
    '| a | b |\n| --- | --- |\n\n| c | d |\n| --- | --- |',
  ],
  [
    'unwraps layout tables',
    '<table><tr><td>a<td><table><tr><td>b<td>c</table></table>',
    'a\n\n| b | c |\n| --- | --- |',
  ],
  ['reads words above words', '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>', '漢(かん)'],
  [
    'reads values of forms',
    '<form>a <input value=b><input type=password value=c> <select><option>d<option selected>e</select></form>',
    'a b e',
  ],
  [
    'reads formulas by their TeX',
    '<math display="block"><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>',
    '$$\nx^2\n$$',
  ],
  [
    'reads notes',
    'a<sup><a href="#n" role="doc-noteref">1</a></sup><section role="doc-endnotes"><hr><ol><li id=n>b <a href="#r" role="doc-backlink">x</a></ol></section>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'reads notes that only they themselves declare, and other links to them as links',
    '<p>a<a href="#n">[1]</a>, see <a href="#n">the remark on apples</a></p><aside id=n epub:type="footnote">b</aside>',
    'a[^1], see [the remark on apples](#n)\n\n[^1]: <a id="n"></a>b',
  ],
  [
    'reads notes as LibreOffice writes them',
    '<p>a<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> b</p><p>c</p></div>',
    'a[^1]\n\n[^1]: b\n\n    c',
  ],
  [
    'reads notes as Word writes them',
    '<p>a<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a></p><div><br clear=all><hr align=left size=1 width="33%"><div id=ftn1><p><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> b</p></div></div>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'keeps links to places that are not notes',
    '<p>a <a href="#n">1</a></p><p id=n>b</p>',
    'a [1](#n)\n\n<a id="n"></a>b',
  ],
  [
    'reads XHTML',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br/><![CDATA[<b]]></p></body></html>',
    'a\\\n\\<b',
  ],
];

describe('reading html', () => {
  it.each(rows)('%s', async (_, html, markdown) => {
    expect(await markdownOf(html)).toBe(markdown);
  });

  it('keeps embedded images and fetches no others', async () => {
    const src = `data:image/png;base64,${pixel.toString('base64')}`;

    const { tree, warnings } = await read(
      `<img src="${src}" alt="dot" width=10 height=20><img src="http://x.y/z.png" alt="far"><img src="file:///etc/passwd"><img width=1 height=1 src="http://x.y/count">`,
    );

    expect(tree.images).toMatchObject([{ mime_type: 'image/png' }]);
    expect(tree.blocks).toEqual([
      {
        kind: 'paragraph',
        content: [
          { kind: 'image', image: 0, alt: 'dot', width: 7.5, height: 15 },
          { kind: 'text', text: 'far' },
        ],
      },
    ]);
    expect(warnings).toEqual([expect.stringMatching(/^2 external images were not fetched/)]);
  });

  it('reads the metadata of the page', async () => {
    const { tree } = await read(
      '<html lang="fr-CA"><title>A &amp; <b>B</title><meta name=author content=C><meta property="article:published_time" content="2020-02-03T04:05:06+01:00"><p>x',
    );

    expect(tree).toMatchObject({
      language: 'fr-CA',
      metadata: { title: 'A & <b>B', author: 'C', created: '2020-02-03T03:05:06.000Z' },
    });
  });

  it.each([
    ['a byte order mark', Buffer.from('\ufeff<p>šíl', 'utf16le'), {}, 'šíl'],
    ['a declaration', Buffer.from('<meta charset="iso-8859-2"><p>\xb9', 'latin1'), {}, 'š'],
    [
      'an older declaration',
      Buffer.from(
        '<meta http-equiv=content-type content="text/html; charset=windows-1251"><p>\xcf',
        'latin1',
      ),
      {},
      'П',
    ],
    [
      'its bytes, if it declares another',
      Buffer.from('<meta charset="utf-8"><p>Stra\xdfe nach M\xfcnchen, sch\xf6n', 'latin1'),
      {},
      'Straße nach München, schön',
    ],
    ['the option', Buffer.from('<meta charset="utf-8"><p>\xcf', 'latin1'), { encoding: 'koi8-r' }, 'о'],
  ])('detects the encoding by %s', async (_, bytes, options, text) => {
    const { tree } = await read(bytes, options);

    expect(tree.blocks).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text }] }]);
  });

  it('reads only the article if requested', async () => {
    const sentence = 'The harvest began in August, after a dry spring, and it lasted for nine long weeks. ';
    const page = `<header>a</header><nav>b</nav><main><h2>c</h2><nav>d</nav><p>${sentence.repeat(9)}<p><b>${sentence}</b><ul><li>e</ul></main><footer>f</footer>`;

    expect(await markdownOf(page)).toMatch(/a\n\nb\n\n## c/);
    const article = await markdownOf(page, { main_content: true });
    expect(article).toMatch(/^## c\n\nThe harvest/);
    expect(article).toContain(`**${sentence.trim()}**\n\n- e`);
    expect(article).not.toMatch(/^[abdf]$/m);
  });

  it('leaves the texts for images that are elsewhere out of an article, but keeps images', async () => {
    const prose =
      'The harvest began in August, after a dry spring, and it lasted for nine long weeks. '.repeat(9);
    const page = `<title>t</title><article><p>${prose}</p><p><img src="https://example.org/a.png" alt="elsewhere"><img src="data:image/png;base64,${Buffer.from(pixel).toString('base64')}" alt="inside"></p><p>${prose}</p></article>`;
    const { tree } = await read(Buffer.from(page), { main_content: true });

    expect(JSON.stringify(tree.blocks)).not.toContain('elsewhere');
    expect(tree.images).toHaveLength(1);
    expect(await markdownOf(page)).toContain('elsewhere');
  });

  it('reads the notes of an article once', async () => {
    const prose =
      'The harvest began in August, after a dry spring, and it lasted for nine long weeks. '.repeat(9);
    const page = `<article><p>${prose}<a href="#n1" role="doc-noteref">1</a></p><p>${prose}</p><section role="doc-endnotes"><ol><li id="n1">A remark on apples.</li></ol></section></article>`;
    const { tree } = await read(Buffer.from(page), { main_content: true });

    expect(tree.notes).toHaveLength(1);
    expect(JSON.stringify(tree.blocks)).not.toContain('A remark');
  });

  it.each([
    ['no article', '<ul><li>only</li></ul>', '- only'],
    ['elements nested a little deeper than articles are', `<p>a</p>${'<div>'.repeat(199)}deep`, 'a\n\ndeep'],
    ['elements nested deeper than the article finder reads', `${'<div>'.repeat(9000)}deep`, 'deep'],
  ])('reads the whole page if it has %s', async (_, page, markdown) => {
    expect(await markdownOf(page, { main_content: true })).toBe(markdown);
  });

  it('reads what a page of frames has for browsers without them', async () => {
    const frames =
      '<frameset><frame src="a.html"><noframes><body>The <b>old</b> page</body></noframes></frameset>';

    expect(await markdownOf(frames)).toBe('The **old** page');
    expect(await markdownOf(`<p>New</p>${frames}`)).toBe('New');
  });

  it('names the frames of a page, at most ten', async () => {
    const frames = Array.from({ length: 12 }, (_, at) => `<frame src="${at}.html">`).join('');
    const named = '0.html, 1.html, 2.html, 3.html, 4.html, 5.html, 6.html, 7.html, 8.html, 9.html and 2 more';
    const [edge] = htmlReader.edges;
    if (edge === undefined) throw new Error('The engine reads nothing.');

    const { report } = await htmlReader.convert(
      Buffer.from(`<frameset>${frames}<noframes>x</noframes></frameset>`),
      { ...edge, options: {} },
    );

    expect(report.warnings).toEqual([
      `The page shows frames, which are files of their own: ${named}. Convert them too.`,
    ]);
    await expect(read(`<frameset>${frames}</frameset>`)).rejects.toMatchObject({
      code: 'empty_document',
      message: `The page has no text of its own. It shows frames, which are other files: ${named}. Convert those.`,
    });
  });

  it('refuses a page without text', async () => {
    await expect(read('<script>x</script> <p>')).rejects.toMatchObject({ code: 'empty_document' });
  });

  itLong('refuses a page with too many elements', async () => {
    await expect(read('<b>'.repeat(2_000_001))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it.each([
    ['deeply nested elements', `${'<div>'.repeat(100_000)}x`],
    ['deeply nested lists', '<ul><li>x'.repeat(runsOf(8000, 20_000))],
    ['deeply nested tables', '<table><tr><td>x<td>y'.repeat(runsOf(4000, 10_000))],
    ['unterminated tags', `x${'<a b='.repeat(100_000)}`],
    ['a comment that never ends', `x<!--${'-'.repeat(500_000)}`],
    ['unmatched closing tags', `x${'</b></p>'.repeat(50_000)}`],
    ['white space before the end', `<pre>${'\n'.repeat(500_000)}x`],
  ])('reads %s', async (_, html) => {
    expect(await markdownOf(html)).toContain('x');
  });
});
