import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tryFormats, trySampleNames, trySamples } from '../../lib/api/try-samples.ts';
import { launchChromium } from './support/chromium.ts';
import { createClient } from './support/client.ts';
import { findBarriers, openPage, type WatchedPage } from './support/dashboard-page.ts';

const stack = inject('stack');
const run = promisify(execFile);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** How far content of the page has moved while it loaded (web.dev/cls). */
const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 100);
})`;

/** Opens the page. Its calls have an address of their own, so that the tests do not share the limit of one address. */
const open = async (size?: { width: number; height: number }): Promise<WatchedPage> => {
  const watched = await openPage(browser, size);
  const call = createClient(stack.baseUrl);
  await watched.page.route('**/try', async (route) => {
    const { prefer = '' } = await route.request().allHeaders();
    const { status, headers, json } = await call({
      path: '/try',
      json: route.request().postDataJSON(),
      headers: { prefer },
    });
    const retry = headers['retry-after'];
    await route.fulfill({
      status,
      json,
      headers: retry === undefined ? {} : { 'retry-after': String(retry) },
    });
  });
  await watched.page.goto(stack.baseUrl);
  return watched;
};

const done = async (page: Page): Promise<void> => {
  await page.locator('[data-bench]:not([aria-busy])').waitFor();
  await page.getByRole('status').filter({ hasText: 'Done' }).first().waitFor();
};

const choose = async (page: Page, name: string, value: string): Promise<void> => {
  await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
  await done(page);
};

const panel = (page: Page): Locator => page.getByRole('tabpanel');

describe('the first page', () => {
  it('shows a real result of each sample and target, with boxes on the pages of PDFs', {
    timeout: 300_000,
  }, async () => {
    const { page, complaints, origins } = await open();
    await done(page);

    for (const sample of trySampleNames) {
      await choose(page, 'sample', sample);
      const hasPages = trySamples[sample].filename.endsWith('.pdf');
      for (const format of tryFormats) {
        await choose(page, 'target', format);
        const passages = await page.locator('.passage').count();
        const isEmpty = sample === 'scan' && format === 'tables';
        expect([sample, format, passages > 0]).toEqual([sample, format, !isEmpty]);
        expect([sample, format, (await page.locator('rect').count()) > 0]).toEqual([
          sample,
          format,
          hasPages && !isEmpty,
        ]);
      }
      await choose(page, 'target', 'file');
      const { filename, to } = trySamples[sample];
      const result = filename.replace(/\w+$/, to);
      await page.getByText(result, { exact: true }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe(result);
      await choose(page, 'target', 'markdown');
    }

    expect(complaints).toEqual([]);
    expect([...origins].filter((origin) => origin !== stack.baseUrl)).toEqual([
      new URL(stack.endpoints.s3).origin,
    ]);
  });

  it('lights the box of a passage and the passage of a box', async () => {
    const { page, complaints } = await open();
    await done(page);
    await choose(page, 'sample', 'table');

    await page.locator('.passage').filter({ hasText: 'Cup anemometer' }).hover();
    const ofPassage = await page.locator('rect.lit').getAttribute('class');
    await page.locator('rect.heading').first().hover();
    const ofBox = await page.locator('.passage.lit').textContent();

    expect(ofPassage).toBe('table lit');
    expect(ofBox).toBe('Invoice 2026-0417');
    expect(complaints).toEqual([]);
  });

  it('works by keyboard alone', { timeout: 120_000 }, async () => {
    const { page, complaints } = await open();
    await done(page);
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.value || document.activeElement.textContent');

    await page.locator('[name="sample"][value="scan"]').focus();
    await press('ArrowRight');
    await done(page);
    expect(await focused()).toBe('table');
    expect(await panel(page).textContent()).toContain('Invoice 2026-0417');
    await press('Tab');
    await press('ArrowRight');
    await done(page);
    expect(await focused()).toBe('tables');
    await press('Tab');
    expect(await focused()).toBe('Rendered');
    await press('ArrowRight');
    expect(await focused()).toBe('Source');
    expect(JSON.parse((await panel(page).textContent()) ?? '')[0].header_rows).toBe(2);
    await press('ArrowLeft');
    await press('Tab');
    await press('Tab');
    expect(await page.locator('.passage.lit').count()).toBe(1);
    expect(await page.locator('rect.lit').count()).toBe(1);

    expect(complaints).toEqual([]);
  });

  it('says what is wrong and what to do, and tries again', async () => {
    const { page } = await open();
    await done(page);
    const answers = [
      { status: 429, headers: { 'retry-after': '7' }, json: { error: 'Too Many Requests' } },
      {
        status: 200,
        json: {
          status: 'failed',
          created_at: '',
          completed_at: null,
          error: { message: 'The file is damaged.' },
        },
      },
    ];
    await page.route('**/try', (route) => route.fulfill(answers[0] ?? { status: 500 }));

    await page.locator('[name="sample"][value="paper"]').check({ force: true });
    await page.getByRole('status').filter({ hasText: 'in 7 seconds' }).first().waitFor();
    answers.shift();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').filter({ hasText: 'The file is damaged.' }).first().waitFor();
    await page.unroute('**/try');
    await page.getByRole('button', { name: 'Try again' }).click();
    await done(page);

    expect(await panel(page).textContent()).toContain('Counting Swifts at Dusk');
  });

  it('says why a sample takes long', async () => {
    const { page } = await open();
    await done(page);
    const release = Promise.withResolvers<void>();
    await page.route('**/try', async (route) => {
      await release.promise;
      await route.fallback();
    });

    await page.locator('[name="sample"][value="letter"]').check({ force: true });
    await page.getByText('An engine starts with its first file.').waitFor();
    release.resolve();
    await done(page);

    expect(await page.getByText('An engine starts').count()).toBe(0);
  });

  it('has a call that works when it is copied', async () => {
    const { page } = await open();
    await page.locator('.call .code').first().hover();
    await page.locator('.call').first().getByRole('button', { name: 'Copy' }).click();

    const command: string = await page.evaluate('navigator.clipboard.readText()');
    const { stdout } = await run('bash', ['-c', command]);

    expect(command).toContain(`URL=${stack.baseUrl}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'extraction', from: 'pdf', format: 'markdown' });
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no barrier and fits the screen in the %s theme at %i px', async (colorScheme, width) => {
    const { page, complaints } = await open({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await done(page);

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(layoutShift)).toBeLessThan(0.02);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(complaints).toEqual([]);
  });
});
