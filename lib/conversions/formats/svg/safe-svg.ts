import type { SaxesTagPlain } from 'saxes';
import { ConversionError } from '../../../errors.ts';
import { charactersOf, chooseFonts } from '../../backends/fonts/font-coverage.ts';
import type { FontName } from '../../backends/fonts/fonts.ts';
import { warnAboutMissing } from '../../backends/fonts/missing-glyphs.ts';
import { appendAll } from '../../base/arrays.ts';
import { decodeText, detectEncoding } from '../../base/decode-text.ts';
import { nameTable } from '../../base/name-table.ts';
import { xmlEntities } from '../../shared/xml/xml-entities.ts';
import { type CostNode, drawingCost, emptyNode } from './drawing-cost.ts';
import { entitiesOf } from './entities.ts';
import { measureInside } from './filter-measures.ts';
import { styleHasFilter, withoutFilters } from './filter-properties.ts';
import { dashPeriod, outlineOf } from './outline.ts';
import { MAX_PASSES, passesOf } from './pixel-passes.ts';
import { isEmbedded, referencesIn, staysInside, styleInside } from './references.ts';
import { complexSvg, corruptSvg } from './svg-errors.ts';
import { familyFor, partsByFamily, styleWithFamilies } from './svg-fonts.ts';

// Renderers walk the tree recursively. Drawing programs nest groups about ten levels deep.
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 250_000;
// 2.5 kB each.
const MAX_DRAWN = 300_000;
// Shaping time grows faster than the length of a text.
const MAX_LETTERS = 200_000;
const LONGEST_TEXT = 5000;
// 5 million points take 80 MB as numbers. An SVG of 10 MB has half as many.
const MAX_SEGMENTS = 5_000_000;
// 15 ns each, four times that if stroked: half a minute. 60,000 random lines across a page reach this limit.
const MAX_CROSSINGS = 500_000_000;
// 0.4 us each.
const MAX_DASHES = 50_000_000;
// Size after entity expansion.
const MAX_CHARACTERS = 64_000_000;
// Further octaves of noise are finer than a pixel, and each costs a pass over all pixels.
const MOST_OCTAVES = 5;

// Elements that run code, fetch resources or embed other documents.
const DROPPED = new Set(['script', 'foreignObject', 'handler', 'include', 'iframe', 'audio', 'video']);

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An SVG without external references. */
export interface SafeSvg {
  readonly svg: string;
  /** Embedded images as `data:` URLs. */
  readonly pictures: readonly string[];
  /** Rendering steps of filters and layers per pixel. */
  readonly passes: number;
  /** Whether any element of the original uses a filter. */
  readonly hasFilters: boolean;
  /** Lines and curves drawn, including every repetition of referenced elements. */
  readonly segments: number;
  /** Fonts needed for its text. */
  readonly fontNames: readonly FontName[];
  readonly warnings: readonly string[];
}

/** A piece of text, its index in the output parts, and the `tspan` name with its prefix. */
interface SetText {
  readonly at: number;
  readonly text: string;
  readonly tspan: string;
}

/** Serializes text with a font family per script. */
function setText({ text, tspan }: SetText, names: readonly FontName[]): string {
  const parts = partsByFamily(text, names).map((part) =>
    part.family === undefined
      ? escapeText(part.text)
      : `<${tspan} font-family="${part.family}">${escapeText(part.text)}</${tspan}>`,
  );
  return parts.join('');
}

interface Writer {
  readonly parts: string[];
  readonly pictures: string[];
  isCut: boolean;
  hasFilters: boolean;
  readonly keepsFilters: boolean;
  characters: number;
}

function write(writer: Writer, text: string): void {
  writer.characters += text.length;
  if (writer.characters > MAX_CHARACTERS)
    throw complexSvg(`more than ${MAX_CHARACTERS} characters after entity expansion`);
  writer.parts.push(text);
}

// Marker properties, whose targets are drawn at each point instead of once.
const AT_EACH_POINT = /(?:^|[;{\s])marker(?:-mid)?\s*:/i;

const isAtEachPoint = (name: string, value: string): boolean =>
  name === 'marker' || name === 'marker-mid' || (name === 'style' && AT_EACH_POINT.test(value));

function valueInside(writer: Writer, value: string): string {
  const { css, isCut } = styleInside(value);
  if (isCut) writer.isCut = true;
  return css;
}

/** Removes external references from a style, and its filters unless they are kept. */
function styleOf(writer: Writer, style: string): string {
  const css = valueInside(writer, style);
  if (!styleHasFilter(css)) return css;
  writer.hasFilters = true;
  return writer.keepsFilters ? css : withoutFilters(css);
}

/** Sanitizes an attribute value. Returns undefined if the attribute must be dropped. */
function attributeInside(writer: Writer, element: string, name: string, value: string): string | undefined {
  const local = localName(name);
  if (name === 'xml:base' || /^on/i.test(local)) return undefined;
  if (local === 'href' || local === 'src') {
    if (staysInside(value)) {
      if (isEmbedded(value)) writer.pictures.push(value);
      return value;
    }
    // Link targets do not affect rendering, so dropping one needs no warning.
    if (element !== 'a') writer.isCut = true;
    return undefined;
  }
  if (local === 'numOctaves')
    return String(Math.min(MOST_OCTAVES, Math.max(0, Number.parseInt(value, 10) || 0)));
  if (name.startsWith('xmlns')) return value;
  if (local === 'filter') {
    writer.hasFilters = true;
    if (!writer.keepsFilters) return undefined;
  }
  const css = local === 'style' ? styleOf(writer, value) : valueInside(writer, value);
  if (name === 'font-family') return familyFor(css);
  return name === 'style' ? styleWithFamilies(css) : css;
}

/**
 * Parses an SVG and serializes it without scripts, embedded documents and external references. Throws ConversionError
 * `corrupt_document` if it is not well-formed, `unsupported_content` if it has entities other than plain text, and
 * `too_complex` if it is too deep, too large or too expensive to render.
 *
 * @param options.keepsFilters whether to keep filters
 */
export async function safeSvg(bytes: Uint8Array, { keepsFilters = true } = {}): Promise<SafeSvg> {
  const { default: saxes } = await import('saxes');
  const parser = new saxes.SaxesParser();
  parser.ENTITIES = xmlEntities;
  const writer: Writer = {
    parts: [],
    pictures: [],
    isCut: false,
    hasFilters: false,
    keepsFilters,
    characters: 0,
  };
  const root = emptyNode();
  const markersOfRules: string[] = [];
  let period = Number.POSITIVE_INFINITY;
  const open: { readonly name: string; readonly prefix: string; readonly node: CostNode }[] = [];
  const texts: SetText[] = [];
  let droppedDepth = 0;
  let elements = 0;
  let letters = 0;
  let lettersBefore = 0;

  function begin(tag: SaxesTagPlain): void {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw complexSvg(`more than ${MAX_ELEMENTS} elements`);
    if (open.length + droppedDepth >= MAX_DEPTH)
      throw complexSvg(`elements nested more than ${MAX_DEPTH} levels deep`);
    const element = localName(tag.name);
    if (droppedDepth > 0 || DROPPED.has(element) || (element === 'filter' && !keepsFilters)) {
      droppedDepth += 1;
      return;
    }
    if (element === 'text') lettersBefore = letters;
    const references: string[] = [];
    const markers: string[] = [];
    let id: string | undefined;
    write(writer, `<${tag.name}`);
    for (const name in tag.attributes) {
      const given = attributeInside(writer, element, name, tag.attributes[name] ?? '');
      if (given === undefined) continue;
      const value = measureInside(element, name, given, tag.attributes.filterUnits);
      if (name === 'id') id = value;
      appendAll(isAtEachPoint(name, value) ? markers : references, referencesIn(name, value));
      period = Math.min(period, dashPeriod(name, value));
      write(writer, ` ${name}="${escapeAttribute(value)}"`);
    }
    // Default fonts differ between renderers.
    if (open.length === 0 && tag.attributes['font-family'] === undefined)
      write(writer, ` font-family="${familyFor('')}"`);
    write(writer, '>');
    const passes = passesOf(element, tag.attributes);
    const parent = open.at(-1)?.node;
    const inherited = parent?.markers ?? [markersOfRules];
    const node: CostNode = {
      id,
      references,
      children: [],
      passes,
      outline: outlineOf(element, tag.attributes),
      markers: markers.length === 0 ? inherited : [markersOfRules, markers],
    };
    (parent ?? root).children.push(node);
    open.push({ name: element, prefix: tag.name.slice(0, tag.name.indexOf(':') + 1), node });
  }

  function end(tag: SaxesTagPlain): void {
    if (droppedDepth > 0) {
      droppedDepth -= 1;
      return;
    }
    open.pop();
    write(writer, `</${tag.name}>`);
  }

  function addLetters(text: string): void {
    if (text.trim() === '' || !open.some(({ name }) => name === 'text')) return;
    texts.push({ at: writer.parts.length, text, tspan: `${open.at(-1)?.prefix ?? ''}tspan` });
    letters += text.length;
    if (letters > MAX_LETTERS) throw complexSvg(`more than ${MAX_LETTERS} characters of text`);
    if (letters - lettersBefore > LONGEST_TEXT)
      throw complexSvg(`a text element with more than ${LONGEST_TEXT} characters`);
  }

  function addText(text: string): void {
    if (droppedDepth > 0 || open.length === 0) return;
    if (open.at(-1)?.name !== 'style') {
      addLetters(text);
      write(writer, escapeText(text));
      return;
    }
    const css = styleOf(writer, text);
    if (AT_EACH_POINT.test(css)) appendAll(markersOfRules, referencesIn('style', css));
    period = Math.min(period, dashPeriod('style', css));
    write(writer, escapeText(styleWithFamilies(css)));
  }

  parser.on('opentag', begin);
  parser.on('closetag', end);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', (doctype) => {
    parser.ENTITIES = nameTable({ ...xmlEntities, ...entitiesOf(doctype) });
  });
  parser.on('error', (error) => {
    throw corruptSvg(error);
  });
  try {
    parser.write(decodeText(bytes, detectEncoding(bytes)).text.replace(/^\ufeff/, '')).close();
  } catch (error) {
    throw error instanceof ConversionError ? error : corruptSvg(error);
  }
  if (elements === 0) throw corruptSvg();
  if (drawingCost(root, MAX_DRAWN) > MAX_DRAWN)
    throw complexSvg(`more than ${MAX_DRAWN} elements to draw after expanding references`);
  const passes = drawingCost(root, MAX_PASSES, (node) => node.passes);
  if (passes > MAX_PASSES)
    throw complexSvg(`filters and layers that need more than ${MAX_PASSES} rendering steps per pixel`);
  const segments = drawingCost(root, MAX_SEGMENTS, ({ outline }) => outline.segments);
  if (segments > MAX_SEGMENTS) throw complexSvg(`more than ${MAX_SEGMENTS} lines and curves`);
  if (drawingCost(root, MAX_CROSSINGS, ({ outline }) => outline.crossings) > MAX_CROSSINGS)
    throw complexSvg(`more than ${MAX_CROSSINGS} pairs of lines that may cross`);
  if (drawingCost(root, MAX_DASHES, ({ outline }) => outline.length / period) > MAX_DASHES)
    throw complexSvg(`more than ${MAX_DASHES} dashes`);
  const { names, missing } = await chooseFonts(charactersOf(texts.map(({ text }) => text)), ['sans', 'mono']);
  for (const text of texts) writer.parts[text.at] = setText(text, names);
  return {
    svg: writer.parts.join(''),
    pictures: writer.pictures,
    passes,
    hasFilters: writer.hasFilters,
    segments,
    fontNames: names,
    warnings: [
      ...(writer.isCut
        ? ['The SVG refers to external files, which are never fetched. They were left out; embed them.']
        : []),
      ...warnAboutMissing(missing),
    ],
  };
}
