import { tinyPng, zipOf } from '../office-files.ts';
import type { Content } from './content.ts';

const W = 'Marker';

const epub = (body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>',
    'p.opf':
      '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Text.</p>${body}</body></html>`,
    ...parts,
  });

export const epubContents: readonly Content[] = [
  { name: 'a paragraph', file: epub(`<p>${W}</p>`), word: W },
  { name: 'an image', file: epub(`<img src="i.png" alt="${W}"/>`, { 'i.png': tinyPng }), word: W },
  { name: 'a table', file: epub(`<table><tr><td>${W}</td><td>b</td></tr></table>`), word: W },
  { name: 'a formula', file: epub(`<math><mi>${W}</mi></math>`), word: W },
  {
    name: 'a note',
    file: epub(
      `<a epub:type="noteref" href="#n">1</a><aside epub:type="footnote" id="n"><p>${W}</p></aside>`,
    ),
    word: W,
  },
  { name: 'videos', file: epub(`<video src="a.mp4"></video><video src="b.mp4"></video>`), word: '2 videos' },
  { name: 'a sound', file: epub('<audio src="a.mp3"></audio>'), word: '1 audio' },
];

const ipynb = (...cells: readonly object[]): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [{ cell_type: 'markdown', source: 'Text.' }, ...cells],
    }),
  );
const output = (one: object): Uint8Array =>
  ipynb({ cell_type: 'code', source: 'x', outputs: [{ output_type: 'display_data', ...one }] });

export const ipynbContents: readonly Content[] = [
  { name: 'text', file: ipynb({ cell_type: 'markdown', source: W }), word: W },
  {
    name: 'footnotes of two texts',
    file: ipynb(
      { cell_type: 'markdown', source: 'a[^1]\n\n[^1]: First' },
      { cell_type: 'markdown', source: `b[^1]\n\n[^1]: ${W}` },
    ),
    word: `First[^]*${W}`,
  },
  {
    name: 'a footnote of a page',
    file: output({
      data: { 'text/html': `<p>a<a role="doc-noteref" href="#n">1</a></p><aside id="n"><p>${W}</p></aside>` },
    }),
    word: W,
  },
  { name: 'code', file: ipynb({ cell_type: 'code', source: W }), word: W },
  { name: 'a raw cell', file: ipynb({ cell_type: 'raw', source: W }), word: W },
  { name: 'printed text', file: output({ text: W }), word: W },
  { name: 'an error', file: output({ ename: 'Error', evalue: W }), word: W },
  { name: 'a page', file: output({ data: { 'text/html': `<p>${W}</p>` } }), word: W },
  {
    name: 'a video in text',
    file: ipynb({ cell_type: 'markdown', source: '<video src="a.mp4"></video>' }),
    word: '1 video',
  },
  {
    name: 'an iframe',
    file: output({ data: { 'text/html': '<p>Text.</p><iframe src="a"></iframe>' } }),
    word: '1 iframe',
  },
  {
    name: 'a page that scripts write',
    file: output({ data: { 'text/html': '<p>x</p><div id="root"></div><script>write()</script>' } }),
    word: 'scripts',
  },
  { name: 'a formula', file: output({ data: { 'text/latex': `$${W}$` } }), word: W },
  { name: 'data', file: output({ data: { 'application/json': { a: W } } }), word: 'application/json' },
  {
    name: 'a chart of scripts',
    file: output({ data: { 'application/vnd.plotly.v1+json': { data: [] } } }),
    word: 'plotly',
  },
  {
    name: 'an image',
    file: output({ data: { 'image/png': Buffer.from(tinyPng).toString('base64') } }),
    word: 'image',
  },
];

const cue = '00:00:01.000 --> 00:00:02.000\n';
export const vttContents: readonly Content[] = [
  { name: 'a text', file: Buffer.from(`WEBVTT\n\n${cue}${W}\n`), word: W },
  { name: 'a speaker', file: Buffer.from(`WEBVTT\n\n${cue}<v ${W}>Text\n`), word: W },
  {
    name: 'a comment',
    file: Buffer.from(`WEBVTT\n\nNOTE ${W}\n\n${cue}Text\n`),
    word: W,
    leftOut: {
      markdown: 'Nobody sees the notes of those who made them.',
      document: 'Nobody sees the notes of those who made them.',
    },
  },
];

export const srtContents: readonly Content[] = [
  { name: 'a text', file: Buffer.from(`1\n${cue.replaceAll('.', ',')}${W}\n`), word: W },
];

export const zipContents: readonly Content[] = [
  { name: 'a document', file: zipOf({ 'a.txt': W }), word: W },
  { name: 'a file in a folder', file: zipOf({ 'a.txt': 'Text.', 'b/c.txt': W }), word: W },
  {
    name: 'a file that cannot be read',
    file: zipOf({ 'a.txt': 'Text.', [`${W}.bin`]: Buffer.from([0, 1, 2]) }),
    word: W,
  },
  { name: 'an archive', file: zipOf({ 'a.txt': 'Text.', 'b.zip': zipOf({ 'c.txt': W }) }), word: 'b\\.zip' },
];
