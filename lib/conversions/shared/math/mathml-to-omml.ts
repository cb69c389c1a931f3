import { escapeMarkup } from '../markup/escape-markup.ts';
import type { MathMlNode } from './load-formulas.ts';

// Maximum depth; Word does not open formulas that are nested more deeply.
const MAX_DEPTH = 40;
const INVISIBLE = /^[\u2061-\u2064\u200b\s]*$/;
/** The invisible operator between a function's name and its argument. */
const APPLICATION = '\u2061';
const BIG = /^[∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆]$/;
const OPEN = /^[([{|‖⟨⌈⌊]$/;
const CLOSE = /^[)\]}|‖⟩⌉⌋]$/;

const textIn = (node: MathMlNode | undefined): string =>
  node === undefined ? '' : (node.text ?? (node.children ?? []).map(textIn).join(''));

const styles = { variable: '', upright: '<m:sty m:val="p"/>', text: '<m:nor/>' } as const;

const run = (text: string, style: keyof typeof styles): string => {
  if (text === '') return '';
  const properties = styles[style] === '' ? '' : `<m:rPr>${styles[style]}</m:rPr>`;
  return `<m:r>${properties}<m:t xml:space="preserve">${escapeMarkup(text)}</m:t></m:r>`;
};

const element = (name: string, ...parts: readonly string[]): string =>
  `<m:${name}>${parts.join('')}</m:${name}>`;

/** Writes a leaf. Letters of text, and of a name such as "sin", are upright. */
function leaf(node: MathMlNode): string {
  const text = textIn(node);
  if (node.type === 'mtext' || node.type === 'ms') return run(text.replaceAll('\u00a0', ' '), 'text');
  if (INVISIBLE.test(text)) return '';
  const isName = node.type === 'mi' && [...text].length > 1;
  return run(text, isName || node.attributes?.mathvariant === 'normal' ? 'upright' : 'variable');
}

/** Returns true for a big operator, whose body follows it. */
const isBig = (node: MathMlNode | undefined): boolean => node?.type === 'mo' && BIG.test(textIn(node));

/** Writes a sum, product or integral with its limits. */
function nary(node: MathMlNode, body: string, depth: number): string {
  const [base, first, second] = node.children ?? [];
  const isAbove = node.type?.startsWith('mu') === true || node.type?.startsWith('mo') === true;
  const below = ['munder', 'munderover', 'msub', 'msubsup'].includes(node.type ?? '') ? first : undefined;
  const above = node.type === 'mover' || node.type === 'msup' ? first : second;
  const properties = element(
    'naryPr',
    `<m:chr m:val="${escapeMarkup(textIn(base))}"/>`,
    `<m:limLoc m:val="${isAbove ? 'undOvr' : 'subSup'}"/>`,
    below === undefined ? '<m:subHide m:val="1"/>' : '',
    above === undefined ? '<m:supHide m:val="1"/>' : '',
  );
  return element(
    'nary',
    properties,
    part('sub', below, depth),
    part('sup', above, depth),
    element('e', body),
  );
}

const part = (name: string, node: MathMlNode | undefined, depth: number): string =>
  element(name, node === undefined ? '' : toOmml(node, depth));

function isNary(node: MathMlNode | undefined): boolean {
  return (
    ['munder', 'mover', 'munderover', 'msub', 'msup', 'msubsup'].includes(node?.type ?? '') &&
    isBig(node?.children?.[0])
  );
}

/** Writes brackets that stretch around their content; undefined if the row is not bracketed. */
function fenced(children: readonly MathMlNode[], depth: number): string | undefined {
  const [open, close] = [children[0], children.at(-1)];
  const isFence = (node: MathMlNode | undefined, sign: RegExp): boolean =>
    node?.type === 'mo' &&
    String(node.attributes?.fence ?? node.attributes?.stretchy) === 'true' &&
    (sign.test(textIn(node)) || textIn(node) === '');
  if (children.length < 3 || !isFence(open, OPEN) || !isFence(close, CLOSE)) return undefined;
  const [begin, end] = [open, close].map((node) => escapeMarkup(textIn(node)));
  const properties = element('dPr', `<m:begChr m:val="${begin}"/>`, `<m:endChr m:val="${end}"/>`);
  return element('d', properties, element('e', rowOf(children.slice(1, -1), depth)));
}

/** Returns the index of a function name's argument, after the invisible operator. */
function nameArgument(children: readonly MathMlNode[], at: number): number | undefined {
  if (textIn(children[at + 1]) !== APPLICATION) return undefined;
  const argument = children.findIndex(({ type }, index) => index > at + 1 && type !== 'mspace');
  return argument < 0 ? undefined : argument;
}

/** Returns the nodes of a row, with each function name and its operator next to their argument. */
const withNames = (children: readonly MathMlNode[]): readonly MathMlNode[] =>
  children.flatMap((node) =>
    node.type === 'mrow' &&
    (node.children ?? []).some((child) => child.type === 'mo' && textIn(child) === APPLICATION)
      ? withNames(node.children ?? [])
      : [node],
  );

function rowOf(row: readonly MathMlNode[], depth: number): string {
  const children = withNames(row);
  const bracketed = fenced(children, depth);
  if (bracketed !== undefined) return bracketed;
  const parts: string[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at];
    if (node === undefined) break;
    const argument = nameArgument(children, at);
    if (argument !== undefined) {
      parts.push(element('func', part('fName', node, depth), part('e', children[argument], depth)));
      at = argument;
    } else if (isNary(node)) {
      const next = children[at + 1];
      parts.push(nary(node, next === undefined ? '' : toOmml(next, depth), depth));
      at += 1;
    } else parts.push(toOmml(node, depth));
  }
  return parts.join('');
}

function table(node: MathMlNode, depth: number): string {
  const rows = (node.children ?? []).map((row) => {
    const cells = (row.children ?? []).map((cell) => element('e', rowOf(cell.children ?? [], depth)));
    return element('mr', cells.join(''));
  });
  return element('m', rows.join(''));
}

/** Writes a mark over or under its base: an accent, a bar, a brace or a limit. */
function attached(node: MathMlNode, depth: number): string {
  const [base, mark] = node.children ?? [];
  const sign = textIn(mark);
  const isOver = node.type === 'mover';
  const body = part('e', base, depth);
  if (sign === '\u23de' || sign === '\u23df') {
    const properties = `<m:chr m:val="${sign}"/><m:pos m:val="${isOver ? 'top' : 'bot'}"/>`;
    return element('groupChr', element('groupChrPr', properties), body);
  }
  if (bars.has(sign))
    return element('bar', element('barPr', `<m:pos m:val="${isOver ? 'top' : 'bot'}"/>`), body);
  const accent = accents.get(sign);
  if (isOver && accent !== undefined)
    return element('acc', element('accPr', `<m:chr m:val="${accent}"/>`), body);
  return element(isOver ? 'limUpp' : 'limLow', body, part('lim', mark, depth));
}

const enclosures: ReadonlyMap<string, string> = new Map([
  ['top', 'top'],
  ['bottom', 'bot'],
]);

const bars: ReadonlySet<string> = new Set(['\u00af', '\u203e', '\u2015', '_', '\u0332', '\u0305']);

// Marks as combining characters, as Word writes them (ECMA-376 part 1, 22.1.2.1).
const accents: ReadonlyMap<string, string> = new Map([
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u2192', '\u20d7'],
  ['\u20d7', '\u20d7'],
  ['\u02d9', '\u0307'],
  ['.', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02d8', '\u0306'],
  ['\u02c7', '\u030c'],
  ['\u00b4', '\u0301'],
  ['`', '\u0300'],
]);

/** Converts a node to Office MathML, or to its plain text below {@link MAX_DEPTH}. */
function toOmml(node: MathMlNode, depth: number): string {
  if (depth > MAX_DEPTH) return run(textIn(node), 'variable');
  const inner = depth + 1;
  const children = node.children ?? [];
  const [first, second, third] = children;
  if (isNary(node)) return nary(node, '', inner);
  switch (node.type) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      return leaf(node);
    case 'mspace':
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'semantics':
      return first === undefined ? '' : toOmml(first, inner);
    case 'mfrac': {
      const isBare = String(node.attributes?.linethickness ?? '').startsWith('0');
      const properties = isBare ? element('fPr', '<m:type m:val="noBar"/>') : '';
      return element('f', properties, part('num', first, inner), part('den', second, inner));
    }
    case 'msqrt':
      return element(
        'rad',
        element('radPr', '<m:degHide m:val="1"/>'),
        element('deg'),
        element('e', rowOf(children, inner)),
      );
    case 'mroot':
      return element('rad', part('deg', second, inner), part('e', first, inner));
    case 'msup':
      return element('sSup', part('e', first, inner), part('sup', second, inner));
    case 'msub':
      return element('sSub', part('e', first, inner), part('sub', second, inner));
    case 'msubsup':
      return element(
        'sSubSup',
        part('e', first, inner),
        part('sub', second, inner),
        part('sup', third, inner),
      );
    case 'mover':
    case 'munder':
      return attached(node, inner);
    case 'munderover':
      return element(
        'limUpp',
        element('e', element('limLow', part('e', first, inner), part('lim', second, inner))),
        part('lim', third, inner),
      );
    case 'mtable':
      return table(node, inner);
    case 'menclose': {
      const place = enclosures.get(String(node.attributes?.notation));
      const body = element('e', rowOf(children, inner));
      return place === undefined
        ? element('borderBox', body)
        : element('bar', element('barPr', `<m:pos m:val="${place}"/>`), body);
    }
    default:
      return node.text === undefined ? rowOf(children, inner) : leaf(node);
  }
}

/** Converts a formula of MathML Core to the content of `m:oMath` (ECMA-376 part 1, 22.1). */
export const mathmlToOmml = (formula: MathMlNode): string => toOmml(formula, 0);
