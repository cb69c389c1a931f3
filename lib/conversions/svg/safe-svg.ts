import type { SaxesTagPlain } from 'saxes';
import { ConversionError } from '../../errors.ts';
import { decodeText, detectEncoding } from '../decode-text.ts';
import { type CostNode, drawingCost } from './drawing-cost.ts';
import { entitiesOf } from './entities.ts';
import { isEmbedded, referencesIn, staysInside, styleInside } from './references.ts';
import { complexSvg, corruptSvg } from './svg-errors.ts';

// Renderers walk the tree recursively; drawing programs nest groups some ten deep.
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 500_000;
const MAX_DRAWN = 2_000_000;
// What entities make of a file.
const MAX_CHARACTERS = 64_000_000;
// Octaves of noise beyond these are finer than a pixel, and each costs a pass over all of them.
const MOST_OCTAVES = 10;

// What runs, fetches, or holds another kind of document.
const DROPPED = new Set(['script', 'foreignObject', 'handler', 'include', 'iframe', 'audio', 'video']);

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An SVG that refers to nothing outside of itself. */
export interface SafeSvg {
  readonly svg: string;
  /** Pictures that stand in it, as `data:` addresses. */
  readonly pictures: readonly string[];
  readonly warnings: readonly string[];
}

interface Writer {
  readonly parts: string[];
  readonly pictures: string[];
  isCut: boolean;
  characters: number;
}

function write(writer: Writer, text: string): void {
  writer.characters += text.length;
  if (writer.characters > MAX_CHARACTERS) throw complexSvg(`more than ${MAX_CHARACTERS} characters`);
  writer.parts.push(text);
}

/** An attribute as it may stay; undefined where it goes. */
function attributeInside(writer: Writer, element: string, name: string, value: string): string | undefined {
  const local = localName(name);
  if (name === 'xml:base' || /^on/i.test(local)) return undefined;
  if (local === 'href' || local === 'src') {
    if (staysInside(value)) {
      if (isEmbedded(value)) writer.pictures.push(value);
      return value;
    }
    // Where a link leads does not show.
    if (element !== 'a') writer.isCut = true;
    return undefined;
  }
  if (local === 'numOctaves')
    return String(Math.min(MOST_OCTAVES, Math.max(0, Number.parseInt(value, 10) || 0)));
  if (name.startsWith('xmlns')) return value;
  const { css, isCut } = styleInside(value);
  if (isCut) writer.isCut = true;
  return isCut || css !== value ? css : value;
}

/**
 * Reads an SVG and writes it anew with what can be drawn from the file alone: without scripts, other documents, and
 * addresses of files and hosts. It is refused with ConversionError where it is not well-formed (`corrupt_document`), has
 * entities beyond plain text (`unsupported_content`), or is too deep, too large, or draws too much (`too_complex`).
 */
export async function safeSvg(bytes: Uint8Array): Promise<SafeSvg> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const writer: Writer = { parts: [], pictures: [], isCut: false, characters: 0 };
  const root: CostNode = { id: undefined, references: [], children: [] };
  const open: { readonly name: string; readonly node: CostNode }[] = [];
  let droppedDepth = 0;
  let elements = 0;

  function begin(tag: SaxesTagPlain): void {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw complexSvg(`more than ${MAX_ELEMENTS} elements`);
    if (open.length + droppedDepth >= MAX_DEPTH)
      throw complexSvg(`elements nested more than ${MAX_DEPTH} deep`);
    const element = localName(tag.name);
    if (droppedDepth > 0 || DROPPED.has(element)) {
      droppedDepth += 1;
      return;
    }
    const references: string[] = [];
    let id: string | undefined;
    write(writer, `<${tag.name}`);
    for (const name in tag.attributes) {
      const value = attributeInside(writer, element, name, tag.attributes[name] ?? '');
      if (value === undefined) continue;
      if (name === 'id') id = value;
      references.push(...referencesIn(name, value));
      write(writer, ` ${name}="${escapeAttribute(value)}"`);
    }
    write(writer, '>');
    const node: CostNode = { id, references, children: [] };
    (open.at(-1)?.node ?? root).children.push(node);
    open.push({ name: element, node });
  }

  function end(tag: SaxesTagPlain): void {
    if (droppedDepth > 0) {
      droppedDepth -= 1;
      return;
    }
    open.pop();
    write(writer, `</${tag.name}>`);
  }

  function addText(text: string): void {
    if (droppedDepth > 0 || open.length === 0) return;
    if (open.at(-1)?.name !== 'style') {
      write(writer, escapeText(text));
      return;
    }
    const { css, isCut } = styleInside(text);
    if (isCut) writer.isCut = true;
    write(writer, escapeText(css));
  }

  parser.on('opentag', begin);
  parser.on('closetag', end);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', (doctype) => {
    Object.assign(parser.ENTITIES, entitiesOf(doctype));
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
    throw complexSvg(`parts that are drawn more than ${MAX_DRAWN} times`);
  return {
    svg: writer.parts.join(''),
    pictures: writer.pictures,
    warnings: writer.isCut
      ? ['The SVG refers to files outside of it, which are never fetched; they were left out.']
      : [],
  };
}
