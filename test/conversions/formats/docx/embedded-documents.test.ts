import { expect, it } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { docxReader } from '../../../../lib/conversions/formats/docx/reader.ts';
import { itLong } from '../../../support/long-run.ts';
import { docxOf, paragraph, readWith, relationships, tinyPng, wordPart } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';
import { runEngines } from '../../run-engines.ts';
import { text } from './docx-parts.ts';

const chunk = (id: string): string => `<w:altChunk r:id="${id}"/>`;

/** A docx that embeds these parts, each shown between two paragraphs. */
const embedding = (
  files: Readonly<Record<string, string | Uint8Array>>,
  types: Readonly<Record<string, string>> = {},
): Uint8Array => {
  const names = Object.keys(files);
  const body = names.map((_, at) => paragraph(`Before ${at}`) + chunk(`c${at}`)).join('');
  return docxOf(body + paragraph('After'), {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${Object.entries(
      types,
    )
      .map(([name, type]) => `<Override PartName="/word/${name}" ContentType="${type}"/>`)
      .join('')}</Types>`,
    'word/_rels/document.xml.rels': relationships(
      Object.fromEntries(names.map((name, at) => [`c${at}`, ['aFChunk', name] as const])),
    ),
    ...Object.fromEntries(names.map((name) => [`word/${name}`, files[name] ?? ''])),
  });
};

const read = (bytes: Uint8Array, to: 'html' | 'document' | 'pdf' = 'html') =>
  readWith(
    docxReader,
    bytes,
    {},
    to === 'document' ? { operation: 'extract', to } : { operation: 'convert', to },
  );

const heading = (level: number, content: string): TreeBlock =>
  ({ ...text(content), kind: 'heading', level }) as TreeBlock;

const message = `MIME-Version: 1.0
Content-Type: multipart/related; boundary="b"

--b
Content-Type: text/html; charset="utf-8"
Content-Location: file:///C:/fake/document.html

<html><body><p>From a message.</p></body></html>
--b--
`.replaceAll('\n', '\r\n');

it.each<[string, string, string | Uint8Array, string, readonly TreeBlock[]]>([
  ['html', 'a.html', '<h2>Fish</h2><p>Cod.</p>', 'text/html', [heading(2, 'Fish'), text('Cod.')]],
  ['html that only its start identifies', 'a.dat', '<!DOCTYPE html><p>Cod.', '', [text('Cod.')]],
  ['docx', 'a.docx', docxOf(paragraph('Cod.')), '', [text('Cod.')]],
  ['rtf', 'a.rtf', '{\\rtf1\\ansi Cod.\\par}', 'application/rtf', [text('Cod.')]],
  ['plain text', 'a.txt', 'Cod.\n\nHake.', 'text/plain', [text('Cod.'), text('Hake.')]],
  ['a saved page', 'a.mht', message, 'message/rfc822', [text('From a message.')]],
])('reads an embedded document in %s in its place', async (_, name, content, type, expected) => {
  const { tree, warnings } = await read(embedding({ [name]: content }, { [name]: type }));

  expect(tree.blocks).toEqual([text('Before 0'), ...expected, text('After')]);
  expect(warnings).toEqual([]);
});

it('numbers notes and images of embedded documents after those before them', async () => {
  const inner = docxOf('<w:p><w:r><w:t>Inside</w:t><w:footnoteReference w:id="2"/></w:r></w:p>', {
    'word/_rels/document.xml.rels': relationships({ f: ['footnotes', 'footnotes.xml'] }),
    'word/footnotes.xml': wordPart(
      'footnotes',
      `<w:footnote w:id="2">${paragraph('Inner note.')}</w:footnote>`,
    ),
  });
  const data = Buffer.from(tinyPng).toString('base64');
  const bytes = docxOf(
    `<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>${chunk('a')}${chunk('b')}<w:p><w:r><w:footnoteReference w:id="3"/></w:r></w:p>`,
    {
      'word/_rels/document.xml.rels': relationships({
        f: ['footnotes', 'footnotes.xml'],
        a: ['aFChunk', 'a.docx'],
        b: ['aFChunk', 'b.html'],
      }),
      'word/footnotes.xml': wordPart(
        'footnotes',
        `<w:footnote w:id="1">${paragraph('First.')}</w:footnote><w:footnote w:id="3">${paragraph('Third.')}</w:footnote>`,
      ),
      'word/a.docx': inner,
      'word/b.html': `<html><p><img alt="dot" src="data:image/png;base64,${data}"></p></html>`,
    },
  );

  const { tree } = await read(bytes);

  expect(tree.notes).toEqual([[text('First.')], [text('Inner note.')], [text('Third.')]]);
  expect(tree.blocks.map((block) => (block.kind === 'paragraph' ? block.content.at(-1) : block))).toEqual([
    { kind: 'note', note: 0 },
    { kind: 'note', note: 1 },
    expect.objectContaining({ kind: 'image', image: 0, alt: 'dot' }),
    { kind: 'note', note: 2 },
  ]);
  expect(tree.images).toHaveLength(1);
});

it('reads embedded documents in cells, and one that is shown twice both times', async () => {
  const bytes = docxOf(
    `<w:tbl><w:tr><w:tc>${chunk('a')}<w:p/></w:tc><w:tc>${chunk('a')}<w:p/></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc><w:tc>${paragraph('x')}</w:tc></w:tr></w:tbl>`,
    {
      'word/_rels/document.xml.rels': relationships({ a: ['aFChunk', '/word/a.html'] }),
      'word/a.html': '<html><p>Cod.</p></html>',
    },
  );

  const { tree } = await read(bytes);

  expect(tree.blocks).toEqual([
    expect.objectContaining({
      kind: 'table',
      rows: [
        ['Cod.', 'Cod.'],
        ['', 'x'],
      ],
    }),
  ]);
});

it('prints embedded documents that LibreOffice would leave out', async () => {
  const bytes = embedding({ 'a.html': '<html><p>Cod and hake.</p></html>' });

  const { bytes: pdf, report } = await runEngines(bytes, { from: 'docx', operation: 'convert', to: 'pdf' });

  expect((await readPdf(pdf)).text).toMatch(/Before 0\s+Cod and hake.\s+After/);
  expect(report.engine).toBe('docforge-docx-reader + typst-pdf-writer');
});

it('lists the comments of embedded documents', async () => {
  const inner = docxOf('<w:p><w:r><w:t>Cod.</w:t><w:commentReference w:id="0"/></w:r></w:p>', {
    'word/_rels/document.xml.rels': relationships({ c: ['comments', 'comments.xml'] }),
    'word/comments.xml': wordPart(
      'comments',
      `<w:comment w:id="0" w:author="Ann">${paragraph('Hake?')}</w:comment>`,
    ),
  });

  const { tree } = await read(embedding({ 'a.docx': inner }), 'document');

  expect(tree.comments).toEqual([expect.objectContaining({ author: 'Ann', text: 'Hake?' })]);
});

it('warns about embedded documents that it cannot read, and reads the others', async () => {
  const { tree, warnings } = await read(
    embedding({ 'a.bin': new Uint8Array([1, 2, 3]), 'b.docx': 'PK\u0003\u0004', 'c.html': '<html>Cod.' }),
  );

  expect(tree.blocks).toEqual(['Before 0', 'Before 1', 'Before 2', 'Cod.', 'After'].map(text));
  expect(warnings).toEqual([
    '2 embedded documents were omitted: the format is not read, or the part is damaged.',
  ]);
});

it('fetches no embedded document that is outside of the file', async () => {
  const { tree, warnings } = await read(
    docxOf(chunk('a') + paragraph('After'), {
      'word/_rels/document.xml.rels': relationships({ a: ['aFChunk', '!file:///etc/passwd'] }),
    }),
  );

  expect(tree.blocks).toEqual([text('After')]);
  expect(warnings).toEqual(['Embedded documents outside of the file were not fetched.']);
});

it('reads documents in documents three deep', async () => {
  const nested = (depth: number): Uint8Array =>
    embedding({ 'a.docx': depth === 0 ? docxOf(paragraph('Deepest')) : nested(depth - 1) });

  const readable = await read(nested(2));
  const tooDeep = await read(nested(3));

  expect(JSON.stringify(readable.tree.blocks)).toContain('Deepest');
  expect(readable.warnings).toEqual([]);
  expect(JSON.stringify(tooDeep.tree.blocks)).not.toContain('Deepest');
  expect(tooDeep.warnings).toEqual([
    '1 embedded document was omitted: at most 200 are read, nested at most 3 deep.',
  ]);
});

it('reads at most 200 embedded documents, at any depth', async () => {
  const many = (content: string | Uint8Array, extension: string, count: number): Uint8Array =>
    embedding(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}.${extension}`, content])));
  const inner = many('<html>Cod.</html>', 'html', 40);

  const { tree, warnings } = await read(many(inner, 'docx', 40));

  const shown = JSON.stringify(tree.blocks).split('Cod.').length - 1;
  // Each of the first documents counts too.
  expect(shown).toBeLessThanOrEqual(200);
  expect(shown).toBeGreaterThan(150);
  expect(warnings.every((warning) => warning.includes('at most 200 are read'))).toBe(true);
});

itLong('counts what embedded archives unpack to against the limit of the whole document', async () => {
  const megabytes = 15;
  const inner = docxOf(`${paragraph('Cod.')}${' '.repeat(megabytes * 1024 * 1024)}`);
  const files = Object.fromEntries(Array.from({ length: 35 }, (_, at) => [`c${at}.docx`, inner]));

  await expect(read(embedding(files))).rejects.toMatchObject({
    code: 'too_complex',
    message: expect.stringContaining('more than 512 MB'),
  });
});
