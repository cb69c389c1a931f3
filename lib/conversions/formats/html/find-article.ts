import { type PageElement as Content, removeTeasers, siteOf } from './remove-teasers.ts';

/** More elements than this would keep the scoring busy for longer than the whole page takes to read. */
const MAX_ELEMENTS = 200_000;

/** The scoring takes time by the cube of the depth: 7 s at 1,000 levels. Pages have a few dozen. */
const MAX_DEPTH = 200;

interface PageElement {
  readonly firstElementChild: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  readonly parentElement: PageElement | null;
}

function isDeeperThan(levels: number, root: PageElement): boolean {
  let depth = 1;
  for (let element: PageElement | null = root; element !== null; ) {
    if (depth > levels) return true;
    if (element.firstElementChild !== null) {
      element = element.firstElementChild;
      depth += 1;
      continue;
    }
    while (element !== null && element.nextElementSibling === null) {
      element = element.parentElement;
      depth -= 1;
    }
    element = element?.nextElementSibling ?? null;
  }
  return false;
}

/** The host that a page names as its own, in its canonical address; empty if it names none. */
function hostOf(document: Pick<Content, 'querySelector'>): string {
  const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href');
  const shared = document.querySelector('meta[property="og:url"]')?.getAttribute('content');
  const address = [canonical, shared].find((each) => each != null && URL.canParse(each));
  return address == null ? '' : siteOf(new URL(address));
}

/**
 * Returns the article of a page as HTML, as the reader view of Firefox finds it; undefined if it finds none. Scripts and styles of the
 * page are not run.
 */
export async function findArticle(html: string): Promise<string | undefined> {
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
  ]);
  try {
    // HTML lets a page leave out these tags; the library does not add them.
    const whole = /<body[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
    const { document } = parseHTML(whole);
    if (isDeeperThan(MAX_DEPTH, document.documentElement)) return undefined;
    // The library keeps links inside the article's own element.
    for (const around of document.querySelectorAll('nav, [role=navigation], dialog')) around.remove();
    const host = hostOf(document);
    const article = new Readability<Content>(document, {
      maxElemsToParse: MAX_ELEMENTS,
      keepClasses: true,
      serializer: (element) => element as unknown as Content,
    }).parse();
    if (article?.content == null) return undefined;
    removeTeasers(article.content, host);
    return article.content.innerHTML;
  } catch {
    // Too many elements, or nested too deeply for these libraries.
    return undefined;
  }
}
