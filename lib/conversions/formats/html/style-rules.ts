import { nameTable } from '../../base/name-table.ts';
import { everyElement } from '../../shared/xml/element.ts';
import { declarationsOf } from './declarations.ts';
import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

type Declarations = ReadonlyMap<string, string>;

// Maximum rules. Editors and mail programs write a few dozen rules, saved pages have thousands.
const MAX_RULES = 5_000;
// Maximum characters of style sheets.
const MAX_CHARACTERS = 2_000_000;
// Maximum classes of an element, and selectors of a rule.
const MAX_NAMES = 50;
// Maximum characters of a value: each element has a copy, and longer values, such as images, are not needed.
const MAX_VALUE = 300;

// Properties that other document formats have too.
const kept: ReadonlySet<string> = new Set(
  'color background background-color font font-size font-weight font-style text-decoration text-align margin margin-left margin-right padding padding-left padding-right'.split(
    ' ',
  ),
);

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
  /** Position of the selector's last rule among all rules. */
  order: number;
  readonly declarations: Map<string, string>;
}

const SELECTOR = /^(?:[a-z][a-z0-9]{0,20}|\*)?(?:[.#][\w-]{1,100})?$/i;

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

/** Adds the rules of a style sheet whose selector is an element, a class or an id. Skips media rules. */
function addRules(css: string, rules: Map<string, Rule>): void {
  for (let at = 0; at < css.length && rules.size < MAX_RULES; ) {
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
    for (const selector of selectors) {
      if (selector === '' || !SELECTOR.test(selector)) continue;
      const key = selector.replace(/^\*(?=.)/, '').replace(/^[^.#]+/, (name) => name.toLowerCase());
      const rule = rules.get(key) ?? { order: 0, declarations: new Map<string, string>() };
      rule.order = rules.size + at;
      for (const [name, value] of own) rule.declarations.set(name, value);
      rules.set(key, rule);
    }
  }
}

/** Reads the rules of all `style` elements of a page. */
function readRules(root: HtmlElement): Map<string, Rule> {
  const sheets = [...everyElement(root)].filter(({ name }) => name === 'style').map(rawText);
  const rules = new Map<string, Rule>();
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

/** Returns the rules that match an element, by increasing precedence. */
function matching({ name, attributes }: HtmlElement, rules: ReadonlyMap<string, Rule>): Rule[] {
  const classes = (attributes.class ?? '').split(/\s+/, MAX_NAMES).filter((each) => each !== '');
  const ids = attributes.id === undefined ? [] : [attributes.id];
  const groups = [
    ['*'],
    [name],
    classes.map((each) => `.${each}`),
    classes.map((each) => `${name}.${each}`),
    ids.map((id) => `#${id}`),
    ids.map((id) => `${name}#${id}`),
  ];
  return groups.flatMap((keys) =>
    keys
      .map((key) => rules.get(key))
      .filter((rule) => rule !== undefined)
      .sort((one, other) => one.order - other.order),
  );
}

/** Properties that cells inherit here from tables and rows, because other formats cannot style those. */
const handedDown: Readonly<Record<string, readonly string[]>> = nameTable({
  table: ['background-color', 'background', 'color', 'font-size'],
  ...Object.fromEntries(
    ['thead', 'tbody', 'tfoot', 'tr'].map((name) => [
      name,
      ['background-color', 'background', 'color', 'font-size', 'font-weight', 'text-align'],
    ]),
  ),
});

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
  const folded = (element: HtmlElement, around: Declarations): HtmlElement => {
    const { name, attributes } = element;
    const declared = new Map(cells.has(name) ? around : nothing);
    addAll(declared, legacyDeclarations(element));
    for (const rule of matching(element, rules)) addAll(declared, rule.declarations);
    const isFolded = declared.size > 0;
    addAll(declared, declarationsOf(attributes.style ?? ''));
    const style = isFolded ? [...declared].map((each) => each.join(':')).join(';') : '';
    const names = handedDown[name];
    const inside = new Map(names === undefined || name === 'table' ? nothing : around);
    if (names !== undefined)
      addAll(
        inside,
        [...declared].filter(([property]) => names.includes(property)),
      );
    return {
      name,
      attributes: isFolded ? { ...attributes, style } : attributes,
      children: element.children.map((child) => (typeof child === 'string' ? child : folded(child, inside))),
    };
  };
  return folded(root, nothing);
}
