import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

const text =
  '<p>This is a page with enough text that nobody would say that it is empty, whatever its scripts do.</p>';

const warnsAbout = async (html: string): Promise<boolean> => {
  const { report } = await convert(
    Buffer.from(`<!doctype html><html><body><h1>Page</h1>${html}</body></html>`),
    {
      from: 'html',
      to: 'markdown',
    },
  );
  return report.warnings?.some((warning) => warning.includes('needs scripts')) ?? false;
};

it.each([
  `${text}<table><thead><tr><th>Nr</th></tr></thead><tbody id="b"></tbody></table><script>fill('b')</script>`,
  `${text}<div id="chart"></div><script>draw("#chart")</script>`,
  '<div id="root"></div><script src="app.js"></script>',
  `${text}<noscript>Please enable JavaScript.</noscript><div id="app"></div><script src="/app.js"></script>`,
  `${text}<script>document.write('<p>' + new Date())</script>`,
])('warns about content that scripts would add: %s', async (html) => {
  expect(await warnsAbout(html)).toBe(true);
});

it.each([
  text,
  `${text}<script>track()</script><noscript><img src="https://example.org/pixel"></noscript>`,
  `${text}<div id="ad"></div><script src="ads.js"></script>`,
  `${text}<script type="application/ld+json">{"@id": "x"}</script><p id="x"></p>`,
  '<div id="root"></div>',
  `${text}<table><tbody id="b"></tbody></table>`,
])('does not warn about other pages: %s', async (html) => {
  expect(await warnsAbout(html)).toBe(false);
});
