/** Characters of a paragraph beside its links, such as "Read more:", up to which the links are all that it says. */
const MAX_LEAD = 30;

/** Words of a link that is the title of another page. Shorter ones are names of sections and tags. */
const MIN_TITLE_WORDS = 4;

/** Characters of a title above such links, such as "You may also like". */
const MAX_TITLE = 40;

/** Share of the article above which its teasers are what the page is for: a list of articles. */
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

/** The host of an address without the part that differs between pages of one publisher. */
export const siteOf = ({ hostname }: URL): string => hostname.replace(/^(?:www|m|amp)\./, '');

/** Whether a link leads to another page of the same site. */
function leadsInside(link: PageElement, host: string): boolean {
  const address = link.getAttribute('href') ?? '';
  if (address === '' || address.startsWith('#')) return false;
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && siteOf(url) === host;
}

/** Whether an element has no text but titles of other pages of the site, after a few words such as "Related:". */
function isTeaser(element: PageElement, host: string): boolean {
  const links = [...element.querySelectorAll('a')].filter((link) => textOf(link) !== '');
  if (links.length === 0 || !links.every((link) => leadsInside(link, host))) return false;
  const linked = links.map(textOf);
  const isTitle = linked.every((text) => text.split(' ').length >= MIN_TITLE_WORDS);
  const beside = textOf(element).length - linked.join(' ').length;
  return isTitle && beside <= MAX_LEAD;
}

/** A block without other blocks inside, or a list whose items are such. */
function isPlain(element: PageElement): boolean {
  const selector = /^[uo]l$/i.test(element.tagName)
    ? 'p p, ul, ol, table, pre, blockquote'
    : `${blocks}, table, pre, blockquote`;
  return element.querySelector(selector) === null;
}

/** The short title above teasers, which says nothing without them. */
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
