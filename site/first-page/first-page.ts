import type { Content } from '../layout/document.ts';

/** The page at `/`. */
export const firstPage: Content = {
  url: '/',
  title: 'DocForge: documents in, data out',
  description:
    'Convert documents between 48 formats and extract text, tables and chunks from them, with an API that you run yourself.',
  styles: ['docs'],
  scripts: ['docs'],
  body: `<main id="content" class="prose" tabindex="-1"><h1>DocForge</h1>
<p>Convert documents between 48 formats and extract text, tables and chunks from them, with an API that you run yourself.</p>
<p><a href="/docs/">Read the documentation</a></p></main>`,
};
