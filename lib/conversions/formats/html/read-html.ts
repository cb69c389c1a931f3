import type { DocumentInfo } from '../../document/document.ts';
import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import { safeHref } from '../../document/safe-href.ts';
import type { HtmlElement, MarkupSyntax } from './html-node.ts';
import { findNotes } from './notes.ts';
import { readHead } from './page-info.ts';
import { parseHtml } from './parse-html.ts';
import { type HtmlReading, readBlocks } from './read-elements.ts';

/** How a page is read. */
export interface ReadHtmlOptions {
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
  /** What a relative address leads to where the page names no beginning; undefined for nowhere. */
  readonly resolveRelative: (href: string) => string | undefined;
  /** Leaves out what stands around the text of a page: navigation, headers, footers, asides. */
  readonly mainContent: boolean;
  readonly syntax?: MarkupSyntax | undefined;
  /** Number of the first note. */
  readonly firstNote: number;
}

/** A page as it was read. */
export interface ReadHtml {
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  readonly blocks: TreeBlock[];
  readonly notes: TreeBlock[][];
}

const aroundText: ReadonlySet<string> = new Set([
  'nav',
  'aside',
  'header',
  'footer',
  'form',
  'dialog',
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
]);

function findAll(element: HtmlElement, belongs: (found: HtmlElement) => boolean, found: HtmlElement[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (belongs(child)) found.push(child);
    else findAll(child, belongs, found);
  }
}

/** The part of a page that is its text: what it says is its main part, else its only article, else all. */
function mainPart(root: HtmlElement): HtmlElement {
  const mains: HtmlElement[] = [];
  findAll(root, ({ name, attributes }) => name === 'main' || attributes.role === 'main', mains);
  const [main] = mains;
  if (main !== undefined) return main;
  const articles: HtmlElement[] = [];
  findAll(root, ({ name }) => name === 'article', articles);
  const [article, another] = articles;
  return article !== undefined && another === undefined ? article : root;
}

/** What addresses of a page lead to; `base` is the page's own address, if it says one. */
export function linkResolver(
  base: string | undefined,
  resolveRelative: ReadHtmlOptions['resolveRelative'],
): (href: string) => string | undefined {
  const isWeb = base !== undefined && /^https?:\/\//i.test(base) && URL.canParse(base);
  return (href) => {
    const address = safeHref(href, { allowRelative: true });
    if (address === undefined)
      return href.trim().startsWith('//') ? safeHref(`https:${href.trim()}`) : undefined;
    if (address.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
    if (!isWeb) return resolveRelative(address);
    return URL.canParse(address, base) ? new URL(address, base).href : undefined;
  };
}

/** Reads a page: its blocks in their order, its notes, and what it says about itself. */
export async function readHtml(html: string, options: ReadHtmlOptions): Promise<ReadHtml> {
  const root = await parseHtml(html, options.syntax);
  const { info, language, base } = readHead(root);
  const noteElements = findNotes(root);
  const reading: HtmlReading = {
    resolveLink: linkResolver(base, options.resolveRelative),
    placeImage: options.placeImage,
    noteNumbers: new Map([...noteElements.keys()].map((id, at) => [id, at + options.firstNote])),
    elsewhere: new Set(noteElements.values()),
    leftOut: options.mainContent ? aroundText : new Set(),
  };
  const blocks = readBlocks(options.mainContent ? mainPart(root) : root, reading);
  const notes = [...noteElements.values()].map((element) =>
    // A note inside a note is read where it stands.
    readBlocks(element, { ...reading, elsewhere: new Set() }),
  );
  return { info, language, blocks, notes };
}
