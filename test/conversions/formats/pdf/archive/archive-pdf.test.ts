import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../../lib/conversions/index.ts';
import { isLong, itLong } from '../../../../support/long-run.ts';
import { readPdf } from '../../../read-pdf.ts';
import { makePdf } from '../../../sample-files.ts';

const archive = (bytes: Uint8Array, options: Record<string, unknown> = {}) =>
  convert(bytes, { from: 'pdf', to: 'pdf', options: { pdf_standard: 'a-2b', ...options } });

/** A page with text in a font that viewers are expected to have, after a change of the document. */
async function pdfWith(change: (document: PDFDocument) => void, font = StandardFonts.Helvetica) {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  const embedded = await document.embedFont(font);
  page.drawText(font === StandardFonts.Symbol ? '\u03b1' : 'Grüße, “quoted”', {
    x: 20,
    y: 100,
    font: embedded,
  });
  change(document);
  return await document.save({ useObjectStreams: false });
}

const open = async (bytes: Uint8Array) => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const names = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
  return { document, names, latin: Buffer.from(bytes).toString('latin1') };
};

describe('a pdf made to conform to pdf/a', () => {
  itLong.each([
    ['a-2b', 2, 'B'],
    ['a-2u', 2, 'U'],
    ['a-3b', 3, 'B'],
    ['a-3u', 3, 'U'],
  ])(
    'claims %s and embeds a font of the same widths for one that is missing',
    async (standard, part, level) => {
      const { bytes, report } = await archive(await pdfWith(() => undefined), { pdf_standard: standard });

      const { names, latin } = await open(bytes);
      expect(latin).toContain(`<pdfaid:part>${part}</pdfaid:part>`);
      expect(latin).toContain(`<pdfaid:conformance>${level}</pdfaid:conformance>`);
      expect(names).toContain('/S /GTS_PDFA1');
      expect(names).toContain('/FontFile2');
      expect(report.fonts_substituted).toEqual(['Helvetica -> Arimo']);
      expect((await readPdf(bytes)).text).toContain('Grüße, “quoted”');
    },
  );

  it('keeps the properties, and returns the same bytes for the same document', async () => {
    const input = await pdfWith((document) => {
      document.setTitle('Träume & <Räume>');
      document.setAuthor('A. Author');
      document.setCreationDate(new Date('2024-02-03T04:05:06Z'));
    });

    const [one, other] = [await archive(input), await archive(input)];

    const { latin, document } = await open(one.bytes);
    expect(Buffer.from(latin, 'latin1').toString()).toContain('Träume &amp; &lt;Räume&gt;');
    expect(latin).toContain('<xmp:CreateDate>2024-02-03T04:05:06.000Z</xmp:CreateDate>');
    expect(document.getTitle()).toBe('Träume & <Räume>');
    expect(one.bytes).toEqual(other.bytes);
  });

  it('removes scripts, other actions and attached files, and warns of them', async () => {
    const input = await pdfWith((document) => {
      document.addJavaScript('start', 'app.alert(1)');
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'Launch', F: 'calc.exe' }));
      void document.attach(Buffer.from('attached'), 'notes.txt', { mimeType: 'text/plain' });
    });

    const { bytes, report } = await archive(input);

    const { names } = await open(bytes);
    expect(names).not.toMatch(/JavaScript|Launch|EmbeddedFile/);
    expect(report.warnings).toEqual([
      'Scripts and actions that "a-2b" does not allow were removed.',
      'Attached files were removed: "a-2b" does not allow them. "a-3b" does.',
    ]);
  });

  it('removes annotations that cannot be kept, and makes the others printable', async () => {
    const input = await pdfWith((document) => {
      const rect = [10, 10, 30, 30];
      const annotations = ['Link', 'Text', 'Movie'].map((subtype) =>
        document.context.obj({ Type: 'Annot', Subtype: subtype, Rect: rect }),
      );
      document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj(annotations));
    });

    const { bytes, report } = await archive(input);

    const { document } = await open(bytes);
    const kept = String(document.getPage(0).node.Annots());
    expect(kept).toContain('/Link');
    expect(kept).toContain('/F 4');
    expect(kept).not.toMatch(/Movie|\/Text/);
    expect(report.warnings).toEqual(['2 annotations that "a-2b" does not allow were removed.']);
  });

  itLong('gives colours of four inks a profile', async () => {
    const input = await makePdf((document) => document.rect(10, 10, 50, 50).fill([10, 20, 30, 40]));

    const { names } = await open((await archive(input)).bytes);

    expect(names).toContain('/DefaultCMYK');
  });

  it.each([
    [
      'a font that no other one replaces',
      pdfWith(() => undefined, StandardFonts.Symbol),
      /"Symbol" is not embedded/,
    ],
    [
      'a page that is larger than the standard allows',
      pdfWith((document) => document.getPage(0).setSize(15_000, 200)),
      /page 1 is 15000 x 200 points large/,
    ],
  ])('refuses %s', async (_, input, message) => {
    await expect(archive(await input)).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringMatching(message),
    });
  });

  it('refuses to encrypt what conforms', async () => {
    const made = archive(await pdfWith(() => undefined), { user_password: 'secret' });

    await expect(made).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining('"user_password"'),
    });
  });
});

describe('images converted to pdf/a', () => {
  it.each(isLong ? (['png', 'svg'] as const) : (['png'] as const))('writes a %s as a-2b', async (from) => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="20" height="10" fill="red"/></svg>',
    );
    const input = from === 'svg' ? svg : (await convert(svg, { from: 'svg', to: 'png' })).bytes;

    const { bytes } = await convert(input, { from, to: 'pdf', options: { pdf_standard: 'a-2b' } });

    const { latin } = await open(bytes);
    expect(latin).toContain('<pdfaid:part>2</pdfaid:part>');
  });
});
