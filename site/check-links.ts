import { routes } from '../lib/api/routes.ts';

/** Paths that the service answers, and not the site. */
const served = new Set<string>(['/dashboard/', ...Object.values(routes).map(({ path }) => path)]);

/**
 * Finds links of pages whose target or anchor does not exist.
 *
 * @param pages HTML by URL
 * @param files the URLs of the other files of the site
 */
export const findDeadLinks = (
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): readonly string[] => {
  const ids = new Map(
    [...pages].map(([url, html]) => [
      url,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const isDead = (from: string, href: string): boolean => {
    if (/^(?:https?|mailto|data):/.test(href)) return false;
    const { pathname, hash } = new URL(href, `http://site${from}`);
    if (!pages.has(pathname)) return !files.has(pathname) && !served.has(pathname);
    return hash !== '' && ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))) !== true;
  };
  return [...pages].flatMap(([url, html]) => {
    const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    return [...new Set(links)].filter((href) => isDead(url, href)).map((href) => `${url}: ${href}`);
  });
};
