import { type Inline, inlineText, textRun } from '../../../document/document-tree.ts';
import { countLanguage } from '../../../document/languages.ts';
import { ommlToTex } from '../../../shared/math/omml-to-tex.ts';
import { alternative } from '../../../shared/ooxml/drawing-properties.ts';
import { type FieldResult, hyperlinkOf } from '../../../shared/wordprocessing/fields.ts';
import { isAbsentChange, markOfChange } from '../../../shared/wordprocessing/review.ts';
import {
  overlay,
  type RunStyle,
  raisedPosition,
  readRunStyle,
  toTextStyle,
} from '../../../shared/wordprocessing/run-style.ts';
import { isSymbolFont, symbolCharacter } from '../../../shared/wordprocessing/symbols.ts';
import { childOf, descend, elementsOf, textOfElement, type XmlElement } from '../../../shared/xml/element.ts';
import { addInline, type DocxContext, type Line } from './context.ts';
import { readDrawing } from './drawing.ts';
import { insideControl, isControlTicked } from './form-fields.ts';
import { readMarker } from './markers.ts';
import { readPaint } from './paint.ts';

/** The context of a run. */
interface Around {
  readonly style: RunStyle;
  readonly href: string | undefined;
}

const BOXES = /^[☐☑☒]$/u;

function addText(
  text: string,
  style: RunStyle,
  href: string | undefined,
  context: DocxContext,
  line: Line,
): void {
  if (text === '' || context.fields.isInstruction()) return;
  const reason = context.hidden.reasonOf(style, line.backing);
  if (reason !== undefined) {
    context.hidden.add(text, reason, line);
    return;
  }
  context.comments.see(text);
  context.fields.see(text);
  countLanguage(line.languages, text, style.languages);
  const address = href ?? context.fields.href();
  const textStyle = toTextStyle(style);
  const isLink = address !== undefined;
  // An underline in a link is the link's default style.
  const run = textRun(text, {
    ...textStyle,
    underline: isLink ? undefined : textStyle.underline,
    href: address,
  });
  line.segments.at(-1)?.push(run);
  if (text.trim() !== '') line.hasText = true;
}

const addBox = (isTicked: boolean, around: Around, context: DocxContext, line: Line): void => {
  if (!line.hasText && line.checkbox === undefined) line.checkbox = isTicked;
  else addText(isTicked ? '☒' : '☐', around.style, around.href, context, line);
};

function addBreak(element: XmlElement, line: Line): void {
  const type = element.attributes['w:type'];
  if (type === 'page') {
    line.segments.push([]);
    line.resultAt = undefined;
  } else line.segments.at(-1)?.push({ kind: 'line_break' });
}

function addSymbol(element: XmlElement, around: Around, context: DocxContext, line: Line): void {
  const code = Number.parseInt(element.attributes['w:char'] ?? '', 16);
  if (!Number.isFinite(code)) return;
  const { mono: _, ...style } = around.style;
  addText(symbolCharacter(element.attributes['w:font'] ?? '', code), style, around.href, context, line);
}

function addNote(kind: 'footnote' | 'endnote', element: XmlElement, context: DocxContext, line: Line): void {
  const id = element.attributes['w:id'];
  const note = id === undefined || context.fields.isInstruction() ? undefined : context.noteIndex(kind, id);
  if (note === undefined) return;
  addInline(line, kind === 'footnote' ? { kind: 'note', note } : { kind: 'note', note, type: kind });
}

function addComment(id: string | undefined, context: DocxContext, line: Line): void {
  context.comments.refer(id);
  const note = id === undefined || !context.writesComments ? undefined : context.noteIndex('comment', id);
  if (note !== undefined) addInline(line, { kind: 'note', note });
}

/** Converts text in a symbol font, which older writers do not mark as symbols. */
const fromSymbolFont = (text: string, font: string): string =>
  [...text].map((letter) => symbolCharacter(font, letter.codePointAt(0) ?? 0)).join('');

/** Reads a phonetic guide (ECMA-376 part 1, 17.3.3.25) after its base, in parentheses. */
function readRuby(ruby: XmlElement, around: Around, context: DocxContext, line: Line): void {
  readLine(childOf(ruby, 'w:rubyBase'), around, context, line);
  const guide = childOf(ruby, 'w:rt');
  if (guide === undefined) return;
  addText('(', around.style, around.href, context, line);
  readLine(guide, around, context, line);
  addText(')', around.style, around.href, context, line);
}

const withPosition = (style: RunStyle, properties: XmlElement | undefined, around: RunStyle): RunStyle => ({
  ...style,
  position: style.position ?? raisedPosition(properties, around.paint?.size),
});

function readRun(run: XmlElement, around: Around, context: DocxContext, line: Line): void {
  const properties = childOf(run, 'w:rPr');
  const styleId = childOf(properties, 'w:rStyle')?.attributes['w:val'];
  const named =
    styleId === undefined ? around.style : overlay(around.style, context.styles.character(styleId));
  const own = { ...readRunStyle(properties), paint: readPaint(properties) };
  const style = overlay(named, withPosition(own, properties, named));
  const isVanished = style.hidden === true && !context.hidden.keeps;
  const inner: Around = { ...around, style };
  const say = (text: string): void => addText(text, style, around.href, context, line);
  for (const child of elementsOf(run)) {
    switch (child.name) {
      case 'w:t': {
        const text = textOfElement(child);
        say(style.font !== undefined && isSymbolFont(style.font) ? fromSymbolFont(text, style.font) : text);
        break;
      }
      case 'w:delText':
        say(textOfElement(child));
        break;
      case 'w:tab':
      case 'w:ptab':
        say('\t');
        break;
      case 'w:br':
        if (!isVanished) addBreak(child, line);
        break;
      case 'w:cr':
        addBreak(child, line);
        break;
      case 'w:noBreakHyphen':
        say('\u2011');
        break;
      case 'w:sym':
        addSymbol(child, inner, context, line);
        break;
      case 'w:fldChar': {
        leaveOutPlaceholder(child.attributes['w:fldCharType'], context, line);
        const shown = context.fields.mark(child);
        addResult(shown, inner, context, line);
        break;
      }
      case 'w:instrText':
        context.fields.instruct(textOfElement(child));
        break;
      case 'w:footnoteReference':
        addNote('footnote', child, context, line);
        break;
      case 'w:endnoteReference':
        addNote('endnote', child, context, line);
        break;
      case 'w:commentReference':
        addComment(child.attributes['w:id'], context, line);
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        context.fields.see('');
        if (!isVanished) readDrawing(child, context, line);
        break;
      case 'w:ruby':
        readRuby(child, inner, context, line);
        break;
      case 'mc:AlternateContent':
        readRunContent(alternative(child), inner, context, line);
        break;
    }
  }
}

/** Reads alternate content in a run: a drawing, or more run content. */
function readRunContent(
  element: XmlElement | undefined,
  around: Around,
  context: DocxContext,
  line: Line,
): void {
  if (element !== undefined) readRun({ ...element, name: 'w:r' }, around, context, line);
}

/** Leaves out the placeholder of a table of contents that was never filled. */
function leaveOutPlaceholder(type: string | undefined, context: DocxContext, line: Line): void {
  const segment = line.segments.at(-1) ?? [];
  if (type === 'separate') line.resultAt = segment.length;
  if (type !== 'end' || line.resultAt === undefined) return;
  if (context.fields.isPlaceholder(inlineText(segment.slice(line.resultAt)))) segment.length = line.resultAt;
}

/** Adds what a field displays that has no stored result. */
function addResult(result: FieldResult | undefined, around: Around, context: DocxContext, line: Line): void {
  if (typeof result === 'boolean') addBox(result, around, context, line);
  else if (typeof result === 'string') addText(result, around.style, around.href, context, line);
  else if (result !== undefined) addMath(result, context, line, false);
}

function addMath(element: XmlElement, context: DocxContext, line: Line, display: boolean): void {
  const tex = ommlToTex(element);
  if (tex === '' || context.fields.isInstruction()) return;
  context.fields.see('');
  const math: Inline = display ? { kind: 'math', tex, display } : { kind: 'math', tex };
  addInline(line, math);
}

function hrefOf(link: XmlElement, context: DocxContext): string | undefined {
  const id = link.attributes['r:id'];
  const target = id === undefined ? undefined : context.office.relationships(context.part).get(id);
  const anchor = link.attributes['w:anchor'];
  if (target === undefined) return anchor === undefined || anchor === '' ? undefined : `#${anchor}`;
  if (!target.isExternal) return target.target.startsWith('#') ? target.target : undefined;
  return anchor === undefined || target.target.includes('#') ? target.target : `${target.target}#${anchor}`;
}

/** The link that Word shows in place of a part that is another file (ECMA-376 part 1, 17.17.2.1). */
function subDocumentLink({ attributes }: XmlElement, { office, part }: DocxContext): XmlElement {
  const target = office.relationships(part).get(attributes['r:id'] ?? '')?.target ?? '';
  const text: XmlElement = { name: 'w:t', attributes: {}, children: [target] };
  const run: XmlElement = { name: 'w:r', attributes: {}, children: [text] };
  return { name: 'w:hyperlink', attributes, children: [run] };
}

function readContentControl(element: XmlElement, around: Around, outer: DocxContext, line: Line): void {
  const context = insideControl(element, outer);
  const box = descend(element, 'w:sdtPr', 'w14:checkbox');
  if (box !== undefined) {
    addBox(isControlTicked(box), around, context, line);
    return;
  }
  readLine(childOf(element, 'w:sdtContent'), around, context, line);
}

/** The style of changed text, marked if both versions are read. */
export const changedStyle = (
  style: RunStyle,
  { changes }: DocxContext,
  mark: 'underline' | 'strike',
): RunStyle => (changes === 'marked' ? overlay(style, { [mark]: true }) : style);

/** Reads the content of a tracked change, if it is in the version. */
function readChange(change: XmlElement, around: Around, context: DocxContext, line: Line): void {
  const mark = markOfChange(change.name);
  if (mark === undefined || isAbsentChange(change.name, context.changes)) return;
  readLine(change, { ...around, style: changedStyle(around.style, context, mark) }, context, line);
}

/**
 * Reads the content of a paragraph: runs, links, fields, content controls, formulas, and of tracked changes those that were
 * asked for.
 */
export function readLine(
  parent: XmlElement | undefined,
  around: Around,
  context: DocxContext,
  line: Line,
): void {
  for (const child of elementsOf(parent)) {
    switch (child.name) {
      case 'w:r':
        readRun(child, around, context, line);
        break;
      case 'w:hyperlink':
        readLine(child, { ...around, href: hrefOf(child, context) ?? around.href }, context, line);
        break;
      case 'w:fldSimple': {
        const instruction = child.attributes['w:instr'] ?? '';
        const href = hyperlinkOf(instruction);
        if (!child.children.some((inner) => typeof inner !== 'string' && inner.name !== 'w:fldData')) {
          addResult(context.fields.simple(instruction), around, context, line);
          break;
        }
        readLine(child, { ...around, href: href ?? around.href }, context, line);
        break;
      }
      case 'w:sdt':
        readContentControl(child, around, context, line);
        break;
      case 'w:subDoc':
        readLine({ ...child, children: [subDocumentLink(child, context)] }, around, context, line);
        break;
      case 'm:oMath':
        addMath(child, context, line, false);
        break;
      case 'm:oMathPara':
        for (const formula of elementsOf(child)) {
          if (formula.name === 'm:oMath') addMath(formula, context, line, true);
          else readLine({ ...child, children: [formula] }, around, context, line);
        }
        break;
      case 'mc:AlternateContent':
        readLine(alternative(child), around, context, line);
        break;
      case 'w:ins':
      case 'w:moveTo':
      case 'w:del':
      case 'w:moveFrom':
        readChange(child, around, context, line);
        break;
      case 'w:smartTag':
      case 'w:customXml':
      case 'w:dir':
      case 'w:bdo':
      case 'w:rt':
        readLine(child, around, context, line);
        break;
      default:
        readMarker(child, context);
    }
  }
}

/** Whether a text is a single checkbox character. */
export const isBox = (text: string): boolean => BOXES.test(text);

/** Whether the paragraph mark is not in the version, so that the next paragraph continues this one. */
export const isMarkAbsent = (properties: XmlElement | undefined, { changes }: DocxContext): boolean =>
  [...elementsOf(childOf(properties, 'w:rPr'))].some(({ name }) => isAbsentChange(name, changes));
