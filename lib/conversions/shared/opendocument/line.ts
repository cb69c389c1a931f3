import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, textRun } from '../../document/document-tree.ts';
import { overlay, type RunStyle, toTextStyle } from '../wordprocessing/run-style.ts';
import { childOf, integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { isDrawing, readFrame } from './frames.ts';

/** What a paragraph holds. */
export interface OdfLine {
  readonly inlines: Inline[];
  /** Text boxes and charts, which follow the paragraph they are anchored in. */
  readonly boxes: FlatBlock[];
}

interface Around {
  readonly style: RunStyle;
  readonly href: string | undefined;
}

// What stands in a line and is none of its text.
const silent = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:note-citation',
  'text:ruby-text',
  'text:hidden-text',
  'text:hidden-paragraph',
  'text:toc-mark',
  'text:user-index-mark',
  'text:alphabetical-index-mark',
  'text:bookmark-start',
  'text:bookmark-end',
  'text:tracked-changes',
  'text:script',
  'svg:title',
  'svg:desc',
]);

// `text:s` may ask for any number of blanks.
const MAX_SPACES = 1000;

function addNote(note: XmlElement, context: OdfContext, line: OdfLine): void {
  const body = childOf(note, 'text:note-body');
  if (body === undefined) return;
  const index = context.notes.length;
  context.notes.push([]);
  context.notes[index] = assembleBlocks(context.readBlocks(body, context));
  line.inlines.push({ kind: 'note', note: index });
}

function addChild(child: XmlElement, around: Around, context: OdfContext, line: OdfLine): void {
  const say = (text: string): void => addText(text, around, line);
  switch (child.name) {
    case 'text:span': {
      const own = context.styles.style('text', child.attributes['text:style-name']).run;
      readOdfLine(child, { ...around, style: overlay(around.style, own) }, context, line);
      break;
    }
    case 'text:a': {
      const href = child.attributes['xlink:href'];
      // A place in the document itself is no address.
      const isOutside = href !== undefined && href !== '' && !href.startsWith('#');
      readOdfLine(child, { ...around, href: isOutside ? href : around.href }, context, line);
      break;
    }
    case 'text:s': {
      const spaces = Math.min(MAX_SPACES, Math.max(1, integerOf(child, 'text:c') ?? 1));
      context.budget.spend('characters', spaces);
      say(' '.repeat(spaces));
      break;
    }
    case 'text:tab':
      say('\t');
      break;
    case 'text:line-break':
      line.inlines.push({ kind: 'line_break' });
      break;
    case 'text:note':
      addNote(child, context, line);
      break;
    default:
      if (silent.has(child.name)) break;
      if (isDrawing(child)) readFrame(child, context, line);
      // Fields of all kinds hold what they show.
      else readOdfLine(child, around, context, line);
  }
}

function addText(text: string, { style, href }: Around, line: OdfLine): void {
  if (text === '' || style.hidden === true) return;
  const look = toTextStyle(style);
  line.inlines.push(
    textRun(text, { ...look, underline: href === undefined ? look.underline : undefined, href }),
  );
}

/** Reads what stands in a paragraph. White space counts once: OpenDocument 1.3, part 3, 6.1.2. */
export function readOdfLine(parent: XmlElement, around: Around, context: OdfContext, line: OdfLine): void {
  for (const child of parent.children) {
    if (typeof child === 'string') addText(child.replaceAll(/[ \t\r\n]+/g, ' '), around, line);
    else addChild(child, around, context, line);
  }
}
