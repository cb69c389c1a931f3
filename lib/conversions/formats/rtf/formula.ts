import { ommlToTex } from '../../shared/math/omml-to-tex.ts';
import type { FormulaPart } from '../../shared/wordprocessing/state.ts';

// RTF 1.9.1, "Math Objects": words are the names of Office MathML with an m in front, and a group is an element.
const ELEMENT = /^m[a-z]/i;

// The values of words that have numbers in place of names.
const numbered: ReadonlyMap<string, readonly string[]> = new Map([
  ['msty', ['p', 'b', 'i', 'bi']],
  ['mscr', ['roman', 'script', 'fraktur', 'double-struck', 'sans-serif', 'monospace']],
  ['mnor', ['off', 'on']],
]);

/** An element without content. */
const partOf = (name: string): FormulaPart => ({ name, attributes: {}, children: [] });

/** An empty formula. */
export const createFormula = (): FormulaPart => partOf('m:oMath');

/** The part that starts with the first word of a group; undefined if that is no word of formulas. */
export function beginPart(around: FormulaPart, word: string): FormulaPart | undefined {
  if (!ELEMENT.test(word)) return undefined;
  const part = partOf(`m:${word.slice(1)}`);
  around.children.push(part);
  return part;
}

/** The properties of a run, which may be in a group of their own. */
function propertiesOf(part: FormulaPart): FormulaPart {
  if (part.name === 'm:rPr') return part;
  const [first] = part.children;
  if (typeof first === 'object' && first.name === 'm:rPr') return first;
  const properties = partOf('m:rPr');
  part.children.push(properties);
  return properties;
}

/** Reads a word inside of a group: a property of a run. */
export function readProperty(part: FormulaPart, word: string, parameter: number | undefined): void {
  const value = numbered.get(word)?.[parameter ?? 1];
  if (value === undefined) return;
  propertiesOf(part).children.push({
    name: `m:${word.slice(1)}`,
    attributes: { 'm:val': value },
    children: [],
  });
}

// Values of properties are single signs or short names.
const MAX_VALUE_CHARACTERS = 40;

/** Adds text: that of a run, or the value of a property. */
export function addFormulaText(part: FormulaPart, text: string): void {
  const { attributes, children } = part;
  const value = attributes['m:val'] ?? '';
  if (part.name === 'm:r') children.push({ name: 'm:t', attributes: {}, children: [text] });
  else if (value.length < MAX_VALUE_CHARACTERS) attributes['m:val'] = `${value}${text}`.trim();
}

/** The formula in TeX; empty for an empty one. */
export const formulaTex = (formula: FormulaPart): string => ommlToTex(formula);
