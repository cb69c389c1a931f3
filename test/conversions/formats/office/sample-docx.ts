import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';

const relationship = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`;

const relationships = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

const imageDrawing = (id: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** A docx with one paragraph per page, linked images and additional parts. */
export function makeDocx(
  paragraphs: readonly string[],
  { links = [], parts = {} }: { links?: readonly string[]; parts?: Readonly<Record<string, string>> } = {},
): Uint8Array {
  const body = paragraphs
    .map((text) => `<w:r><w:t>${text}</w:t></w:r>`)
    .join('<w:r><w:br w:type="page"/></w:r>');
  const drawings = links.map((_, index) => imageDrawing(`i${index}`)).join('');
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="svg" ContentType="image/svg+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relationships(relationship('r', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body><w:p>${body}</w:p>${drawings}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      links.map((link, index) => relationship(`i${index}`, 'image', link, ' TargetMode="External"')).join(''),
    ),
    ...parts,
  };
  return makeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}
