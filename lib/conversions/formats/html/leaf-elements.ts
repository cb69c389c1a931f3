import type { Inline } from '../../document/document-tree.ts';
import { mathmlToTex } from '../../shared/math/mathml-to-tex.ts';
import { everyElement } from '../../shared/xml/element.ts';
import { addPiece, addText, type Flow, flush, type HtmlTextStyle } from './flow.ts';
import type { HtmlElement, HtmlNode } from './html-node.ts';

/** Reads an element without calling other readers on its children. */
type LeafReader = (element: HtmlElement, flow: Flow, style: HtmlTextStyle) => void;

/** Returns all text in an element, unchanged. */
export function rawText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.name === 'br') return '\n';
  return node.children.map(rawText).join('');
}

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]?([\w+#.-]+)/;

/** Returns the language given by the classes of a code element. */
const languageOf = (classes: string): string | undefined => LANGUAGE.exec(classes)?.[1];

/** Adds a code block with its raw text. */
function addCode(flow: Flow, raw: string, language: string | undefined): void {
  flush(flow);
  // A line break right after the tag is ignored (WHATWG HTML 13.2.6.4.7).
  const text = raw.replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd();
  if (text !== '') flow.blocks.push({ kind: 'code', text, ...(language === undefined ? {} : { language }) });
}

/** Adds a heading; a paragraph if it has no text. */
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

export const readPre: LeafReader = (element, flow) => addCode(flow, rawText(element), codeLanguage(element));

/** Returns the first descendant that matches, in document order. */
export function findElement(
  element: HtmlElement,
  belongs: (found: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const found of everyElement(element)) if (belongs(found)) return found;
  return undefined;
}

const TEX = /^(?:application\/x-tex|latex|tex)$/i;

/** Whether an element has presentation MathML, from which the formula can be written. */
const hasPresentation = (element: HtmlElement): boolean =>
  findElement(element, ({ name }) => /(?:^|:)m(?:i|n|o|row|frac|sqrt|text)$/.test(name)) !== undefined;

/** Reads a formula from its TeX annotation, or else from its MathML. */
export const readMath: LeafReader = (element, flow, style) => {
  const annotation = findElement(
    element,
    ({ name, attributes }) => /(?:^|:)annotation$/.test(name) && TEX.test(attributes.encoding ?? ''),
  );
  const isWritten = annotation === undefined && hasPresentation(element);
  if (annotation === undefined && !isWritten) {
    addText(flow, element.attributes.alttext ?? rawText(element), style);
    return;
  }
  const tex = annotation === undefined ? mathmlToTex(element) : rawText(annotation).trim();
  if (tex === '') return;
  addPiece(flow, {
    kind: 'math',
    tex,
    ...(element.attributes.display === 'block' ? { display: true as const } : {}),
  });
};

/** Reads the value of a form field. */
export const readInput: LeafReader = ({ attributes }, flow, style) => {
  const type = attributes.type?.toLowerCase() ?? 'text';
  // Checkboxes with a role are often menu buttons.
  if (attributes.role !== undefined) return;
  if (type === 'checkbox' || type === 'radio') {
    addText(flow, attributes.checked === undefined ? '\u2610 ' : '\u2611 ', style);
  } else if (['text', 'email', 'tel', 'url', 'number', 'date', 'search'].includes(type)) {
    addText(flow, attributes.value ?? '', style);
  }
};

/** Reads the selected option. */
export const readSelect: LeafReader = (element, flow, style) => {
  const chosen =
    findElement(element, ({ name, attributes }) => name === 'option' && attributes.selected !== undefined) ??
    findElement(element, ({ name }) => name === 'option');
  if (chosen !== undefined) addText(flow, rawText(chosen), style);
};
