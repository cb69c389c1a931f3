import { describe, expect, it } from 'vitest';
import { documentContent, fileContent } from '../../../../lib/conversions/engine/content.ts';
import { epubReader } from '../../../../lib/conversions/formats/epub/reader.ts';
import { epubWriter } from '../../../../lib/conversions/formats/epub/writer.ts';
import { writeMarkdown } from '../../../../lib/conversions/formats/markdown/write-blocks.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';

const opf = (spine: string) => `<?xml version="1.0"?>
<!DOCTYPE package [<!ENTITY lol "lol">]>
<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:metadata>
<dc:title>A &amp; B</dc:title><dc:creator>C</dc:creator><dc:creator>D</dc:creator><dc:language>de</dc:language>
<dc:date>1999</dc:date><meta name="cover" content="pic"/></opf:metadata>
<opf:manifest><opf:item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/>
<opf:item id="b" href="text/b.xhtml" media-type="application/xhtml+xml"/>
<opf:item id="pic" href="pic.png" media-type="image/png"/></opf:manifest>
<opf:spine>${spine}</opf:spine></opf:package>`;

const book = (changed: Readonly<Record<string, string | Uint8Array | undefined>> = {}) => {
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/p.opf"/></rootfiles></container>',
    'OPS/p.opf': opf('<opf:itemref idref="b"/><opf:itemref idref="a"/><opf:itemref idref="b"/>'),
    'OPS/text/a b.xhtml':
      '<html><head><title/></head><body><h1>Two</h1><p>a<a id="x"/>b &lol; <img src="../pic.png" alt="dot"/><img src="http://x.y/z.png" alt="far"/></p></body></html>',
    'OPS/text/b.xhtml':
      '<html><body><h1>One</h1><p>c<sup><a epub:type="noteref" href="#n">1</a></sup></p><aside id="n"><p>d</p></aside></body></html>',
    'OPS/pic.png': pixel,
    ...changed,
  };
  return makeZip(
    Object.entries(files).flatMap(([name, text]) =>
      text === undefined ? [] : [{ name, bytes: typeof text === 'string' ? Buffer.from(text) : text }],
    ),
  );
};
const read = async (bytes: Uint8Array) => {
  const request = { from: 'epub', operation: 'read', to: 'document', options: {} } as const;
  return documentContent((await epubReader.convert(bytes, request)).content);
};

describe('reading epub', () => {
  it('reads chapters in order, each once, with notes and embedded images', async () => {
    const tree = await read(book());

    expect(writeMarkdown(tree, { imageAddress: (index) => `#${index}` })).toBe(
      '# One\n\nc[^1]\n\n# Two\n\nab \\&lol; ![dot](#0)far\n\n[^1]: d\n',
    );
    expect(tree).toMatchObject({
      metadata: { title: 'A & B', author: 'C, D', created: '1999-01-01T00:00:00.000Z' },
      language: 'de',
      images: [{ mime_type: 'image/png' }],
    });
  });

  it('reads notes that are in another file, in the order of their references', async () => {
    const tree = await read(
      book({
        'OPS/text/b.xhtml':
          '<html><body><h1>One</h1><p>c<sup><a epub:type="noteref" href="a%20b.xhtml#n2">1</a></sup> d<a href="a%20b.xhtml#n1">*</a> e<a href="a%20b.xhtml#x">2</a> f<a epub:type="noteref" href="#own">3</a></p><aside id="own">own</aside></body></html>',
        'OPS/text/a b.xhtml':
          '<html><body><h1>Two</h1><p id="x">g<a role="doc-noteref" href="#n2">1</a></p><section role="doc-endnotes"><hr/><ol><li id="n1" role="doc-endnote">h <a role="doc-backlink" href="b.xhtml#r">x</a></li><li id="n2">i</li></ol></section></body></html>',
      }),
    );

    expect(writeMarkdown(tree, { imageAddress: () => undefined })).toBe(
      '# One\n\nc[^1] d[^2] e[2](#x) f[^3]\n\n# Two\n\n<a id="x"></a>g[^1]\n\n[^1]: i\n\n[^2]: h\n\n[^3]: own\n',
    );
  });

  it('reads the notes of a written book', async () => {
    const tree = treeOf([
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'a' },
          { kind: 'note', note: 0 },
        ],
      },
      { kind: 'heading', level: 1, content: [{ kind: 'text', text: 'b' }] },
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'c' },
          { kind: 'note', note: 1 },
        ],
      },
    ]);
    const notes = [[paragraph('first')], [paragraph('second'), paragraph('third')]];
    const [edge] = epubWriter.edges;
    if (edge === undefined) throw new Error('The engine writes nothing.');

    const { content } = await epubWriter.convert({ ...tree, notes }, { ...edge, options: {} });
    const again = await read(fileContent(content));

    expect(again.notes).toMatchObject(notes);
    expect(again.blocks.map((block) => ('content' in block ? block.content.at(-1) : block.kind))).toEqual([
      { kind: 'note', note: 0 },
      'page_break',
      expect.objectContaining({ text: 'b' }),
      { kind: 'note', note: 1 },
    ]);
  });

  it('shows the cover first if no chapter contains it', async () => {
    const tree = await read(book({ 'OPS/text/a b.xhtml': '<p>x</p>' }));

    expect(tree.blocks[0]).toMatchObject({ kind: 'paragraph', content: [{ kind: 'image', image: 0 }] });
  });

  it('accepts obfuscated fonts and refuses DRM', async () => {
    const encryption = (algorithm: string) => ({
      'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
    });

    expect((await read(book(encryption('http://www.idpf.org/2008/embedding')))).blocks).not.toHaveLength(0);
    await expect(read(book(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc')))).rejects.toMatchObject(
      {
        code: 'encrypted_document',
      },
    );
  });

  it('reads one branch of a switch: MathML, or else the default', async () => {
    const branch = (vocabulary: string, inside: string): string =>
      `<epub:switch><epub:case required-namespace="${vocabulary}">${inside}</epub:case><epub:default>plain</epub:default></epub:switch>`;
    const mathml = 'http://www.w3.org/1998/Math/MathML';
    const page = `<html><body><p>a ${branch('http://www.xml-cml.org/schema', 'molecule')} b ${branch(mathml, '<m:math><m:mi>x</m:mi></m:math>')}</p></body></html>`;

    const { blocks } = await read(book({ 'OPS/text/a b.xhtml': page, 'OPS/text/b.xhtml': undefined }));

    expect(blocks.at(-1)).toMatchObject({
      content: [
        { kind: 'text', text: 'a plain b ' },
        { kind: 'math', tex: 'x' },
      ],
    });
  });

  it.each([
    ['no archive', Buffer.from('x'), 'corrupt_document'],
    ['no package document', book({ 'OPS/p.opf': undefined }), 'corrupt_document'],
    ['no chapters', book({ 'OPS/p.opf': opf('') }), 'corrupt_document'],
    [
      'missing chapters',
      book({ 'OPS/text/a b.xhtml': undefined, 'OPS/text/b.xhtml': undefined }),
      'corrupt_document',
    ],
    [
      'a path that escapes the archive',
      book({ 'OPS/p.opf': opf('<itemref idref="a"/>').replace('text/a%20b', '../../../etc/passwd') }),
      'corrupt_document',
    ],
  ])('refuses a book with %s', async (_, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });
});
