import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Eleventy } from '@11ty/eleventy';
import { functionUploadBytes } from '../lib/api/limits.ts';
import { type Assets, buildAssets } from './assets.ts';
import { findDeadLinks } from './check-links.ts';
import { firstPage } from './first-page/first-page.ts';
import { llmsFull, llmsIndex } from './generated/llms.ts';
import { escaped } from './html.ts';
import { docsPage } from './layout/docs.ts';
import { documentHtml } from './layout/document.ts';
import { missingPage } from './layout/missing-page.ts';
import type { Page } from './page.ts';
import { markdownUrl, projectFolder, readPages, sections } from './pages.ts';
import { createRenderer, type Rendering } from './render-markdown.ts';
import { type Entry, entriesOf } from './search-entries.ts';

/** The name of a page's template for Eleventy. */
const templateOf = (url: string): string => `${url.slice(1)}index.md`;

/** Returns the size of a PNG file: its header has both numbers (PNG, 11.2.2). */
const sizeOfPng = (source: string): { width: number; height: number } => {
  const content = readFileSync(join(projectFolder, source));
  if (content.toString('latin1', 12, 16) !== 'IHDR') throw new Error(`${source} is not a PNG file`);
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
};

/** Renders the pages of the documentation. Returns HTML by URL, and what the search finds. */
async function renderDocs(
  pages: readonly Page[],
  assets: Assets,
  origin: string | undefined,
): Promise<{ readonly html: ReadonlyMap<string, string>; readonly entries: readonly Entry[] }> {
  const entries: Entry[] = [];
  const sources = new Map(pages.map(({ source, url }) => [source, url]));
  const renderings = new Map<string, Rendering>(pages.map((page) => [page.url, { page, headings: [] }]));
  const rendering = (url: unknown): Rendering => {
    const found = renderings.get(String(url));
    if (found === undefined) throw new Error(`No page ${url}`);
    return found;
  };
  const markdown = createRenderer({
    rendering,
    urlOf: (source) => sources.get(source),
    image: (source) => ({ url: assets.copy(source), ...sizeOfPng(source) }),
  });
  // Eleventy searches a folder for templates besides those that it gets.
  const nothing = mkdtempSync(join(tmpdir(), 'docforge-site-'));
  try {
    const eleventy = new Eleventy(relative(process.cwd(), nothing), nothing, {
      quietMode: true,
      config: (configuration) => {
        configuration.setUseGitIgnore(false);
        configuration.setLibrary('md', markdown);
        for (const page of pages)
          configuration.addTemplate(templateOf(page.url), page.reference === undefined ? page.markdown : '', {
            permalink: `${page.url}index.html`,
            docsUrl: page.url,
          });
        configuration.addTransform('layout', function (html) {
          const { page, headings } = rendering(this.page.url);
          entries.push(...entriesOf(page, page.reference?.html ?? html));
          return docsPage({ assets, origin, pages }, page, { html, headings });
        });
        return { templateFormats: ['md'], markdownTemplateEngine: false };
      },
    });
    const rendered = await eleventy.toJSON();
    return { html: new Map(rendered.map(({ url, content }) => [url, content])), entries };
  } finally {
    rmSync(nothing, { recursive: true });
  }
}

/** What differs between deployments. */
type SiteSettings = {
  /** Scheme and host of the site. Without it pages have no canonical address. */
  readonly origin?: string | undefined;
  /** The largest file that `POST /upload` accepts. */
  readonly uploadLimitBytes?: number;
};

/**
 * Builds the site into `outputFolder`: the first page, the documentation with the Markdown of each page, files for search engines, and
 * files with hashed names below `site/`. A sitemap needs the origin.
 *
 * @throws if a link or an anchor does not exist
 */
export async function buildSite(
  outputFolder: string,
  { origin, uploadLimitBytes = functionUploadBytes }: SiteSettings = {},
): Promise<{ readonly firstLoadBytes: number }> {
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(outputFolder, path)), { recursive: true });
    writeFileSync(join(outputFolder, path), content);
  };
  const pages = readPages(uploadLimitBytes);
  const assets = await buildAssets(outputFolder, {
    styles: ['docs', 'first-page'],
    scripts: ['docs', 'first-page'],
  });
  const { html: docs, entries } = await renderDocs(pages, assets, origin);
  const first = firstPage(assets);
  const html = new Map([...docs, [first.url, documentHtml({ assets, origin }, first)]]);
  const texts = new Map([
    ...pages.map(({ url, markdown }): [string, string] => [markdownUrl(url), markdown]),
    ['/llms.txt', llmsIndex(pages, sections, markdownUrl)],
    ['/llms-full.txt', llmsFull(pages, sections)],
  ]);
  const dead = findDeadLinks(html, new Set([...texts.keys(), ...assets.urls()]));
  if (dead.length > 0) throw new Error(`Dead links of the site:\n${dead.join('\n')}`);
  for (const [url, content] of html) write(`${url}index.html`, content);
  for (const [url, content] of texts) write(url, content);
  // Pages of the dashboard and responses of the API are not for search engines.
  const robots = ['User-agent: *', 'Disallow: /dashboard/'];
  if (origin !== undefined) {
    const locations = [...html.keys()].map((url) => `<url><loc>${escaped(origin + url)}</loc></url>`);
    write(
      'sitemap.xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>\n`,
    );
    robots.push(`Sitemap: ${origin}/sitemap.xml`);
  }
  write('robots.txt', `${robots.join('\n')}\n`);
  copyFileSync(join(projectFolder, 'site/first-page/favicon.ico'), join(outputFolder, 'favicon.ico'));
  write('docs/search.json', JSON.stringify(entries));
  write('missing-page.html', documentHtml({ assets, origin: undefined }, missingPage));
  return {
    firstLoadBytes: Math.max(assets.firstLoadBytes('docs'), assets.firstLoadBytes('first-page')),
  };
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(projectFolder, 'build', 'site');
  rmSync(folder, { recursive: true, force: true });
  await buildSite(folder);
}
