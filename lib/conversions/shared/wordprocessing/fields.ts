import { descend, type XmlElement } from '../xml/element.ts';
import { chosenEntry, isBoxTicked } from './legacy-form.ts';
import { symbolCharacter } from './symbols.ts';

/** An open field: its instruction, then, after the separator, its result. ECMA-376 part 1, 17.16.18. */
interface Field {
  instruction: string;
  isResult: boolean;
  href: string | undefined;
  readonly form: XmlElement | undefined;
  /** What a form field shows, at most {@link MAX_RESULT_CHARACTERS}. */
  shown: string;
  /** Number of paragraphs that ended inside it. */
  paragraphs: number;
  counter: FieldCounter | undefined;
}

/** A field that shows the number of the page, or of pages; its stored result is one of many. */
export interface FieldCounter {
  readonly kind: 'page_number' | 'page_count';
  isShown: boolean;
}

/** The open fields at the current position; a field may span paragraphs. */
export interface FieldStack {
  /** Handles `w:fldChar`. Returns the text of a field without a result, or whether a checkbox is checked. */
  readonly mark: (element: XmlElement) => string | boolean | undefined;
  readonly instruct: (text: string) => void;
  /** Whether the current text is a field's instruction, which is not displayed. */
  readonly isInstruction: () => boolean;
  readonly href: () => string | undefined;
  /** The counter that the current text is the result of. */
  readonly counter: () => FieldCounter | undefined;
  /** Adds shown text to the form fields whose result it is. */
  readonly see: (text: string) => void;
  readonly endParagraph: () => void;
}

/** Receives a form field (`w:ffData`) and what it shows, when it ends. */
export type FormListener = (form: XmlElement, shown: string) => void;

const MAX_RESULT_CHARACTERS = 20_000;
const MAX_FIELDS = 64;
const MAX_INSTRUCTION_CHARACTERS = 8192;
// Instructions are one line. An unterminated one is damage and must not hide the rest of the document.
const MAX_INSTRUCTION_PARAGRAPHS = 3;

const words = (instruction: string): string[] =>
  [...instruction.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll(/\\(.)/g, '$1'),
  );

const isSwitch = (word: string): boolean => word.startsWith('\\');

/** Returns the address of a HYPERLINK, or `#` and the bookmark that it or another field leads to (ECMA-376 17.16.5). */
export function hyperlinkOf(instruction: string): string | undefined {
  const [name, ...rest] = words(instruction);
  const [first = ''] = rest;
  switch (name?.toUpperCase()) {
    case 'HYPERLINK': {
      const anchor = rest.findIndex((word) => word.toLowerCase() === '\\l');
      const place = anchor < 0 ? undefined : rest[anchor + 1];
      if (first === '' || isSwitch(first)) return place === undefined ? undefined : `#${place}`;
      return place === undefined || first.includes('#') ? first : `${first}#${place}`;
    }
    case 'REF':
    case 'PAGEREF':
    case 'NOTEREF':
      return isSwitch(first) || first === '' || !rest.some((word) => word.toLowerCase() === '\\h')
        ? undefined
        : `#${first}`;
    default:
      return undefined;
  }
}

/** Returns the counter that an instruction shows. */
export function counterOf(instruction: string): FieldCounter['kind'] | undefined {
  const name = words(instruction)[0]?.toUpperCase();
  if (name === 'PAGE') return 'page_number';
  return name === 'NUMPAGES' ? 'page_count' : undefined;
}

// ECMA-376 part 1, 17.16.5.35: the name of a macro, and the text that runs it. Templates prompt with it.
const MACRO_BUTTON = /^\s{0,9}MACROBUTTON\s{1,9}\S{1,255}\s(.{0,2000})$/is;
// The phonetic guide of older versions of Word: a raised text over another one.
const PHONETIC_GUIDE = /\\o[^()]{0,40}\(\\s\\up\s?\d{0,3}\([^()]{0,255}\),([^()]{0,255})\)/i;

/** Returns what a field without a stored result displays. */
function ownResult({ instruction, form }: Field): string | boolean | undefined {
  const [name, value, ...rest] = words(instruction);
  switch (name?.toUpperCase()) {
    case 'FORMCHECKBOX':
      return isBoxTicked(form);
    case 'FORMDROPDOWN':
      return chosenEntry(form);
    case 'MACROBUTTON':
      return MACRO_BUTTON.exec(instruction)?.[1]?.trim();
    case 'EQ':
      return PHONETIC_GUIDE.exec(instruction)?.[1]?.trim();
    case 'SYMBOL': {
      const code = Number(value);
      const font = rest[rest.indexOf('\\f') + 1] ?? '';
      return Number.isInteger(code) ? symbolCharacter(font, code) : undefined;
    }
    default:
      return undefined;
  }
}

/** Creates an empty field stack. */
export function createFieldStack(onForm?: FormListener): FieldStack {
  const open: Field[] = [];
  let ignored = 0;

  function mark(element: XmlElement): string | boolean | undefined {
    const type = element.attributes['w:fldCharType'];
    const field = open.at(-1);
    if (type === 'begin') {
      if (open.length >= MAX_FIELDS) {
        ignored += 1;
        return undefined;
      }
      const form = descend(element, 'w:ffData');
      open.push({
        instruction: '',
        isResult: false,
        href: undefined,
        form,
        shown: '',
        paragraphs: 0,
        counter: undefined,
      });
    } else if (ignored > 0) {
      if (type === 'end') ignored -= 1;
    } else if (type === 'separate' && field !== undefined) {
      field.isResult = true;
      field.href = hyperlinkOf(field.instruction);
      const kind = counterOf(field.instruction);
      field.counter = kind === undefined ? undefined : { kind, isShown: false };
      return field.form === undefined || !/^\s*FORM(?:CHECKBOX|DROPDOWN)/i.test(field.instruction)
        ? undefined
        : ownResult(field);
    } else if (type === 'end' && field !== undefined) {
      open.pop();
      if (field.form !== undefined) onForm?.(field.form, field.shown);
      return field.isResult || open.some((outer) => !outer.isResult) ? undefined : ownResult(field);
    }
    return undefined;
  }

  return {
    mark,
    instruct: (text) => {
      const field = open.at(-1);
      if (field !== undefined && field.instruction.length + text.length <= MAX_INSTRUCTION_CHARACTERS)
        field.instruction += text;
    },
    isInstruction: () => open.some(({ isResult }) => !isResult),
    href: () => open.findLast(({ href }) => href !== undefined)?.href,
    counter: () => open.at(-1)?.counter,
    see: (text) => {
      for (const field of open)
        if (field.form !== undefined && field.isResult && field.shown.length < MAX_RESULT_CHARACTERS)
          field.shown += text.slice(0, MAX_RESULT_CHARACTERS);
    },
    endParagraph: () => {
      for (const field of open) {
        field.paragraphs += 1;
        if (field.paragraphs >= MAX_INSTRUCTION_PARAGRAPHS) field.isResult = true;
      }
    },
  };
}

/** The kind of a field that counts pages, from its instruction. */
export const pageFieldOf = (instruction: string): 'page_number' | 'page_count' | undefined => {
  const name = /^[ ]{0,100}([A-Z]+)/i.exec(instruction)?.[1]?.toUpperCase();
  if (name === 'PAGE') return 'page_number';
  return name === 'NUMPAGES' ? 'page_count' : undefined;
};
