/** Maximum characters of a teaser besides its links, such as "Read more:". */
const MAX_LEAD = 30;

/** Minimum words of a link that is the title of another page. Shorter links are names of sections and tags. */
const MIN_TITLE_WORDS = 4;

/** Maximum characters of a title above teasers, such as "You may also like". */
const MAX_TITLE = 40;

/** Maximum share of teasers in an article. A page with more is a list of articles, and its teasers are the content. */
const MAX_SHARE = 0.5;

const blocks = 'p, ul, ol, h1, h2, h3, h4, h5, h6, div, section, aside';

/** The part of the DOM that this uses. */
export interface PageElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly previousElementSibling: PageElement | null;
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  remove(): void;
}

const textOf = (element: PageElement): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** Returns the host without a prefix that differs between pages of one publisher. */
export const siteOf = ({ hostname }: URL): string => hostname.replace(/^(?:www|m|amp)\./, '');

/** Returns true if a link refers to another page of the same site. */
function leadsInside(link: PageElement, host: string): boolean {
  const address = link.getAttribute('href') ?? '';
  if (address === '' || address.startsWith('#')) return false;
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && siteOf(url) === host;
}

/** Returns true if an element contains only titles of other pages of the site, after a few words such as "Related:". */
function isTeaser(element: PageElement, host: string): boolean {
  const links = [...element.querySelectorAll('a')].filter((link) => textOf(link) !== '');
  if (links.length === 0 || !links.every((link) => leadsInside(link, host))) return false;
  const linked = links.map(textOf);
  const isTitle = linked.every((text) => text.split(' ').length >= MIN_TITLE_WORDS);
  const beside = textOf(element).length - linked.join(' ').length;
  return isTitle && beside <= MAX_LEAD;
}

/** Returns true for a block without nested blocks, or a list of such blocks. */
function isPlain(element: PageElement): boolean {
  const selector = /^[uo]l$/i.test(element.tagName)
    ? 'p p, ul, ol, table, pre, blockquote'
    : `${blocks}, table, pre, blockquote`;
  return element.querySelector(selector) === null;
}

/** Returns the short title above teasers, which is meaningless without them. */
function titleAbove(element: PageElement): PageElement | undefined {
  const above = element.previousElementSibling;
  if (above === null || !isPlain(above)) return undefined;
  const text = textOf(above);
  const isTitle = text !== '' && text.length <= MAX_TITLE && !/[.!?…"”]$/.test(text);
  return isTitle && above.matches('p, div, h2, h3, h4, h5, h6') ? above : undefined;
}

/**
 * Removes paragraphs and lists that only link to other pages of the site ("Related: ...", "You may also like"), and the title above them.
 * `host` is the {@link siteOf} of the page.
 */
export function removeTeasers(article: PageElement, host: string): void {
  const teasers = [...article.querySelectorAll(blocks)].filter(
    (element) => isPlain(element) && isTeaser(element, host),
  );
  const length = teasers.reduce((sum, teaser) => sum + textOf(teaser).length, 0);
  if (length > textOf(article).length * MAX_SHARE) return;
  for (const teaser of teasers) {
    titleAbove(teaser)?.remove();
    teaser.remove();
  }
}
