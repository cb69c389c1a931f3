import type { Assets } from '../assets.ts';
import { escaped } from '../html.ts';

/** What surrounds the content of every page of the site. */
export type Frame = {
  readonly assets: Assets;
  /** Scheme and host of the site, if they are known when it is built. */
  readonly origin: string | undefined;
};

/** A complete page. */
export type Content = {
  readonly url: string;
  /** The text of the browser's tab, without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The entries of `site/styles` and `site/browser` that it loads. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Further elements of the head. */
  readonly head?: string;
  /** HTML of the body below the header, with an element `main` whose id is `content`. */
  readonly body: string;
};

const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`;

/** Drawings of buttons, in strokes on a square of 24. */
export const icons = {
  search: icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5'),
  system: icon('M4 5h16v11H4zM9 20h6M12 16v4'),
  light: icon(
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  ),
  dark: icon('M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z'),
  menu: icon('M4 7h16M4 12h16M4 17h16'),
} as const;

const links = [
  { href: '/docs/', text: 'Docs' },
  { href: '/docs/api/', text: 'API reference' },
  { href: '/dashboard/', text: 'Dashboard' },
] as const;

/** Returns the link of the header that is current on a page: the longest that contains it. */
const currentLink = (url: string): string | undefined =>
  links
    .map(({ href }) => href)
    .filter((href) => url.startsWith(href))
    .toSorted((a, b) => b.length - a.length)[0];

const header = ({ assets }: Frame, url: string): string => {
  const current = currentLink(url);
  const items = links.map(
    ({ href, text }) =>
      `<li><a href="${href}"${href === current ? ' aria-current="true"' : ''}>${text}</a></li>`,
  );
  return `<a class="skip-link" href="#content">Skip to content</a>
<header class="site-header"><div class="site-bar">
<a class="brand" href="/"><img src="${assets.icon}" width="28" height="28" alt="">DocForge</a>
<nav aria-label="Site"><ul>${items.join('')}</ul></nav>
<div class="site-tools">
<button type="button" class="search-button" data-search aria-label="Search" hidden>${icons.search}<span>Search</span><kbd aria-hidden="true">/</kbd></button>
<button type="button" class="icon-button" data-theme-toggle aria-label="Change theme" hidden>${icons.system}${icons.light}${icons.dark}</button>
</div></div></header>`;
};

/** Renders a page of the site. Its Content-Security-Policy allows no inline scripts or styles. */
export const documentHtml = (frame: Frame, content: Content): string => {
  const { assets, origin } = frame;
  const { url, title, description, styles, scripts, head = '', body } = content;
  const name = url === '/' ? title : `${title} · DocForge`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)}</title>
<meta name="description" content="${escaped(description)}">
${origin === undefined ? '' : `<link rel="canonical" href="${escaped(origin + url)}">\n`}<link rel="preload" href="${assets.typeface}" as="font" type="font/woff2" crossorigin>
${styles.map((each) => `<link rel="stylesheet" href="${assets.styles(each)}">`).join('\n')}
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<script src="${assets.theme}"></script>
${scripts.map((each) => `<script type="module" src="${assets.script(each)}"></script>`).join('\n')}
${head}</head>
<body>
${header(frame, url)}
${body}
</body>
</html>
`;
};
