import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

const pageOf = async (markdown: string): Promise<string> => {
  const { bytes } = await convert(Buffer.from(markdown), { from: 'markdown', to: 'html' });
  return Buffer.from(bytes).toString().split('<body>\n')[1]?.split('\n</body>')[0] ?? '';
};

describe('alerts', () => {
  it.each([
    ['> [!WARNING]\n> Turn it off.\n', '<p><strong>Warning</strong></p>\n<p>Turn it off.</p>'],
    [
      '> [!tip]- Read *this*\n>\n> - a\n',
      '<p><strong>Read <em>this</em></strong></p>\n<ul>\n<li>a</li>\n</ul>',
    ],
    ['> [!NOTE]\n', '<p><strong>Note</strong></p>'],
    ['> \\[!NOTE]\n> x\n', '<p>[!NOTE] x</p>'],
    ['> see [!NOTE]\n', '<p>see [!NOTE]</p>'],
  ])('%j', async (markdown, inside) => {
    expect(await pageOf(markdown)).toBe(`<blockquote>\n${inside}\n</blockquote>`);
  });
});

describe('definition lists', () => {
  it('have terms with one or more definitions', async () => {
    const markdown =
      'Fuse\n: It *melts*.\n: It is small.\n\nRelay\n\n: A switch\nthat clicks.\n\n    Two\n    paragraphs.\n';

    expect(await pageOf(markdown)).toBe(
      '<dl>\n<dt><strong>Fuse</strong></dt>\n<dd><p>It <em>melts</em>.</p>\n<p>It is small.</p>\n</dd>\n' +
        '<dt><strong>Relay</strong></dt>\n<dd><p>A switch that clicks.</p>\n<p>Two paragraphs.</p>\n</dd>\n</dl>',
    );
  });

  it('end at other text, may be in lists and notes, and next to HTML', async () => {
    expect(await pageOf('A\n: b\n\nText.\n')).toBe(
      '<dl>\n<dt><strong>A</strong></dt>\n<dd>b</dd>\n</dl>\n<p>Text.</p>',
    );
    expect(await pageOf('- A\n  : b\n- c\n')).toContain('<dt><strong>A</strong></dt>\n<dd>b</dd>');
    expect(await pageOf('x[^1]\n\n[^1]: A\n    : b\n')).toContain('<dt><strong>A</strong></dt>\n<dd>b</dd>');
    expect(await pageOf('A <u>1</u>\n: b\n')).toBe(
      '<dl>\n<dt><strong>A <u>1</u></strong></dt>\n<dd>b</dd>\n</dl>',
    );
  });

  it('do not begin at a paragraph or a heading', async () => {
    expect(await pageOf('one\ntwo\n: b\n')).toBe('<p>one two : b</p>');
    expect(await pageOf('# A\n: b\n')).toBe('<h1 id="a">A</h1>\n<p>: b</p>');
    expect(await pageOf('A\n:b\n')).toBe('<p>A :b</p>');
  });
});

describe('ids of headings', () => {
  it('are what links refer to, and no text', async () => {
    expect(await pageOf('[a](#one) [b](#two)\n\n# First {#one}\n\nSecond {.x #two key=v}\n---\n')).toBe(
      '<p><a href="#first">a</a> <a href="#second">b</a></p>\n<h1 id="first">First</h1>\n<h2 id="second">Second</h2>',
    );
    expect(await pageOf('[a](#one)\n\n# <u>First</u> {#one}\n')).toBe(
      '<p><a href="#first">a</a></p>\n<h1 id="first"><u>First</u></h1>',
    );
  });

  it.each(['A {b c}', 'A {}', 'A {#b} c', 'A \\{#b}'])('are not in %j', async (heading) => {
    expect(await pageOf(`# ${heading}\n`)).toContain(`>${heading.replace('\\', '')}</h1>`);
  });
});

describe('small and marked text', () => {
  it.each([
    ['H~2~O and x^2^', 'H<sub>2</sub>O and x<sup>2</sup>'],
    ['~~gone~~ ~a b~ x^a b^', '<s>gone</s> ~a b~ x^a b^'],
    ['==so **so**== a == b == c', 'so <strong>so</strong> a == b == c'],
    ['[==a](https://e.org/==) `==`', '<a href="https://e.org/==">==a</a> <code>==</code>'],
    ['2^10 and 3^4', '2^10 and 3^4'],
    ['x^[a note]', 'x<sup><a id="ref-1" role="doc-noteref" href="#note-1">1</a></sup>'],
    ['^^c^^ ===d===', '^^c^^ ===d==='],
  ])('%j', async (markdown, html) => {
    expect((await pageOf(markdown)).split('\n')[0]).toBe(`<p>${html}</p>`);
  });
});

describe('page breaks', () => {
  const breakTag = '<div class="page-break"></div>';

  it.each([
    '\\newpage',
    '\\pagebreak',
    '<div style="page-break-after: always"></div>',
    '<div style="break-after:page;"></div>',
    '<div style="page-break-before: always"></div>',
    '<p class="x" style="color: red; BREAK-BEFORE: page !important"></p>',
    '<div style="page-break-after: always"></div>\n\n<div style="break-before: page"></div>',
  ])('%j', async (source) => {
    expect(await pageOf(`a\n\n${source}\n\nb\n`)).toBe(`<p>a</p>\n${breakTag}\n<p>b</p>`);
  });

  it('are before or after an element with content', async () => {
    expect(await pageOf('a\n\n<p style="page-break-before: always">b</p>\n\nc\n')).toBe(
      `<p>a</p>\n${breakTag}\n<p>b</p>\n<p>c</p>`,
    );
    expect(await pageOf('a\n\n<table style="break-after: page"><tr><td>b<td>c</table>\n\nd\n')).toMatch(
      /<\/table>\n<div class="page-break"><\/div>\n<p>d<\/p>$/,
    );
    expect(await pageOf('a\n\n<p style="page-break-after: avoid">b</p>\n\nc\n')).not.toContain(breakTag);
    expect(await pageOf('say \\newpage to LaTeX\n')).toBe('<p>say \\newpage to LaTeX</p>');
  });

  it('are breaks in Word, OpenDocument and PDF', async () => {
    const markdown = Buffer.from(
      'a\n\n\\newpage\n\nb\n\n<div style="page-break-after: always"></div>\n\n# c\n',
    );
    const { report } = await convert(markdown, { from: 'markdown', to: 'pdf' });

    for (const to of ['docx', 'odt'] as const) {
      const { bytes } = await convert(markdown, { from: 'markdown', to });
      const page = await convert(bytes, { from: to, to: 'html' });

      expect(Buffer.from(page.bytes).toString().split(breakTag)).toHaveLength(3);
    }
    expect(report.pages).toBe(3);
  });
});
