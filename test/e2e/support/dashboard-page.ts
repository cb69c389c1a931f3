import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { StackDescription } from '../../../local/description.ts';

/** A page of the dashboard that records violations. */
export type WatchedPage = {
  readonly page: Page;
  /** Errors on the console, uncaught exceptions and violations of the Content-Security-Policy. */
  readonly complaints: readonly string[];
  /** The origins that it called. */
  readonly origins: ReadonlySet<string>;
  /** Every URL that it showed or requested. */
  readonly addresses: readonly string[];
};

/** Opens a page, as wide as a desk's screen or as a phone, in one theme of the system. */
export const openPage = async (
  browser: Browser,
  size: { width: number; height: number } = { width: 1280, height: 800 },
): Promise<WatchedPage> => {
  const context = await browser.newContext({
    viewport: size,
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  // Its default, half a minute, is too short for a slow machine.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  const addresses: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    addresses.push(url.href);
    if (url.protocol.startsWith('http')) origins.add(url.origin);
  });
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return { page, complaints, origins, addresses };
};

/** Signs a user in by the pages that a person sees, and waits for the dashboard. */
export const signInByHand = async (page: Page, stack: StackDescription, email: string): Promise<void> => {
  await page.goto(`${stack.baseUrl}/dashboard/`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
};

/** Opens a section by its menu entry and waits until it is loaded. */
export const openSection = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};

/** Chooses the target of the playground whose label starts with `words`, by its search. */
export const chooseTarget = async (page: Page, words: string): Promise<void> => {
  const picker = page.getByRole('combobox', { name: 'To', exact: true });
  await picker.click();
  await picker.pressSequentially(words);
  await picker.press('Enter');
};

const require = createRequire(import.meta.url);

/** A summary of axe's findings on the page. `rules` limits them to some rules. */
export const findBarriers = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Evaluated by the debugger, so that the page's Content-Security-Policy stays as it is.
  if (!(await page.evaluate(`'axe' in window`)))
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  const found: { id: string; nodes: { html: string; failureSummary: string }[] }[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
};
