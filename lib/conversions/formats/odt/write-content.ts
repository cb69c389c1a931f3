import { nameTable } from '../../base/name-table.ts';
import type { TextSink } from '../../base/result-size.ts';
import type { DocumentTree, Inline, TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { placedSize } from '../../document/image-size.ts';
import { isPlain, type LabelPattern, labelPattern, withLabelsAsText } from '../../document/list-labels.ts';
import {
  type Borders,
  borderSides,
  type ParagraphLook,
  type RunLook,
  type TableLook,
} from '../../document/look.ts';
import { mergeRuns } from '../../document/merge-runs.ts';
import { cellText } from '../../document/plain-text.ts';
import { safeHref } from '../../document/safe-href.ts';
import { type GridSlot, tableGrid } from '../../document/table-grid.ts';
import { imageFileName } from '../../document/tree-images.ts';
import type { PageSetup } from '../../engine/page-setup.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { formulaSize } from '../../shared/math/formula-size.ts';
import type { FormulaParser, MathMlFormula } from '../../shared/math/load-formulas.ts';
import { columnWidths } from '../../shared/wordprocessing/column-widths.ts';

/** Styles of lists with bullets, which look the same. */
export const bulletStyles = ['Bullets', 'Bullets_20_2'] as const;

/** An automatic paragraph style. */
interface LookStyle {
  readonly name: string;
  readonly base: string;
  readonly properties: string;
}

/** The inputs and the collected state of an OpenDocument text document being written. */
export interface OdtWriting {
  readonly tree: DocumentTree;
  readonly page: PageSetup;
  readonly formula: FormulaParser;
  readonly out: TextSink;
  /** Names of automatic text styles by their properties. */
  readonly textStyles: Map<string, string>;
  /** Automatic paragraph styles for looks, by the style that they are based on and their properties. */
  readonly lookStyles: Map<string, LookStyle>;
  /** Widths of tables that are narrower than the page, and of columns, in points. */
  readonly tableWidths: Set<number>;
  readonly columnWidths: Set<number>;
  /** Names of automatic cell styles by their properties. */
  readonly cellStyles: Map<string, string>;
  /** Names of automatic list styles by their labels as JSON. */
  readonly listStyles: Map<string, { readonly name: string; readonly pattern: LabelPattern }>;
  /** Names of automatic list styles by the label that all their items have. */
  readonly fixedLabels: Map<string, string>;
  readonly headings: ReadonlyMap<TreeBlock, string>;
  /** Names of link targets. */
  readonly places: ReadonlySet<string>;
  /** Names of the bookmarks to write at the start of the next line. */
  readonly anchorsDue: string[];
  tables: number;
  frames: number;
  notes: number;
  isPageBreakDue: boolean;
  /** The style of the bullets of the current list. */
  bullets: (typeof bulletStyles)[number];
}

/** Text with spaces, tabs and line breaks as elements (ODF 1.3 part 3, 6.1.2 to 6.1.5). */
export const odtText = (text: string): string =>
  escapeMarkup(text)
    .replaceAll(/ {2,}|^ /g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll(/\r\n?|\n/g, '<text:line-break/>');

type Line = Extract<TreeBlock, { readonly content: readonly Inline[] }>;
type TextPiece = Extract<Inline, { kind: 'text' }>;

/** Language and country of a language tag. */
function languageProperties(tag: string): string {
  const [language = '', ...rest] = tag.split('-');
  const country = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part)) ?? 'none';
  return ['', '-asian', '-complex']
    .map((script) => {
      const prefix = script === '' ? 'fo' : 'style';
      return `${prefix}:language${script}="${language}" ${prefix}:country${script}="${country.toUpperCase() === 'NONE' ? 'none' : country.toUpperCase()}"`;
    })
    .join(' ');
}

const backgroundProperty = (background: string | undefined): string[] =>
  background === undefined ? [] : [`fo:background-color="${background}"`];

const borderProperties = (borders: Borders): string[] =>
  borderSides.flatMap((side) => {
    const border = borders[side];
    return border === undefined
      ? []
      : [`fo:border-${side}="${border.width}pt ${border.style} ${border.colour}"`];
  });

const runLookProperties = ({ colour, size, background }: RunLook = {}, behind?: string): string[] => [
  colour === undefined ? '' : `fo:color="${colour}"`,
  size === undefined
    ? ''
    : `fo:font-size="${size}pt" style:font-size-asian="${size}pt" style:font-size-complex="${size}pt"`,
  ...backgroundProperty(background ?? behind),
];

const stylePropertiesOf = (piece: TextPiece, lang: string | undefined): string =>
  [
    piece.bold ? 'fo:font-weight="bold" style:font-weight-complex="bold"' : '',
    piece.italic ? 'fo:font-style="italic" style:font-style-complex="italic"' : '',
    piece.underline ? 'style:text-underline-style="solid" style:text-underline-width="auto"' : '',
    piece.strike ? 'style:text-line-through-style="solid"' : '',
    piece.superscript
      ? 'style:text-position="super 58%"'
      : piece.subscript
        ? 'style:text-position="sub 58%"'
        : '',
    lang === undefined ? '' : languageProperties(lang),
    piece.code ? `fo:font-family="'Liberation Mono'"` : '',
    ...runLookProperties(piece.look, piece.code ? '#f2f2f2' : undefined),
  ]
    .filter((property) => property !== '')
    .join(' ');

/** Relative addresses start in the package: those of other files leave it (ODF 1.3 part 2, 3.7). */
const packageAddress = (address: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:|[#/])/i.test(address) ? address : `../${address}`;

function writeText(piece: TextPiece, lang: string | undefined, { textStyles, places }: OdtWriting): string {
  const properties = stylePropertiesOf(piece, lang);
  let text = odtText(piece.text);
  if (properties !== '') {
    const name = textStyles.get(properties) ?? `T${textStyles.size + 1}`;
    textStyles.set(properties, name);
    text = `<text:span text:style-name="${name}">${text}</text:span>`;
  }
  const address = safeHref(piece.href, { allowRelative: true });
  if (address === undefined || (address.startsWith('#') && !places.has(address.slice(1)))) return text;
  return `<text:a xlink:type="simple" xlink:href="${escapeMarkup(packageAddress(address))}">${text}</text:a>`;
}

const FORMULA_FONT_SIZE = 12;

/** An object in the text that shows a formula (ODF 1.3 part 3, 10.4.6.2). */
function formulaObject(formula: MathMlFormula): string {
  const { width, height } = formulaSize(formula);
  const points = (size: number): string => `${(Math.max(0.5, size) * FORMULA_FONT_SIZE).toFixed(1)}pt`;
  return `<draw:frame text:anchor-type="as-char" svg:width="${points(width)}" svg:height="${points(height)}"><draw:object>${formula.toMarkup()}</draw:object></draw:frame>`;
}

function writePiece(piece: Inline, lang: string | undefined, writing: OdtWriting): void {
  const { tree, page, out } = writing;
  switch (piece.kind) {
    case 'text':
      out.push(writeText(piece, lang, writing));
      break;
    case 'line_break':
      out.push('<text:line-break/>');
      break;
    case 'math': {
      const formula = writing.formula(piece.tex, piece.display === true);
      out.push(formula === undefined ? odtText(piece.tex) : formulaObject(formula));
      break;
    }
    case 'image': {
      const image = tree.images[piece.image];
      if (image === undefined) {
        out.push(odtText(piece.alt));
        break;
      }
      writing.frames += 1;
      const room = { width: page.room.width, height: page.room.height * 0.92 };
      const { width, height } = placedSize(piece, image, room);
      const size = `svg:width="${width.toFixed(2)}pt" svg:height="${height.toFixed(2)}pt"`;
      const name = imageFileName(image, piece.image);
      out.push(
        `<draw:frame draw:name="Picture ${writing.frames}" text:anchor-type="as-char" ${size}><draw:image xlink:href="Pictures/${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/><svg:desc>${escapeMarkup(piece.alt)}</svg:desc></draw:frame>`,
      );
      break;
    }
    case 'note': {
      const blocks = tree.notes[piece.note];
      if (blocks === undefined) break;
      writing.notes += 1;
      out.push(
        `<text:note text:id="ftn${writing.notes}" text:note-class="${piece.type ?? 'footnote'}"><text:note-citation>${piece.note + 1}</text:note-citation><text:note-body>`,
      );
      const before = out.length;
      const inner: OdtWriting = { ...writing, tree: { ...tree, notes: [] }, isPageBreakDue: false };
      writeOdtBlocks(blocks, inner, 'Footnote');
      writing.frames = inner.frames;
      writing.tables = inner.tables;
      if (out.length === before) out.push('<text:p/>');
      out.push('</text:note-body></text:note>');
    }
  }
}

function addAnchor({ id }: TreeBlock, { anchorsDue }: OdtWriting): void {
  if (id !== undefined) anchorsDue.push(id);
}

/** The pieces of a line, after the bookmarks that are due. */
function writeLine({ content, lang }: Line, writing: OdtWriting): void {
  for (const name of writing.anchorsDue.splice(0))
    writing.out.push(`<text:bookmark text:name="${escapeMarkup(name)}"/>`);
  for (const piece of mergeRuns(content)) writePiece(piece, lang, writing);
}

/** Paragraph styles for an alignment or a page break; `write-odt.ts` defines them. */
function paragraphStyle(base: string, align: string | undefined, writing: OdtWriting): string {
  const side = align === 'center' || align === 'right' || align === 'justify' ? `-${align}` : '';
  if (base.startsWith('Table_')) return `${base}${side}`;
  const isHeading = base.startsWith('Heading');
  if (base !== 'Standard' && !isHeading) return base;
  const breaks = writing.isPageBreakDue ? '-break' : '';
  writing.isPageBreakDue = false;
  return `${base}${isHeading ? '' : side}${breaks}`;
}

// The values of `fo:text-align`.
const sides: Readonly<Record<string, string>> = nameTable({
  left: 'start',
  center: 'center',
  right: 'end',
  justify: 'justify',
});

/** The style of a heading or paragraph that can have a look of its own. */
function lineStyle(
  base: string,
  align: string | undefined,
  look: ParagraphLook | undefined,
  writing: OdtWriting,
): string {
  const isHeading = base.startsWith('Heading');
  const side = sides[align ?? ''];
  if (look === undefined && !(isHeading && side !== undefined)) return paragraphStyle(base, align, writing);
  const breaks = writing.isPageBreakDue && (isHeading || base === 'Standard');
  if (breaks) writing.isPageBreakDue = false;
  const isIndented = look?.left !== undefined && !base.startsWith('Quotations') && base !== 'List';
  const properties = [
    ...(side === undefined ? [] : [`fo:text-align="${side}"`]),
    ...(isIndented ? [`fo:margin-left="${look.left}pt"`] : []),
    ...backgroundProperty(look?.background),
    ...borderProperties(look?.borders ?? {}),
    ...borderSides.filter((at) => look?.borders?.[at] !== undefined).map((at) => `fo:padding-${at}="3pt"`),
    ...(breaks ? ['fo:break-before="page"'] : []),
  ].join(' ');
  const key = `${base} ${properties}`;
  const style = writing.lookStyles.get(key) ?? { name: `P${writing.lookStyles.size + 1}`, base, properties };
  writing.lookStyles.set(key, style);
  return style.name;
}

/** The borders of a cell, and those of its table at the edges. */
function bordersIn(slot: GridSlot, grid: readonly (readonly unknown[])[], look: TableLook): Borders {
  const { top, right, bottom, left } = look.borders ?? {};
  const own = typeof slot.cell === 'string' ? undefined : slot.cell.look?.borders;
  return {
    top: own?.top ?? (slot.row === 0 ? top : undefined),
    right: own?.right ?? (slot.column + slot.columnSpan === grid[0]?.length ? right : undefined),
    bottom: own?.bottom ?? (slot.row + slot.rowSpan === grid.length ? bottom : undefined),
    left: own?.left ?? (slot.column === 0 ? left : undefined),
  };
}

/** The style of a cell with these borders. Default: those of a grid. */
function cellStyle(
  cell: TreeCell,
  isHead: boolean,
  borders: Borders | undefined,
  { cellStyles }: OdtWriting,
): string {
  const background = typeof cell === 'string' ? undefined : cell.look?.background;
  if (background === undefined && borders === undefined) return isHead ? 'HeadCell' : 'Cell';
  const sides = borders === undefined ? ['fo:border="0.5pt solid #a6a6a6"'] : borderProperties(borders);
  const properties = [...sides, ...backgroundProperty(background)].join(' ');
  const name = cellStyles.get(properties) ?? `C${cellStyles.size + 1}`;
  cellStyles.set(properties, name);
  return name;
}

/** Number of styles for quotes in each other. */
export const QUOTE_LEVELS = 9;

/** The style of quotes inside text of a style. */
function quoteStyle(around: string): string {
  const level = around === 'Quotations' ? 2 : Number(/^Quotations_20_(\d)$/.exec(around)?.[1] ?? 0) + 1;
  return level === 1 ? 'Quotations' : `Quotations_20_${Math.min(level, QUOTE_LEVELS)}`;
}

interface Place {
  readonly style: string;
  readonly align?: string | undefined;
  readonly depth: number;
  readonly tables: number;
}

// LibreOffice's layout time of nested tables is superlinear.
const MAX_TABLES = 5;
const MAX_DEPTH = 60;

const asText = (block: TreeBlock, style: string): string =>
  `<text:p text:style-name="${style}">${odtText(cellText({ blocks: [block] }))}</text:p>`;

function writeCell(cell: TreeCell, isHead: boolean, place: Place, writing: OdtWriting): void {
  const blocks: readonly TreeBlock[] =
    typeof cell === 'string' ? [{ kind: 'paragraph', content: [{ kind: 'text', text: cell }] }] : cell.blocks;
  const align = typeof cell === 'string' ? undefined : cell.align;
  const before = writing.out.length;
  const style = isHead ? 'Table_20_Heading' : 'Table_20_Contents';
  writeAll(blocks, { style, align, depth: place.depth + 1, tables: place.tables + 1 }, writing);
  if (writing.out.length === before) writing.out.push('<text:p/>');
}

function writeTable(block: Extract<TreeBlock, { kind: 'table' }>, place: Place, writing: OdtWriting): void {
  const { out, page } = writing;
  if (block.caption !== undefined)
    out.push(`<text:p text:style-name="Caption">${odtText(block.caption)}</text:p>`);
  const grid = tableGrid(block.rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return;
  if (place.tables >= MAX_TABLES) {
    out.push(asText(block, place.style));
    return;
  }
  writing.tables += 1;
  const exact = columnWidths(grid, block.look, page.room.width, writing.tree.textSize);
  const width = Math.round(exact.reduce((sum, each) => sum + each, 0));
  const isNarrow = width < Math.round(page.room.width);
  if (isNarrow) writing.tableWidths.add(width);
  const style = isNarrow ? `Table${width}` : 'Table';
  const widths = exact.map((each) => Math.max(1, Math.round(each)));
  for (const each of widths) writing.columnWidths.add(each);
  out.push(
    `<table:table table:name="Table${writing.tables}" table:style-name="${style}">`,
    widths.map((each) => `<table:table-column table:style-name="Column${each}"/>`).join(''),
  );
  const headerRows = Math.min(block.header_rows, grid.length);
  for (const [row, line] of grid.entries()) {
    if (row === 0 && headerRows > 0) out.push('<table:table-header-rows>');
    out.push('<table:table-row>');
    for (const [column, slot] of line.entries()) {
      if (slot === undefined)
        out.push(`<table:table-cell${block.look === undefined ? ' table:style-name="Cell"' : ''}/>`);
      else if (slot.row !== row || slot.column !== column) out.push('<table:covered-table-cell/>');
      else {
        const isHead = row < headerRows;
        const borders = block.look === undefined ? undefined : bordersIn(slot, grid, block.look);
        const span =
          slot.columnSpan > 1 || slot.rowSpan > 1
            ? ` table:number-columns-spanned="${slot.columnSpan}" table:number-rows-spanned="${slot.rowSpan}"`
            : '';
        out.push(
          `<table:table-cell table:style-name="${cellStyle(slot.cell, isHead, borders, writing)}" office:value-type="string"${span}>`,
        );
        writeCell(slot.cell, isHead, place, writing);
        out.push('</table:table-cell>');
      }
    }
    out.push('</table:table-row>');
    if (row === headerRows - 1) out.push('</table:table-header-rows>');
  }
  out.push('</table:table><text:p text:style-name="AfterTable"/>');
}

/** The name of the list style with these labels. */
function listStyleOf(pattern: LabelPattern, { listStyles }: OdtWriting): string {
  if (isPlain(pattern)) return 'Numbers';
  const { format, prefix, suffix } = pattern;
  const key = JSON.stringify([format, prefix, suffix]);
  const { name } = listStyles.get(key) ?? { name: `L${listStyles.size + 1}` };
  listStyles.set(key, { name, pattern });
  return name;
}

function writeList(list: Extract<TreeBlock, { kind: 'list' }>, place: Place, writing: OdtWriting): void {
  const { out } = writing;
  const pattern = list.ordered ? labelPattern(list) : undefined;
  const block = list.ordered && pattern === undefined ? withLabelsAsText(list) : list;
  // Readers join lists with the same bullets across a paragraph, so two in a row have different ones.
  if (place.style !== 'List')
    writing.bullets = writing.bullets === bulletStyles[0] ? bulletStyles[1] : bulletStyles[0];
  const style = pattern === undefined ? writing.bullets : listStyleOf(pattern, writing);
  out.push(`<text:list text:style-name="${style}">`);
  for (const [at, { blocks, checked }] of block.items.entries()) {
    const start =
      at === 0 && block.ordered && (block.start ?? 1) >= 0 ? ` text:start-value="${block.start ?? 1}"` : '';
    out.push(`<text:list-item${start}>`);
    const box = checked === undefined ? '' : checked ? '\u2611 ' : '\u2610 ';
    const [first, ...others] = blocks;
    const isLine = first?.kind === 'paragraph';
    const lineName = isLine ? lineStyle('List', first.align, first.look, writing) : 'List';
    out.push(`<text:p text:style-name="${lineName}">${box}`);
    if (isLine) {
      addAnchor(first, writing);
      writeLine(first, writing);
    }
    out.push('</text:p>');
    // An item can contain only paragraphs and lists (ODF 1.3 part 3, 5.3.4); a table is written as text.
    for (const inner of isLine ? others : blocks) {
      if (inner.kind === 'table') out.push(asText(inner, 'List'));
      else writeBlock(inner, { ...place, style: 'List', depth: place.depth + 1 }, writing);
    }
    out.push('</text:list-item>');
  }
  out.push('</text:list>');
}

/** A list around a heading whose label is this text. */
function labelTags(label: string, { fixedLabels }: OdtWriting): readonly [string, string] {
  const name = fixedLabels.get(label) ?? `H${fixedLabels.size + 1}`;
  fixedLabels.set(label, name);
  return [`<text:list text:style-name="${name}"><text:list-item>`, '</text:list-item></text:list>'];
}

function writeBlock(block: TreeBlock, place: Place, writing: OdtWriting): void {
  const { out } = writing;
  if (place.depth > MAX_DEPTH) {
    out.push(asText(block, place.style));
    return;
  }
  if (block.kind !== 'heading') addAnchor(block, writing);
  switch (block.kind) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, block.level));
      const id = writing.headings.get(block);
      const mark = id === undefined ? '' : `<text:bookmark text:name="${escapeMarkup(id)}"/>`;
      const style = lineStyle(`Heading_20_${level}`, block.align, block.look, writing);
      const [before, after] = block.label === undefined ? ['', ''] : labelTags(block.label, writing);
      out.push(`${before}<text:h text:style-name="${style}" text:outline-level="${level}">${mark}`);
      writeLine(block, writing);
      out.push(`</text:h>${after}`);
      break;
    }
    case 'paragraph': {
      const style = lineStyle(
        block.role === 'caption' ? 'Caption' : place.style,
        block.align ?? place.align,
        block.look,
        writing,
      );
      out.push(`<text:p text:style-name="${style}">`);
      writeLine(block, writing);
      out.push('</text:p>');
      break;
    }
    case 'list':
      writeList(block, place, writing);
      break;
    case 'table':
      writeTable(block, place, writing);
      break;
    case 'code':
      for (const line of block.text.split(/\r\n?|\n/))
        out.push(`<text:p text:style-name="Preformatted_20_Text">${odtText(line)}</text:p>`);
      out.push('<text:p text:style-name="AfterTable"/>');
      break;
    case 'quote':
      writeAll(block.blocks, { ...place, style: quoteStyle(place.style), depth: place.depth + 1 }, writing);
      break;
    case 'rule':
      out.push('<text:p text:style-name="Horizontal_20_Line"/>');
      break;
    case 'page_break':
      writing.isPageBreakDue = true;
      break;
  }
}

function writeAll(blocks: readonly TreeBlock[], place: Place, writing: OdtWriting): void {
  for (const block of blocks) writeBlock(block, place, writing);
}

/** Writes blocks as paragraphs, lists and tables. `style` applies to paragraphs that have none. */
export function writeOdtBlocks(blocks: readonly TreeBlock[], writing: OdtWriting, style = 'Standard'): void {
  writeAll(blocks, { style, depth: 0, tables: 0 }, writing);
}
