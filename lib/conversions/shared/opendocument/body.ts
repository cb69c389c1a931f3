import { merged } from '../../base/merged.ts';
import { formatNumber } from '../../base/number-formats.ts';
import { endCode, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, inlineText } from '../../document/document-tree.ts';
import { mainLanguage, withLanguage } from '../../document/languages.ts';
import { trimLine, withoutCommon } from '../../document/trim-line.ts';
import { lineBlocks } from '../wordprocessing/line-blocks.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';
import { backingOf } from './backing.ts';
import type { OdfContext } from './context.ts';
import { frameBlocks, isDrawing } from './frames.ts';
import { type OdfLine, readOdfLine } from './line.ts';
import { readList } from './list.ts';
import { odfNumberFormat } from './number-format.ts';
import { readOdfTable } from './table.ts';

const MAX_HEADING_LEVEL = 10;

/** Returns the number of the next heading of a level, such as `1.2`; empty if headings are not numbered. */
function headingLabel(level: number, context: OdfContext): string {
  const numbers = context.headingNumbers;
  const definition = context.styles.outline(level - 1);
  numbers.length = Math.min(numbers.length, level);
  numbers[level - 1] = (numbers[level - 1] ?? (definition?.start ?? 1) - 1) + 1;
  if (definition === undefined || definition.format === '') return '';
  const shown: string[] = [];
  for (let at = Math.max(0, level - definition.shown); at < level; at += 1) {
    const format = context.styles.outline(at)?.format ?? '';
    if (format !== '') shown.push(formatNumber(numbers[at] ?? 1, odfNumberFormat(format)));
  }
  return `${definition.prefix}${shown.join('.')}${definition.suffix}`.trim();
}

function headingBlocks(
  line: readonly Inline[],
  level: number,
  isNumbered: boolean,
  context: OdfContext,
): FlatBlock[] {
  const content = withoutCommon(trimLine(line), 'bold', 'italic', 'underline', 'code');
  if (content.length === 0) return [];
  const label = (isNumbered && headingLabel(level, context)) || undefined;
  return [{ kind: 'block', block: { kind: 'heading', level, label, content } }];
}

/** LibreOffice writes links to a heading as its text and `|outline`. */
function addOutlineName(line: readonly Inline[], context: OdfContext): void {
  context.anchors.add(`${inlineText(line).trim()}|outline`);
}

/** The paragraphs of a line. */
const linesOf = ({ inlines, splits }: OdfLine): Inline[][] =>
  [0, ...splits].map((start, index) => inlines.slice(start, splits[index]));

function readParagraph(element: XmlElement, context: OdfContext): FlatBlock[] {
  const style = context.styles.style('paragraph', element.attributes['text:style-name']);
  const outline =
    element.name === 'text:h' ? (integerOf(element, 'text:outline-level') ?? 1) : style.headingLevel;
  const level = outline === undefined ? 0 : Math.min(MAX_HEADING_LEVEL, Math.max(1, outline));
  const { font: _, ...run } = style.run;
  const backing = backingOf('paragraph', element.attributes['text:style-name'], context);
  const line: OdfLine = { inlines: [], splits: [], boxes: [], languages: new Map(), backing };
  const languages = merged(context.styles.languages(), run.languages);
  const inherited = {
    style: level > 0 ? { hidden: run.hidden, paint: run.paint, languages } : { ...run, languages },
    href: undefined,
  };
  readOdfLine(element, inherited, context, line);
  const isNumbered = element.name === 'text:h' && element.attributes['text:is-list-header'] !== 'true';
  const blocks = linesOf(line).flatMap((inlines) =>
    level > 0 ? headingBlocks(inlines, level, isNumbered, context) : lineBlocks(inlines, style),
  );
  const isBroken = style.pageBreakBefore === true && blocks.length > 0;
  const before: FlatBlock[] = isBroken ? [{ kind: 'block', block: { kind: 'page_break' } }] : [];
  if (level > 0) addOutlineName(line.inlines, context);
  const lang = mainLanguage(line.languages);
  const spoken = blocks.map((block) => withLanguage(block, lang));
  return [...before, ...context.anchors.putOn(spoken), ...line.boxes];
}

/** Reads deleted blocks where they were. */
const readDeletion = (deletion: XmlElement | undefined, context: OdfContext): FlatBlock[] =>
  deletion === undefined ? [] : readOdfBlocks(deletion, context);

/** Reads a hidden section if hidden text is kept, or else lists its paragraphs. */
function readHiddenSection(section: XmlElement, context: OdfContext): FlatBlock[] {
  const { hidden } = context;
  if (hidden.keeps) return readOdfBlocks(section, context);
  for (const name of ['text:h', 'text:p'])
    for (const paragraph of descendants(section, name))
      hidden.add(textOfElement(paragraph), 'invisible', paragraph);
  return [];
}

/** Reads a table of contents, an index or a bibliography. Warns of one that was never filled. */
function readIndex(index: XmlElement, context: OdfContext): FlatBlock[] {
  const entries = [...elementsOf(childOf(index, 'text:index-body'))].filter(
    ({ name }) => name !== 'text:index-title',
  );
  if (!entries.some((entry) => textOfElement(entry).trim() !== ''))
    context.warn(
      'The document has a table of contents or an index without entries. Update the indexes in LibreOffice and save the document.',
    );
  return readOdfBlocks(index, context);
}

/** Reads one block of a text, cell, note or box. */
function readOdfBlock(element: XmlElement, context: OdfContext): FlatBlock[] {
  switch (element.name) {
    case 'text:p':
    case 'text:h':
      return readParagraph(element, context);
    case 'text:list': {
      const out: FlatBlock[] = [];
      readList(element, { style: undefined, level: 0 }, { context, readBlock: readOdfBlock, out });
      return out;
    }
    case 'table:table':
      return readOdfTable(element, context);
    case 'text:tracked-changes':
      context.tracked.declare(element);
      return [];
    case 'text:change':
    case 'text:change-start':
    case 'text:change-end':
      return readDeletion(context.tracked.mark(element), context);
    case 'text:section':
      return element.attributes['text:display'] === 'none'
        ? readHiddenSection(element, context)
        : readOdfBlocks(element, context);
    case 'text:table-of-content':
    case 'text:illustration-index':
    case 'text:table-index':
    case 'text:object-index':
    case 'text:user-index':
    case 'text:alphabetical-index':
    case 'text:bibliography':
      return readIndex(element, context);
    case 'text:index-body':
    case 'text:index-title':
    case 'text:numbered-paragraph':
      return readOdfBlocks(element, context);
    default:
      return isDrawing(element) ? frameBlocks(element, context) : [];
  }
}

/** Reads one block of a text, cell, note or box, and adds it to those before it. */
export function addOdfBlock(element: XmlElement, context: OdfContext, out: FlatBlock[]): void {
  const blocks = readOdfBlock(element, context);
  if (element.name === 'text:p' && blocks.length === 0) endCode(out);
  for (const block of blocks) out.push(block);
}

/** Reads all blocks of a text, cell, note or box. */
export function readOdfBlocks(parent: XmlElement, context: OdfContext): FlatBlock[] {
  const out: FlatBlock[] = [];
  for (const child of elementsOf(parent)) addOdfBlock(child, context, out);
  return out;
}
