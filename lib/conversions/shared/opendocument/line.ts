import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, textRun } from '../../document/document-tree.ts';
import { countLanguage, type LanguageCounts } from '../../document/languages.ts';
import type { Backing } from '../wordprocessing/hidden-texts.ts';
import { commentNote } from '../wordprocessing/review.ts';
import { overlay, type RunStyle, toTextStyle } from '../wordprocessing/run-style.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { isDrawing, readFrame } from './frames.ts';

/** The contents of a paragraph. */
export interface OdfLine {
  readonly inlines: Inline[];
  /** Where a deleted end of a paragraph is read: indexes into `inlines`. */
  readonly splits: number[];
  /** Text boxes and charts, placed after the paragraph that they are anchored in. */
  readonly boxes: FlatBlock[];
  readonly languages: LanguageCounts;
  /** What is behind the text. */
  readonly backing: Backing;
}

interface Inherited {
  readonly style: RunStyle;
  readonly href: string | undefined;
}

// An element can request any number.
const MAX_SPACES = 1_000;

/** Returns the spaces of a `text:s` element (OpenDocument 1.3, part 3, 6.1.3). Counts them as characters of the document. */
function spacesOf(element: XmlElement, { budget }: Pick<OdfContext, 'budget'>): string {
  const count = Math.min(MAX_SPACES, Math.max(1, integerOf(element, 'text:c') ?? 1));
  budget.spend('characters', count);
  return ' '.repeat(count);
}

// Elements in a line that are not part of its text.
const silent = new Set([
  'text:note-citation',
  'text:hidden-text',
  'text:hidden-paragraph',
  'text:toc-mark',
  'text:user-index-mark',
  'text:alphabetical-index-mark',
  'text:bookmark-end',
  'text:tracked-changes',
  'text:script',
  'svg:title',
  'svg:desc',
]);

function addNote(note: XmlElement, context: OdfContext, line: OdfLine): void {
  const body = childOf(note, 'text:note-body');
  if (body === undefined) return;
  const index = context.notes.length;
  context.notes.push([]);
  context.notes[index] = assembleBlocks(context.readBlocks(body, context));
  const isEndnote = note.attributes['text:note-class'] === 'endnote';
  line.inlines.push({ kind: 'note', note: index, ...(isEndnote ? { type: 'endnote' } : {}) });
}

function addComment(element: XmlElement, context: OdfContext, line: OdfLine): void {
  const { author } = context.remarks.add(element);
  if (!context.writesComments || !context.tracked.isShown()) return;
  line.inlines.push({ kind: 'note', note: context.notes.length });
  // It is not part of the text that comments are about.
  const own = { ...context, remarks: { ...context.remarks, see: () => {} } };
  context.notes.push(commentNote(author, assembleBlocks(context.readBlocks(element, own))));
}

/** Adds deleted text where it was. The ends of its paragraphs split the paragraph that it is in. */
function addDeletion(
  deletion: XmlElement | undefined,
  inherited: Inherited,
  context: OdfContext,
  line: OdfLine,
): void {
  const style = overlay(inherited.style, context.tracked.deletion);
  const paragraphs = [...elementsOf(deletion)].filter(({ name }) => name === 'text:p' || name === 'text:h');
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) line.splits.push(line.inlines.length);
    readOdfLine(paragraph, { ...inherited, style }, context, line);
  }
}

function addChild(child: XmlElement, inherited: Inherited, context: OdfContext, line: OdfLine): void {
  const write = (text: string): void => addText(text, inherited, context, line);
  switch (child.name) {
    case 'text:span': {
      const own = context.styles.style('text', child.attributes['text:style-name']).run;
      readOdfLine(child, { ...inherited, style: overlay(inherited.style, own) }, context, line);
      break;
    }
    case 'text:a': {
      // Relative addresses of other files leave the package (ODF 1.3 part 2, 3.7).
      const href = (child.attributes['xlink:href'] ?? '').replace(/^\.\.\//, '');
      readOdfLine(child, { ...inherited, href: href === '' ? inherited.href : href }, context, line);
      break;
    }
    case 'text:bookmark':
    case 'text:bookmark-start':
    case 'text:reference-mark':
    case 'text:reference-mark-start':
      context.anchors.add(child.attributes['text:name']);
      break;
    case 'text:bookmark-ref':
    case 'text:reference-ref': {
      const name = child.attributes['text:ref-name'];
      const href = name === undefined || name === '' ? inherited.href : `#${name}`;
      readOdfLine(child, { ...inherited, href }, context, line);
      break;
    }
    case 'text:ruby-text':
      write('(');
      readOdfLine(child, inherited, context, line);
      write(')');
      break;
    case 'text:s':
      write(spacesOf(child, context));
      break;
    case 'text:tab':
      write('\t');
      break;
    case 'text:line-break':
      line.inlines.push({ kind: 'line_break' });
      break;
    case 'office:annotation':
      addComment(child, context, line);
      break;
    case 'office:annotation-end':
      context.remarks.end(child.attributes['office:name']);
      break;
    case 'text:change':
    case 'text:change-start':
    case 'text:change-end':
      addDeletion(context.tracked.mark(child), inherited, context, line);
      break;
    case 'text:note':
      if (context.tracked.isShown()) addNote(child, context, line);
      break;
    default:
      if (silent.has(child.name)) break;
      if (isDrawing(child)) {
        if (context.tracked.isShown()) readFrame(child, context, line);
      }
      // Fields contain the text that they display.
      else readOdfLine(child, inherited, context, line);
  }
}

function addText(text: string, { style: own, href }: Inherited, context: OdfContext, line: OdfLine): void {
  if (text === '' || !context.tracked.isShown()) return;
  const reason = context.hidden.reasonOf(own, line.backing);
  if (reason !== undefined) {
    context.hidden.add(text, reason, line);
    return;
  }
  context.remarks.see(text);
  const style = overlay(own, context.tracked.insertion());
  countLanguage(line.languages, text, style.languages);
  const textStyle = toTextStyle(style);
  line.inlines.push(
    textRun(text, { ...textStyle, underline: href === undefined ? textStyle.underline : undefined, href }),
  );
}

/** Reads the contents of a paragraph and collapses white space: OpenDocument 1.3, part 3, 6.1.2. */
export function readOdfLine(
  parent: XmlElement,
  inherited: Inherited,
  context: OdfContext,
  line: OdfLine,
): void {
  for (const child of parent.children) {
    if (typeof child === 'string') addText(child.replaceAll(/[ \t\r\n]+/g, ' '), inherited, context, line);
    else addChild(child, inherited, context, line);
  }
}
