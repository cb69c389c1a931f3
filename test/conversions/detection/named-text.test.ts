import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../lib/conversions/detection/detect.ts';
import { canBeReadAs, type Format } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';

const rows: readonly (readonly [name: string, text: string, named: Format, unnamed: Format])[] = [
  ['prose.md', 'Just prose, nothing else.\n', 'markdown', 'text'],
  ['NOTE.MD', '# Notes\n\nText\n', 'markdown', 'text'],
  ['setext.markdown', 'Notes\n=====\n\nText\n', 'markdown', 'text'],
  ['page.md', '<div>\n\n# Title\n\n</div>\n', 'markdown', 'html'],
  ['two.csv', 'a,b\n1,2\n', 'csv', 'text'],
  ['one.csv', 'a\n1\n', 'csv', 'text'],
  ['list.csv', '| a | b |\n| - | - |\n\n# x\n', 'csv', 'markdown'],
  ['sep.csv', 'sep=;\na;b\n1;2\n', 'csv', 'csv'],
  ['two.tsv', 'a\tb\n1\t2\n', 'tsv', 'text'],
  ['b.yaml', '- a: 1\n- a: 2\n', 'yaml', 'text'],
  ['b.yml', 'a: 1\n', 'yaml', 'text'],
  ['part.tex', 'Some \\emph{text} of a chapter.\n', 'latex', 'text'],
  ['doc.rst', 'A paragraph.\n', 'rst', 'text'],
  ['doc.org', 'A paragraph.\n', 'org', 'text'],
  ['doc.adoc', 'A paragraph.\n', 'asciidoc', 'text'],
  ['value.json', '42\n', 'json', 'text'],
  ['value.json', 'not json\n', 'text', 'text'],
  ['page.html', 'No tags at all.\n', 'html', 'text'],
  ['page.txt', 'a,b\n1,2\n3,4\n', 'csv', 'csv'],
  // Clear bytes count more than a wrong name.
  ['wrong.md', '{"a": 1}', 'json', 'json'],
  ['wrong.csv', '<!DOCTYPE html><html><p>x</p></html>', 'html', 'html'],
  ['wrong.yaml', '<?xml version="1.0"?><a/>', 'xml', 'xml'],
  ['wrong.csv', '{\\rtf1 x}', 'rtf', 'rtf'],
  ['wrong.pdf', 'Just prose.\n', 'text', 'text'],
  ['wrong.docx', 'Just prose.\n', 'text', 'text'],
  ['constructor', 'Just prose.\n', 'text', 'text'],
];

const mediaTypes: Readonly<Partial<Record<Format, string>>> = {
  markdown: 'text/markdown; charset=UTF-8',
  csv: 'TEXT/CSV',
  tsv: 'text/tab-separated-values',
  yaml: 'application/x-yaml',
  latex: 'text/x-tex',
  rst: 'text/x-rst',
  org: 'text/org',
  asciidoc: 'text/asciidoc',
  json: 'application/json',
  html: 'text/html',
};

describe('the format of a text', () => {
  it.each(rows)('is decided by the name %s if %j leaves it open: %s', async (name, text, named, unnamed) => {
    expect(await detectFormat(Buffer.from(text), name)).toBe(named);
    expect(await detectFormat(Buffer.from(text))).toBe(unnamed);
    expect(await detectFormat(Buffer.from(text), 'upload.bin', 'application/octet-stream')).toBe(unnamed);
    // Else by the media type; plain text says nothing.
    expect(await detectFormat(Buffer.from(text), name, 'text/plain')).toBe(named);
    const type = mediaTypes[named];
    if (type !== undefined) expect(await detectFormat(Buffer.from(text), 'upload', type)).toBe(named);
  });

  it('is that of the name, whatever the media type', async () => {
    expect(await detectFormat(Buffer.from('a,b\n1,2\n'), 'a.csv', 'text/markdown')).toBe('csv');
  });

  it('can be any format of text that a request asks for', () => {
    expect(canBeReadAs('markdown', 'text')).toBe(true);
    expect(canBeReadAs('csv', 'markdown')).toBe(true);
    expect(canBeReadAs('text', 'html')).toBe(true);
    expect(canBeReadAs('text', 'json')).toBe(false);
    expect(canBeReadAs('json', 'csv')).toBe(false);
    expect(canBeReadAs('pdf', 'text')).toBe(false);
    expect(canBeReadAs('csv', 'html')).toBe(false);
  });

  it.each([
    ['sep.csv', 'sep=;\na;b\n1;2\n', [{ a: 1, b: 2 }]],
    ['b.yaml', '- a: 1\n- a: 2\n', [{ a: 1 }, { a: 2 }]],
    ['x.csv', 'a,b\n1,2\n', [{ a: 1, b: 2 }]],
  ])('%s is read in one call', async (filename, text, rowsOf) => {
    const { bytes } = await convert(Buffer.from(text), { to: 'json', filename });

    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(rowsOf);
  });

  it('of XML that declares UTF-16 but is UTF-8 is read', async () => {
    const xml =
      '<?xml version="1.0" encoding="utf-16"?><article><title>Größe</title><para>Text</para></article>';
    const { bytes } = await convert(Buffer.from(xml), { to: 'text' });

    expect(Buffer.from(bytes).toString()).toContain('Größe');
  });
});
