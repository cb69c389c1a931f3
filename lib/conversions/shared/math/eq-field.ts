import { nameTable } from '../../base/name-table.ts';
import { type Inline, textRun } from '../../document/document-tree.ts';
import type { XmlElement, XmlNode } from '../xml/element.ts';
import { ommlToTex } from './omml-to-tex.ts';

// ECMA-376 part 1, 17.16.5.16: the field EQ describes a formula in text, such as `EQ \f(x+1,4)`.

// Instructions are one line. Deeper ones are damage.
const MAX_DEPTH = 40;
const MAX_CHARACTERS = 4_000;

const element = (name: string, children: readonly XmlNode[], value?: string): XmlElement => ({
  name: `m:${name}`,
  attributes: value === undefined ? {} : { 'm:val': value },
  children,
});

const text = (content: string): XmlElement[] =>
  content.trim() === '' ? [] : [element('r', [element('t', [content.trim()])])];

/** A switch with its options, such as `\al` and `\co2`, and its arguments as instructions. */
interface Switch {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
  readonly parts: readonly string[];
}

const CLOSING: Readonly<Record<string, string>> = nameTable({ '(': ')', '[': ']', '{': '}', '<': '>' });
const ENCLOSURE = /^[○◯〇□△◇☐]$/u;
const ACCENTS: Readonly<Record<string, string>> = nameTable({
  '¯': '\u0305',
  '‾': '\u0305',
  '^': '\u0302',
  '~': '\u0303',
  '→': '\u20d7',
  '·': '\u0307',
  '˙': '\u0307',
  '´': '\u0301',
  '`': '\u0300',
});
const isAccent = (sign: string): boolean => ACCENTS[sign] !== undefined;

/** Splits the arguments in parentheses. Those of languages with decimal commas are separated by semicolons. */
function splitArguments(inside: string): string[] {
  const cuts: { readonly at: number; readonly sign: string }[] = [];
  let depth = 0;
  for (let at = 0; at < inside.length; at += 1) {
    const sign = inside[at] ?? '';
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === ';')) cuts.push({ at, sign });
  }
  const separator = cuts.some(({ sign }) => sign === ';') ? ';' : ',';
  const places = cuts.filter(({ sign }) => sign === separator).map(({ at }) => at);
  return [...places, inside.length].map((at, index) =>
    inside.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, at),
  );
}

/** Returns the offset after the parenthesis that closes the one at `from`. */
function endOfArguments(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '(') depth += 1;
    else if (source[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return source.length;
}

const OPTION = /\\([a-z]{2})(-?\d{0,4})\s{0,9}/iy;
const CHARACTER_OPTION = /^(?:lc|rc|bc|fc|vc)$/;

/** Reads the switch at `from`, after its backslash. Undefined if it is not one. Returns it with the offset after it. */
function readSwitch(
  source: string,
  from: number,
): { readonly found: Switch; readonly end: number } | undefined {
  const name = source[from]?.toLowerCase() ?? '';
  if (!/^[abdfilorsx]$/.test(name)) return undefined;
  const options = new Map<string, string>();
  let at = from + 1;
  while (source[at] === ' ') at += 1;
  for (;;) {
    OPTION.lastIndex = at;
    const option = OPTION.exec(source);
    if (option === null) break;
    const [all, key = '', number = ''] = option;
    at += all.length;
    if (!CHARACTER_OPTION.test(key.toLowerCase())) options.set(key.toLowerCase(), number);
    else {
      if (source[at] === '\\') at += 1;
      options.set(key.toLowerCase(), source[at] ?? '');
      at += 1;
    }
    while (source[at] === ' ') at += 1;
    // A displacement and a script have options with arguments of their own.
    if (name === 's' && source[at] === '(') break;
  }
  if (source[at] !== '(') return { found: { name, options, parts: [] }, end: at };
  const end = endOfArguments(source, at);
  const inside = source.slice(at + 1, source[end - 1] === ')' ? end - 1 : end);
  return { found: { name, options, parts: splitArguments(inside) }, end };
}

function matrix({ options, parts }: Switch, cells: readonly XmlElement[][]): XmlElement {
  const columns = Math.max(1, Number(options.get('co') ?? 1) || 1);
  const rows: XmlElement[] = [];
  for (let at = 0; at < parts.length; at += columns)
    rows.push(
      element(
        'mr',
        cells.slice(at, at + columns).map((cell) => element('e', cell)),
      ),
    );
  return element('m', rows);
}

function overstruck(parts: readonly string[], read: (part: string) => XmlElement[]): XmlElement[] {
  const signs = parts.map((part) =>
    part.replaceAll(/\\s\s?\\(?:up|do)\s?-?\d*\s?\(([^()]*)\)/gi, '$1').trim(),
  );
  // A circle around a number: Word has no other way to enclose characters.
  const framed = signs.findIndex((sign) => ENCLOSURE.test(sign));
  if (framed >= 0 && parts.length === 2) return read(parts[1 - framed] ?? '');
  const accent = signs.findIndex(isAccent);
  // The phonetic guide of older versions of Word.
  const guide = parts.findIndex((part) => /^\s{0,9}\\s\s?\\up/i.test(part));
  if (accent < 0 && guide >= 0 && parts.length === 2)
    return [...read(parts[1 - guide] ?? ''), ...text(`(${signs[guide] ?? ''})`)];
  if (accent < 0 || parts.length !== 2) return parts.flatMap(read);
  const character = element('accPr', [element('chr', [], ACCENTS[signs[accent] ?? ''] ?? '')]);
  return [element('acc', [character, element('e', read(parts[1 - accent] ?? ''))])];
}

function nary(
  { options, parts: [below = '', above = '', body = ''] }: Switch,
  read: (part: string) => XmlElement[],
) {
  const sign = options.has('su')
    ? '∑'
    : options.has('pr')
      ? '∏'
      : (options.get('fc') ?? options.get('vc') ?? '∫');
  const isBeside = options.has('in') || sign === '∫';
  const properties = element('naryPr', [
    element('chr', [], sign),
    element('limLoc', [], isBeside ? 'subSup' : 'undOvr'),
  ]);
  return element('nary', [
    properties,
    element('sub', read(below)),
    element('sup', read(above)),
    element('e', read(body)),
  ]);
}

function bracketed({ options, parts }: Switch, read: (part: string) => XmlElement[]): XmlElement {
  const both = options.get('bc');
  const isOneSided = both === undefined && (options.has('lc') || options.has('rc'));
  const open = both ?? options.get('lc') ?? (isOneSided ? '' : '(');
  const close = both === undefined ? (options.get('rc') ?? (isOneSided ? '' : ')')) : (CLOSING[both] ?? both);
  const properties = element('dPr', [element('begChr', [], open), element('endChr', [], close)]);
  return element('d', [properties, element('e', parts.flatMap(read))]);
}

function boxed({ options, parts }: Switch, read: (part: string) => XmlElement[]): XmlElement {
  const inside = element('e', parts.flatMap(read));
  const [side, ...more] = [...options.keys()];
  if (more.length > 0 || (side !== 'to' && side !== 'bo')) return element('borderBox', [inside]);
  return element('bar', [element('barPr', [element('pos', [], side === 'to' ? 'top' : 'bot')]), inside]);
}

/** Adds a script to what precedes it: the last character, or the last part of the formula. */
function addScript(
  out: XmlElement[],
  { options, parts }: Switch,
  read: (part: string) => XmlElement[],
): void {
  const script = parts.flatMap(read);
  const isRaised = options.has('up');
  if (!isRaised && !options.has('do')) {
    for (const each of script) out.push(each);
    return;
  }
  const before = out.pop();
  const characters = [...(before?.name === 'm:r' ? textIn(before) : '')];
  const base =
    before?.name === 'm:r' ? text(characters.splice(-1).join('')) : before === undefined ? [] : [before];
  for (const each of text(characters.join(''))) out.push(each);
  out.push(
    element(isRaised ? 'sSup' : 'sSub', [element('e', base), element(isRaised ? 'sup' : 'sub', script)]),
  );
}

const textIn = (node: XmlNode): string =>
  typeof node === 'string' ? node : node.children.map(textIn).join('');

function addSwitch(found: Switch, read: (part: string) => XmlElement[], out: XmlElement[]): void {
  const { name, parts } = found;
  const [first = '', second] = parts;
  if (name === 'f') out.push(element('f', [element('num', read(first)), element('den', read(second ?? ''))]));
  else if (name === 'r') {
    const hide = element('radPr', [element('degHide', [], second === undefined ? '1' : '0')]);
    const degree = second === undefined ? [] : read(first);
    out.push(element('rad', [hide, element('deg', degree), element('e', read(second ?? first))]));
  } else if (name === 'a') out.push(matrix(found, parts.map(read)));
  else if (name === 'b') out.push(bracketed(found, read));
  else if (name === 'i') out.push(nary(found, read));
  else if (name === 'x') out.push(boxed(found, read));
  else if (name === 's') addScript(out, found, read);
  else if (name === 'o') for (const each of overstruck(parts, read)) out.push(each);
  else if (name === 'l')
    for (const [index, part] of parts.entries())
      for (const each of [...(index > 0 ? text(',') : []), ...read(part)]) out.push(each);
}

function readParts(source: string, depth: number): XmlElement[] {
  const out: XmlElement[] = [];
  const read = (part: string): XmlElement[] => (depth >= MAX_DEPTH ? text(part) : readParts(part, depth + 1));
  let plain = '';
  const flush = (): void => {
    for (const each of text(plain)) out.push(each);
    plain = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    const next = sign === '\\' ? readSwitch(source, at + 1) : undefined;
    if (next !== undefined) {
      flush();
      addSwitch(next.found, read, out);
      at = next.end - 1;
    } else if (sign === '\\') {
      at += 1;
      plain += source[at] ?? '';
    } else plain += sign;
  }
  flush();
  return out;
}

/**
 * Returns the formula of an EQ field as Office MathML (`m:oMath`), from its instruction such as `EQ \f(x+1,4)`. Undefined if
 * there is none. A formula of `m:r` only is text.
 */
export function eqFormula(instruction: string): XmlElement | undefined {
  const source = /^\s{0,99}EQ\s{1,99}/i.exec(instruction);
  if (source === null || instruction.length > MAX_CHARACTERS) return undefined;
  // ECMA-376 part 1, 17.16.4.3: general formatting.
  const own = instruction
    .slice(source[0].length)
    .replaceAll(/\\\* {0,9}(?:"[^"]{0,99}"|[^\s\\()]{1,99})/g, '');
  const parts = readParts(own.trim(), 0);
  return parts.length === 0 ? undefined : element('oMath', parts);
}

/** The text of a formula that is nothing but text; undefined for any other. */
export const plainFormula = (formula: XmlElement): string | undefined =>
  formula.children.every((part) => typeof part !== 'string' && part.name === 'm:r')
    ? formula.children.map(textIn).join('')
    : undefined;

/** The formula or the text of an EQ field; undefined if the field is none, or empty. */
export function eqInline(instruction: string): Inline | undefined {
  const formula = eqFormula(instruction);
  if (formula === undefined) return undefined;
  const plain = plainFormula(formula);
  return plain === undefined ? { kind: 'math', tex: ommlToTex(formula) } : textRun(plain);
}
