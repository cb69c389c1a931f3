import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { itLong } from '../../../support/long-run.ts';

const unsafe = [
  'javascript:probe(1)',
  'JavaScript:probe',
  'vbscript:probe',
  'data:text/html,probe',
  'file:///probe/passwd',
  '../../probe/passwd',
];
const safe = ['https://example.org/a(b)?c=d', 'mailto:a@b.example'];

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>probe()</script><rect width="9" height="9" onclick="probe()"/></svg>`;

const field = (address: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "${address}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const related = (_: string, index: number): string =>
  `<w:p><w:hyperlink r:id="link${index}"><w:r><w:t>related</w:t></w:r></w:hyperlink></w:p>`;
const picture =
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="200000" cy="200000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="200000" cy="200000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';

function makeDocx(): Uint8Array {
  const addresses = [...unsafe, ...safe].map((address) => address.replaceAll('&', '&amp;'));
  const links = addresses.map(
    (address, index) =>
      `<Relationship Id="link${index}" Type="${RELATIONS}/hyperlink" Target="${address}" TargetMode="External"/>`,
  );
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="svg" ContentType="image/svg+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${W}" xmlns:r="${RELATIONS}"><w:body>${addresses.map(field).join('')}${addresses.map(related).join('')}${picture}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="picture" Type="${RELATIONS}/image" Target="media/p.svg"/></Relationships>`,
    'word/media/p.svg': SVG,
  };
  return makeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

/** The text of a file, or of all parts of a package. */
function contentOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0x50) return Buffer.from(bytes).toString('latin1');
  const archive = openZip(bytes);
  return archive.names.map((name) => Buffer.from(archive.read(name) ?? []).toString()).join('\n');
}

itLong.each(['pdf', 'rtf', 'odt', 'docx'] as const)(
  'writes no link to a script or a file of the machine with LibreOffice to %s',
  async (to) => {
    const docx = makeDocx();
    const odt = (await convert(docx, { from: 'docx', to: 'odt' })).bytes;
    // As another program could have written it.
    const archive = openZip(odt);
    const unsettled = makeZip(
      archive.names.map((name) => {
        const bytes = Buffer.from(archive.read(name) ?? []);
        const xml = bytes.toString().replaceAll('xlink:href="#"', 'xlink:href="javascript:probe"');
        return {
          name,
          bytes: name === 'content.xml' ? Buffer.from(xml) : bytes,
          stored: name === 'mimetype',
        };
      }),
    );

    const { bytes, report } =
      to === 'docx'
        ? await convert(unsettled, { from: 'odt', to })
        : await convert(docx, { from: 'docx', to });

    const content = contentOf(bytes);
    expect(report.engine).toContain('libreoffice');
    expect(content).not.toContain('probe');
    expect(content).toContain('example.org/a');
    expect(content).toContain('mailto:a@b.example');
  },
  60_000,
);

it('writes no link to a script or a file of the machine with the browser', async () => {
  const html = `<h1>Links</h1>${[...unsafe, 'javascript:((((((((((probe))))))))))', ...safe]
    .map((address) => `<p><a href="${address}">link</a></p>`)
    .join('')}`;

  const { bytes, report } = await convert(Buffer.from(html), { from: 'html', to: 'pdf' });

  const hidden = Buffer.from('probe').toString('hex');
  expect(report.engine).toContain('chromium');
  expect(contentOf(bytes)).not.toMatch(new RegExp(`probe|${hidden}`, 'i'));
  expect(contentOf(bytes)).toContain('example.org/a');
}, 60_000);
