import { expect, it } from 'vitest';
import { findDeadLinks } from '../../site/check-links.ts';

it('finds pages, anchors and files that do not exist', () => {
  const pages = new Map([
    [
      '/docs/',
      '<a href="/docs/a/">a</a> <a href="/docs/b/">b</a> <a href="#here">x</a> <a href="/openapi.json">c</a>',
    ],
    [
      '/docs/a/',
      '<h2 id="one">1</h2> <a href="#one">1</a> <a href="/docs/#top">top</a> <img src="/site/a.png">',
    ],
  ]);

  expect(findDeadLinks(pages, new Set())).toEqual([
    '/docs/: /docs/b/',
    '/docs/: #here',
    '/docs/a/: /docs/#top',
    '/docs/a/: /site/a.png',
  ]);
  expect(
    findDeadLinks(
      new Map([['/', '<img src="/site/a.png"><a href="https://a.example/">a</a>']]),
      new Set(['/site/a.png']),
    ),
  ).toEqual([]);
});
