import type { Content } from './document.ts';

/** The page for a URL below `/docs/` that does not exist. */
export const missingPage: Content = {
  url: '/docs/404/',
  title: 'Page not found',
  description: 'This page of the documentation does not exist.',
  styles: ['docs'],
  scripts: ['docs'],
  head: '<meta name="robots" content="noindex">\n',
  body: `<main id="content" class="prose missing" tabindex="-1"><h1>Page not found</h1>
<p>The documentation has no page with this address. Search for it, or start at the <a href="/docs/">first page of the documentation</a>.</p></main>`,
};
