import { strToU8, zipSync } from 'fflate';

/** Nested tables. LibreOffice lays out each level twice per outer level, which takes practically forever. */
const nesting = 150;

const cell = (content: string): string =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${content}<w:p/></w:tc></w:tr></w:tbl>`;

/** Returns a small Word document that makes LibreOffice hang. */
export const hangingDocument = (): Uint8Array => {
  let body = '<w:p><w:r><w:t>innermost</w:t></w:r></w:p>';
  for (let level = 0; level < nesting; level += 1) body = cell(body);
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ),
  });
};
