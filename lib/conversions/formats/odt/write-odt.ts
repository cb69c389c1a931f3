import { nameTable } from '../../base/name-table.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { blockIds } from '../../document/anchors.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { type LabelPattern, plainLabels } from '../../document/list-labels.ts';
import { imageFileName } from '../../document/tree-images.ts';
import { walkDocument } from '../../document/walk-blocks.ts';
import type { PageSetup } from '../../engine/page-setup.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { packOdf } from '../../shared/opendocument/pack-package.ts';
import type { WriteSettings } from '../../shared/wordprocessing/write-settings.ts';
import { bulletStyles, type OdtWriting, odtText, QUOTE_LEVELS, writeOdtBlocks } from './write-content.ts';

const MIME_TYPE = 'application/vnd.oasis.opendocument.text';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';

const namespaces = [
  ...['office', 'style', 'text', 'table', 'meta'].map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`),
  `xmlns:draw="${OASIS}:drawing:1.0"`,
  `xmlns:fo="${OASIS}:xsl-fo-compatible:1.0"`,
  `xmlns:svg="${OASIS}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'office:version="1.3"',
].join(' ');

const xmlStart = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${namespaces}>`;
const xml = (root: string, inside: string): string => `${xmlStart(root)}${inside}</office:${root}>\n`;

const style = (name: string, parent: string, paragraph: string, text = '', more = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph"${parent === '' ? '' : ` style:parent-style-name="${parent}"`}${more}><style:paragraph-properties ${paragraph}/>${text === '' ? '' : `<style:text-properties ${text}/>`}</style:style>`;

const headingSizes = [16, 14, 13, 12, 11, 11] as const;

function listStyle(name: string, levelOf: (level: number) => string): string {
  const levels = Array.from(
    { length: 10 },
    (_, at) =>
      `${levelOf(at + 1)}<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${(at + 1) * 21}pt" fo:text-indent="-21pt" fo:margin-left="${(at + 1) * 21}pt"/></style:list-level-properties>`,
  );
  const end = name.startsWith('Bullets')
    ? '</text:list-level-style-bullet>'
    : '</text:list-level-style-number>';
  return `<text:list-style style:name="${name}">${levels.map((level) => level + end).join('')}</text:list-style>`;
}

// OpenDocument 1.3, part 3, 19.502. It has no format for numbers with a leading zero.
const formats: Readonly<Record<LabelPattern['format'], string>> = {
  decimal: '1',
  decimalZero: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

const numbers =
  ({ format, prefix, suffix }: LabelPattern) =>
  (level: number): string =>
    `<text:list-level-style-number text:level="${level}" style:num-format="${formats[format]}" style:num-prefix="${escapeMarkup(prefix)}" style:num-suffix="${escapeMarkup(suffix)}">`;

const bullets = ['\u2022', '\u25e6', '\u25aa'] as const;

function stylesPart(page: PageSetup, language: string | null, textSize = 11): string {
  const [lang = 'en', country = 'none'] = (language ?? 'en').split('-');
  const points = (length: number): string => `${length.toFixed(2)}pt`;
  const headings = headingSizes.map((size, at) =>
    style(
      `Heading_20_${at + 1}`,
      'Standard',
      `fo:margin-top="${at === 0 ? 18 : 12}pt" fo:margin-bottom="5pt" fo:keep-with-next="always"`,
      `fo:font-size="${size}pt" fo:font-weight="bold" style:font-weight-complex="bold"`,
      ` style:display-name="Heading ${at + 1}" style:next-style-name="Standard" style:default-outline-level="${at + 1}"`,
    ),
  );
  return xml(
    'document-styles',
    `<office:font-face-decls><style:font-face style:name="Liberation Mono" svg:font-family="'Liberation Mono'" style:font-pitch="fixed"/><style:font-face style:name="Carlito" svg:font-family="Carlito, Calibri"/></office:font-face-decls><office:styles><style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-bottom="7pt" fo:line-height="115%" style:writing-mode="page"/><style:text-properties style:font-name="Carlito" fo:font-size="${textSize}pt" fo:language="${escapeMarkup(lang)}" fo:country="${escapeMarkup(country)}"/></style:default-style><style:style style:name="Standard" style:family="paragraph"/>${headings.join('')}${[
      style('List', 'Standard', 'fo:margin-bottom="2pt"'),
      ...Array.from({ length: QUOTE_LEVELS }, (_, at) =>
        style(
          at === 0 ? 'Quotations' : `Quotations_20_${at + 1}`,
          'Standard',
          `fo:margin-left="${14 * (at + 1)}pt" fo:padding-left="10pt" fo:border-left="1.5pt solid #bfbfbf"`,
          'fo:color="#404040"',
          at === 0 ? '' : ` style:display-name="Quotations ${at + 1}"`,
        ),
      ),
      style(
        'Preformatted_20_Text',
        'Standard',
        'fo:margin-top="0pt" fo:margin-bottom="0pt" fo:background-color="#f2f2f2"',
        'style:font-name="Liberation Mono" fo:font-size="9.5pt"',
        ' style:display-name="Preformatted Text"',
      ),
      style('Caption', 'Standard', 'fo:keep-with-next="always"', 'fo:font-weight="bold" fo:font-size="10pt"'),
      style('Footnote', 'Standard', 'fo:margin-bottom="2pt"', 'fo:font-size="9pt"'),
      style(
        'Table_20_Heading',
        'Standard',
        'fo:margin-bottom="2pt"',
        'fo:font-weight="bold"',
        ' style:display-name="Table Heading"',
      ),
      style(
        'Table_20_Contents',
        'Standard',
        'fo:margin-bottom="2pt"',
        '',
        ' style:display-name="Table Contents"',
      ),
      style('AfterTable', 'Standard', 'fo:margin-bottom="0pt"', 'fo:font-size="6pt"'),
      style(
        'Horizontal_20_Line',
        'Standard',
        'fo:border-bottom="0.75pt solid #a6a6a6"',
        '',
        ' style:display-name="Horizontal Line"',
      ),
    ].join('')}${bulletStyles
      .map((name) =>
        listStyle(
          name,
          (level) =>
            `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${bullets[(level - 1) % 3]}">`,
        ),
      )
      .join('')}${listStyle(
      'Numbers',
      numbers(plainLabels),
    )}</office:styles><office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="${points(page.width)}" fo:page-height="${points(page.height)}" style:print-orientation="${page.isLandscape ? 'landscape' : 'portrait'}" fo:margin="${points(page.margin)}"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles>`,
  );
}

const aligned: Readonly<Record<string, string>> = nameTable({
  '': 'start',
  '-center': 'center',
  '-right': 'end',
  '-justify': 'justify',
});

function contentStyles(writing: OdtWriting): string {
  const textStyles = [...writing.textStyles].map(
    ([properties, name]) =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`,
  );
  const paragraphs = Object.entries(aligned).flatMap(([name, align]) => [
    ...(name === ''
      ? []
      : ['Standard', 'Table_20_Contents', 'Table_20_Heading'].map((base) =>
          style(`${base}${name}`, base, `fo:text-align="${align}"`),
        )),
    style(`Standard${name}-break`, 'Standard', `fo:text-align="${align}" fo:break-before="page"`),
  ]);
  const looks = [...writing.lookStyles.values()].map(({ name, base, properties }) =>
    style(name, base, properties),
  );
  const headings = headingSizes.map((_, at) =>
    style(`Heading_20_${at + 1}-break`, `Heading_20_${at + 1}`, 'fo:break-before="page"'),
  );
  const lists = [...writing.listStyles.values()].map(({ name, pattern }) =>
    listStyle(name, numbers(pattern)),
  );
  const labels = [...writing.fixedLabels].map(
    ([label, name]) =>
      `<text:list-style style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="" style:num-prefix="${escapeMarkup(label)}"><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="space" fo:margin-left="0pt" fo:text-indent="0pt"/></style:list-level-properties></text:list-level-style-number></text:list-style>`,
  );
  const cell = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:padding="3pt" ${properties}/></style:style>`;
  const cells = [...writing.cellStyles].map(([properties, name]) => cell(name, properties));
  const tables = [...writing.tableWidths].map(
    (width) =>
      `<style:style style:name="Table${width}" style:family="table"><style:table-properties style:width="${width}pt" table:align="left"/></style:style>`,
  );
  const columns = [...writing.columnWidths].map(
    (width) =>
      `<style:style style:name="Column${width}" style:family="table-column"><style:table-column-properties style:column-width="${width}pt"/></style:style>`,
  );
  const grid = 'fo:border="0.5pt solid #a6a6a6"';
  return `<office:automatic-styles>${textStyles.join('')}${paragraphs.join('')}${looks.join('')}${headings.join('')}${lists.join('')}${labels.join('')}<style:style style:name="Table" style:family="table"><style:table-properties table:align="margins"/></style:style>${tables.join('')}${columns.join('')}${cell('Cell', grid)}${cell('HeadCell', `${grid} fo:background-color="#f2f2f2"`)}${cells.join('')}</office:automatic-styles>`;
}

/** Writes a document in OpenDocument format 1.3. Throws ConversionError `too_complex`. */
export function writeOdt(
  tree: DocumentTree,
  { page, outline, toc, title, language, formula, maxBytes }: WriteSettings,
): Uint8Array {
  const budget = createResultBudget(maxBytes);
  const writing: OdtWriting = {
    tree,
    page,
    formula,
    out: createTextSink(budget),
    textStyles: new Map(),
    lookStyles: new Map(),
    tableWidths: new Set(),
    columnWidths: new Set(),
    cellStyles: new Map(),
    listStyles: new Map(),
    fixedLabels: new Map(),
    headings: new Map(outline.map(({ block, id }) => [block, id])),
    places: new Set([...outline.map(({ id }) => id), ...blockIds(walkDocument(tree))]),
    anchorsDue: [],
    tables: 0,
    frames: 0,
    notes: 0,
    isPageBreakDue: false,
    bullets: bulletStyles[0],
  };
  writeOdtBlocks(tree.blocks, writing);
  const contents = toc
    ? outline.map(
        ({ text, id, level }) =>
          `<text:p text:style-name="List">${'<text:tab/>'.repeat(level - 1)}<text:a xlink:type="simple" xlink:href="#${escapeMarkup(id)}">${odtText(text)}</text:a></text:p>`,
      )
    : [];
  const said = (name: string, value: string | null): string =>
    value === null || value.trim() === '' ? '' : `<${name}>${escapeMarkup(value)}</${name}>`;
  const { metadata } = tree;
  const meta = [
    said('dc:title', title),
    said('dc:subject', metadata.subject),
    said('meta:initial-creator', metadata.author),
    said('dc:creator', metadata.author),
    said('meta:keyword', metadata.keywords),
    said('meta:creation-date', metadata.created?.slice(0, 19) ?? null),
    said('dc:date', metadata.modified?.slice(0, 19) ?? null),
    said('dc:language', language),
  ];
  const images = tree.images.map((image, at) => ({ image, name: `Pictures/${imageFileName(image, at)}` }));
  // Styles precede the text, but are only known after the text is written.
  const head = `${xmlStart('document-content')}${contentStyles(writing)}<office:body><office:text>${contents.join('')}`;
  writing.out.push('</office:text></office:body></office:document-content>\n');
  const content = Buffer.concat([Buffer.from(head), writing.out.bytes()]);
  return packOdf(MIME_TYPE, [
    { path: 'content.xml', mediaType: 'text/xml', bytes: content },
    {
      path: 'styles.xml',
      mediaType: 'text/xml',
      bytes: Buffer.from(stylesPart(page, language, tree.textSize)),
    },
    {
      path: 'meta.xml',
      mediaType: 'text/xml',
      bytes: Buffer.from(xml('document-meta', `<office:meta>${meta.join('')}</office:meta>`)),
    },
    ...images.map(({ image, name }) => ({
      path: name,
      mediaType: image.mime_type,
      bytes: image.bytes,
      stored: true,
    })),
  ]);
}
