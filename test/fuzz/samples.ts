import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { detectFormat } from '../../lib/conversions/detection/detect.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import { bmp, icoOf, jp2, svgz } from '../conversions/formats/image/small-images.ts';
import { msg } from '../conversions/formats/mail/msg-of.ts';
import {
  docxOf,
  odfOf,
  odfPart,
  paragraph,
  relationships,
  tinyPng,
  zipOf,
} from '../conversions/office-files.ts';
import { makeReport } from '../conversions/sample-files.ts';
import {
  asciidoc,
  dbf,
  dif,
  eml,
  ipynb,
  jats,
  latex,
  mhtml,
  org,
  rst,
  srt,
  tsv,
  vtt,
  yaml,
} from '../conversions/small-files.ts';

/** A document to begin with. */
export interface Sample {
  readonly name: string;
  readonly format: Format;
  readonly bytes: Buffer;
}

// Larger ones take as long as several cases and find no more.
const MAX_BYTES = 300_000;

const markdown = `# Harbour guide

High water comes **twice** a day, see [the tables](https://example.org/tides). It is *late* at $h = \\frac{a}{2}$[^1].

1. Cast off
2. Hoist the \`mainsail\`
   - slowly
   - [x] all of it

| Day | Metres |
|:----|-------:|
| Mon |   3.20 |
| Tue |  -1.05 |

> A quote of the harbour master.

\`\`\`js
const tide = 'high';
\`\`\`

[^1]: By the old chart.
`;

const rtf =
  '{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Times;}{\\f1\\fcharset2 Symbol;}}{\\stylesheet{\\s1 heading 1;}}{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat1}\\listid9}}{\\*\\listoverridetable{\\listoverride\\listid9\\ls1}}{\\info{\\title Tides}}\\pard\\s1 Tides\\par\\pard\\ls1 one\\par two\\par\\pard\\b bold\\b0{\\field{\\*\\fldinst HYPERLINK "https://example.org"}{\\fldrslt link}}{\\footnote note}\\par\\trowd\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row\\pard{\\shp{\\shpinst{\\shptxt box\\par}}}\\u8364 ?\\par}';

const slide =
  '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Tides</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>';
const pptx = zipOf({
  'ppt/presentation.xml':
    '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relationships({ r1: ['slide', 'slides/slide1.xml'] }),
  'ppt/slides/slide1.xml': slide,
});

const sheetCells =
  '<table:table table:name="Tides"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3" office:value-type="float" office:value="3.2"><text:p>3.2<text:s text:c="2"/></text:p></table:table-cell></table:table-row></table:table>';
const odp =
  '<draw:page draw:name="p1"><draw:frame presentation:class="title" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="1cm"><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame></draw:page>';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><defs><linearGradient id="g"><stop offset="0.5"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><g filter="url(#f)"><rect width="40" height="20" fill="url(#g)"/><path d="M 0 0 L 10 10 C 1 2 3 4 5 6 z"/></g><text x="2" y="20">Tides</text></svg>';
const docx = docxOf(
  `${paragraph('Tides', '<w:pStyle w:val="Heading1"/>')}${paragraph('High <w:br/>', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>', '<w:b/>')}<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph('cell')}</w:tc></w:tr></w:tbl><w:p><w:r><w:drawing><wp:inline><wp:extent cx="12700" cy="12700"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  {
    'word/_rels/document.xml.rels': relationships({ i: ['image', 'media/i.png'] }),
    'word/media/i.png': tinyPng,
  },
);

const json = JSON.stringify([
  { day: 'Mon', metres: 3.2, tags: ['a', { b: null }] },
  { day: 'Tue', metres: -1 },
]);
const csv = 'day,metres,note\nMon,3.20,"a ""b"""\nTue,-1.05,=1+1\n';

async function sheetJsFiles(): Promise<Partial<Record<Format, Buffer>>> {
  const { default: xlsx } = await import('@e965/xlsx');
  const book = xlsx.utils.book_new();
  const cells = [
    ['day', 'metres'],
    ['Mon', 3.2],
    ['Tue', new Date(0)],
    [true, '=1'],
  ];
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(cells), 'Tides');
  return {
    xls: xlsx.write(book, { type: 'buffer', bookType: 'biff8' }),
    xlsb: xlsx.write(book, { type: 'buffer', bookType: 'xlsb' }),
  };
}

/** A document of one element around the content of a package. */
const flat = (kind: string, body: string): Buffer =>
  Buffer.from(
    odfPart('office:document', `<office:body><office:${kind}>${body}</office:${kind}></office:body>`).replace(
      ' ',
      ` office:mimetype="application/vnd.oasis.opendocument.${kind}" `,
    ),
  );

/** Generated documents of every input format, and the project's fixtures. */
export async function ownSamples(): Promise<Sample[]> {
  const made = async (from: Format, to: Format, bytes: string) =>
    Buffer.from((await convert(Buffer.from(bytes), { from, to })).bytes);
  const image = sharp({ create: { width: 80, height: 40, channels: 3, background: 'teal' } });
  const files: Partial<Record<Format, Buffer>> = {
    markdown: Buffer.from(markdown),
    text: Buffer.from('Tides\n\nHigh water comes twice a day.\n\f\tand again\n'),
    html: await made('markdown', 'html', markdown),
    epub: await made('markdown', 'epub', markdown),
    odt: await made('markdown', 'odt', markdown),
    docx: Buffer.from(docx),
    rtf: Buffer.from(rtf),
    pptx: Buffer.from(pptx),
    odp: Buffer.from(odfOf('presentation', odp)),
    fodt: flat(
      'text',
      `<text:p>Tides<draw:frame svg:width="1cm"><draw:image><office:binary-data>${Buffer.from(tinyPng).toString('base64')}</office:binary-data></draw:image></draw:frame></text:p><text:p><draw:frame><draw:object><math:math><math:mi>a</math:mi></math:math></draw:object></draw:frame></text:p>`,
    ),
    fods: flat('spreadsheet', sheetCells),
    fodp: flat('presentation', odp),
    ods: Buffer.from(
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': spreadsheet() }),
    ),
    xlsx: await made('csv', 'xlsx', csv),
    csv: Buffer.from(csv),
    eml,
    mhtml,
    xml: Buffer.from(jats),
    yaml: Buffer.from(yaml),
    asciidoc: Buffer.from(asciidoc),
    latex: Buffer.from(latex),
    rst: Buffer.from(rst),
    org: Buffer.from(org),
    msg: msg(tinyPng),
    ipynb,
    srt,
    vtt,
    dbf,
    dif,
    tsv,
    json: Buffer.from(json),
    pdf: await makeReport(),
    svg: Buffer.from(svg),
    svgz,
    bmp,
    ico: icoOf([{ side: 2, bytes: await image.png().toBuffer() }]),
    jp2,
    png: await image.png().toBuffer(),
    jpeg: await image.jpeg().toBuffer(),
    webp: await image.webp().toBuffer(),
    tiff: await image.tiff().toBuffer(),
    gif: await image.gif().toBuffer(),
    avif: await image.avif({ effort: 2 }).toBuffer(),
    ...(await sheetJsFiles()),
    zip: Buffer.from(zipOf({ 'tides.docx': docx, 'tables/tides.csv': csv, 'mail.eml': eml })),
  };
  const samples = Object.entries(files).map(([format, bytes]) => ({ name: `made ${format}`, format, bytes }));
  const fixtures = await samplesIn(new URL('../fixtures/documents', import.meta.url).pathname);
  return [...(samples as Sample[]), ...fixtures];
}

const spreadsheet = (): string =>
  `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>${sheetCells}</office:spreadsheet></office:body></office:document-content>`;

/** The documents in a folder and its subfolders of a known format and size, by name. */
export async function samplesIn(folder: string): Promise<Sample[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const samples: Sample[] = [];
  for (const path of paths.sort()) {
    const bytes = await readFile(path);
    if (bytes.length === 0 || bytes.length > MAX_BYTES) continue;
    const format = await detectFormat(bytes, path);
    if (format !== undefined) samples.push({ name: relative(folder, path), format, bytes });
  }
  return samples;
}
