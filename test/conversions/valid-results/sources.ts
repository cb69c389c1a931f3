import { utils, write } from '@e965/xlsx';
import { gzipSync } from 'fflate';
import sharp from 'sharp';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { bmp, jp2 } from '../formats/image/small-images.ts';
import { odfPart, tinyPng, zipOf } from '../office-files.ts';
import * as small from '../small-files.ts';

const image = `data:image/png;base64,${Buffer.from(tinyPng).toString('base64')}`;

/** What documents contain: headings, lists, tables with spans, notes, images, links, formulas and several scripts. */
const html = `<!doctype html><html lang="en"><head><title>Tides &amp; ports</title></head><body>
<h1 id="top">Tides &amp; ports</h1><p>See <a href="#end">the end</a>, <a href="https://example.com/a?b=c&amp;d">a page</a> and <a href="#gone">a place that is gone</a>.</p>
<h1>Tides &amp; ports</h1><h3>Deep 概要</h3><p>中文, हिन्दी, <span dir="rtl" lang="ar">مرحبا بالعالم</span>, 😀 &lt;b&gt; a<sup>2</sup> H<sub>2</sub>O <code>x &amp;&amp; y</code></p>
<ul><li>one<ol start="3"><li>three<p>more</p></li><li>four<ul><li>deep</li></ul></li></ol></li><li><p>two</p><pre>code
  block</pre></li></ul>
<table><caption>Ports</caption><thead><tr><th colspan="2">Port</th><th rowspan="2">Height</th></tr><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td rowspan="2">Naples<ul><li>in a cell</li></ul></td><td>1</td><td>0.3</td></tr><tr><td>2</td><td><table><tr><td>inside</td></tr></table></td></tr></tbody></table>
<blockquote><p>Said <em>so <strong>and</strong></em></p><ul><li>quoted</li></ul></blockquote>
<figure><img src="${image}" alt="A &quot;dot&quot;"><figcaption>Figure 1</figcaption></figure><p><img src="${image}"></p><hr>
<dl><dt>Term</dt><dd>Meaning</dd></dl><p dir="rtl" lang="he">שלום</p><h2 id="end">The end</h2></body></html>`;

const markdown = `---\ntitle: "Tides & ports"\nlang: en\n---\n# Tides\n\nA note[^a], [a link](https://example.com) and [a place](#tides).\n\n## Tides\n\n- [x] done\n- [ ] open\n  1. deep\n\n$$\\frac{a}{b} = \\sqrt{x}$$\n\nInline $x^2$ and ![a dot](${image})\n\n| a | b |\n|--:|---|\n| 1 | 概要 |\n\n> [!NOTE]\n> quoted\n\n\`\`\`js\nif (a < b && c) {}\n\`\`\`\n\n[^a]: The note, with *text*.\n\n    - and a list\n`;

const sheets = (bookType: 'xlsx' | 'xls' | 'xlsb' | 'ods' | 'fods'): Buffer => {
  const sheet = utils.aoa_to_sheet([
    ['Port', 'Height', 'Day'],
    ['Naples & Bari', 0.3, new Date('2026-02-28')],
    ['概要', -1, true],
    ['مرحبا'],
  ]);
  sheet['!merges'] = [{ s: { r: 3, c: 0 }, e: { r: 3, c: 2 } }];
  const linked: unknown = sheet.A2;
  Object.assign(Object(linked), { l: { Target: 'https://example.com/?a=b&c' } });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Ports & tides');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Two');
  return write(book, { type: 'buffer', bookType });
};

const slide = `<draw:page draw:name="One"><draw:frame svg:width="10cm" svg:height="2cm"><draw:text-box><text:p>Title &amp; 概要</text:p></draw:text-box></draw:frame><draw:frame svg:width="10cm" svg:height="2cm" svg:y="3cm"><draw:text-box><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list></draw:text-box></draw:frame></draw:page>`;

const flat = (kind: 'text' | 'presentation', body: string): Buffer => {
  const part = odfPart(
    'office:document',
    `<office:body><office:${kind}>${body}</office:${kind}></office:body>`,
  );
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return Buffer.from(part.replace(' ', ` office:version="1.3" office:mimetype="${type}" `));
};

const from = (source: Format, text: string | Uint8Array, to: Format) => async (): Promise<Uint8Array> =>
  (await convert(Buffer.from(text), { from: source, to })).bytes;

const slides = flat('presentation', slide);

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><rect width="300" height="80" fill="white"/><text x="10" y="50" font-family="DejaVu Sans" font-size="40">Harbour</text></svg>';
const picture =
  (format: 'png' | 'jpeg' | 'webp' | 'tiff' | 'gif' | 'avif') => async (): Promise<Uint8Array> =>
    await sharp(Buffer.from(await from('svg', svg, 'png')()))
      .toFormat(format)
      .toBuffer();

type Source = Uint8Array | string | (() => Promise<Uint8Array>);

/** A small document of each format. */
export const sources: Partial<Readonly<Record<Format, Source>>> = {
  pdf: from('markdown', markdown, 'pdf'),
  text: 'Tides & ports\n\n- one\n- two <b>\n\n概要\n',
  markdown,
  html,
  docx: from('html', html, 'docx'),
  odt: from('html', html, 'odt'),
  fodt: flat('text', '<text:h text:outline-level="1">A &amp; b</text:h><text:p>概要</text:p>'),
  rtf: '{\\rtf1\\ansi {\\b Bold} and \\u27010?{\\footnote a note}\\par{\\trowd\\cellx999\\cellx2000 a\\cell b\\cell\\row}}',
  epub: from('markdown', markdown, 'epub'),
  xlsx: sheets('xlsx'),
  xls: sheets('xls'),
  xlsb: sheets('xlsb'),
  ods: sheets('ods'),
  // SheetJS names styles that it does not define.
  fods: sheets('fods')
    .toString()
    .replaceAll(/ style:(?:master-page|parent-style)-name="[^"]*"/g, ''),
  csv: 'a,b\n"x & <y>",概要\n',
  tsv: small.tsv,
  dbf: small.dbf,
  dif: small.dif,
  odp: from('fodp', slides, 'odp'),
  fodp: slides,
  pptx: async () => await from('odp', await from('fodp', slides, 'odp')(), 'pptx')(),
  json: '[{"a": 1, "b & c": "<x>"}, {"a": null}]',
  eml: small.eml,
  xml: small.jats,
  yaml: small.yaml,
  asciidoc: small.asciidoc,
  latex: small.latex,
  rst: small.rst,
  org: small.org,
  mhtml: small.mhtml,
  ipynb: small.ipynb,
  srt: small.srt,
  vtt: small.vtt,
  png: picture('png'),
  jpeg: picture('jpeg'),
  webp: picture('webp'),
  tiff: picture('tiff'),
  gif: picture('gif'),
  avif: picture('avif'),
  bmp,
  jp2,
  svg,
  svgz: gzipSync(Buffer.from(svg)),
  zip: zipOf({ 'a.md': markdown, 'b/c.csv': 'a,b\n1,2\n' }),
};

const made = new Map<Format, Promise<Uint8Array>>();

/** The bytes of the source of a format. */
export async function sourceOf(format: Format): Promise<Uint8Array> {
  const source = sources[format] ?? '';
  if (typeof source !== 'function') return Buffer.from(source);
  const bytes = made.get(format) ?? source();
  made.set(format, bytes);
  return await bytes;
}
