import { nameTable } from '../../base/name-table.ts';
import { childOf, descend, elementsOf, textOfElement, type XmlElement } from '../xml/element.ts';
import {
  accentCommand,
  bareFraction,
  functionTex,
  hasLimits,
  inAlphabet,
  inBrackets,
  isFunctionName,
  joinTex,
  matrixKind,
  textTex,
  toTex,
} from './tex-symbols.ts';

const inside = (element: XmlElement | undefined): string =>
  joinTex([...elementsOf(element)].map((child) => omml(child)));

const part = (element: XmlElement, name: string): string => inside(childOf(element, name));

/** Returns the base of a script: one symbol unchanged, anything else in braces. */
const base = (tex: string): string => (/^(?:[^\\]|\\[A-Za-z]+)$/u.test(tex) ? tex : `{${tex}}`);

const property = (
  element: XmlElement,
  properties: string,
  name: string,
  otherwise: string | undefined,
): string | undefined => {
  const found = descend(element, properties, name);
  return found === undefined ? otherwise : (found.attributes['m:val'] ?? '');
};

/** ECMA-376 part 1, 22.9.2.7: an element without a value means true. */
const isOn = (element: XmlElement, properties: string, name: string): boolean => {
  const value = property(element, properties, name, undefined);
  return value !== undefined && !['0', 'off', 'false'].includes(value);
};

// ECMA-376 part 1, 22.1.2.95 (m:scr) and 22.1.2.111 (m:sty). Italics are the default.
const scripts: Readonly<Record<string, string>> = nameTable({
  script: 'mathcal',
  fraktur: 'mathfrak',
  'double-struck': 'mathbb',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
});
const weights: Readonly<Record<string, string>> = nameTable({ b: 'mathbf', bi: 'boldsymbol' });

/** The text of a run in its alphabet. Upright words are names. */
function styled(text: string, element: XmlElement): string {
  const style = property(element, 'm:rPr', 'm:sty', '') ?? '';
  const alphabet = scripts[property(element, 'm:rPr', 'm:scr', '') ?? ''] ?? weights[style];
  if (style !== 'p' || alphabet !== undefined) return inAlphabet(toTex(text), alphabet);
  if (isFunctionName(text)) return functionTex(text);
  if (/[A-Za-z]\s+[A-Za-z]/.test(text)) return textTex(text);
  return /[A-Za-z]/.test(text) ? inAlphabet(toTex(text), 'mathrm') : toTex(text);
}

function run(element: XmlElement): string {
  const text = [...elementsOf(element)]
    .filter(({ name }) => name === 'm:t' || name === 'w:t')
    .map(textOfElement)
    .join('');
  const isText = isOn(element, 'm:rPr', 'm:nor');
  return isText && /[^\s\d]/.test(text) ? textTex(text) : styled(text, element);
}

function fraction(element: XmlElement): string {
  const [over, under] = [part(element, 'm:num'), part(element, 'm:den')];
  switch (property(element, 'm:fPr', 'm:type', 'bar')) {
    case 'noBar':
      return bareFraction(over, under);
    case 'lin':
    case 'skw':
      return `${base(over)}/${base(under)}`;
    default:
      return `\\frac{${over}}{${under}}`;
  }
}

function nary(element: XmlElement): string {
  const sign = toTex(property(element, 'm:naryPr', 'm:chr', '∫') ?? '∫');
  const limits = property(element, 'm:naryPr', 'm:limLoc', undefined) === 'undOvr' ? '\\limits' : '';
  const [below, above] = [part(element, 'm:sub'), part(element, 'm:sup')];
  const sub = below === '' ? '' : `_{${below}}`;
  const sup = above === '' ? '' : `^{${above}}`;
  const isAbove = limits !== '' && sub + sup !== '' && sign.startsWith('\\int');
  return `${sign}${isAbove ? limits : ''}${sub}${sup} ${part(element, 'm:e')}`;
}

function delimited(element: XmlElement): string {
  const open = property(element, 'm:dPr', 'm:begChr', '(') ?? '(';
  const close = property(element, 'm:dPr', 'm:endChr', ')') ?? ')';
  const separator = property(element, 'm:dPr', 'm:sepChr', '|') ?? '|';
  const inner = [...elementsOf(element)].filter(({ name }) => name === 'm:e');
  const only = inner.length === 1 ? [...elementsOf(inner[0])] : [];
  const [single] = only;
  if (only.length === 1 && single?.name === 'm:m') {
    const kind = matrixKind(open, close);
    if (kind !== undefined) return matrix(single, kind);
  }
  if (only.length === 1 && single?.name === 'm:f' && open + close === '()') {
    const isBare = property(single, 'm:fPr', 'm:type', 'bar') === 'noBar';
    if (isBare) return `\\binom{${part(single, 'm:num')}}{${part(single, 'm:den')}}`;
  }
  const body = inner.map(inside).join(` ${toTex(separator)} `);
  if (only.length === 1 && only[0]?.name === 'm:eqArr' && open === '{' && close === '')
    return equations(only[0], 'cases');
  return inBrackets(open, body, close);
}

function matrix(element: XmlElement, kind = 'matrix'): string {
  const rows = [...elementsOf(element)]
    .filter(({ name }) => name === 'm:mr')
    .map((row) => [...elementsOf(row)].map(inside).join(' & '));
  return `\\begin{${kind}}${rows.join(' \\\\ ')}\\end{${kind}}`;
}

function equations(element: XmlElement, kind = 'aligned'): string {
  const rows = [...elementsOf(element)].filter(({ name }) => name === 'm:e').map(inside);
  // The ampersand aligns in both formats.
  return `\\begin{${kind}}${rows.join(' \\\\ ').replaceAll('\\&', '&')}\\end{${kind}}`;
}

function radical(element: XmlElement): string {
  const degree = isOn(element, 'm:radPr', 'm:degHide') ? '' : part(element, 'm:deg');
  return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'm:e')}}`;
}

function groupCharacter(element: XmlElement): string {
  const character = property(element, 'm:groupChrPr', 'm:chr', '\u23df') ?? '\u23df';
  return `${accentCommand(character)}{${part(element, 'm:e')}}`;
}

const BRACE = /^[\u23de\u23df]$/;

function limit(element: XmlElement, isBelow: boolean): string {
  const sign = textOfElement(childOf(element, 'm:lim')).trim();
  if (BRACE.test(sign)) return `${accentCommand(sign)}{${part(element, 'm:e')}}`;
  const what = functionTex(part(element, 'm:e'));
  const at = part(element, 'm:lim');
  if (hasLimits(what)) return `${what}${isBelow ? '_' : '^'}{${at}}`;
  return `\\${isBelow ? 'underset' : 'overset'}{${at}}{${what}}`;
}

/** What a script belongs to: also the name of a function, as in the inverse of the sine. */
const scriptBase = (element: XmlElement): string => {
  const tex = part(element, 'm:e');
  return isFunctionName(tex) ? functionTex(tex) : base(tex);
};

function omml(element: XmlElement): string {
  const e = (): string => part(element, 'm:e');
  switch (element.name) {
    case 'm:r':
      return run(element);
    case 'm:f':
      return fraction(element);
    case 'm:sSup':
      return `${scriptBase(element)}^{${part(element, 'm:sup')}}`;
    case 'm:sSub':
      return `${scriptBase(element)}_{${part(element, 'm:sub')}}`;
    case 'm:sSubSup':
      return `${scriptBase(element)}_{${part(element, 'm:sub')}}^{${part(element, 'm:sup')}}`;
    case 'm:sPre':
      return `{}_{${part(element, 'm:sub')}}^{${part(element, 'm:sup')}}${e()}`;
    case 'm:rad':
      return radical(element);
    case 'm:nary':
      return nary(element);
    case 'm:d':
      return delimited(element);
    case 'm:m':
      return matrix(element);
    case 'm:eqArr':
      return equations(element);
    case 'm:func':
      return joinTex([functionTex(part(element, 'm:fName')), ` ${e()}`]);
    case 'm:fName':
      return functionTex(inside(element));
    case 'm:limLow':
      return limit(element, true);
    case 'm:limUpp':
      return limit(element, false);
    case 'm:acc':
      return `${accentCommand(property(element, 'm:accPr', 'm:chr', '\u0302') ?? '\u0302')}{${e()}}`;
    case 'm:bar':
      return `\\${property(element, 'm:barPr', 'm:pos', 'bot') === 'top' ? 'overline' : 'underline'}{${e()}}`;
    case 'm:borderBox':
      return `\\boxed{${e()}}`;
    case 'm:groupChr':
      return groupCharacter(element);
    case 'm:phant':
      return isOn(element, 'm:phantPr', 'm:show') ? e() : `\\phantom{${e()}}`;
    default:
      // Skip properties, which only affect the style.
      return element.name.endsWith('Pr') || element.name === 'w:del' ? '' : inside(element);
  }
}

/** Converts an Office formula (`m:oMath`, ECMA-376 part 1, 22.1) to TeX; empty for an empty formula. */
export const ommlToTex = (formula: XmlElement): string => inside(formula).replaceAll(/ {2,}/g, ' ').trim();
