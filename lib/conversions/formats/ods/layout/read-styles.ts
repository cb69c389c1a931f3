import { XML_CLOSE, XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import { type XmlCursor, xmlCursor } from '../../../shared/xml/xml-cursor.ts';
import { type PagePart, readPagePart, textNames } from './page-part.ts';
import { type Formatting, formatting, propertyElements } from './style-names.ts';

/** A style of cells, columns, rows or tables. */
export interface OdsStyle {
  readonly parent: string | undefined;
  readonly masterPage: string | undefined;
  readonly formatting: Formatting;
}

/** A page layout with its header and footer formatting. */
export interface PageLayout {
  page: Formatting;
  header: Formatting;
  footer: Formatting;
}

/** A master page; a header or footer that is not shown is undefined. */
export interface MasterPage {
  readonly layout: string;
  header?: PagePart;
  footer?: PagePart;
  /** Those of left and first pages, which are not printed. */
  readonly others: { readonly kind: 'header' | 'footer'; readonly part: PagePart }[];
}

/** The styles of a spreadsheet by name. Those of all families share a map, as `family name`. */
export interface OdsStyles {
  readonly styles: Map<string, OdsStyle>;
  /** Families of the font declarations. */
  readonly fonts: Map<string, string>;
  readonly pageLayouts: Map<string, PageLayout>;
  readonly masterPages: Map<string, MasterPage>;
}

const elements = [
  ...textNames,
  ...propertyElements,
  'style',
  'default-style',
  'font-face',
  'page-layout',
  'header-style',
  'footer-style',
  'master-page',
  'header',
  'footer',
  'header-left',
  'header-first',
  'footer-left',
  'footer-first',
  'body',
] as const;
const attributes = [
  'name',
  'family',
  'parent-style-name',
  'master-page-name',
  'page-layout-name',
  'display',
  'font-family',
] as const;
const properties = formatting.map((name) => name.slice(name.indexOf(':') + 1));
const names: readonly string[] = [...new Set<string>([...elements, ...attributes, ...properties])];
const at = (name: (typeof elements)[number] | (typeof attributes)[number]): number => names.indexOf(name);
const propertyIndexes = formatting.map(
  (name, index) => [name, names.indexOf(properties[index] ?? '')] as const,
);
const propertyTags = new Set<number>(propertyElements.map(at));
const styleTags = new Set<number>((['style', 'default-style', 'page-layout'] as const).map(at));
const MAX_STYLES = 65_536;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function addFormatting(cursor: XmlCursor, into: Mutable<Formatting>): void {
  for (const [name, index] of propertyIndexes) {
    const value = cursor.attribute(index);
    if (value !== undefined) into[name] = value;
  }
}

/** Creates an empty set of styles. */
export const createStyles = (): OdsStyles => ({
  styles: new Map(),
  fonts: new Map(),
  pageLayouts: new Map(),
  masterPages: new Map(),
});

/** Adds the styles before the body of a part (OpenDocument 1.3 part 3, 16). A default style has the name `family `. */
export function readStyles(part: Uint8Array | undefined, into: OdsStyles): void {
  if (part === undefined) return;
  const cursor = xmlCursor(part, names);
  let open: Mutable<Formatting> | undefined;
  let layout: PageLayout | undefined;
  let master: MasterPage | undefined;
  const text = (name: (typeof attributes)[number]): string => cursor.attribute(at(name)) ?? '';
  const readPart = (token: number, side: 'header' | 'footer'): void => {
    const isShown = text('display') !== 'false';
    if (isShown && master !== undefined) {
      master[side] = token === XML_OPEN ? readPagePart(cursor, names) : { left: [], center: [], right: [] };
    } else if (token === XML_OPEN) cursor.skip();
  };
  const readOther = (token: number, kind: 'header' | 'footer'): void => {
    if (token !== XML_OPEN) return;
    if (text('display') === 'false') cursor.skip();
    else master?.others.push({ kind, part: readPagePart(cursor, names) });
  };
  const begin: Readonly<Record<number, (token: number) => void>> = {
    [at('font-face')]: () => {
      into.fonts.set(text('name'), text('font-family'));
    },
    [at('default-style')]: () => {
      open = {};
      into.styles.set(`${text('family')} `, { parent: undefined, masterPage: undefined, formatting: open });
    },
    [at('style')]: () => {
      open = {};
      if (into.styles.size >= MAX_STYLES) return;
      into.styles.set(`${text('family')} ${text('name')}`, {
        parent: cursor.attribute(at('parent-style-name')),
        masterPage: cursor.attribute(at('master-page-name')),
        formatting: open,
      });
    },
    [at('page-layout')]: () => {
      layout = { page: {}, header: {}, footer: {} };
      open = layout.page;
      if (into.pageLayouts.size < MAX_STYLES) into.pageLayouts.set(text('name'), layout);
    },
    [at('header-style')]: () => {
      open = layout?.header;
    },
    [at('footer-style')]: () => {
      open = layout?.footer;
    },
    [at('master-page')]: () => {
      master = { layout: text('page-layout-name'), others: [] };
      if (into.masterPages.size < MAX_STYLES) into.masterPages.set(text('name'), master);
    },
    [at('header')]: (token) => readPart(token, 'header'),
    [at('footer')]: (token) => readPart(token, 'footer'),
    [at('header-left')]: (token) => readOther(token, 'header'),
    [at('header-first')]: (token) => readOther(token, 'header'),
    [at('footer-left')]: (token) => readOther(token, 'footer'),
    [at('footer-first')]: (token) => readOther(token, 'footer'),
  };
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const name = cursor.name();
    if (name === at('body')) return;
    if (propertyTags.has(name)) {
      if (open !== undefined && token !== XML_CLOSE) addFormatting(cursor, open);
    } else if (token !== XML_CLOSE) begin[name]?.(token);
    // Number formats have text properties too.
    if (token !== XML_OPEN && styleTags.has(name)) open = undefined;
  }
}
