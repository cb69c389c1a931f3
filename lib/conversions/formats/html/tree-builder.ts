import { ConversionError } from '../../errors.ts';
import type { HtmlElement, HtmlNode, MarkupSyntax } from './html-node.ts';
import {
  blockElements,
  endTagScope,
  headingElements,
  type ImpliedEnd,
  impliedEnds,
  impliedParagraphEnd,
  rowParents,
  tableContent,
  tableContexts,
  tableOnlyParents,
  voidElements,
} from './implied-tags.ts';

// Elements and text nodes. Each takes at least 100 bytes of memory, but as little as 4 bytes in a file.
const MAX_NODES = 2_000_000;
// Nested elements. The standard leaves the limit to browsers; Chromium's is 512. Deeper tags are ignored, their text is not.
export const MAX_DEPTH = 400;

/** Throws ConversionError `too_complex` if there are too many elements and text nodes. */
export function checkNodes(nodes: number): void {
  if (nodes <= MAX_NODES) return;
  const message = `The page has more than ${MAX_NODES} elements and text nodes, the limit. Split it.`;
  throw new ConversionError('too_complex', message);
}

/** An element to which content is added. */
type OpenElement = Omit<HtmlElement, 'children'> & { readonly children: HtmlNode[] };

/** A tree under construction. */
export interface TreeBuilder {
  readonly syntax: MarkupSyntax;
  readonly root: OpenElement;
  /** The root and the open elements; the innermost is last. */
  readonly stack: OpenElement[];
  /** Number of open elements by name. */
  readonly open: Map<string, number>;
  /** Number of ignored start tags below the depth limit by name: as many end tags are ignored. */
  readonly ignored: Map<string, number>;
  nodes: number;
}

/** An empty tree. */
export function createTreeBuilder(syntax: MarkupSyntax): TreeBuilder {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  return { syntax, root, stack: [root], open: new Map(), ignored: new Map(), nodes: 0 };
}

/** Whether an element of this name is open. */
export const isOpen = ({ open }: TreeBuilder, name: string): boolean => (open.get(name) ?? 0) > 0;

const currentElement = ({ stack, root }: TreeBuilder): OpenElement => stack.at(-1) ?? root;

function countNode(builder: TreeBuilder): void {
  builder.nodes += 1;
  checkNodes(builder.nodes);
}

function popElement({ stack, open }: TreeBuilder): void {
  const element = stack.pop();
  if (element !== undefined) open.set(element.name, (open.get(element.name) ?? 1) - 1);
}

/** Closes the element at an index of the stack and all in it. */
function closeAt(builder: TreeBuilder, index: number): void {
  while (builder.stack.length > index) popElement(builder);
}

/** Index of the innermost open element in `wanted`; -1 if there is none inside the innermost of `until`. */
function findOpen({ stack }: TreeBuilder, wanted: ReadonlySet<string>, until: ReadonlySet<string>): number {
  for (let at = stack.length - 1; at > 0; at -= 1) {
    const name = stack[at]?.name ?? '';
    if (wanted.has(name)) return at;
    if (until.has(name)) return -1;
  }
  return -1;
}

function applyImpliedEnd(builder: TreeBuilder, { ends, until }: ImpliedEnd): void {
  const index = findOpen(builder, ends, until);
  if (index > 0) closeAt(builder, index);
}

function closeImplied(builder: TreeBuilder, name: string): void {
  const rule = impliedEnds[name];
  if (rule !== undefined) {
    for (const ended of rule.ends) {
      if (!isOpen(builder, ended)) continue;
      applyImpliedEnd(builder, rule);
      return;
    }
  } else if (blockElements.has(name)) {
    if (headingElements.has(name) && headingElements.has(currentElement(builder).name)) popElement(builder);
    if (isOpen(builder, 'p')) applyImpliedEnd(builder, impliedParagraphEnd);
  }
}

const tables: ReadonlySet<string> = new Set(['table']);
const nothing: ReadonlySet<string> = new Set();

/** Whether content goes before the innermost table, because it is inside the table but in none of its cells. */
const isFostered = (builder: TreeBuilder): boolean =>
  builder.syntax === 'html' && tableOnlyParents.has(currentElement(builder).name) && isOpen(builder, 'table');

/** Appends text to the siblings that end at `end`, joined with the text before it. */
function insertText(builder: TreeBuilder, siblings: HtmlNode[], end: number, text: string): void {
  const previous = siblings[end - 1];
  if (typeof previous === 'string') siblings[end - 1] = previous + text;
  else {
    countNode(builder);
    siblings.splice(end, 0, text);
  }
}

/** The siblings before which foster-parented content goes: a table's parent, whose last child is the open table. */
function fosterSiblings(builder: TreeBuilder): HtmlNode[] {
  const table = findOpen(builder, tables, nothing);
  return (builder.stack[table - 1] ?? builder.root).children;
}

/** Adds text to the innermost open element. */
export function addText(builder: TreeBuilder, text: string): void {
  if (text === '') return;
  if (isFostered(builder) && /\S/.test(text)) {
    const siblings = fosterSiblings(builder);
    insertText(builder, siblings, siblings.length - 1, text);
    return;
  }
  const { children } = currentElement(builder);
  insertText(builder, children, children.length, text);
}

function appendElement(builder: TreeBuilder, element: HtmlElement): void {
  countNode(builder);
  if (isFostered(builder) && !tableContent.has(element.name)) fosterSiblings(builder).splice(-1, 0, element);
  else currentElement(builder).children.push(element);
}

function pushElement({ stack, open }: TreeBuilder, element: OpenElement): void {
  stack.push(element);
  open.set(element.name, (open.get(element.name) ?? 0) + 1);
}

/** Closes what the start tag of a table, or of part of one, ends in the open table. */
function closeInTable(builder: TreeBuilder, name: string): void {
  if (!isOpen(builder, 'table')) return;
  const context = tableContexts[name];
  if (context !== undefined) closeAt(builder, findOpen(builder, context, nothing) + 1);
  else if (name === 'table' && isFostered(builder)) closeAt(builder, findOpen(builder, tables, nothing));
}

/** Starts the row that a cell outside any row implies. */
function openImpliedRow(builder: TreeBuilder, name: string): void {
  if ((name !== 'td' && name !== 'th') || !rowParents.has(currentElement(builder).name)) return;
  const row: OpenElement = { name: 'tr', attributes: {}, children: [] };
  appendElement(builder, row);
  pushElement(builder, row);
}

/** Reads a start tag. */
export function openElement(
  builder: TreeBuilder,
  name: string,
  attributes: HtmlElement['attributes'],
  isSelfClosed: boolean,
): void {
  const isXml = builder.syntax === 'xml';
  if (!isXml) closeImplied(builder, name);
  if (builder.syntax === 'html') closeInTable(builder, name);
  const isEmpty = isSelfClosed || (!isXml && voidElements.has(name));
  if (builder.stack.length > MAX_DEPTH && !isEmpty) {
    countNode(builder);
    builder.ignored.set(name, (builder.ignored.get(name) ?? 0) + 1);
    return;
  }
  if (builder.syntax === 'html') openImpliedRow(builder, name);
  const element: OpenElement = { name, attributes, children: [] };
  appendElement(builder, element);
  if (!isEmpty) pushElement(builder, element);
}

/** Reads an end tag. One without a start tag is ignored, except `</br>`, which browsers read as a line break. */
export function closeElement(builder: TreeBuilder, name: string): void {
  const ignored = builder.ignored.get(name) ?? 0;
  if (ignored > 0) builder.ignored.set(name, ignored - 1);
  else if (name === 'br') appendElement(builder, { name, attributes: {}, children: [] });
  else if (isOpen(builder, name)) {
    const scope = endTagScope(name);
    const { stack } = builder;
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const open = stack[at]?.name ?? '';
      if (open === name) {
        closeAt(builder, at);
        return;
      }
      if (scope.has(open)) return;
    }
  }
}
