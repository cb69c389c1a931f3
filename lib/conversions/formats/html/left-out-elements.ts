import { isHidden } from './element-style.ts';
import type { HtmlElement } from './html-node.ts';
import { findElement, rawText } from './leaf-elements.ts';

/** Elements whose content a document has no place for. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['iframe', 'iframe'],
  ['video', 'video'],
  ['audio', 'audio file'],
  ['object', 'object'],
  ['embed', 'embedded file'],
  ['applet', 'applet'],
  ['canvas', 'canvas'],
  ['svg', 'svg drawing'],
  ['area', 'image map link'],
  ['style', 'CSS text'],
]);

// Text, not the letters of a font for icons.
const GENERATED = /content\s*:\s*["'][^"'\\]*\p{L}/u;

const isText = (element: HtmlElement): boolean => element.name === 'text' && rawText(element).trim() !== '';

/** Whether an element of a kind has something that is left out. */
function isLeftOut(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (name === 'svg') return findElement(element, isText) !== undefined;
  if (name === 'style') return GENERATED.test(rawText(element));
  if (name === 'area') return attributes.href !== undefined;
  // Pages count their visitors with these.
  return !['0', '1'].includes(attributes.width ?? '') && !['0', '1'].includes(attributes.height ?? '');
}

/** The kind of each element that a page shows and that is left out, such as `video`. */
export function leftOutElements(root: HtmlElement): string[] {
  const found: string[] = [];
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || child.name === 'noscript' || child.name === 'template') continue;
      if (isHidden(child)) continue;
      const kind = kinds.get(child.name);
      if (kind === undefined) visit(child);
      else if (isLeftOut(child)) found.push(kind);
    }
  };
  visit(root);
  return found;
}
