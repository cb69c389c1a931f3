import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import { completePage } from '../../../../lib/conversions/formats/html/page-assets.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { tinyPng, zipOf } from '../../office-files.ts';

const png = `data:image/png;base64,${Buffer.from(tinyPng).toString('base64')}`;
const complete = (html: string, files: Readonly<Record<string, string | Uint8Array>>, path = 'index.html') =>
  completePage(html, path, (name) => {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    return file === undefined ? undefined : Buffer.from(file);
  });

describe('a page with files next to it', () => {
  it('contains its style sheets, images and fonts', () => {
    const { html, used } = complete(
      '<link rel="stylesheet" href="css/s.css?v=2" media="print"><img src=../a.png srcset="b.png 2x"><p style="background: url(\'x%20y.png\')">',
      {
        'web/css/s.css':
          '@import "more.css"; p { background: url(../../a.png) } @font-face { src: url("f.woff2") }',
        'web/css/more.css': '.m { color: red } /* </style> */',
        'web/css/f.woff2': 'font',
        'web/x y.png': tinyPng,
        'a.png': tinyPng,
      },
      'web/index.html',
    );

    expect(html).toBe(
      `<style media="print">.m { color: red } /* <\\/style> */ p { background: url("${png}") } @font-face { src: url("data:font/woff2;base64,Zm9udA==") }</style>` +
        `<img src="${png}"><p style="background: url(&quot;${png}&quot;)">`,
    );
    expect([...used].sort()).toEqual([
      'a.png',
      'web/css/f.woff2',
      'web/css/more.css',
      'web/css/s.css',
      'web/x y.png',
    ]);
  });

  it.each([
    '<img src="https://example.org/a.png">',
    '<img src="//example.org/a.png">',
    '<img src="../a.png">',
    '<img src="..\\..\\etc/a.png">',
    '<img src="%2e%2e/%2e%2e/a.png">',
    '<img src="file:///a.png">',
    '<img src="a.exe">',
    '<a href="a.png">a</a>',
    '<link rel="stylesheet" href="none.css">',
    '<p style="background: url(javascript:a.png)">',
    '<img src="missing.png',
  ])('keeps %s', (html) => {
    const kept = complete(html, { 'a.exe': 'x', 'index.html': '' });

    expect(kept.html.replaceAll('&quot;', '"')).toBe(html);
    expect(kept.used.size).toBe(0);
  });

  it('ends style sheets that import each other, and pages that become too long', () => {
    const files = { 'a.css': '@import "b.css";', 'b.css': '@import "a.css";' };

    expect(complete('<link rel=stylesheet href=a.css>', files).html).toContain('@import "');
    expect(() => complete('<img src=a.png>'.repeat(40), { 'a.png': Buffer.alloc(500_000) })).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    );
  });
});

describe('an archive', () => {
  const site = zipOf({
    'site/index.html':
      '<title>T</title><link rel=stylesheet href=s.css><h1>Invoice</h1><img src="img/a.png" alt=logo><p class=h>x',
    'site/s.css': '.h { display: none }',
    'site/img/a.png': tinyPng,
    'site/unused.js': '1',
    '__MACOSX/site/._s.css': 'x',
  });

  it('with one page is that page, with its images', async () => {
    const { bytes, report } = await convert(site, { to: 'markdown', options: { images: 'embed' } });

    expect(await detectFormat(site)).toBe('html');
    expect(Buffer.from(bytes).toString()).toBe(`# Invoice\n\n![logo](${png})\n\nx\n`);
    expect(report.warnings).toEqual([
      '1 file of the archive not used by the page: site/unused.js. Scripts are not run.',
    ]);
  });

  it('with several pages has a document for each, with its images', async () => {
    const archive = zipOf({
      'a/one.html': '<h2>One</h2><img src=p.png alt=p><link rel=stylesheet href=../s.css>',
      'a/p.png': tinyPng,
      'two.htm': '<p>Two</p><img src=a/p.png alt=q>',
      's.css': 'p { color: red }',
      'notes.txt': 'Notes',
    });
    const { bytes } = await convert(archive, { to: 'markdown', options: { images: 'names' } });

    expect(await detectFormat(archive)).toBe('zip');
    expect(Buffer.from(bytes).toString()).toBe(
      '# a/one.html\n\n### One\n\n![p](image-001.png)\n\n# two.htm\n\nTwo\n\n![q](image-002.png)\n\n# notes.txt\n\nNotes\n',
    );
  });

  it.each([
    { 'a.html': 'x' },
    { 'a.html': 'x', 'b.html': 'y' },
    { 'a.html': 'x', 'data.csv': 'a,b' },
    { 'a.png': tinyPng, 's.css': 'p {}' },
  ])('without one page and its files is an archive', async (files) => {
    expect(await detectFormat(zipOf(files))).toBe('zip');
  });
});
