import { eqFormula, plainFormula } from '../math/eq-field.ts';
import { descend, type XmlElement } from '../xml/element.ts';
import { chosenEntry, isBoxTicked } from './legacy-form.ts';
import { symbolCharacter } from './symbols.ts';

/** An open field: an instruction and, after the separator, a result (ECMA-376 part 1, 17.16.18). */
interface Field {
  instruction: string;
  isResult: boolean;
  href: string | undefined;
  readonly form: XmlElement | undefined;
  /** Text displayed by a form field, at most {@link MAX_RESULT_CHARACTERS}. */
  shown: string;
  /** True if the result contains text or objects. */
  hasResult: boolean;
  hasNested: boolean;
  /** Number of paragraphs that ended inside it. */
  paragraphs: number;
}

/** The open fields at the current position; a field may span paragraphs. */
export interface FieldStack {
  /** Handles `w:fldChar`. For a field without a stored result, returns the computed one. */
  readonly mark: (element: XmlElement) => FieldResult | undefined;
  /** Returns true if the innermost field's result is only a prompt to fill it. Reports the field as one without a result. */
  readonly isPlaceholder: (result: string) => boolean;
  /** Returns the computed result of a single-element field (`w:fldSimple`) without a stored one. */
  readonly simple: (instruction: string) => FieldResult | undefined;
  readonly instruct: (text: string) => void;
  /** Returns true if the current text is a field instruction, which is not displayed. */
  readonly isInstruction: () => boolean;
  readonly href: () => string | undefined;
  /** Adds displayed text, or an object as empty text, to the results of the open fields. */
  readonly see: (text: string) => void;
  readonly endParagraph: () => void;
}

/** Text, the state of a checkbox, or a formula (`m:oMath`). */
export type FieldResult = string | boolean | XmlElement;

/** Receives the name of a field that Word displays but whose result is neither stored nor computable. */
type EmptyFieldListener = (name: string) => void;

/** Receives a form field (`w:ffData`) and its displayed text when the field ends. */
type FormListener = (form: XmlElement, shown: string) => void;

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

/** Returns a HYPERLINK's address, or `#` and the bookmark that this or another field refers to (ECMA-376 17.16.5). */
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

// ECMA-376 part 1, 17.16.5.35: a macro name and the text that runs it. Templates use the text as a prompt.
const MACRO_BUTTON = /^\s{0,9}MACROBUTTON\s{1,9}\S{1,255}\s(.{0,2000})$/is;
// Fields whose result is part of the text. Results of other fields, such as conditions and merge data, may be empty.
const SHOWN =
  /^(?:=|AUTHOR|BIBLIOGRAPHY|CITATION|CREATEDATE|DATE|DOCPROPERTY|DOCVARIABLE|EQ|FILENAME|IF|INDEX|MERGEFIELD|NOTEREF|PAGEREF|QUOTE|REF|SAVEDATE|SEQ|STYLEREF|SUBJECT|TIME|TITLE|TOC|USERNAME)$/;
const MAY_BE_EMPTY = /^(?:IF|MERGEFIELD|QUOTE|DOCPROPERTY|DOCVARIABLE|AUTHOR|TITLE|SUBJECT|USERNAME)$/;

/** Returns the result of a field without a stored one, if it can be computed. */
function ownResult({ instruction, form }: Pick<Field, 'instruction' | 'form'>): FieldResult | undefined {
  const [name, value, ...rest] = words(instruction);
  switch (name?.toUpperCase()) {
    case 'FORMCHECKBOX':
      return isBoxTicked(form);
    case 'FORMDROPDOWN':
      return chosenEntry(form);
    case 'MACROBUTTON':
      return MACRO_BUTTON.exec(instruction)?.[1]?.trim();
    case 'EQ': {
      const formula = eqFormula(instruction);
      return formula === undefined ? undefined : (plainFormula(formula) ?? formula);
    }
    case 'QUOTE':
      return value;
    case 'SYMBOL': {
      const code = Number(value);
      const font = rest[rest.indexOf('\\f') + 1] ?? '';
      return Number.isInteger(code) ? symbolCharacter(font, code) : undefined;
    }
    default:
      return undefined;
  }
}

/** Counts SEQ fields (ECMA-376 part 1, 17.16.5.56). */
export function createSequences(): {
  /** Counts a SEQ field and returns its number. Returns undefined for hidden and other fields. */
  readonly next: (instruction: string) => string | undefined;
} {
  const last = new Map<string, number>();
  return {
    next: (instruction) => {
      const [name, id, ...switches] = words(instruction);
      if (name?.toUpperCase() !== 'SEQ' || id === undefined) return undefined;
      const reset = switches.findIndex((word) => word.toLowerCase() === '\\r');
      const given = reset < 0 ? Number.NaN : Number(switches[reset + 1]);
      const repeats = switches.some((word) => word.toLowerCase() === '\\c');
      const number = Number.isInteger(given) ? given : (last.get(id) ?? 0) + (repeats ? 0 : 1);
      last.set(id, number);
      return switches.some((word) => word.toLowerCase() === '\\h') ? undefined : String(number);
    },
  };
}

/** Creates an empty field stack. */
export function createFieldStack(onForm?: FormListener, onEmpty?: EmptyFieldListener): FieldStack {
  const open: Field[] = [];
  const sequences = createSequences();
  let ignored = 0;

  /** Returns the computed result of a field without a stored one. Reports the field if it should have a result. */
  function resultOf(field: Pick<Field, 'instruction' | 'form' | 'isResult'>, number: string | undefined) {
    const own = number ?? ownResult(field);
    const name = words(field.instruction)[0]?.toUpperCase() ?? '';
    const mayBeEmpty = field.isResult && MAY_BE_EMPTY.test(name);
    if (own === undefined && SHOWN.test(name) && !mayBeEmpty) onEmpty?.(name);
    return own;
  }

  function mark(element: XmlElement): FieldResult | undefined {
    const type = element.attributes['w:fldCharType'];
    const field = open.at(-1);
    if (type === 'begin') {
      if (open.length >= MAX_FIELDS) {
        ignored += 1;
        return undefined;
      }
      const form = descend(element, 'w:ffData');
      if (field !== undefined) field.hasNested = true;
      open.push({
        instruction: '',
        isResult: false,
        href: undefined,
        form,
        shown: '',
        hasResult: false,
        hasNested: false,
        paragraphs: 0,
      });
    } else if (ignored > 0) {
      if (type === 'end') ignored -= 1;
    } else if (type === 'separate' && field !== undefined) {
      field.isResult = true;
      field.href = hyperlinkOf(field.instruction);
      return field.form === undefined || !/^\s*FORM(?:CHECKBOX|DROPDOWN)/i.test(field.instruction)
        ? undefined
        : ownResult(field);
    } else if (type === 'end' && field !== undefined) {
      open.pop();
      if (field.form !== undefined) onForm?.(field.form, field.shown);
      const number = sequences.next(field.instruction);
      // The checkbox or entry of a form field was displayed at the separator.
      const isDone = field.hasResult || (field.isResult && field.form !== undefined);
      return isDone || open.some((outer) => !outer.isResult) ? undefined : resultOf(field, number);
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
    isPlaceholder: (result) => {
      const field = open.at(-1);
      if (field === undefined || !unfilledContents(field.instruction, result, field.hasNested)) return false;
      onEmpty?.('TOC');
      return true;
    },
    simple: (instruction) => {
      const number = sequences.next(instruction);
      return resultOf({ instruction, form: undefined, isResult: false }, number);
    },
    see: (text) => {
      for (const field of open) field.hasResult ||= field.isResult;
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

/** Returns the warning about fields without a result. */
export const emptyFieldWarnings = (names: ReadonlySet<string>): string[] =>
  names.size === 0
    ? []
    : [
        `Fields without a stored result were left out: ${[...names].toSorted().join(', ')}. Update the fields in Word and save the document.`,
      ];

// Word creates the entries of these fields when it updates them.
const INDEXES = /^(?:TOC|TOA|INDEX|BIBLIOGRAPHY)$/;

/**
 * Returns the name of a table of contents, index or bibliography that was never filled. Returns undefined for other fields.
 *
 * @param result the result of a field within one paragraph
 */
export function unfilledIndex(
  instruction: string,
  result: string,
  hasNestedFields: boolean,
): string | undefined {
  const name = words(instruction)[0]?.toUpperCase() ?? '';
  if (!INDEXES.test(name) || hasNestedFields) return undefined;
  return result.trim() === '' || unfilledContents(instruction, result, false) ? name : undefined;
}

/** Returns true if the result of a field within one paragraph is the placeholder of an unfilled table of contents. */
export const unfilledContents = (instruction: string, result: string, hasNestedFields: boolean): boolean =>
  words(instruction)[0]?.toUpperCase() === 'TOC' && !hasNestedFields && !/\d/.test(result);
