import { beforeAll, describe, expect, inject, it } from 'vitest';
import { trySampleNames } from '../../lib/api/try-samples.ts';
import { type FirefoxPage, openFirefox } from './support/firefox.ts';

const stack = inject('stack');

/** Needs Debian's Firefox: apt-get install firefox-esr. */
describe('in Firefox', { timeout: 300_000 }, () => {
  let firefox: FirefoxPage;
  beforeAll(async () => {
    firefox = await openFirefox();
    return () => firefox.close();
  });

  const open = (path: string): Promise<void> => firefox.navigate(stack.baseUrl + path);
  const find = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
  const click = (selector: string): Promise<void> => firefox.click(find(selector));
  const focus = (selector: string): Promise<string> =>
    firefox.waitFor(`(${find(selector)}.focus(), ${find(`${selector}:focus`)})`);
  const appears = (selector: string): Promise<string> => firefox.waitFor(find(selector));
  const disappears = (selector: string): Promise<string> => firefox.waitFor(`!${find(selector)}`);
  const shows = (selector: string, text: string): Promise<string> =>
    firefox.waitFor(`${find(selector)}?.textContent.includes(${JSON.stringify(text)})`);
  const done = (): Promise<string> =>
    firefox.waitFor(
      `${find('[data-bench]:not([aria-busy])')} && ${find('[data-state]')}.textContent === 'Done'`,
    );

  it('the first page shows results of each sample and copies its call', async () => {
    await open('/');
    for (const sample of trySampleNames) {
      await click(`.sample:has([value="${sample}"])`);
      await done();
      await appears('.passage');
    }
    await appears('rect');
    await click('#tab-source');
    await shows('#source:not([hidden])', '# Counting Swifts at Dusk');
    // A block gets its button when it comes into view.
    await click('.call .code');
    await click('.call .copy-button');

    await shows('.call .copy-button', 'Copied');
    expect(firefox.complaints).toEqual([]);
  });

  it('the first page works by keyboard alone', async () => {
    await open('/');
    await done();
    await firefox.press('Tab');
    await appears('.skip-link:focus');
    await firefox.press('Enter');
    await appears('main:focus');

    await focus('[name="sample"][value="scan"]');
    await firefox.press('ArrowRight');
    await appears('[name="sample"][value="table"]:checked:focus');
    await done();
    await firefox.press('Tab', 'ArrowRight');
    await appears('[name="target"][value="tables"]:checked:focus');
    await done();
    await firefox.press('Tab', 'ArrowRight');
    await shows('#source:not([hidden])', 'header_rows');
    await firefox.press('ArrowLeft', 'Tab', 'Tab');

    await appears('.passage.lit:focus');
    await appears('rect.lit');
    expect(firefox.complaints).toEqual([]);
  });

  it('the documentation is searched by keyboard', async () => {
    await open('/docs/');
    await firefox.press('/');
    await appears('dialog.search[open] input:focus');
    await firefox.press('Escape');
    await disappears('dialog[open]');
    await firefox.press('/', ...'rate_limited');
    await shows('[role="option"][aria-selected="true"]', 'rate_limited');
    await firefox.press('Enter');

    await firefox.waitFor(`location.pathname + location.hash === '/docs/errors/#rate_limited'`);
    expect(firefox.complaints).toEqual([]);
  });

  it('the documentation remembers the language of code and the theme', async () => {
    await open('/docs/quick-start/');
    await click('.tabs label:nth-of-type(2)');
    const language = await firefox.waitFor(`${find('.tabs input:checked')}.value`);
    await click('[data-theme-toggle]');
    await click('[data-theme-toggle]');
    await appears('html[data-theme="dark"]');

    await open('/docs/api/');

    await appears('html[data-theme="dark"]');
    await appears(`.tabs input[value="${language}"]:checked`);
    expect(firefox.complaints).toEqual([]);
  });

  it('a link leads to its endpoint in the reference, and the navigation marks it', async () => {
    await open('/docs/api/');
    for (const id of ['trySample', 'listJobs']) {
      await click(`.sidebar a[href="#${id}"]`);
      await firefox.waitFor(`((top) => top >= 0 && top < innerHeight / 2)(
        document.getElementById('${id}').getBoundingClientRect().top)`);
      await appears(`.sidebar a[aria-current="location"][href="#${id}"]`);
    }
    expect(firefox.complaints).toEqual([]);
  });

  it('a phone shows the menu of the documentation and scrolls no page sideways', async () => {
    await firefox.resize(390, 844);
    const isMenuShown = `${find('.sidebar > div')}.checkVisibility()`;
    for (const path of ['/', '/docs/', '/docs/api/', '/docs/errors/']) {
      await open(path);
      await firefox.waitFor(`document.documentElement.scrollWidth <= innerWidth`);
    }

    await open('/docs/');
    await firefox.waitFor(`!${isMenuShown}`);
    await click('.sidebar label');
    await firefox.waitFor(isMenuShown);
    await firefox.press(' ');
    await firefox.waitFor(`!${isMenuShown}`);

    expect(firefox.complaints).toEqual([]);
  });
});
