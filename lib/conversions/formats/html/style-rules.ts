import { appendAll } from '../../base/arrays.ts';
import { nameTable } from '../../base/name-table.ts';
import { everyElement } from '../../shared/xml/element.ts';
import { declarationsOf } from './declarations.ts';
import { BEHIND } from './element-look.ts';
import type { HtmlElement, HtmlNode } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

type Declarations = ReadonlyMap<string, string>;

// Maximum rules. Editors and mail programs write a few dozen rules, saved pages have thousands.
const MAX_RULES = 5_000;
// Maximum characters of style sheets.
const MAX_CHARACTERS = 2_000_000;
// Maximum classes of an element, and selectors of a rule.
const MAX_NAMES = 50;
// Maximum elements in a selector.
const MAX_COMPOUNDS = 6;
// Maximum selectors for elements with one name or class, of which each element tries all.
const MAX_OF_KEY = 200;
// Maximum characters of a value: each element has a copy, and longer values, such as images, are not needed.
const MAX_VALUE = 300;

// Properties that other document formats have too.
const kept: ReadonlySet<string> = new Set([
  ...'color background background-color font font-size font-weight font-style text-decoration text-align margin margin-left margin-right padding padding-left padding-right float width border-collapse'.split(
    ' ',
  ),
  ...['', '-top', '-right', '-bottom', '-left'].flatMap((side) =>
    ['', '-width', '-style', '-color'].map((property) => `border${side}${property}`),
  ),
]);

// HTML, 15.3.3 and 15.3.4: presentational attributes and elements as CSS.
const fontSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];
const legacyColour = (value: string): string => value.trim().replace(/^(?=[0-9a-f]{6}$)/i, '#');
const legacy: Readonly<Record<string, readonly [string, (value: string) => string | undefined]>> = nameTable({
  bgcolor: ['background-color', legacyColour],
  color: ['color', legacyColour],
  text: ['color', legacyColour],
  size: [
    'font-size',
    (value: string) => {
      const [, sign, digits] = /^\s*([+-]?)(\d{1,2})/.exec(value) ?? [];
      if (digits === undefined) return undefined;
      const size = sign === '' ? Number(digits) : 3 + Number(`${sign}${digits}`);
      return fontSizes[Math.min(7, Math.max(1, size)) - 1];
    },
  ],
});
const legacyOf: Readonly<Record<string, readonly string[]>> = nameTable({
  font: ['color', 'size'],
  body: ['text', 'bgcolor'],
  ...Object.fromEntries(
    ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((name) => [name, ['bgcolor']]),
  ),
});
const ofElements: Readonly<Record<string, Declarations>> = nameTable({
  mark: new Map([['background-color', '#ffff00']]),
  small: new Map([['font-size', 'smaller']]),
  big: new Map([['font-size', 'larger']]),
});

interface Rule {
  /** Of its selector. */
  readonly weight: number;
  /** Position of the selector's last rule among all rules. */
  order: number;
  /** Keys that an element must have, and keys that elements around it must have. */
  readonly own: readonly string[];
  readonly around: readonly string[];
  readonly declarations: Map<string, string>;
}

/** Rules by selector, and by one of the keys that an element must have. */
interface Rules {
  readonly bySelector: Map<string, Rule>;
  readonly byKey: Map<string, Rule[]>;
}

// An element with classes, an id or its position among its siblings, and no other pseudo-class or attribute.
const COMPOUND =
  /^([a-z][a-z0-9]{0,20}|\*)?((?:[.#][\w-]{1,100}|:(?:(?:first|last)-(?:child|of-type)|nth-(?:child|of-type)\((?:even|odd|2n\+1|2n|\d{1,3})\))){0,5})$/i;

/** Returns a pseudo-class for positions in the form that {@link positionsOf} returns. */
const positionIn = (pseudoClass: string): string =>
  pseudoClass
    .toLowerCase()
    .replace('2n+1', 'odd')
    .replace('2n', 'even')
    .replace('first-', 'nth-')
    .replace(/^:nth-([a-z-]+)$/, ':nth-$1(1)');

/** Returns the keys of a compound selector, such as `td.sum` of `TD.sum`; undefined if it is not supported. */
function keysOfCompound(compound: string): readonly string[] | undefined {
  const [found, name = '', marks = ''] = COMPOUND.exec(compound) ?? [];
  if (found === undefined || found === '') return undefined;
  const element = name === '*' && marks !== '' ? '' : name.toLowerCase();
  if (marks === '') return [element];
  return marks
    .split(/(?=[.#:])/)
    .map((mark) => `${element}${mark.startsWith(':') ? positionIn(mark) : mark}`);
}

/** Returns the weight of a key (Selectors 4, 17). */
const weightOf = (key: string): number =>
  (key.includes('#') ? 10_000 : 0) + (/[.:]/.test(key) ? 100 : 0) + (/^[a-z]/.test(key) ? 1 : 0);

/** Reads a selector; undefined if it is not supported. An element inside another need not be its child. */
function selectorOf(selector: string): Omit<Rule, 'order' | 'declarations'> | undefined {
  const compounds = selector.split(/[\s>]+/, MAX_COMPOUNDS + 1).map(keysOfCompound);
  const [own, ...outer] = compounds.toReversed();
  if (own === undefined || compounds.length > MAX_COMPOUNDS) return undefined;
  if (outer.some((keys) => keys === undefined)) return undefined;
  const around = outer.flatMap((keys) => keys ?? []);
  return { own, around, weight: [...own, ...around].reduce((sum, key) => sum + weightOf(key), 0) };
}

function addRule(
  selector: string,
  order: number,
  declarations: readonly (readonly [string, string])[],
  { bySelector, byKey }: Rules,
): void {
  const known = bySelector.get(selector);
  const read = known === undefined ? selectorOf(selector) : undefined;
  const rule = known ?? (read === undefined ? undefined : { ...read, order, declarations: new Map() });
  if (rule === undefined) return;
  rule.order = order;
  for (const [name, value] of declarations) rule.declarations.set(name, value);
  if (known !== undefined) return;
  const key = rule.own[0] ?? '';
  const others = byKey.get(key) ?? [];
  if (others.length >= MAX_OF_KEY) return;
  bySelector.set(selector, rule);
  others.push(rule);
  byKey.set(key, others);
}

/** Returns the end of the block that starts at an opening brace. */
function endOfBlock(css: string, start: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = start;
  let depth = 0;
  for (let found = brace.exec(css); found !== null; found = brace.exec(css)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return css.length;
}

/** Adds the rules of a style sheet whose selectors are elements, classes and ids, each inside of others. Skips media rules. */
function addRules(css: string, rules: Rules): void {
  for (let at = 0; at < css.length && rules.bySelector.size < MAX_RULES; ) {
    const open = css.indexOf('{', at);
    if (open < 0) return;
    const end = endOfBlock(css, open);
    // Statements such as `@import` end in a semicolon.
    const prelude = css.slice(at, open).split(';').at(-1)?.trim() ?? '';
    at = end + 1;
    if (prelude.startsWith('@')) continue;
    const selectors = prelude.split(',', MAX_NAMES).map((selector) => selector.trim());
    const own = [...declarationsOf(css.slice(open + 1, end))].filter(([name]) => kept.has(name));
    if (own.length === 0) continue;
    for (const selector of selectors) addRule(selector, at, own, rules);
  }
}

/** Reads the rules of all `style` elements of a page. */
function readRules(root: HtmlElement): Rules {
  const sheets = [...everyElement(root)].filter(({ name }) => name === 'style').map(rawText);
  const rules: Rules = { bySelector: new Map(), byKey: new Map() };
  addRules(withoutComments(sheets.join('\n').slice(0, MAX_CHARACTERS)), rules);
  return rules;
}

/** Removes comments, and the HTML comment delimiters that old pages have around their rules. */
function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf('/*', at);
    parts.push(css.slice(at, start < 0 ? css.length : start));
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2);
    at = end < 0 ? css.length : end + 2;
  }
  return parts.join(' ').replaceAll(/<!--|-->/g, ' ');
}

/** Returns the keys for the positions of elements among their siblings: among all, and among those with the same name. */
function positionsOf(children: readonly HtmlNode[]): ReadonlyMap<HtmlElement, readonly string[]> {
  const elements = children.filter((child) => typeof child !== 'string');
  const found = new Map<HtmlElement, string[]>(elements.map((element) => [element, []]));
  const add = (among: readonly HtmlElement[], kind: string): void => {
    for (const [at, element] of among.entries()) {
      const keys = found.get(element);
      keys?.push(`:nth-${kind}(${at + 1})`, `:nth-${kind}(${at % 2 === 0 ? 'odd' : 'even'})`);
      if (at === among.length - 1) keys?.push(`:last-${kind}`);
    }
  };
  add(elements, 'child');
  for (const among of Map.groupBy(elements, ({ name }) => name).values()) add(among, 'of-type');
  return found;
}

/** Returns the keys of an element, as in selectors. */
function keysOf(
  { name, attributes: { class: classes = '', id } }: HtmlElement,
  positions: readonly string[],
): Set<string> {
  const marks = classes
    .split(/\s+/, MAX_NAMES)
    .filter((each) => each !== '')
    .map((each) => `.${each}`);
  if (id !== undefined) marks.push(`#${id}`);
  appendAll(marks, positions);
  return new Set(['*', name, ...marks.flatMap((mark) => [mark, `${name}${mark}`])]);
}

/** Returns the rules that match an element, by increasing precedence. `around` has the keys of the elements around it. */
const matching = (own: ReadonlySet<string>, around: ReadonlyMap<string, number>, { byKey }: Rules): Rule[] =>
  [...own]
    .flatMap((key) => byKey.get(key) ?? [])
    .filter((rule) => rule.own.every((key) => own.has(key)) && rule.around.every((key) => around.has(key)))
    .sort((one, other) => one.weight - other.weight || one.order - other.order);

/** Adds to the number of elements with these keys. */
function count(keys: Iterable<string>, by: 1 | -1, counts: Map<string, number>): void {
  for (const key of keys) {
    const left = (counts.get(key) ?? 0) + by;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  }
}

/** Properties that cells inherit here from tables and rows, because other formats cannot style those. */
const handedDown: Readonly<Record<string, readonly string[]>> = nameTable({
  table: ['background-color', 'background', 'color', 'font-size', 'text-align'],
  ...Object.fromEntries(
    ['thead', 'tbody', 'tfoot', 'tr'].map((name) => [
      name,
      ['background-color', 'background', 'color', 'font-size', 'font-weight', 'text-align'],
    ]),
  ),
});

const transparent: ReadonlySet<string> = new Set(['transparent', 'none', 'initial', 'inherit']);

/** Returns a declaration of a row or table for its cells: a background is behind them, and shows if they have none. */
const behindCells = ([name, value]: readonly [string, string]): (readonly [string, string])[] =>
  !name.startsWith('background') ? [[name, value]] : transparent.has(value) ? [] : [[BEHIND, value]];

const cells: ReadonlySet<string> = new Set(['td', 'th']);
const nothing: Declarations = new Map();

function legacyDeclarations({ name, attributes }: HtmlElement): Map<string, string> {
  const found = new Map<string, string>(ofElements[name] ?? []);
  for (const attribute of legacyOf[name] ?? []) {
    const [property, read] = legacy[attribute] ?? [];
    const value = attributes[attribute];
    const style = value === undefined ? undefined : read?.(value);
    if (property !== undefined && style !== undefined) found.set(property, style);
  }
  // Rules override this attribute, which `alignOf` could not consider. On a table, it positions the table.
  if (attributes.align !== undefined && name !== 'table' && name !== 'img')
    found.set('text-align', attributes.align);
  return found;
}

/** Returns the borders of a table with a `border` attribute: its own, and those of its cells (HTML, 15.3.9 and 15.3.10). */
function legacyBorders({ name, attributes }: HtmlElement): readonly [Declarations, Declarations] {
  const width = name === 'table' ? /^\s*(\d{0,3})/.exec(attributes.border ?? '0')?.[1] : '0';
  if (width === undefined || Number(width || 1) === 0) return [nothing, nothing];
  const colour = legacyColour(attributes.bordercolor ?? 'gray');
  return [
    new Map([['border', `${width || 1}px solid ${colour}`]]),
    new Map([['border', `1px solid ${colour}`]]),
  ];
}

/** Adds declarations. The later one of a property and its shorthand counts. */
function addAll(to: Map<string, string>, from: Iterable<readonly [string, string]>): void {
  for (const [name, value] of from) {
    if (value.length > MAX_VALUE) continue;
    to.delete(name);
    to.set(name, value);
  }
}

/**
 * Returns the page with all styles folded into `style` attributes: rules of `style` elements, presentational attributes, and for
 * cells the styles of their rows and tables.
 */
export function foldStyles(root: HtmlElement): HtmlElement {
  const rules = readRules(root);
  const outer = new Map<string, number>();
  const hasPositions = [...rules.bySelector.keys()].some((selector) => selector.includes(':'));
  const folded = (
    element: HtmlElement,
    around: Declarations,
    positions: readonly string[] = [],
  ): HtmlElement => {
    const { name, attributes } = element;
    const declared = new Map(cells.has(name) ? around : nothing);
    const [frame, grid] = legacyBorders(element);
    addAll(declared, frame);
    addAll(declared, legacyDeclarations(element));
    const keys = keysOf(element, positions);
    for (const rule of matching(keys, outer, rules)) addAll(declared, rule.declarations);
    const isFolded = declared.size > 0;
    addAll(declared, declarationsOf(attributes.style ?? ''));
    const style = isFolded ? [...declared].map((each) => each.join(':')).join(';') : '';
    const names = handedDown[name];
    const inside = new Map(names === undefined ? nothing : name === 'table' ? grid : around);
    if (names !== undefined)
      addAll(inside, [...declared].filter(([property]) => names.includes(property)).flatMap(behindCells));
    count(keys, 1, outer);
    const positionOf = hasPositions ? positionsOf(element.children) : undefined;
    const children = element.children.map((child) =>
      typeof child === 'string' ? child : folded(child, inside, positionOf?.get(child)),
    );
    count(keys, -1, outer);
    return { name, attributes: isFolded ? { ...attributes, style } : attributes, children };
  };
  return folded(root, nothing);
}
