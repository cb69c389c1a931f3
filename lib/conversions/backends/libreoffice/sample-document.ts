import { makeZip } from '../../shared/zip/make-zip.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const ofDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordPart = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const paragraph = (properties: string, ...texts: readonly string[]): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${texts.join('')}</w:p>`;
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:color="auto"/>`)
  .join('');
const cell = (text: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph('', run(text))}</w:tc>`;
const row = (...cells: readonly string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`;

const body = [
  paragraph('<w:pStyle w:val="Heading1"/>', run('Sample')),
  paragraph('', run('Text, '), run('bold', '<w:b/>'), run(', italic', '<w:i/><w:color w:val="FF0000"/>')),
  paragraph(item, run('First item')),
  paragraph(item, run('Second item')),
  `<w:tbl><w:tblPr><w:tblW w:w="6000" w:type="dxa"/><w:tblBorders>${border}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${row('No', 'Name')}${row('1', 'One')}</w:tbl>`,
  paragraph('<w:jc w:val="both"/>', `<w:hyperlink r:id="rId3">${run('Link')}</w:hyperlink>`),
  paragraph('<w:pageBreakBefore/>', run('The last page has words that fill more than one line. '.repeat(9))),
].join('');

const files: readonly (readonly [name: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${wordPart}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${wordPart}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${wordPart}.numbering+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${ofDocument}/officeDocument" Target="word/document.xml"/></Relationships>`,
  ],
  [
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${ofDocument}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${ofDocument}/numbering" Target="numbering.xml"/><Relationship Id="rId3" Type="${ofDocument}/hyperlink" Target="https://example.org/" TargetMode="External"/></Relationships>`,
  ],
  [
    'word/styles.xml',
    `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style></w:styles>`,
  ],
  [
    'word/numbering.xml',
    `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  ],
  [
    'word/document.xml',
    `<w:document xmlns:w="${word}" xmlns:r="${ofDocument}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  ],
];

/** Returns a docx of two pages with what most documents contain, for LibreOffice to have done everything once. */
export const sampleDocument = (): Uint8Array =>
  makeZip(files.map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
