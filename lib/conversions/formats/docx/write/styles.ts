import { maxOf } from '../../../base/arrays.ts';
import { isPlain, type LabelPattern, plainLabels } from '../../../document/list-labels.ts';
import { escapeMarkup } from '../../../shared/markup/escape-markup.ts';

/** The namespace of WordprocessingML (ECMA-376 part 1). */
export const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

interface ParagraphStyle {
  readonly id: string;
  readonly name: string;
  /** Paragraph and run properties, in the schema's order. */
  readonly paragraph?: string;
  readonly run?: string;
}

/** Indent per level of a list or quote, in twentieths of a point. */
export const LIST_INDENT = 425;
/** Number of styles for quotes in each other. */
export const QUOTE_LEVELS = 9;

// For each heading level: space before in twentieths of a point, font size in half points.
const headingSizes = [32, 28, 26, 24, 22, 22] as const;

const styles: readonly ParagraphStyle[] = [
  ...headingSizes.map((size, at) => ({
    id: `Heading${at + 1}`,
    name: `heading ${at + 1}`,
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing w:before="${at === 0 ? 360 : 240}" w:after="100"/><w:outlineLvl w:val="${at}"/>`,
    run: `<w:b/><w:bCs/>${at > 3 ? '<w:i/>' : ''}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  })),
  {
    id: 'ListParagraph',
    name: 'List Paragraph',
    paragraph: '<w:contextualSpacing/>',
  },
  ...Array.from({ length: QUOTE_LEVELS }, (_, at) => ({
    id: at === 0 ? 'Quote' : `Quote${at + 1}`,
    name: at === 0 ? 'Quote' : `Quote ${at + 1}`,
    paragraph: `<w:pBdr><w:left w:val="single" w:sz="12" w:space="10" w:color="BFBFBF"/></w:pBdr><w:ind w:left="${LIST_INDENT * (at + 1)}"/>`,
    run: '<w:color w:val="404040"/>',
  })),
  {
    id: 'Code',
    name: 'Code',
    paragraph:
      '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/><w:spacing w:before="0" w:after="0" w:line="252" w:lineRule="auto"/>',
    run: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Courier New"/><w:noProof/><w:sz w:val="19"/><w:szCs w:val="19"/>',
  },
  {
    id: 'HorizontalLine',
    name: 'Horizontal Line',
    paragraph: '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>',
  },
  { id: 'TableHeading', name: 'Table Heading', run: '<w:b/><w:bCs/>' },
  {
    id: 'Caption',
    name: 'caption',
    paragraph: '<w:keepNext/><w:spacing w:before="120" w:after="80"/>',
    run: '<w:b/><w:bCs/><w:sz w:val="20"/><w:szCs w:val="20"/>',
  },
  {
    id: 'FootnoteText',
    name: 'footnote text',
    paragraph: '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
    run: '<w:sz w:val="18"/><w:szCs w:val="18"/>',
  },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    id: `TOC${level}`,
    name: `toc ${level}`,
    paragraph: `<w:spacing w:after="60"/><w:ind w:left="${(level - 1) * 300}"/>`,
  })),
];

const TEXT_SIZE = 11;

/** The styles part. `language` is a BCP 47 tag, `textSize` is in points. */
export function stylesPart(language: string | null, textSize: number = TEXT_SIZE): string {
  const size = Math.round(textSize * 2);
  const lang = escapeMarkup(language ?? 'en-US');
  const own = styles.map(
    ({ id, name, paragraph = '', run = '' }) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${
        id.startsWith('Heading') ? '<w:next w:val="Normal"/>' : ''
      }<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`,
  );
  return `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/><w:lang w:val="${lang}" w:eastAsia="${lang}" w:bidi="${lang}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style><w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>${own.join(
    '',
  )}<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="character" w:styleId="CodeCharacter"><w:name w:val="Code Character"/><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Courier New"/><w:noProof/><w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:pPr><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/></w:pPr><w:tblPr><w:tblBorders>${[
    'top',
    'left',
    'bottom',
    'right',
    'insideH',
    'insideV',
  ]
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`)
    .join('')}</w:tblBorders></w:tblPr></w:style></w:styles>`;
}

/** Number of list levels in Word. */
export const LIST_LEVELS = 9;

const bullets = ['\u2022', '\u25e6', '\u25aa'] as const;

function listLevel(level: number, start: number, label: string): string {
  const left = LIST_INDENT * (level + 1);
  return `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/>${label}<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${left}" w:hanging="${LIST_INDENT}"/></w:pPr></w:lvl>`;
}

function abstractList(id: number, labelOf: (level: number) => string): string {
  const levels = Array.from({ length: LIST_LEVELS }, (_, level) => listLevel(level, 1, labelOf(level)));
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
}

/** A list with its own counter, or with a label that is the same text for all items. */
export type WrittenList = { readonly level: number } & (
  | { readonly start: number; readonly pattern: LabelPattern; readonly tables: number }
  | { readonly label: string }
);

/** A level whose label is fixed, as that of a heading with its number. */
const fixedLevel = (level: number, label: string): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="space"/><w:lvlText w:val="${escapeMarkup(label)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr></w:lvl>`;

/**
 * The definition of numbered lists in this many tables. Lists with the same definition count on, so one in a table would
 * change the numbers of the list around it.
 */
const abstractNumber = (tables: number): number => (tables === 0 ? 1 : tables + 3);

/** The numbering part: numbers 1 and 2 are bullets, numbers from 3 are `lists` in order. */
export function numberingPart(lists: readonly WrittenList[]): string {
  const numberLabel = (level: number, { format, prefix, suffix }: LabelPattern): string =>
    `<w:numFmt w:val="${format}"/><w:lvlText w:val="${escapeMarkup(prefix)}%${level + 1}${escapeMarkup(suffix)}"/>`;
  const overrideOf = (list: WrittenList): string => {
    if ('label' in list) return fixedLevel(list.level, list.label);
    const { level, start, pattern } = list;
    const own = isPlain(pattern) ? '' : listLevel(level, start, numberLabel(level, pattern));
    return `<w:startOverride w:val="${start}"/>${own}`;
  };
  const own = lists.map(
    (list, at) =>
      `<w:num w:numId="${at + 3}"><w:abstractNumId w:val="${'label' in list ? 2 : abstractNumber(list.tables)}"/><w:lvlOverride w:ilvl="${list.level}">${overrideOf(list)}</w:lvlOverride></w:num>`,
  );
  const bulletLevel = (level: number): string =>
    `<w:numFmt w:val="bullet"/><w:lvlText w:val="${bullets[level % 3]}"/>`;
  const numberLevel = (level: number): string => numberLabel(level, plainLabels);
  const depth = maxOf(
    lists.map((list) => ('label' in list ? 0 : list.tables)),
    0,
  );
  const inTables = Array.from({ length: depth }, (_, at) =>
    abstractList(abstractNumber(at + 1), numberLevel),
  );
  return `<w:numbering xmlns:w="${WORD}">${abstractList(0, bulletLevel)}${abstractList(1, numberLevel)}${abstractList(2, numberLevel)}${abstractList(3, bulletLevel)}${inTables.join('')}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="3"/></w:num>${own.join('')}</w:numbering>`;
}
