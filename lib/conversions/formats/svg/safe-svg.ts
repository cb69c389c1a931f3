import type { SaxesTagPlain } from 'saxes';
import { charactersOf, chooseFonts } from '../../backends/fonts/font-coverage.ts';
import type { FontName } from '../../backends/fonts/fonts.ts';
import { warnAboutMissing } from '../../backends/fonts/missing-glyphs.ts';
import { appendAll } from '../../base/arrays.ts';
import { decodeText, detectEncoding } from '../../base/decode-text.ts';
import { nameTable } from '../../base/name-table.ts';
import { ConversionError } from '../../errors.ts';
import { xmlEntities } from '../../shared/xml/xml-entities.ts';
import { countDrawn, type DrawnElement } from './drawn-elements.ts';
import { entitiesOf } from './entities.ts';
import { measureInside } from './filter-measures.ts';
import { referencesIn } from './references.ts';
import { complexSvg, corruptSvg } from './svg-errors.ts';
import { familyFor, partsByFamily, styleWithFamilies } from './svg-fonts.ts';
import { attributeInside, localName, type SvgWriter, styleOf, write } from './svg-writer.ts';

// Renderers walk the tree recursively. Drawing programs nest groups about ten levels deep.
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 250_000;
// After expanding references. Each takes 2.5 kB.
const MAX_DRAWN = 300_000;
// Each draws an image as large as its region.
const MAX_FILTER_STEPS = 500;
// Shaping time grows faster than the length of a text.
const MAX_LETTERS = 200_000;
const LONGEST_TEXT = 5000;

// Renderers take time that grows with the square of these: some seconds at the limits. Drawing programs write some hundreds.
const MAX_DECLARATIONS = 10_000;
const MAX_RULES = 10_000;
const MAX_USE_PAIRS = 300_000_000;

// Elements that change an attribute over time, such as the address of a link (SVG Animations, 2.7).
const ANIMATIONS = new Set(['animate', 'animateColor', 'set']);

/** Whether an element sets an attribute that runs code or refers to resources. */
function setsReference(element: string, { attributeName = '' }: SaxesTagPlain['attributes']): boolean {
  const name = localName(attributeName.trim()).toLowerCase();
  return ANIMATIONS.has(element) && (name === 'href' || name === 'src' || name.startsWith('on'));
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

// Elements that run code, fetch resources or embed other documents.
const DROPPED = new Set(['script', 'foreignObject', 'handler', 'include', 'iframe', 'audio', 'video']);

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** An SVG without external references. */
export interface SafeSvg {
  readonly svg: string;
  /** Embedded images as `data:` URLs. */
  readonly images: readonly string[];
  /** Whether any element of the original uses a filter. */
  readonly hasFilters: boolean;
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

interface OpenElement {
  readonly name: string;
  /** Namespace prefix with its colon, or nothing. */
  readonly prefix: string;
  readonly element: DrawnElement;
}

/** An SVG that is being read and written. */
interface SvgReading {
  readonly writer: SvgWriter;
  readonly root: DrawnElement;
  readonly open: OpenElement[];
  readonly texts: SetText[];
  /** Number of open elements that are left out. */
  droppedDepth: number;
  elements: number;
  /** Number of filter primitives. */
  filterSteps: number;
  /** Number of `use` elements, each of which searches all elements. */
  uses: number;
  /** Rules and declarations of all style sheets; each sheet counts as one rule. */
  rules: number;
  declarations: number;
  /** Characters of text so far, and before the current text element. */
  characters: number;
  charactersBefore: number;
}

const startReading = (kept: Pick<SvgWriter, 'keepsFilters' | 'keepsFonts'>): SvgReading => ({
  writer: { parts: [], images: [], isCut: false, hasFilters: false, ...kept, characters: 0 },
  root: { id: undefined, references: [], children: [] },
  open: [],
  texts: [],
  droppedDepth: 0,
  elements: 0,
  filterSteps: 0,
  uses: 0,
  rules: 0,
  declarations: 0,
  characters: 0,
  charactersBefore: 0,
});

/** Writes the attributes of an element. Returns its id, and the ids that it refers to. */
function writeAttributes(reading: SvgReading, element: string, attributes: SaxesTagPlain['attributes']) {
  const { writer } = reading;
  const references: string[] = [];
  let id: string | undefined;
  for (const name in attributes) {
    const given = attributeInside(writer, element, name, attributes[name] ?? '');
    if (given === undefined) continue;
    const value = measureInside(element, name, given, attributes.filterUnits);
    if (name === 'style' && countOf(value, ';') > MAX_DECLARATIONS)
      throw complexSvg(`a style attribute with more than ${MAX_DECLARATIONS} declarations`);
    if (name === 'id') id = value;
    appendAll(references, referencesIn(name, value));
    write(writer, ` ${name}="${escapeAttribute(value)}"`);
  }
  return { id, references };
}

function beginElement(reading: SvgReading, tag: SaxesTagPlain): void {
  const { writer, open, root } = reading;
  reading.elements += 1;
  if (reading.elements > MAX_ELEMENTS) throw complexSvg(`more than ${MAX_ELEMENTS} elements`);
  if (open.length + reading.droppedDepth >= MAX_DEPTH)
    throw complexSvg(`elements nested more than ${MAX_DEPTH} levels deep`);
  const element = localName(tag.name);
  const isDropped =
    DROPPED.has(element) ||
    setsReference(element, tag.attributes) ||
    (element === 'filter' && !writer.keepsFilters);
  if (reading.droppedDepth > 0 || isDropped) {
    reading.droppedDepth += 1;
    return;
  }
  if (element === 'use') reading.uses += 1;
  if (element.startsWith('fe')) reading.filterSteps += 1;
  if (reading.filterSteps > MAX_FILTER_STEPS)
    throw complexSvg(`more than ${MAX_FILTER_STEPS} filter primitives`);
  if (element === 'text') reading.charactersBefore = reading.characters;
  write(writer, `<${tag.name}`);
  const { id, references } = writeAttributes(reading, element, tag.attributes);
  // Default fonts differ between renderers.
  if (open.length === 0 && !writer.keepsFonts && tag.attributes['font-family'] === undefined)
    write(writer, ` font-family="${familyFor('')}"`);
  write(writer, '>');
  const drawn: DrawnElement = { id, references, children: [] };
  (open.at(-1)?.element ?? root).children.push(drawn);
  open.push({ name: element, prefix: tag.name.slice(0, tag.name.indexOf(':') + 1), element: drawn });
}

function endElement(reading: SvgReading, tag: SaxesTagPlain): void {
  if (reading.droppedDepth > 0) {
    reading.droppedDepth -= 1;
    return;
  }
  reading.open.pop();
  write(reading.writer, `</${tag.name}>`);
}

/** Notes the place of drawn text, whose font is chosen when all text has been read. */
function addDrawnText(reading: SvgReading, text: string): void {
  const { open, texts, writer } = reading;
  if (text.trim() === '' || !open.some(({ name }) => name === 'text')) return;
  texts.push({ at: writer.parts.length, text, tspan: `${open.at(-1)?.prefix ?? ''}tspan` });
  reading.characters += text.length;
  if (reading.characters > MAX_LETTERS) throw complexSvg(`more than ${MAX_LETTERS} characters of text`);
  if (reading.characters - reading.charactersBefore > LONGEST_TEXT)
    throw complexSvg(`a text element with more than ${LONGEST_TEXT} characters`);
}

function addStyleSheet(reading: SvgReading, text: string): void {
  const css = styleOf(reading.writer, text);
  reading.rules += 1 + countOf(css, '{');
  if (reading.rules > MAX_RULES) throw complexSvg(`more than ${MAX_RULES} style sheets and rules`);
  reading.declarations += countOf(css, ';');
  if (reading.declarations > MAX_DECLARATIONS)
    throw complexSvg(`style sheets with more than ${MAX_DECLARATIONS} declarations`);
  write(reading.writer, escapeText(reading.writer.keepsFonts ? css : styleWithFamilies(css)));
}

function addText(reading: SvgReading, text: string): void {
  if (reading.droppedDepth > 0 || reading.open.length === 0) return;
  if (reading.open.at(-1)?.name === 'style') addStyleSheet(reading, text);
  else {
    addDrawnText(reading, text);
    write(reading.writer, escapeText(text));
  }
}

async function readSvg(
  bytes: Uint8Array,
  kept: Pick<SvgWriter, 'keepsFilters' | 'keepsFonts'>,
): Promise<SvgReading> {
  const { default: saxes } = await import('saxes');
  const parser = new saxes.SaxesParser();
  const reading = startReading(kept);
  parser.ENTITIES = xmlEntities;
  parser.on('opentag', (tag) => beginElement(reading, tag));
  parser.on('closetag', (tag) => endElement(reading, tag));
  parser.on('text', (text) => addText(reading, text));
  parser.on('cdata', (text) => addText(reading, text));
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
  if (reading.elements === 0) throw corruptSvg();
  if (reading.uses * reading.elements > MAX_USE_PAIRS) {
    const message = `${reading.uses} "use" elements among ${reading.elements} elements; the limit for their product is ${MAX_USE_PAIRS}`;
    throw complexSvg(message);
  }
  if (countDrawn(reading.root, MAX_DRAWN) > MAX_DRAWN)
    throw complexSvg(`more than ${MAX_DRAWN} elements to draw after expanding references`);
  return reading;
}

/**
 * Parses an SVG and serializes it without scripts, embedded documents and external references. Throws ConversionError
 * `corrupt_document` if it is not well-formed, `unsupported_content` if it has entities other than plain text, and
 * `too_complex` if it is too deep or too large.
 *
 * @param options.keepsFilters whether to keep filters
 */
export async function safeSvg(bytes: Uint8Array, { keepsFilters = true } = {}): Promise<SafeSvg> {
  const { writer, texts } = await readSvg(bytes, { keepsFilters, keepsFonts: false });
  const { names, missing } = chooseFonts(charactersOf(texts.map(({ text }) => text)), ['sans', 'mono']);
  for (const text of texts) writer.parts[text.at] = setText(text, names);
  return {
    svg: writer.parts.join(''),
    images: writer.images,
    hasFilters: writer.hasFilters,
    fontNames: names,
    warnings: [
      ...(writer.isCut
        ? ['The SVG refers to external files, which are never fetched. They were left out; embed them.']
        : []),
      ...warnAboutMissing(missing),
    ],
  };
}

/**
 * Serializes an SVG without scripts, embedded documents and references to anything outside, for viewers with fonts of their own.
 * Throws the errors of {@link safeSvg}.
 */
export async function inertSvg(
  bytes: Uint8Array,
): Promise<{ readonly svg: string; readonly isCut: boolean }> {
  const { writer, texts } = await readSvg(bytes, { keepsFilters: true, keepsFonts: true });
  for (const { at, text } of texts) writer.parts[at] = escapeText(text);
  return { svg: writer.parts.join(''), isCut: writer.isCut };
}
