import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

const prose =
  'The harvest of the year was larger than any before it, and the hives were full by the end of June. ';

const articleOf = async (inside: string, head = ''): Promise<string> => {
  const html = `<!doctype html><html><head><title>Harvest</title>
<link rel="canonical" href="https://www.farm.example/2026/harvest">${head}</head>
<body><article><h1>Harvest</h1><p>${prose.repeat(4)}</p>${inside}<p>${prose.repeat(4)}</p></article></body></html>`;
  const { bytes } = await convert(Buffer.from(html), {
    from: 'html',
    to: 'markdown',
    options: { main_content: true },
  });
  return Buffer.from(bytes).toString();
};

it.each([
  ['a list', '<h3>You may also like</h3><ul><li><a href="/a">Ten ways to keep bees warm</a></li></ul>'],
  ['a paragraph', '<p>Related: <a href="https://farm.example/b">Ten ways to keep bees warm</a></p>'],
  ['capitals', '<p><b><a href="https://m.farm.example/b">TEN WAYS TO KEEP BEES WARM</a></b></p>'],
  ['items of paragraphs', '<p>More:</p><ul><li><p><a href="/a">Ten ways to keep bees warm</a></p></li></ul>'],
])('leaves out teasers for other pages of the site: %s', async (_title, inside) => {
  const text = await articleOf(inside);

  expect(text).not.toMatch(/bees warm|may also like|Related|More:|BEES WARM/);
  expect(text).toContain('The harvest of the year');
});

it.each([
  [
    'links to other sites',
    '<ul><li><a href="https://bees.example/a">Ten ways to keep bees warm</a></li></ul>',
  ],
  ['its own contents', '<ul><li><a href="#warm">Ten ways to keep bees warm</a></li></ul>'],
  ['names', '<ul><li><a href="/warm">Bees in winter</a></li></ul>'],
  [
    'sentences with a link',
    '<p>Read <a href="/a">ten ways to keep bees warm</a> before the first frost of the year.</p>',
  ],
  ['code', '<pre><a href="/a">ten ways to keep bees warm</a></pre>'],
])('keeps %s', async (_title, inside) => {
  expect(await articleOf(inside)).toMatch(/bees (?:warm|in winter)/i);
});

it('keeps the list of a page that is one', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `<li><a href="/${at}">Story ${at} of the farm and its many bees, told in full</a></li>`,
  );

  expect(await articleOf(`<ul>${rows.join('')}</ul>`)).toContain('Story 59 of the farm');
});
