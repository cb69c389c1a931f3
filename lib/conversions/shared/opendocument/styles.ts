import { merged } from '../../base/merged.ts';
import { nameTable } from '../../base/name-table.ts';
import type { ScriptLanguages } from '../../document/languages.ts';
import { isDark } from '../wordprocessing/hidden-texts.ts';
import { overlay, type RunPaint, type RunStyle } from '../wordprocessing/run-style.ts';
import {
  headingLevelOf,
  isCaptionStyle,
  isCodeStyle,
  isInlineCodeStyle,
  isMonospaced,
  isRuleStyle,
  plainIn,
  quoteLevelOf,
  tellingName,
} from '../wordprocessing/style-kinds.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import { pointsOf } from './lengths.ts';

/** An OpenDocument style. Part 3, 16.2. */
export interface OdfStyle {
  readonly headingLevel?: number | undefined;
  /** Number of quotes that it is in. */
  readonly quoteLevel?: number | undefined;
  readonly isCode?: boolean | undefined;
  /** Whether its empty paragraphs show a line. */
  readonly isRule?: boolean | undefined;
  readonly isCaption?: boolean | undefined;
  /** Its name if that tells something, else empty; automatic styles have that of the style they are based on. */
  readonly name?: string | undefined;
  readonly pageBreakBefore?: boolean | undefined;
  readonly align?: 'center' | 'right' | 'justify' | undefined;
  /** False for a list paragraph that has no marker, as in the boxes of slides. */
  readonly isMarked?: boolean | undefined;
  /** The background of a paragraph, cell, row, table or box: `transparent` or a colour; of a box `unknown` if it has another fill. */
  readonly background?: string | undefined;
  /** For slides. */
  readonly isHidden?: boolean | undefined;
  readonly run: RunStyle;
}

/** A level of a list style. Part 3, 16.31 and 16.32. */
export interface OdfLevel {
  /** `bullet`, or a format such as `1`, `a`, `I`; empty if the number is hidden. */
  readonly format: string;
  readonly start: number;
  readonly prefix: string;
  readonly suffix: string;
  /** Number of levels that are displayed, such as 2 for `1.2`. */
  readonly shown: number;
}

/** The styles of a document, from `styles.xml` and `content.xml`. */
export interface OdfStyles {
  /** Adds an element of `office:automatic-styles` or `office:styles`. */
  readonly add: (style: XmlElement) => void;
  readonly style: (family: string, name: string | undefined) => OdfStyle;
  readonly element: (family: string, name: string | undefined) => XmlElement | undefined;
  readonly level: (listStyle: string | undefined, level: number) => OdfLevel | undefined;
  /** Returns the numbering of headings; undefined if they are not numbered. */
  readonly outline: (level: number) => OdfLevel | undefined;
  /** The languages of text whose style has none. */
  readonly languages: () => ScriptLanguages | undefined;
}

const MAX_PARENTS = 32;

const alignments: Readonly<Record<string, OdfStyle['align']>> = nameTable({
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
});

function positionOf(value: string | undefined): RunStyle['position'] {
  if (value === undefined) return undefined;
  const raised = Number.parseFloat(value);
  if (value.startsWith('super') || raised > 0) return 'superscript';
  if (value.startsWith('sub') || raised < 0) return 'subscript';
  return 'baseline';
}

const isLine = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value !== 'none';

/** A language tag from its two attributes; undefined for "none", which is `none` or `zxx`. */
function languageTag(language: string | undefined, country: string | undefined): string | undefined {
  if (language === undefined || language === 'none' || language === 'zxx') return undefined;
  return country === undefined || country === 'none' ? language : `${language}-${country}`;
}

/** OpenDocument 1.3, part 3, 20.202 and 20.330 to 20.331. */
function languagesOf(attributes: Readonly<Record<string, string>>): ScriptLanguages | undefined {
  const latin = languageTag(attributes['fo:language'], attributes['fo:country']);
  const eastAsian = languageTag(attributes['style:language-asian'], attributes['style:country-asian']);
  const complex = languageTag(attributes['style:language-complex'], attributes['style:country-complex']);
  return (latin ?? eastAsian ?? complex) === undefined ? undefined : { latin, eastAsian, complex };
}

/** What decides whether text is seen. */
function paintOf(attributes: Readonly<Record<string, string>>): RunPaint | undefined {
  const { 'fo:color': colour, 'fo:background-color': background } = attributes;
  const size = pointsOf(attributes['fo:font-size']);
  if ((colour ?? background ?? size) === undefined) return undefined;
  return { colour, size, isShaded: background === undefined ? undefined : isDark(background) };
}

function runStyle(properties: XmlElement | undefined): RunStyle {
  const attributes = properties?.attributes ?? {};
  const weight = attributes['fo:font-weight'];
  const slant = attributes['fo:font-style'];
  const font = attributes['style:font-name'] ?? attributes['fo:font-family'];
  const display = attributes['text:display'];
  return {
    bold: weight === undefined ? undefined : weight === 'bold' || Number(weight) >= 600,
    italic: slant === undefined ? undefined : slant !== 'normal',
    underline: isLine(attributes['style:text-underline-style']),
    strike: isLine(attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']),
    hidden: display === undefined ? undefined : display === 'none',
    position: positionOf(attributes['style:text-position']),
    paint: paintOf(attributes),
    mono: font === undefined ? undefined : isMonospaced(font.replaceAll(/['"]/g, '')),
    languages: languagesOf(attributes),
  };
}

const painted = ['paragraph', 'table-cell', 'table-row', 'table', 'graphic'].map(
  (kind) => `style:${kind}-properties`,
);

/** The background that a style paints. OpenDocument 1.3, part 3, 20.182 and 20.122. */
function backgroundOf(style: XmlElement): string | undefined {
  for (const name of painted) {
    const {
      'draw:fill': fill,
      'draw:fill-color': colour,
      ...attributes
    } = childOf(style, name)?.attributes ?? {};
    if (fill === 'solid' && colour !== undefined) return colour;
    if (fill !== undefined && fill !== 'none') return 'unknown';
    const background = attributes['fo:background-color'];
    if (background !== undefined) return background;
  }
  return undefined;
}

// Names encode special characters by code: `Heading_20_1`.
const decodeName = (name: string): string =>
  name.replaceAll(/_([0-9a-f]{2,4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

// Automatic styles have no names for people.
const AUTOMATIC = /^[A-Za-z]{1,4}\d{1,6}$/;

function ownStyle(element: XmlElement): OdfStyle {
  const { attributes } = element;
  const name = attributes['style:display-name'] ?? decodeName(attributes['style:name'] ?? '');
  const paragraph = childOf(element, 'style:paragraph-properties')?.attributes;
  const page = childOf(element, 'style:drawing-page-properties')?.attributes;
  const outline = integerOf(element, 'style:default-outline-level');
  const isText = attributes['style:family'] === 'text';
  return {
    headingLevel: outline !== undefined && outline > 0 ? outline : headingLevelOf(name),
    quoteLevel: quoteLevelOf(name),
    isCode: isCodeStyle(name) || undefined,
    isRule: isRuleStyle(name) || undefined,
    isCaption: isCaptionStyle(name) || undefined,
    name: AUTOMATIC.test(name) ? undefined : tellingName(name),
    pageBreakBefore: paragraph?.['fo:break-before'] === 'page' || undefined,
    align: alignments[paragraph?.['fo:text-align'] ?? ''],
    isMarked:
      paragraph?.['text:enable-numbering'] === undefined
        ? undefined
        : paragraph['text:enable-numbering'] !== 'false',
    background: backgroundOf(element),
    isHidden:
      page?.['presentation:visibility'] === undefined
        ? undefined
        : page['presentation:visibility'] === 'hidden',
    run: {
      ...runStyle(childOf(element, 'style:text-properties')),
      ...plainIn(name),
      code: (isText && isInlineCodeStyle(name)) || undefined,
    },
  };
}

/** A level of a list style; the next higher one if the style has none for it (OpenDocument 1.3, part 3, 16.30). */
function levelOf(levels: ReadonlyMap<number, OdfLevel> | undefined, level: number): OdfLevel | undefined {
  for (let at = level; at >= 0; at -= 1) {
    const found = levels?.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A style that the file lacks, by its name. */
const lackedStyle = (family: string, name: string): OdfStyle =>
  ownStyle({ name: 'style:style', attributes: { 'style:family': family, 'style:name': name }, children: [] });

const above = (under: OdfStyle, over: OdfStyle): OdfStyle => ({
  ...merged(under, over),
  run: overlay(under.run, over.run),
});

function readLevels(style: XmlElement): Map<number, OdfLevel> {
  const levels = new Map<number, OdfLevel>();
  for (const child of elementsOf(style)) {
    const level = integerOf(child, 'text:level');
    if (level === undefined || level < 1) continue;
    const isBullet = child.name.endsWith('-bullet') || child.name.endsWith('-image');
    const character = child.attributes['text:bullet-char'];
    levels.set(level - 1, {
      format: isBullet
        ? character?.trim() === ''
          ? ''
          : 'bullet'
        : (child.attributes['style:num-format'] ?? ''),
      start: integerOf(child, 'text:start-value') ?? 1,
      prefix: child.attributes['style:num-prefix'] ?? '',
      suffix: child.attributes['style:num-suffix'] ?? '',
      shown: Math.min(10, Math.max(1, integerOf(child, 'text:display-levels') ?? 1)),
    });
  }
  return levels;
}

/** Creates an empty set of styles. */
export function createOdfStyles(): OdfStyles {
  const elements = new Map<string, XmlElement>();
  const resolved = new Map<string, OdfStyle>();
  const lists = new Map<string, ReadonlyMap<number, OdfLevel>>();
  let outline: ReadonlyMap<number, OdfLevel> = new Map();
  const plain: OdfStyle = { run: {} };
  let languages: ScriptLanguages | undefined;

  function resolve(family: string, name: string | undefined, depth: number): OdfStyle {
    if (name === undefined) return plain;
    const key = `${family} ${name}`;
    const known = resolved.get(key);
    if (known !== undefined) return known;
    const element = elements.get(key);
    if (element === undefined) return lackedStyle(family, name);
    const own = ownStyle(element);
    const parent = element.attributes['style:parent-style-name'];
    const found = depth >= MAX_PARENTS ? own : above(resolve(family, parent, depth + 1), own);
    resolved.set(key, found);
    return found;
  }

  return {
    add: (style) => {
      const name = style.attributes['style:name'];
      if (style.name === 'text:outline-style') outline = readLevels(style);
      else if (name !== undefined && style.name === 'text:list-style') lists.set(name, readLevels(style));
      else if (name !== undefined && style.name === 'style:style')
        elements.set(`${style.attributes['style:family']} ${name}`, style);
      else if (style.name === 'style:default-style' && style.attributes['style:family'] === 'paragraph')
        languages = runStyle(childOf(style, 'style:text-properties')).languages;
    },
    style: (family, name) => resolve(family, name, 0),
    element: (family, name) => elements.get(`${family} ${name ?? ''}`),
    level: (listStyle, level) => levelOf(lists.get(listStyle ?? ''), level),
    outline: (level) => outline.get(level),
    languages: () => languages,
  };
}
