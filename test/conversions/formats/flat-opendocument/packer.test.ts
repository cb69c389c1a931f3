import { describe, expect, it } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { flatPacker } from '../../../../lib/conversions/formats/flat-opendocument/packer.ts';
import { odtReader } from '../../../../lib/conversions/formats/odt/reader.ts';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { itLong } from '../../../support/long-run.ts';
import { odfPart, readWith, tinyPng } from '../../office-files.ts';

const TEXT = 'application/vnd.oasis.opendocument.text';

const flat = (content: string, prolog = ''): Buffer => {
  const part = odfPart('office:document', content);
  return Buffer.from(prolog + part.replace(' ', ` office:version="1.3" office:mimetype="${TEXT}" `));
};

const flatText = (body: string, before = ''): Buffer =>
  flat(`${before}<office:body><office:text>${body}</office:text></office:body>`);

async function pack(bytes: Uint8Array, from: Format = 'fodt', to: Format = 'odt'): Promise<Uint8Array> {
  const request = { operation: 'convert', from, to, options: {} } as const;
  return fileContent((await flatPacker.convert(bytes, request)).content);
}

async function partsOf(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const archive = openZip(await pack(bytes));
  return Object.fromEntries(
    archive.names.map((name) => [name, Buffer.from(archive.read(name) ?? []).toString()]),
  );
}

const blocksOf = async (bytes: Uint8Array): Promise<readonly TreeBlock[]> =>
  (await readWith(odtReader, await pack(bytes))).tree.blocks;

const image = (data: Uint8Array): string =>
  `<text:p><draw:frame svg:width="1in" svg:height="1in"><draw:image draw:mime-type="image/png">\n <office:binary-data>${Buffer.from(data).toString('base64')}\n </office:binary-data><text:p/></draw:image></draw:frame></text:p>`;

describe('an OpenDocument file of one element', () => {
  it('is split into the files of a package, and its scripts are left out', async () => {
    const parts = await partsOf(
      flat(
        '<office:meta><dc:title>T &amp; U</dc:title></office:meta><office:settings>s</office:settings><office:scripts>macro</office:scripts><office:font-face-decls>f</office:font-face-decls><office:styles>n</office:styles><office:automatic-styles>a</office:automatic-styles><office:master-styles>m</office:master-styles><office:body><office:text><text:p>x &lt; y</text:p></office:text></office:body>',
      ),
    );

    expect(Object.keys(parts)).toEqual([
      'mimetype',
      'meta.xml',
      'settings.xml',
      'styles.xml',
      'content.xml',
      'META-INF/manifest.xml',
    ]);
    expect(parts.mimetype).toBe(TEXT);
    expect(parts['meta.xml']).toContain('<office:meta><dc:title>T &amp; U</dc:title></office:meta>');
    expect(parts['styles.xml']).toMatch(
      />f<\/office:font-face-decls><office:styles>n<.*>a<.*>m<\/office:master-styles><\/office:document-styles>/,
    );
    expect(parts['content.xml']).toMatch(
      /<office:document-content [^>]*office:version="1.3"[^>]*>.*>f<.*>a<.*<text:p>x &lt; y<\/text:p>/,
    );
    expect(Object.values(parts).join('')).not.toContain('macro');
  });

  it('keeps text between elements as it is', async () => {
    const body = '<text:p>ä 😀 &#169;<![CDATA[ <b> ]]><!-- c --></text:p>';

    expect((await partsOf(flatText(body)))['content.xml']).toContain(body);
  });

  it('refers to its images as files', async () => {
    const archive = openZip(await pack(flatText(image(tinyPng) + image(tinyPng))));

    expect(Buffer.from(archive.read('Pictures/1') ?? [])).toEqual(Buffer.from(tinyPng));
    const content = Buffer.from(archive.read('content.xml') ?? []).toString();
    expect(content).not.toContain('binary-data');
    expect(content.match(/xlink:href="[^"]*"/g)).toEqual([
      'xlink:href="Pictures/1"',
      'xlink:href="Pictures/2"',
    ]);
  });

  it('leaves out a second image in one element, and one beside an address', async () => {
    const data = '<office:binary-data>QUJD</office:binary-data>';
    const parts = await partsOf(
      flatText(`<draw:image>${data}${data}</draw:image><draw:image xlink:href="a.png">${data}</draw:image>`),
    );

    expect(parts['content.xml']).toMatch(
      /<draw:image[^>]* xlink:href="Pictures\/1"><\/draw:image><draw:image xlink:href="a.png"><\/draw:image>/,
    );
  });

  it('is read with formulas and charts', async () => {
    const formula =
      '<draw:object><math:math><math:mfrac><math:mi>a</math:mi><math:mn>2</math:mn></math:mfrac></math:math></draw:object>';
    const chart = odfPart(
      'office:document',
      '<office:body><office:chart><chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>Sales</text:p></chart:title></chart:chart></office:chart></office:body>',
    );
    const blocks = await blocksOf(
      flatText(
        `<text:p><draw:frame>${formula}</draw:frame></text:p><text:p><draw:frame><draw:object>${chart}</draw:object></draw:frame></text:p><text:p>end</text:p>`,
      ),
    );

    expect(blocks).toEqual([
      { kind: 'paragraph', content: [{ kind: 'math', tex: '\\frac{a}{2}', display: true }] },
      { kind: 'paragraph', content: [textRun('Sales')] },
      { kind: 'paragraph', content: [textRun('end')] },
    ]);
  });

  it('may use other prefixes and name its document type', async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE o:document PUBLIC "-//X//DTD" "office.dtd"><o:document xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0" o:mimetype="${TEXT}"><o:body><o:text><t:p>hi</t:p></o:text></o:body></o:document>`;

    expect(await blocksOf(Buffer.from(xml))).toEqual([{ kind: 'paragraph', content: [textRun('hi')] }]);
    expect(await blocksOf(Buffer.from(`\ufeff${xml}`, 'utf16le'))).toHaveLength(1);
  });

  it.each([
    ['no body', flat('<office:meta/>'), 'EngineRefusal', /no body/],
    ['a missing end', flatText('<text:p>x').subarray(0, -20), 'EngineRefusal', /not well-formed/],
    ['another root', Buffer.from('<x><office:body/></x>'), 'EngineRefusal', /no body/],
    [
      'entities',
      flat('<office:body/>', '<!DOCTYPE x [<!ENTITY a "bomb">]>'),
      'ConversionError',
      /contains a DTD/,
    ],
  ])('is refused with %s', async (_, bytes, name, message) => {
    await expect(pack(bytes)).rejects.toMatchObject({
      name,
      ...(name === 'EngineRefusal'
        ? { otherwise: { message: expect.stringMatching(message) } }
        : { message: expect.stringMatching(message) }),
    });
  });

  itLong('has at most 10,000 images and objects', async () => {
    const images = (count: number): Buffer =>
      flatText('<draw:image><office:binary-data>QQ==</office:binary-data></draw:image>'.repeat(count));

    await expect(pack(images(9_999))).resolves.toBeInstanceOf(Uint8Array);
    await expect(pack(images(10_001))).rejects.toMatchObject({ code: 'too_complex' });
  });
});
