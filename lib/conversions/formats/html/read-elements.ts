import { isLanguageTag } from '../../base/language-tag.ts';
import { nameTable } from '../../base/name-table.ts';
import { formatNumber } from '../../base/number-formats.ts';
import type { Inline, ListItem, TreeBlock } from '../../document/document-tree.ts';
import type { Borders } from '../../document/look.ts';
import { bordersOf } from './element-borders.ts';
import { cellLookOf, paragraphLookInside, withBackground } from './element-look.ts';
import { alignOf, isFloating, isHidden, pageBreaks, textStyleInside } from './element-style.ts';
import {
  addPiece,
  addText,
  createFlow,
  type Flow,
  flush,
  type HtmlTextStyle,
  putAnchors,
  takeLine,
} from './flow.ts';
import type { HtmlElement, HtmlNode } from './html-node.ts';
import {
  addHeading,
  findElement,
  rawText,
  readInput,
  readMath,
  readPre,
  readSelect,
} from './leaf-elements.ts';
import { containsNotes, isBackLink, noteNumber, separatesNotes } from './notes.ts';
import { readTable } from './read-table.ts';
import { taskBox } from './task-box.ts';

/** Context for reading a page. */
export interface HtmlReading {
  /** Resolves a link. Returns undefined if it must be dropped. */
  readonly resolveLink: (href: string) => string | undefined;
  /** Returns the content that replaces an `img` element. */
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
  /** Zero-based note numbers, keyed by element id. */
  readonly noteNumbers: ReadonlyMap<string, number>;
  /** Returns the number of a note on another page. */
  readonly noteElsewhere?: ((link: HtmlElement) => number | undefined) | undefined;
  /** Returns the document-wide name of an element's id; undefined if nothing links to it. */
  readonly anchorOf: (id: string) => string | undefined;
  /** True if the target keeps text styles. */
  readonly looks?: boolean | undefined;
  /** True in a cell of a layout table that is kept. */
  readonly isInLayout?: boolean | undefined;
  /** Elements that are read separately: notes and task checkboxes. */
  readonly elsewhere: Set<HtmlElement>;
}

type Reader = (element: HtmlElement, flow: Flow, style: HtmlTextStyle, reading: HtmlReading) => void;

const dropped: ReadonlySet<string> = new Set(
  'script style template noscript head title meta link base iframe object embed applet canvas audio video map area rp datalist param source track frameset noframes button progress meter'.split(
    ' ',
  ),
);

const containers: ReadonlySet<string> = new Set(
  'html body main article section nav header footer aside div p address center details dialog fieldset form figure figcaption hgroup search legend caption td th tr tbody thead tfoot menu dir noframes marquee'.split(
    ' ',
  ),
);

const ownBlocks = (
  element: HtmlElement,
  reading: HtmlReading,
  style: HtmlTextStyle,
  { align, look }: Pick<Partial<Flow>, 'align' | 'look'> = {},
): TreeBlock[] => {
  const flow = createFlow(align, look);
  addAnchor(element, flow, reading);
  readNodes(element.children, flow, style, reading);
  flush(flow);
  putAnchors(flow, 0);
  return flow.blocks;
};

function addAnchor({ name, attributes }: HtmlElement, flow: Flow, { anchorOf }: HtmlReading): void {
  const id = attributes.id ?? (name === 'a' ? attributes.name : undefined);
  const anchor = id === undefined || id === '' ? undefined : anchorOf(id);
  if (anchor !== undefined) flow.anchors.push(anchor);
}

const readContainer: Reader = (element, flow, style, reading) => {
  flush(flow);
  const { align, look } = flow;
  const inside = textStyleInside(element, style);
  flow.align = alignOf(element) ?? align;
  if (style.look !== undefined) flow.look = paragraphLookInside(element, look, inside.look?.size, flow.align);
  const before = flow.blocks.length;
  readNodes(element.children, flow, inside, reading);
  flush(flow);
  flow.align = align;
  flow.look = look;
  const borders = style.look === undefined ? undefined : bordersOf(element);
  if (borders !== undefined) addBorders(borders, flow.blocks, before);
};

/**
 * Adds the borders of a container to its blocks. Paragraphs alone share all of them. Other blocks cannot share a frame; a line at the
 * top or bottom is that of the first or last one.
 */
function addBorders(borders: Borders, blocks: TreeBlock[], from: number): void {
  const areShared = blocks.every(
    (block, at) => at < from || (block.kind === 'paragraph' && block.look?.borders === undefined),
  );
  const { top, bottom, left, right } = borders;
  if (!areShared && right !== undefined) return;
  for (let at = from; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block?.kind !== 'paragraph' && block?.kind !== 'heading') continue;
    const own: Borders = areShared
      ? borders
      : {
          ...(at === from ? { top } : {}),
          ...(at === blocks.length - 1 ? { bottom } : {}),
          left,
          ...block.look?.borders,
        };
    if (Object.values(own).some((border) => border !== undefined))
      blocks[at] = { ...block, look: { ...block.look, borders: own } };
  }
}

/** Returns the background of a flow, which nested flows inherit. */
const behind = ({ look }: Flow): Pick<Flow, 'look'> => ({
  look: look?.background === undefined ? undefined : { background: look.background },
});

/** Returns the text style inside an inline element. */
const lineStyleInside = (element: HtmlElement, style: HtmlTextStyle): HtmlTextStyle =>
  withBackground(element, textStyleInside(element, style));

/** Returns the text style in a heading. The heading inherits no size. */
function headingStyle(element: HtmlElement, style: HtmlTextStyle): HtmlTextStyle {
  const inside = textStyleInside(element, style);
  const hasOwn = inside.look?.size !== style.look?.size;
  return hasOwn || inside.look?.size === undefined
    ? inside
    : { ...inside, look: { ...inside.look, size: undefined } };
}

const readHeading: Reader = (element, flow, style, reading) => {
  flush(flow);
  const inner = createFlow();
  const inside = headingStyle(element, style);
  readNodes(element.children, inner, inside, reading);
  for (const name of inner.anchors) flow.anchors.push(name);
  // A heading with line breaks remains one heading.
  const content = takeLine(inner).flatMap((part, at): Inline[] =>
    at === 0 ? part : [{ kind: 'line_break' }, ...part],
  );
  const [first, ...others] = inner.blocks;
  // If a heading contains blocks, its first line is the heading.
  const own =
    content.length > 0 && first === undefined ? content : first?.kind === 'paragraph' ? first.content : [];
  const level = Number(element.name.slice(1));
  const before = flow.blocks.length;
  addHeading(flow, level, own);
  const added = flow.blocks[before];
  if (reading.looks === true && (added?.kind === 'heading' || added?.kind === 'paragraph')) {
    const align = alignOf(element) ?? flow.align;
    const borders = bordersOf(element);
    const lineLook = paragraphLookInside(element, flow.look, inside.look?.size, align);
    const look = borders === undefined ? lineLook : { ...lineLook, borders };
    flow.blocks[before] = {
      ...added,
      ...(align === undefined ? {} : { align }),
      ...(look === undefined ? {} : { look }),
    };
  }
  if (first !== undefined && first.kind !== 'paragraph') flow.blocks.push(first);
  for (const block of others) flow.blocks.push(block);
  if (first !== undefined && content.length > 0) flow.blocks.push({ kind: 'paragraph', content });
};

function readItem(element: HtmlElement, flow: Flow, style: HtmlTextStyle, reading: HtmlReading): ListItem {
  const box = taskBox(element);
  const inside = textStyleInside(element, style);
  const around = reading.looks === true ? { ...behind(flow), align: alignOf(element) } : {};
  if (box === undefined) return { blocks: ownBlocks(element, reading, inside, around) };
  reading.elsewhere.add(box);
  return {
    blocks: ownBlocks(element, reading, inside, around),
    checked: box.attributes.checked !== undefined,
  };
}

// HTML, 4.4.5: the types of ordered lists. Numbers are the default.
const numberFormats: Readonly<Record<string, string>> = nameTable({
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
});

/** Returns the list number in an attribute; undefined if it is not an integer. */
const numberOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;

const countItems = ({ children }: HtmlElement): number =>
  children.filter((child) => typeof child !== 'string' && child.name === 'li').length;

const readList: Reader = (element, flow, style, reading) => {
  flush(flow);
  const items: { blocks: TreeBlock[]; number: number; checked?: boolean | undefined }[] = [];
  const step = element.attributes.reversed === undefined ? 1 : -1;
  let next = numberOf(element.attributes.start) ?? (step > 0 ? 1 : countItems(element));
  const inside = textStyleInside(element, style);
  for (const child of element.children) {
    if (typeof child === 'string' ? child.trim() === '' : isHidden(child) || reading.elsewhere.has(child))
      continue;
    if (typeof child !== 'string' && child.name === 'li') {
      const number = numberOf(child.attributes.value) ?? next;
      next = number + step;
      const { blocks, checked } = readItem(child, flow, inside, reading);
      items.push({ blocks: [...blocks], number, checked });
      continue;
    }
    // Text and lists directly inside a list belong to the previous item.
    const blocks = ownBlocks({ name: '', attributes: {}, children: [child] }, reading, inside, behind(flow));
    if (blocks.length === 0) continue;
    const last = items.at(-1);
    if (last !== undefined) for (const block of blocks) last.blocks.push(block);
    else {
      items.push({ blocks, number: next });
      next += step;
    }
  }
  const [first] = items;
  if (first === undefined) return;
  const ordered = element.name === 'ol';
  const start = first.number;
  const format = numberFormats[element.attributes.type ?? ''];
  const isUsual = format === undefined && items.every(({ number }, index) => number === start + index);
  const labelOf = (number: number): { label?: string } =>
    !ordered || isUsual ? {} : { label: `${formatNumber(number, format ?? 'decimal')}.` };
  flow.blocks.push({
    kind: 'list',
    ordered,
    ...(ordered && start !== 1 ? { start } : {}),
    items: items.map(({ blocks, number, checked }) => ({
      ...labelOf(number),
      blocks,
      ...(checked === undefined ? {} : { checked }),
    })),
  });
};

/** Reads a definition list: one list item per term, with the term in bold. */
const readDefinitions: Reader = (element, flow, style, reading) => {
  flush(flow);
  const items: { blocks: TreeBlock[]; terms: number }[] = [];
  let isTermBefore = false;
  const visit = (parent: HtmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === 'string' || isHidden(child) || reading.elsewhere.has(child)) continue;
      if (child.name === 'div') visit(child);
      if (child.name !== 'dt' && child.name !== 'dd') continue;
      const isTerm = child.name === 'dt';
      const inside = textStyleInside(child, style);
      const blocks = ownBlocks(child, reading, isTerm ? { ...inside, bold: true } : inside, behind(flow));
      const last = items.at(-1);
      const terms = isTerm ? blocks.length : 0;
      if (last === undefined || (isTerm && !isTermBefore)) items.push({ blocks, terms });
      else {
        last.terms += terms;
        for (const block of blocks) last.blocks.push(block);
      }
      isTermBefore = isTerm;
    }
  };
  visit(element);
  const filled = items
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ blocks, terms }) => (terms === 0 ? { blocks } : { blocks, terms }));
  if (filled.length > 0) flow.blocks.push({ kind: 'list', ordered: false, items: filled });
};

const readLink: Reader = (element, flow, style, reading) => {
  if (isBackLink(element)) return;
  const number = noteNumber(element, reading.noteNumbers) ?? reading.noteElsewhere?.(element);
  if (number !== undefined) {
    addPiece(flow, { kind: 'note', note: number });
    return;
  }
  const { href } = element.attributes;
  const address = href === undefined ? undefined : reading.resolveLink(href);
  const isPlain = address === undefined || style.look === undefined;
  // Links have their own colour.
  const outside = isPlain ? style : { ...style, look: { ...style.look, colour: undefined } };
  const inside = lineStyleInside(element, outside);
  readNodes(element.children, flow, address === undefined ? inside : { ...inside, href: address }, reading);
};

const around =
  (before: string, after: string): Reader =>
  (element, flow, style, reading) => {
    addText(flow, before, style);
    readNodes(element.children, flow, lineStyleInside(element, style), reading);
    addText(flow, after, style);
  };

// The only supported vocabulary besides XHTML.
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Reads the first case of a switch with a supported vocabulary, or its default (EPUB Content Documents 3.0.1, 2.2.4). */
const readSwitch: Reader = (element, flow, style, reading) => {
  const cases = element.children.filter((child) => typeof child !== 'string');
  const chosen =
    cases.find(({ attributes }) => attributes['required-namespace'] === MATHML) ??
    cases.find(({ name }) => name === 'epub:default');
  readNodes(chosen?.children ?? [], flow, style, reading);
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Reader] => [name, readHeading]),
  ['pre', readPre],
  ['listing', readPre],
  ['xmp', readPre],
  ['ul', readList],
  ['ol', readList],
  ['dl', readDefinitions],
  [
    'blockquote',
    (element, flow, style, reading) => {
      flush(flow);
      const blocks = ownBlocks(element, reading, textStyleInside(element, style), behind(flow));
      if (blocks.length > 0) flow.blocks.push({ kind: 'quote', blocks });
    },
  ],
  [
    'table',
    (element, flow, style, reading) => {
      flush(flow);
      const blocks = readTable(element, {
        lookOf: reading.looks === true ? (cell) => cellLookOf(cell, flow.look?.background) : undefined,
        keepsLayout: reading.looks === true && reading.isInLayout !== true,
        readInside: (cell) => ownBlocks(cell, { ...reading, isInLayout: true }, textStyleInside(cell, style)),
        readBlocks: (cell, look) =>
          ownBlocks(
            cell,
            reading,
            textStyleInside(cell, style),
            look === undefined ? {} : { look, align: alignOf(cell) },
          ),
      });
      for (const block of blocks) flow.blocks.push(block);
    },
  ],
  [
    'hr',
    (element, flow) => {
      flush(flow);
      if (!separatesNotes(element)) flow.blocks.push({ kind: 'rule' });
    },
  ],
  ['br', (_element, flow) => addPiece(flow, { kind: 'line_break' })],
  [
    'summary',
    (element, flow, style, reading) => readContainer(element, flow, { ...style, bold: true }, reading),
  ],
  [
    'img',
    (element, flow, _style, reading) => {
      for (const piece of reading.placeImage(element)) addPiece(flow, piece);
    },
  ],
  // Drawings are skipped, except for an image inside: EPUB covers are often wrapped in svg.
  [
    'svg',
    (element, flow, _style, reading) => {
      const image = findElement(element, ({ name }) => name === 'image' || name === 'svg:image');
      if (image === undefined) return;
      const { attributes } = image;
      const src = attributes['xlink:href'] ?? attributes.href ?? '';
      for (const piece of reading.placeImage({ ...image, attributes: { src } })) addPiece(flow, piece);
    },
  ],
  ['a', readLink],
  // Elements in EPUB may have a prefix.
  ...['math', 'm:math', 'mml:math'].map((name): [string, Reader] => [name, readMath]),
  ['epub:switch', readSwitch],
  ['input', readInput],
  ['select', readSelect],
  ['textarea', (element, flow, style) => addText(flow, rawText(element), style)],
  ['q', around('\u201c', '\u201d')],
  ['rt', around('(', ')')],
]);

function markCaptions(blocks: TreeBlock[], from: number): void {
  for (let at = from; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block?.kind === 'paragraph') blocks[at] = { ...block, role: 'caption' };
  }
}

// The language of these elements is the document's language.
const wholePage: ReadonlySet<string> = new Set(['html', 'body']);

/** Sets the language of an element on its blocks without their own language. */
function markLanguage({ name, attributes }: HtmlElement, blocks: TreeBlock[], from: number): void {
  const lang = (attributes.lang ?? attributes['xml:lang'])?.trim();
  if (lang === undefined || !isLanguageTag(lang) || wholePage.has(name)) return;
  for (let at = from; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block !== undefined) blocks[at] = { ...block, lang: block.lang ?? lang };
  }
}

/** Reads elements and text into a flow. */
export function readNodes(
  nodes: readonly HtmlNode[],
  flow: Flow,
  style: HtmlTextStyle,
  reading: HtmlReading,
): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      addText(flow, node, style);
      continue;
    }
    const { name } = node;
    if (dropped.has(name) || isHidden(node) || reading.elsewhere.has(node)) continue;
    const isBlock = startsBlock(node);
    if (isBlock) flush(flow);
    const breaks = isBlock || name === 'br' ? pageBreaks(node) : undefined;
    if (breaks?.before) breakPage(flow);
    const before = flow.blocks.length;
    addAnchor(node, flow, reading);
    const reader = readers.get(name);
    const floats = !isBlock && isFloating(node);
    if (floats) addText(flow, ' ', style);
    if (reader !== undefined) reader(node, flow, style, reading);
    else if (containsNotes(node)) readContainer(withoutRules(node), flow, style, reading);
    else if (containers.has(name)) readContainer(node, flow, style, reading);
    else readNodes(node.children, flow, lineStyleInside(node, style), reading);
    if (floats) addText(flow, ' ', style);
    if (isBlock) {
      putAnchors(flow, before);
      if (name === 'figcaption') markCaptions(flow.blocks, before);
      markLanguage(node, flow.blocks, before);
    }
    if (breaks?.after) breakPage(flow);
  }
}

/** Adds a page break, unless the last block already is one. */
function breakPage(flow: Flow): void {
  flush(flow);
  if (flow.blocks.at(-1)?.kind !== 'page_break') flow.blocks.push({ kind: 'page_break' });
}

const inlineReaders: ReadonlySet<string> = new Set(
  'br img svg a math m:math mml:math epub:switch input select textarea q rt'.split(' '),
);

/** Returns true if an element starts a new line. */
const startsBlock = (node: HtmlElement): boolean =>
  containers.has(node.name) || (readers.has(node.name) ? !inlineReaders.has(node.name) : containsNotes(node));

/** Removes the separator rule of a notes section. */
const withoutRules = (element: HtmlElement): HtmlElement => ({
  ...element,
  children: element.children.filter((child) => typeof child === 'string' || child.name !== 'hr'),
});

/** Reads the blocks of an element. */
export const readBlocks = (element: HtmlElement, reading: HtmlReading): TreeBlock[] =>
  ownBlocks(element, reading, reading.looks === true ? { look: {} } : {});
