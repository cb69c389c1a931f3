import { nameTable } from '../../base/name-table.ts';
import { elementsOf, integerOf, textOfElement, type XmlElement } from '../xml/element.ts';
import {
  accentCommand,
  bareFraction,
  functionTex,
  hasLimits,
  inAlphabet,
  inBrackets,
  isAccent,
  joinTex,
  matrixKind,
  startsWithFunction,
  textTex,
  toTex,
} from './tex-symbols.ts';

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

const THIN_SPACE = '\\,';

/** What a row with one child is around. */
function insideOf(element: XmlElement | undefined): XmlElement | undefined {
  const [only, second] = [...elementsOf(element)];
  const isAround = element !== undefined && ['mrow', 'mstyle', 'mpadded'].includes(localName(element));
  return isAround && only !== undefined && second === undefined ? insideOf(only) : element;
}

/** The sign of an operator; empty for other elements. */
const signOf = (element: XmlElement | undefined): string =>
  element !== undefined && localName(element) === 'mo' ? textOfElement(element).trim() : '';

const isBare = ({ attributes }: XmlElement): boolean =>
  Number.parseFloat(attributes.linethickness ?? '1') === 0;

const bracketPairs: ReadonlySet<string> = new Set(['()', '[]', '{}', '⟨⟩', '⌈⌉', '⌊⌋']);

/** A row that is in brackets as a whole, which are as high as what is in them. */
function stretched(elements: readonly XmlElement[]): string | undefined {
  const [open, close] = [signOf(elements[0]), signOf(elements.at(-1))];
  const inner = elements.slice(1, -1);
  if (inner.length === 0 || !bracketPairs.has(open + close)) return undefined;
  const isWhole = inner.every((element) => ![open, close].includes(signOf(element)));
  return isWhole ? inBrackets(open, row(inner), close) : undefined;
}

/** A row whose brackets are part of what is in them: a binomial coefficient, a matrix, and cases behind a brace. */
function withBrackets(elements: readonly XmlElement[]): string | undefined {
  const [open, inner, close] = elements.map(insideOf);
  if (inner === undefined || elements.length > 3) return undefined;
  const kind = localName(inner);
  const [begin, end] = [signOf(open), signOf(close)];
  if (begin === '(' && end === ')' && kind === 'mfrac' && isBare(inner)) {
    const [over = '', under = ''] = [...elementsOf(inner)].map(mathml);
    return `\\binom{${over}}{${under}}`;
  }
  const isLast = close === undefined || localName(close) === 'mo';
  const matrix = kind === 'mtable' && isLast ? matrixKind(begin, end) : undefined;
  return matrix === undefined ? undefined : table(inner, matrix);
}

/** Joins the pieces of a row, without the thin spaces around functions, which TeX adds itself. */
function row(elements: readonly XmlElement[]): string {
  const bracketed = withBrackets(elements) ?? stretched(elements);
  if (bracketed !== undefined) return bracketed;
  const pieces = elements.map(mathml).filter((piece) => piece !== '');
  const isFunction = (piece: string | undefined): boolean => piece !== undefined && startsWithFunction(piece);
  return joinTex(
    pieces.map((piece, at) =>
      piece === THIN_SPACE && (isFunction(pieces[at - 1]) || isFunction(pieces[at + 1])) ? ' ' : piece,
    ),
  );
}

const base = (tex: string): string => (/^(?:[^\\]|\\[A-Za-z]+)$/u.test(tex) ? tex : `{${tex}}`);

function under(element: XmlElement, isOver: boolean): string {
  const [inner, mark] = [...elementsOf(element)].map(mathml);
  if (inner === undefined || mark === undefined) return inner ?? '';
  if (hasLimits(inner)) return `${inner}${isOver ? '^' : '_'}{${mark}}`;
  const sign = textOfElement([...elementsOf(element)][1]).trim();
  if (isOver && (isAccent(sign) || /^[\u0300-\u036f]$/.test(sign))) return `${accentCommand(sign)}{${inner}}`;
  if (sign === '\u23de' || sign === '\u23df') return `${accentCommand(sign)}{${inner}}`;
  return `\\${isOver ? 'overset' : 'underset'}{${mark}}{${inner}}`;
}

function scripts(element: XmlElement): string {
  const [inner = '', first = '', second] = [...elementsOf(element)].map(mathml);
  const body = hasLimits(inner) ? inner : base(inner);
  switch (localName(element)) {
    case 'msub':
      return `${body}_{${first}}`;
    case 'msup':
      return `${body}^{${first}}`;
    default:
      return `${body}_{${first}}^{${second ?? ''}}`;
  }
}

/** Scripts on both sides of a base (MathML 3, 3.4.7), in pairs of a lower and an upper one. */
function multiscripts(element: XmlElement): string {
  const [inner, ...marks] = [...elementsOf(element)];
  const before = marks.findIndex((mark) => localName(mark) === 'mprescripts');
  const pairs = (list: readonly XmlElement[]): string =>
    list
      .map(mathml)
      .map((tex, at) => (tex === '' ? '' : `${at % 2 === 0 ? '_' : '^'}{${tex}}`))
      .join('');
  const after = pairs(before < 0 ? marks : marks.slice(0, before));
  const left = before < 0 ? '' : pairs(marks.slice(before + 1));
  const body = inner === undefined ? '' : base(mathml(inner));
  return `${left === '' ? '' : `{}${left}`}${body}${after}`;
}

// MathML 3, 3.2.2: variants that say what a letter means. Single letters are in italics by default.
const variants: Readonly<Record<string, string>> = nameTable({
  normal: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  'bold-script': 'mathcal',
  fraktur: 'mathfrak',
  'bold-fraktur': 'mathfrak',
  'sans-serif': 'mathsf',
  'bold-sans-serif': 'mathsf',
  monospace: 'mathtt',
});

const isWord = (text: string): boolean => /^[A-Za-z]{2,}$/.test(text);

/** An identifier. Those of several letters are upright names (MathML 3, 3.2.3). */
function identifier(name: string, variant: string | undefined): string {
  const alphabet = variants[variant ?? ''];
  if (isWord(name) && (alphabet === undefined || alphabet === 'mathrm')) return functionTex(name);
  const isUpright = alphabet === 'mathrm' && !/[A-Za-z]/.test(name);
  return isUpright ? toTex(name) : inAlphabet(toTex(name), alphabet);
}

const MARKUP_SPACE = /[ \t\r\n]+/g;

/** Text with its spaces at both ends, which are no-break spaces in MathML. */
function spacedText(text: string): string {
  const shown = text.replaceAll(MARKUP_SPACE, ' ').replaceAll(/^ | $/g, '').replaceAll('\u00a0', ' ');
  return shown === '' ? '' : textTex(shown);
}

// More columns than any formula has.
const MAX_COLUMN_SPAN = 50;

/** The cells of a row. One that spans columns is followed by empty ones. */
const cellsOf = (line: XmlElement): string[] =>
  [...elementsOf(line)].flatMap((cell) => {
    const span = Math.min(MAX_COLUMN_SPAN, Math.max(1, integerOf(cell, 'columnspan') ?? 1));
    return [mathml(cell), ...Array.from({ length: span - 1 }, () => '')];
  });

function table(element: XmlElement, kind = 'matrix'): string {
  const rows = [...elementsOf(element)].map((line) => cellsOf(line).join(' & '));
  return `\\begin{${kind}}${rows.join(' \\\\ ')}\\end{${kind}}`;
}

function fraction(element: XmlElement): string {
  const [over = '', under = ''] = [...elementsOf(element)].map(mathml);
  return isBare(element) ? bareFraction(over, under) : `\\frac{${over}}{${under}}`;
}

function fenced(element: XmlElement): string {
  const { open = '(', close = ')', separators = ',' } = element.attributes;
  const inner = [...elementsOf(element)].map(mathml).join(`${toTex(separators.trim().charAt(0))} `);
  return inBrackets(open, inner, close);
}

const namedSpaces: Readonly<Record<string, string>> = nameTable({
  thinmathspace: THIN_SPACE,
  mediummathspace: '\\:',
  thickmathspace: '\\;',
});

/** TeX's spaces from the widest, in em. */
const spaces = [
  [2, '\\qquad '],
  [1, '\\quad '],
  [0.27, '\\;'],
  [0.22, '\\:'],
  [0.15, THIN_SPACE],
] as const;

/** The largest space of TeX that is not wider than this length. Narrower ones only separate. */
function spaceTex(width: string): string {
  const named = namedSpaces[width];
  if (named !== undefined) return named;
  const em = width.endsWith('em') ? Number.parseFloat(width) : 0;
  return spaces.find(([least]) => em >= least)?.[1] ?? (Number.parseFloat(width) === 0 ? '' : ' ');
}

function mathml(element: XmlElement): string {
  const children = [...elementsOf(element)];
  const text = (): string => textOfElement(element).trim();
  switch (localName(element)) {
    case 'mi':
      return identifier(text(), element.attributes.mathvariant);
    case 'mn':
      return inAlphabet(toTex(text()), element.attributes.mathvariant === 'bold' ? 'mathbf' : undefined);
    case 'mo':
      // Writers also have names of functions as operators.
      return isWord(text()) ? functionTex(text()) : toTex(text());
    case 'mtext':
    case 'ms':
      return spacedText(textOfElement(element));
    case 'mspace':
      return spaceTex(element.attributes.width ?? '');
    case 'mfrac':
      return fraction(element);
    case 'msqrt':
      return `\\sqrt{${row(children)}}`;
    case 'mroot':
      return `\\sqrt[${row(children.slice(1))}]{${row(children.slice(0, 1))}}`;
    case 'msub':
    case 'msup':
    case 'msubsup':
      return scripts(element);
    case 'munder':
      return under(element, false);
    case 'mover':
      return under(element, true);
    case 'munderover':
      return scripts(element);
    case 'mmultiscripts':
      return multiscripts(element);
    case 'mtable':
      return table(element);
    case 'mfenced':
      return fenced(element);
    case 'menclose': {
      const notation = element.attributes.notation ?? '';
      if (notation === 'top') return `\\overline{${row(children)}}`;
      return notation === 'bottom' ? `\\underline{${row(children)}}` : row(children);
    }
    case 'mphantom':
      return `\\phantom{${row(children)}}`;
    case 'semantics':
      // Annotations after the formula repeat it in other languages.
      return row(children.slice(0, 1));
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return row(children);
  }
}

/** Converts presentation MathML 3 to TeX; empty for an empty formula. */
export const mathmlToTex = (formula: XmlElement): string => mathml(formula).replaceAll(/ {2,}/g, ' ').trim();
