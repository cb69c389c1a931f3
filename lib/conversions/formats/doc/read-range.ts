import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { inlineText, textRun } from '../../document/document-tree.ts';
import { eqInline } from '../../shared/math/eq-field.ts';
import { hyperlinkOf, unfilledIndex } from '../../shared/wordprocessing/fields.ts';
import type { Flow, ParagraphProperties } from '../../shared/wordprocessing/flow.ts';
import type { Backing, HiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import { type ChangeState, changeMark, isInVersion } from '../../shared/wordprocessing/review.ts';
import type { Changes } from '../../shared/wordprocessing/review-options.ts';
import { toTextStyle } from '../../shared/wordprocessing/run-style.ts';
import { plainParagraph } from '../../shared/wordprocessing/state.ts';
import { symbolCharacter } from '../../shared/wordprocessing/symbols.ts';
import type { DocFile } from './doc-file.ts';
import type { CharacterFormat } from './doc-properties.ts';
import type { ParagraphEnd } from './paragraph-end.ts';

/** What the reader of a range needs from the document. Positions are in characters. */
export interface DocContext {
  readonly doc: DocFile;
  readonly flow: () => Flow;
  readonly paragraphEnd: (position: number) => ParagraphEnd;
  /** The character properties at a position, and for how many characters they apply. */
  readonly formatAt: (position: number) => { readonly format: CharacterFormat; readonly characters: number };
  readonly placeImage: (offset: number, flow: Flow) => void;
  readonly changes: Changes;
  readonly hidden: HiddenTexts;
  /** What is behind the text at a position. */
  readonly backingAt: (position: number) => Backing;
  /** Names of fields that had nothing to show. */
  readonly emptyFields: Set<string>;
  /** The note that a position refers to; that of a comment only if comments are notes. */
  readonly noteAt: (position: number) => NoteReference | undefined;
}

/** A reference to a note by its index. */
export interface NoteReference {
  readonly note: number;
  readonly type?: 'endnote' | undefined;
}

/** A field: its instruction, then its result. */
interface OpenField {
  instruction: string;
  href: string | undefined;
  isResult: boolean;
  hasNested: boolean;
  /** Where its result begins in the line of a paragraph. */
  start: { readonly paragraph: object; readonly at: number } | undefined;
}

/** The state of a reader at one position of a range. */
interface RangeReading {
  readonly context: DocContext;
  readonly flow: Flow;
  readonly fields: OpenField[];
  /** Text that is not in the flow yet. */
  pending: string;
  /** The position after it. */
  position: number;
  format: CharacterFormat;
  /** Properties of the last paragraph that ended. */
  last: ParagraphProperties;
}

// Characters of a field's instruction; addresses are shorter.
const MAX_INSTRUCTION_CHARACTERS = 8192;
// Fields nested in each other. Further ones are ignored.
const MAX_FIELDS = 64;

/** Special characters. [MS-DOC] 2.4.3; fields: 2.8.25. */
const IMAGE = 0x01;
const NOTE = 0x02;
const COMMENT = 0x05;
const CELL_END = 0x07;
const TAB = 0x09;
const LINE_BREAK = 0x0b;
const PAGE_BREAK = 0x0c;
const PARAGRAPH_END = 0x0d;
const FIELD_START = 0x13;
const FIELD_SEPARATOR = 0x14;
const FIELD_END = 0x15;
const NON_BREAKING_HYPHEN = 0x1e;
const FIRST_TEXT = 0x20;
/** A symbol, if the character properties contain one; otherwise a parenthesis. */
const SYMBOL = 0x28;

const changeOf = ({ isInserted = false, isDeleted = false }: CharacterFormat): ChangeState => ({
  isInserted,
  isDeleted,
});

/** Appends the pending text to the flow, or to the instruction of the field it is in. */
function flushText(reading: RangeReading): void {
  const { pending, fields, format, flow, context } = reading;
  if (pending === '') return;
  reading.pending = '';
  const field = fields.find(({ isResult }) => !isResult);
  if (field !== undefined) {
    if (field.instruction.length < MAX_INSTRUCTION_CHARACTERS) field.instruction += pending;
    return;
  }
  const change = changeOf(format);
  if (!isInVersion(change, context.changes)) {
    flow.leaveOut();
    return;
  }
  const { colour } = format.paint ?? {};
  const backing = colour === undefined ? 'unknown' : context.backingAt(reading.position - 1);
  const reason = context.hidden.reasonOf(format, backing);
  if (reason !== undefined) {
    context.hidden.add(pending, reason, flow.paragraph());
    return;
  }
  const href = fields.findLast((open) => open.href !== undefined)?.href;
  const style = toTextStyle(format);
  const underline = href === undefined ? style.underline : undefined;
  flow.line.push(textRun(pending, { ...style, underline, href, ...changeMark(change, context.changes) }));
}

/** Ends a paragraph, a cell or a row. */
function endParagraph(reading: RangeReading, position: number, isCell: boolean): void {
  const { flow, fields } = reading;
  const end = reading.context.paragraphEnd(position);
  const { properties } = end;
  reading.last = properties;
  const level = Math.max(1, properties.tableLevel);
  if (isCell && end.isRowEnd) flow.endRow(1, end.row);
  else if (isCell) flow.endCell(properties, 1);
  else if (end.isInnerRowEnd) flow.endRow(level, end.row);
  else if (end.isInnerCell) flow.endCell(properties, level);
  // The next paragraph continues one whose mark is not in the version that is read.
  else if (isInVersion(changeOf(reading.format), reading.context.changes)) flow.endParagraph(properties);
  for (const field of fields) field.isResult = true;
}

function readImage({ format, fields, flow, context }: RangeReading): void {
  if (format.imageOffset !== undefined && fields.every(({ isResult }) => isResult))
    context.placeImage(format.imageOffset, flow);
}

function readNote({ format, flow, context }: RangeReading, position: number): void {
  const reference = context.noteAt(position);
  if (reference !== undefined && isInVersion(changeOf(format), context.changes))
    flow.line.push({ kind: 'note', ...reference });
}

function startField({ fields }: RangeReading): void {
  const outer = fields.at(-1);
  if (outer !== undefined) outer.hasNested = true;
  if (fields.length < MAX_FIELDS)
    fields.push({ instruction: '', href: undefined, isResult: false, hasNested: false, start: undefined });
}

function startResult({ fields, flow }: RangeReading): void {
  const field = fields.at(-1);
  if (field === undefined) return;
  field.isResult = true;
  field.start = { paragraph: flow.paragraph(), at: flow.line.length };
  field.href = hyperlinkOf(field.instruction);
}

/** Leaves the placeholder of an index out that was never filled. */
function removePlaceholder(
  { instruction, hasNested, start }: OpenField,
  { flow, context }: RangeReading,
): void {
  const from = start?.at ?? flow.line.length;
  if (start !== undefined && start.paragraph !== flow.paragraph()) return;
  const name = unfilledIndex(instruction, inlineText(flow.line.slice(from)), hasNested);
  if (name === undefined) return;
  flow.line.length = from;
  context.emptyFields.add(name);
}

/** Ends a field. An EQ field has no result: its instruction is the formula. */
function endField(reading: RangeReading): void {
  const { fields, flow, format, context } = reading;
  const field = fields.pop();
  const isShown = fields.every(({ isResult }) => isResult) && isInVersion(changeOf(format), context.changes);
  if (field !== undefined && isShown) removePlaceholder(field, reading);
  const inline = field === undefined || !isShown ? undefined : eqInline(field.instruction);
  if (inline !== undefined) flow.line.push(inline);
}

type Action = (reading: RangeReading, position: number) => void;

/** Special characters that end the text run before them. */
const actions: ReadonlyMap<number, Action> = new Map<number, Action>([
  [IMAGE, readImage],
  [NOTE, readNote],
  [COMMENT, readNote],
  [CELL_END, (reading, position) => endParagraph(reading, position, true)],
  [LINE_BREAK, ({ flow }) => flow.line.push({ kind: 'line_break' })],
  [
    PAGE_BREAK,
    (reading, position) => {
      endParagraph(reading, position, false);
      reading.flow.breakPage(reading.last);
    },
  ],
  [PARAGRAPH_END, (reading, position) => endParagraph(reading, position, false)],
  [FIELD_START, startField],
  [FIELD_SEPARATOR, startResult],
  [FIELD_END, endField],
]);

/** Text of a special character that is part of a run; empty for all others. */
function specialText(code: number, { symbol }: CharacterFormat): string {
  if (code === TAB) return '\t';
  if (code === NON_BREAKING_HYPHEN) return '\u2011';
  return code === SYMBOL && symbol !== undefined ? symbolCharacter('Symbol', symbol.code) : '';
}

/** Reads the characters from one position to another as a flow of blocks. */
export function readRange(from: number, to: number, context: DocContext): FlatBlock[] {
  const { text } = context.doc;
  const flow = context.flow();
  const reading: RangeReading = {
    context,
    flow,
    fields: [],
    pending: '',
    position: from,
    format: {},
    last: plainParagraph,
  };
  const end = Math.min(to, text.length);
  let formatEnd = -1;
  for (let position = from; position < end; position += 1) {
    reading.position = position;
    if (position >= formatEnd) {
      flushText(reading);
      const found = context.formatAt(position);
      reading.format = found.format;
      formatEnd = position + Math.max(1, found.characters);
    }
    const code = text.charCodeAt(position);
    const isText = code >= FIRST_TEXT && (code !== SYMBOL || reading.format.symbol === undefined);
    const action = isText ? undefined : actions.get(code);
    if (isText) reading.pending += text.charAt(position);
    else if (action === undefined) reading.pending += specialText(code, reading.format);
    else {
      flushText(reading);
      action(reading, position);
    }
  }
  reading.position = end;
  flushText(reading);
  return flow.finish(reading.last);
}
