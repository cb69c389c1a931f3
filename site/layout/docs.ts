import { escaped } from '../html.ts';
import type { Page } from '../page.ts';
import { markdownUrl, sections } from '../pages.ts';
import type { Heading } from '../render-markdown.ts';
import { documentHtml, type Frame, icons } from './document.ts';

/** All pages in order. */
type Site = Frame & { readonly pages: readonly Page[] };

const sectionLinks = (pages: readonly Page[], current: Page): string =>
  sections
    .map((section) => {
      const items = pages
        .filter((page) => page.section === section)
        .map(
          ({ url, title }) =>
            `<li><a href="${url}"${url === current.url ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`,
        );
      return items.length === 0 ? '' : `<h2>${escaped(section)}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');

const tableOfContents = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
  );
  return `<aside class="toc"><nav aria-labelledby="toc-title"><h2 id="toc-title">On this page</h2><ul>${items.join('')}</ul></nav></aside>`;
};

/** Links to the pages before and after in the order of the sidebar. */
const neighbours = (pages: readonly Page[], current: Page): string => {
  const listed = pages.filter(({ section }) => sections.includes(section));
  const index = listed.findIndex(({ url }) => url === current.url);
  const link = (page: Page | undefined, kind: 'prev' | 'next', label: string): string =>
    page === undefined
      ? ''
      : `<a rel="${kind}" class="${kind}" href="${page.url}"><small>${label}</small>${escaped(page.title)}</a>`;
  const both =
    index === -1 ? '' : link(listed[index - 1], 'prev', 'Previous') + link(listed[index + 1], 'next', 'Next');
  return both === '' ? '' : `<nav class="neighbours" aria-label="Previous and next page">${both}</nav>`;
};

/** A navigation beside the content, which small screens open by a checkbox. */
const sidebar = (navigation: string): string =>
  `<nav class="sidebar" aria-label="Documentation"><input type="checkbox" id="menu" class="visually-hidden"><label for="menu">${icons.menu}Menu</label><div>${navigation}</div></nav>`;

const intro = (page: Page): string => `<p class="section">${escaped(page.section)}</p>
<h1>${escaped(page.title)}</h1>
<p class="lead">${escaped(page.description)}</p>`;

const textBody = (
  site: Site,
  page: Page,
  html: string,
  headings: readonly Heading[],
): string => `<div class="docs">
${sidebar(sectionLinks(site.pages, page))}
<main id="content" tabindex="-1"><article class="prose">
${intro(page)}
${html}
</article>
<footer class="page-footer"><a href="${markdownUrl(page.url)}">View as Markdown</a></footer>
${neighbours(site.pages, page)}
</main>
${tableOfContents(headings)}
</div>`;

const referenceBody = (
  page: Page,
  { html, navigation }: NonNullable<Page['reference']>,
): string => `<div class="docs reference">
${sidebar(navigation)}
<main id="content" tabindex="-1" class="prose">
${intro(page)}
${html}
</main>
</div>`;

/** Renders a page of the documentation around the HTML of its text. */
export const docsPage = (
  site: Site,
  page: Page,
  { html, headings }: { readonly html: string; readonly headings: readonly Heading[] },
): string =>
  documentHtml(site, {
    url: page.url,
    title: page.title,
    description: page.description,
    styles: ['docs'],
    scripts: ['docs'],
    head: `<link rel="alternate" type="text/markdown" href="${markdownUrl(page.url)}">\n`,
    body:
      page.reference === undefined
        ? textBody(site, page, html, headings)
        : referenceBody(page, page.reference),
  });
