import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { type Entry, entriesOf, searchSettings } from '../../site/search-entries.ts';

const page = {
  url: '/docs/errors/',
  title: 'Errors',
  description: 'Every code.',
  section: '',
  order: 1,
  markdown: '',
};
const html = `<p>Read the <code>error</code>.</p>
<h2 id="rate_limited">rate_limited <a class="anchor" href="#rate_limited" aria-label="Link">#</a></h2>
<p>Too many requests &amp; more.</p><pre><code>not this</code></pre>
<section class="endpoint"><h3 id="convert">Convert a file</h3><p>With <code>page_size</code></p></section>`;

it('splits a page at its headings', () => {
  expect(entriesOf(page, html)).toEqual([
    { url: '/docs/errors/', page: 'Errors', heading: '', text: 'Every code. Read the error .' },
    {
      url: '/docs/errors/#rate_limited',
      page: 'Errors',
      heading: 'rate_limited',
      text: 'Too many requests & more.',
    },
    { url: '/docs/errors/#convert', page: 'Errors', heading: 'Convert a file', text: 'With page_size' },
  ]);
});

it.each([
  ['rate_limited', '/docs/errors/#rate_limited'],
  ['limited', '/docs/errors/#rate_limited'],
  ['page_si', '/docs/errors/#convert'],
  ['convrt file', '/docs/errors/#convert'],
])('finds %s', (query, url) => {
  const index = new MiniSearch<Entry>(searchSettings);
  index.addAll(entriesOf(page, html));

  expect(index.search(query)[0]?.url).toBe(url);
});
