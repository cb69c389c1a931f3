import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

/** Says that content which scripts add is missing. */
export const SCRIPTS_WARNING =
  'The page needs scripts, which are not run: content that they add is missing. Save the page in a browser after they have run, and send that.';

// Less text than this is that of a page whose scripts load its content.
const FEW_CHARACTERS = 60;
// Elements that scripts fill.
const containers: ReadonlySet<string> = new Set(
  'div section main article span p table tbody ul ol dl select canvas pre td h1 h2 h3 h4 h5 h6'.split(' '),
);
// What shows something without text.
const shown: ReadonlySet<string> = new Set(
  'img svg input textarea select video audio object embed iframe hr math'.split(' '),
);
const NOT_SCRIPTS = /json|template|html|importmap|speculationrules/i;
const WORD = /[\w-]{1,100}/g;

/** The elements of a page that say whether scripts fill it. */
interface Findings {
  /** Text of scripts in the page. */
  readonly scripts: string[];
  hasScripts: boolean;
  characters: number;
  hasShown: boolean;
  /** Ids of elements without content. */
  readonly emptyIds: string[];
  /** Whether a table or list has no rows or items. */
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
 * Whether scripts, which are not run, make content of a page: it has scripts and hardly any text, asks for scripts, writes by
 * them, or has empty elements that its scripts name.
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
