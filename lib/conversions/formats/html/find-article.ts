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
    const article = new Readability(document, { maxElemsToParse: MAX_ELEMENTS, keepClasses: true }).parse();
    return article?.content ?? undefined;
  } catch {
    // Too many elements, or nested too deeply for these libraries.
    return undefined;
  }
}
