import type { DocumentInfo } from '../../document/document.ts';
import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import { safeHref } from '../../document/safe-href.ts';
import type { HtmlElement, MarkupSyntax } from './html-node.ts';
import { findNotes } from './notes.ts';
import { readHead } from './page-info.ts';
import { parseHtml } from './parse-html.ts';
import { type HtmlReading, readBlocks } from './read-elements.ts';

/** Options of {@link readHtml}. */
export interface ReadHtmlOptions {
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
  /** Resolves a relative URL if the page has no base URL. Returns undefined to drop the link. */
  readonly resolveRelative: (href: string) => string | undefined;
  /** Whether to skip navigation, headers, footers and asides. */
  readonly mainContent: boolean;
  readonly syntax?: MarkupSyntax | undefined;
  /** Number of the first note. */
  readonly firstNote: number;
}

/** The content of a page. */
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

/** Returns the main content: the `main` element, or the only article, or the whole page. */
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

/** Creates a link resolver; `base` is the base URL of the page, if it has one. */
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

/** Reads the blocks, notes and metadata of a page. */
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
    // Notes inside notes are read in place.
    readBlocks(element, { ...reading, elsewhere: new Set() }),
  );
  return { info, language, blocks, notes };
}
