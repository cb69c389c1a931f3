import { elementsOf, textOfElement, type XmlElement } from '../xml/element.ts';
import { accentCommand, delimiterTex, functionTex, isAccent, joinTex, toTex } from './tex-symbols.ts';

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

const row = (elements: readonly XmlElement[]): string => joinTex(elements.map(mathml));

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

function table(element: XmlElement): string {
  const rows = [...elementsOf(element)].map((line) => [...elementsOf(line)].map(mathml).join(' & '));
  return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
}

function fenced(element: XmlElement): string {
  const { open = '(', close = ')', separators = ',' } = element.attributes;
  const inner = [...elementsOf(element)].map(mathml).join(`${toTex(separators.trim().charAt(0))} `);
  return `\\left${delimiterTex(open)}${inner}\\right${delimiterTex(close)}`;
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
      return Number.parseFloat(element.attributes.width ?? '1') === 0 ? '' : ' ';
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
