import type { Inline } from '../../document/document-tree.ts';
import { addPiece, addText, type Flow, flush, type Look } from './flow.ts';
import type { HtmlElement, HtmlNode } from './html-node.ts';

/** Reads an element in whose inside no other reader has a part. */
type LeafReader = (element: HtmlElement, flow: Flow, look: Look) => void;

/** All text in an element, as it stands there. */
export function rawText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.name === 'br') return '\n';
  return node.children.map(rawText).join('');
}

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]?([\w+#.-]+)/;

/** The language that the classes of code name. */
export const languageOf = (classes: string): string | undefined => LANGUAGE.exec(classes)?.[1];

/** Adds code, whose text is as it stands between its tags. */
export function addCode(flow: Flow, raw: string, language: string | undefined): void {
  flush(flow);
  // A line end right behind the tag is none (WHATWG HTML 13.2.6.4.7).
  const text = raw.replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd();
  if (text !== '') flow.blocks.push({ kind: 'code', text, ...(language === undefined ? {} : { language }) });
}

/** Adds a heading that holds no other blocks; without any text it is a paragraph. */
export function addHeading(flow: Flow, level: number, content: readonly Inline[]): void {
  if (content.some((piece) => piece.kind === 'text' && piece.text.trim() !== ''))
    flow.blocks.push({ kind: 'heading', level, content });
  else if (content.length > 0) flow.blocks.push({ kind: 'paragraph', content });
}

function codeLanguage(element: HtmlElement): string | undefined {
  const inner = element.children.find((child) => typeof child !== 'string' && child.name === 'code');
  const candidates = [inner, element].flatMap((each) =>
    each === undefined || typeof each === 'string' ? [] : [each.attributes.class ?? ''],
  );
  return candidates.map(languageOf).find((name) => name !== undefined);
}

/** Code. */
export const readPre: LeafReader = (element, flow) => addCode(flow, rawText(element), codeLanguage(element));

/** The first element inside that belongs, in the order of the text. */
export function findElement(
  element: HtmlElement,
  belongs: (found: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = belongs(child) ? child : findElement(child, belongs);
    if (found !== undefined) return found;
  }
  return undefined;
}

const TEX = /^(?:application\/x-tex|latex|tex)$/i;

/** A formula, by the TeX that stands beside it; its text where there is none. */
export const readMath: LeafReader = (element, flow, look) => {
  const annotation = findElement(
    element,
    ({ name, attributes }) => name === 'annotation' && TEX.test(attributes.encoding ?? ''),
  );
  if (annotation === undefined) {
    addText(flow, element.attributes.alttext ?? rawText(element), look);
    return;
  }
  const tex = rawText(annotation).trim();
  if (tex === '') return;
  addPiece(flow, {
    kind: 'math',
    tex,
    ...(element.attributes.display === 'block' ? { display: true as const } : {}),
  });
};

/** A field of a form, by what is filled in. */
export const readInput: LeafReader = ({ attributes }, flow, look) => {
  const type = attributes.type?.toLowerCase() ?? 'text';
  // A box that plays a button opens a menu.
  if (attributes.role !== undefined) return;
  if (type === 'checkbox' || type === 'radio') {
    addText(flow, attributes.checked === undefined ? '\u2610 ' : '\u2611 ', look);
  } else if (['text', 'email', 'tel', 'url', 'number', 'date', 'search'].includes(type)) {
    addText(flow, attributes.value ?? '', look);
  }
};

/** The choice that is made in a list of choices. */
export const readSelect: LeafReader = (element, flow, look) => {
  const chosen =
    findElement(element, ({ name, attributes }) => name === 'option' && attributes.selected !== undefined) ??
    findElement(element, ({ name }) => name === 'option');
  if (chosen !== undefined) addText(flow, rawText(chosen), look);
};
