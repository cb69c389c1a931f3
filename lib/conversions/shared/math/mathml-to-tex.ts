import { nameTable } from '../../base/name-table.ts';
import { elementsOf, integerOf, textOfElement, type XmlElement } from '../xml/element.ts';
import {
  accentCommand,
  delimiterTex,
  functionTex,
  isAccent,
  joinTex,
  startsWithFunction,
  toTex,
} from './tex-symbols.ts';

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

const THIN_SPACE = '\\,';

/** Joins the pieces of a row, without the thin spaces around functions, which TeX adds itself. */
function row(elements: readonly XmlElement[]): string {
  const pieces = elements.map(mathml).filter((piece) => piece !== '');
  const isFunction = (piece: string | undefined): boolean => piece !== undefined && startsWithFunction(piece);
  return joinTex(
    pieces.map((piece, at) =>
      piece === THIN_SPACE && (isFunction(pieces[at - 1]) || isFunction(pieces[at + 1])) ? ' ' : piece,
    ),
  );
}

const base = (tex: string): string => (/^(?:[^\\]|\\[A-Za-z]+)$/u.test(tex) ? tex : `{${tex}}`);

const bigOperators = /^\\(?:sum|prod|coprod|int|iint|iiint|oint|bigcup|bigcap|lim|max|min|sup|inf)$/;

function under(element: XmlElement, isOver: boolean): string {
  const [inner, mark] = [...elementsOf(element)].map(mathml);
  if (inner === undefined || mark === undefined) return inner ?? '';
  if (bigOperators.test(inner)) return `${inner}${isOver ? '^' : '_'}{${mark}}`;
  const sign = textOfElement([...elementsOf(element)][1]).trim();
  if (isOver && (isAccent(sign) || /^[\u0300-\u036f]$/.test(sign))) return `${accentCommand(sign)}{${inner}}`;
  if (sign === '\u23de' || sign === '\u23df') return `${accentCommand(sign)}{${inner}}`;
  return `\\${isOver ? 'overset' : 'underset'}{${mark}}{${inner}}`;
}

function scripts(element: XmlElement): string {
  const [inner = '', first = '', second] = [...elementsOf(element)].map(mathml);
  const body = bigOperators.test(inner) ? inner : base(inner);
  switch (localName(element)) {
    case 'msub':
      return `${body}_{${first}}`;
    case 'msup':
      return `${body}^{${first}}`;
    default:
      return `${body}_{${first}}^{${second ?? ''}}`;
  }
}

// More columns than any formula has.
const MAX_COLUMN_SPAN = 50;

/** The cells of a row. One that spans columns is followed by empty ones. */
const cellsOf = (line: XmlElement): string[] =>
  [...elementsOf(line)].flatMap((cell) => {
    const span = Math.min(MAX_COLUMN_SPAN, Math.max(1, integerOf(cell, 'columnspan') ?? 1));
    return [mathml(cell), ...Array.from({ length: span - 1 }, () => '')];
  });

function table(element: XmlElement): string {
  const rows = [...elementsOf(element)].map((line) => cellsOf(line).join(' & '));
  return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
}

function fenced(element: XmlElement): string {
  const { open = '(', close = ')', separators = ',' } = element.attributes;
  const inner = [...elementsOf(element)].map(mathml).join(`${toTex(separators.trim().charAt(0))} `);
  return `\\left${delimiterTex(open)}${inner}\\right${delimiterTex(close)}`;
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
    case 'mi': {
      const name = text();
      return name.length > 1 && /^[A-Za-z]+$/.test(name) ? functionTex(name) : toTex(name);
    }
    case 'mn':
    case 'mo':
      return toTex(text()).replaceAll(/[\u2061-\u2064]/g, '');
    case 'mtext':
    case 'ms':
      return text() === '' ? '' : `\\text{${text().replaceAll(/[\\{}$%&#_^~]/g, ' ')}}`;
    case 'mspace':
      return spaceTex(element.attributes.width ?? '');
    case 'mfrac':
      return `\\frac{${row(children.slice(0, 1))}}{${row(children.slice(1))}}`;
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
