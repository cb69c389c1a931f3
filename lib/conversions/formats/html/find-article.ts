/** More elements than this would keep the scoring busy for longer than the whole page takes to read. */
const MAX_ELEMENTS = 200_000;

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
    // The library keeps links inside the article's own element.
    for (const around of document.querySelectorAll('nav, [role=navigation], dialog')) around.remove();
    const article = new Readability(document, { maxElemsToParse: MAX_ELEMENTS, keepClasses: true }).parse();
    return article?.content ?? undefined;
  } catch {
    // Too many elements, or nested too deeply for these libraries.
    return undefined;
  }
}
