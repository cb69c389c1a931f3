import { docxOf, paragraph, relationships, wordPart } from '../office-files.ts';
import type { Content } from './content.ts';

const W = 'Marker';
const run = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;
const types = (overrides: Readonly<Record<string, string>>): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
    .join('')}</Types>`;
type Related = Readonly<Record<string, readonly [string, string]>>;

const docx = (
  body: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  related: Related = {},
): Uint8Array =>
  docxOf(`${paragraph('Text.')}${body}`, {
    '[Content_Types].xml': types({
      'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    }),
    '_rels/.rels': relationships({ d: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationships(related),
    ...parts,
  });

const drawing = (graphic: string, properties = ''): string =>
  run(
    `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x" ${properties}/><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );
const field = (instruction: string, result: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result === '' ? '' : `<w:r><w:t>${result}</w:t></w:r>`}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const furniture = (kind: 'header' | 'footer', root: string, inside: string): Uint8Array =>
  docx(
    `<w:sectPr><w:${kind}Reference w:type="default" r:id="h"/></w:sectPr>`,
    { [`word/${kind}1.xml`]: wordPart(root, inside) },
    { h: [kind, `${kind}1.xml`] },
  );
const art = `<w:p><w:r><w:pict><v:shape><v:textpath string="${W}"/></v:shape></w:pict></w:r></w:p>`;
const isFurniture = 'Headers and footers repeat on each page; extract "document" lists them.';

export const docxContents: readonly Content[] = [
  { name: 'a watermark', file: furniture('header', 'hdr', art), word: W, leftOut: { markdown: isFurniture } },
  {
    name: 'a text box of VML',
    file: docx(
      run(
        `<w:pict><v:oval><v:textbox><w:txbxContent>${paragraph(W)}</w:txbxContent></v:textbox></v:oval></w:pict>`,
      ),
    ),
    word: W,
  },
  { name: 'WordArt', file: docx(art), word: W },
  {
    name: 'a chart of newer kinds',
    file: docx(
      drawing('<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="c"/>'),
      {
        'word/charts/chartEx1.xml':
          '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"/>',
      },
      { c: ['chartEx', 'charts/chartEx1.xml'] },
    ),
    word: 'chart',
  },
  {
    name: 'SmartArt',
    file: docx(
      drawing('<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d"/>'),
      {
        'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${W}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      },
      { d: ['diagramData', 'diagrams/data1.xml'] },
    ),
    word: W,
  },
  {
    name: 'a description of a shape without text',
    file: docx(drawing('<wps:wsp><wps:spPr/></wps:wsp>', `descr="${W}"`)),
    word: W,
  },
  {
    name: 'a linked image',
    file: docx(
      drawing('<pic:pic><pic:blipFill><a:blip r:link="i"/></pic:blipFill></pic:pic>'),
      {},
      { i: ['image', '!https://example.org/a.png'] },
    ),
    word: 'linked image',
  },
  {
    name: 'an embedded object',
    file: docx(
      run(
        '<w:object><v:shape/><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ProgID="Package" r:id="o"/></w:object>',
      ),
      { 'word/embeddings/oleObject1.bin': Buffer.from('object') },
      { o: ['oleObject', 'embeddings/oleObject1.bin'] },
    ),
    word: 'embedded',
  },
  { name: 'macros', file: docx('', { 'word/vbaProject.bin': Buffer.from('code') }), word: 'macro' },
  {
    name: 'ink',
    file: docx(
      run('<w14:contentPart r:id="k"/>'),
      { 'word/ink/ink1.xml': '<ink xmlns="http://www.w3.org/2003/InkML"/>' },
      { k: ['customXml', 'ink/ink1.xml'] },
    ),
    word: 'ink',
  },
  { name: 'a video', file: docx('', { 'word/media/media1.mp4': Buffer.from('film') }), word: 'video' },
  {
    name: 'a control',
    file: docx(run('<w:object><v:shape/><w:control r:id="a"/></w:object>'), {
      'word/activeX/activeX1.xml': '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX"/>',
    }),
    word: 'control',
  },
  { name: 'an EQ field', file: docx(field(`EQ \\f(${W},2)`, '')), word: W },
  { name: 'a cross reference without a result', file: docx(field('REF a \\h', '')), word: 'REF' },
  {
    name: 'a bookmark',
    file: docx(
      `<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:r><w:t>${W}</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>`,
    ),
    word: W,
  },
];
