import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

/** Warns of missing content that scripts would add. */
export const SCRIPTS_WARNING =
  'The page needs scripts, which are not run: content that they add is missing. Save the page in a browser after they have run, and send that.';

// Minimum characters of a page with its own content. With less text, scripts probably load the content.
const FEW_CHARACTERS = 60;
// Elements that scripts fill.
const containers: ReadonlySet<string> = new Set(
  'div section main article span p table tbody ul ol dl select canvas pre td h1 h2 h3 h4 h5 h6'.split(' '),
);
// Elements that are visible without text.
const shown: ReadonlySet<string> = new Set(
  'img svg input textarea select video audio object embed iframe hr math'.split(' '),
);
const NOT_SCRIPTS = /json|template|html|importmap|speculationrules/i;
const WORD = /[\w-]{1,100}/g;

/** Evidence that scripts fill a page. */
interface Findings {
  /** Text of scripts in the page. */
  readonly scripts: string[];
  hasScripts: boolean;
  characters: number;
  hasShown: boolean;
  /** Ids of elements without content. */
  readonly emptyIds: string[];
  /** True if a table has no rows or a list has no items. */
  hasEmptyList: boolean;
  asksForScripts: boolean;
}

const isEmpty = ({ children }: HtmlElement): boolean =>
  children.every((child) => typeof child === 'string' && child.trim() === '');

function visit(element: HtmlElement, found: Findings): void {
  const { name, attributes, children } = element;
  if (name === 'script') {
    if (NOT_SCRIPTS.test(attributes.type ?? '')) return;
    found.hasScripts = true;
    found.scripts.push(rawText(element));
    return;
  }
  if (name === 'noscript') {
    found.asksForScripts ||= /javascript|scripts?/i.test(rawText(element).replaceAll(/<[^<>]*>/g, ''));
    return;
  }
  if (name === 'style' || name === 'template' || name === 'head') {
    for (const child of children)
      if (typeof child !== 'string' && child.name === 'script') visit(child, found);
    return;
  }
  if (shown.has(name)) found.hasShown = true;
  if (containers.has(name) && isEmpty(element)) {
    if (attributes.id !== undefined && attributes.id !== '') found.emptyIds.push(attributes.id);
    if (name === 'tbody' || name === 'table') found.hasEmptyList = true;
  }
  for (const child of children) {
    if (typeof child === 'string') found.characters += child.trim().length;
    else visit(child, found);
  }
}

/**
 * Returns true if scripts, which are not run, would add content to a page: the page has scripts and almost no text, asks the reader
 * to enable scripts, has scripts that write text, or has empty elements to which its scripts refer.
 */
export function needsScripts(root: HtmlElement): boolean {
  const found: Findings = {
    scripts: [],
    hasScripts: false,
    characters: 0,
    hasShown: false,
    emptyIds: [],
    hasEmptyList: false,
    asksForScripts: false,
  };
  visit(root, found);
  if (!found.hasScripts) return false;
  if (found.hasEmptyList || (found.characters < FEW_CHARACTERS && !found.hasShown)) return true;
  if (found.asksForScripts && found.emptyIds.length > 0) return true;
  if (found.scripts.some((script) => script.includes('document.write'))) return true;
  const words = new Set<string>();
  for (const script of found.scripts) for (const [word] of script.matchAll(WORD)) words.add(word);
  return found.emptyIds.some((id) => words.has(id));
}
