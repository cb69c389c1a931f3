import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium } from '../e2e/support/chromium.ts';
import { openPage, signInByHand } from '../e2e/support/dashboard-page.ts';
import { seedDashboard } from '../e2e/support/dashboard-seed.ts';
import { startStackProcess } from '../e2e/support/stack-process.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { newAccountStates, type State, usedAccountStates } from './states.ts';

// Takes every page and state of the first page, the documentation and the dashboard, in both themes, for desk and phone. Words in the
// arguments limit it to names that contain one of them.

const { positionals: words } = parseArgs({ allowPositionals: true });
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

const root = join(import.meta.dirname, '..', '..');
const output = join(root, 'build', 'screenshots');
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;

/** The pictures of the documentation, by name. */
const inDocs: Readonly<Record<string, string>> = {
  'usage-light-1280.png': 'dashboard-usage-light.png',
  'playground-result-dark-1280.png': 'dashboard-playground-dark.png',
  'jobs-dark-1280.png': 'dashboard-jobs-dark.png',
  'keys-light-1280.png': 'dashboard-api-keys-light.png',
};

/** Pages of one kind, such as pairs of formats, of which two are enough. */
const pagesOfAFolder = 2;
const foldersWithAll = ['/', '/docs/', '/docs/guides/'];

const folder = await mkdtemp(join(tmpdir(), 'docforge-screenshots-'));
await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const stack = await startStackProcess(join(folder, 'data'));
const { baseUrl } = stack.description;
const browser = await launchChromium();
const shots: Shot[] = [];
const tooWide: string[] = [];

/** The highest window that Chromium draws well. */
const longestPage = 8_000;

const shoot = async (page: Page, name: string, fullPage: boolean): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const contentWidth: number = await page.evaluate('document.documentElement.scrollWidth');
  if (contentWidth > width) tooWide.push(`${name}: ${contentWidth} of ${width} pixels`);
  if (fullPage) {
    // In a window as high as its content, sidebars are whole.
    const contentHeight: number = await page.evaluate('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(Math.max(height, contentHeight), longestPage) });
    await page.evaluate(`Promise.all([...document.images].map((image) => {
      image.loading = 'eager';
      return image.decode();
    }))`);
  }
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const file = `${name}-${theme}-${width}.png`;
    await page.screenshot({ path: join(output, file), fullPage });
    shots.push({ name, width, theme, file });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width, height });
};

/** The name of a public page: `docs-guides-tables`. */
const nameOf = (path: string): string =>
  path === '/' ? 'first-page' : path.replace(/^\/|\/$/g, '').replaceAll('/', '-');

/** The paths of the public pages, by the links of the documentation. */
const publicPages = async (): Promise<readonly string[]> => {
  const response = await fetch(`${baseUrl}/docs/`);
  const links = (await response.text()).matchAll(/href="(\/docs\/[\w/-]*)"/g);
  const paths = new Set(['/', ...[...links].map(([, path]) => path ?? '/docs/')]);
  const folderOf = (path: string): string => path.replace(/[^/]+\/?$/, '');
  return [...Map.groupBy(paths, folderOf)].flatMap(([parent, pages]) =>
    foldersWithAll.includes(parent) ? pages : pages.slice(0, pagesOfAFolder),
  );
};

const takeStates = async (page: Page, states: readonly State[]): Promise<void> => {
  for (const { name, hash, act, isLoading } of states.filter((state) => isWanted(state.name))) {
    await page.goto(`${baseUrl}/dashboard/${hash}`);
    await page.reload();
    await page.locator('#page-title').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await act?.(page, folder);
    if (isLoading !== true) await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await shoot(page, name, (await page.getByRole('dialog').count()) === 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    process.stdout.write(`${name}\n`);
  }
};

const takeAll = async (): Promise<void> => {
  const newUser = 'grace@docforge.example';
  const user = 'anna@docforge.example';
  const first = await openPage(browser);
  await signInByHand(first.page, stack.description, user);
  await first.page.context().close();
  await seedDashboard(stack.description, user, folder);

  const pages = (await publicPages()).filter((path) => isWanted(nameOf(path)));
  for (const size of sizes) {
    const visitor = await openPage(browser, size);
    for (const path of pages) {
      await visitor.page.goto(baseUrl + path);
      await visitor.page.locator('[aria-busy]').waitFor({ state: 'detached' });
      await shoot(visitor.page, nameOf(path), true);
    }
    if (isWanted('sign-in')) {
      await visitor.page.goto(`${baseUrl}/dashboard/`);
      await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor();
      await shoot(visitor.page, 'sign-in', false);
    }
    await visitor.page.context().close();

    for (const { email, states } of [
      { email: `${size.width}-${newUser}`, states: newAccountStates },
      { email: user, states: usedAccountStates },
    ]) {
      const { page } = await openPage(browser, size);
      // As if the operator sells plans.
      await page.context().route('**/account/config', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), billing: true } });
      });
      await signInByHand(page, stack.description, email);
      await takeStates(page, states);
      if (email === user && isWanted('signed-out')) {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
        await shoot(page, 'signed-out', false);
      }
      await page.context().close();
    }
  }
};

try {
  await takeAll();
} finally {
  await browser.close();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}
await writeFile(join(output, 'index.html'), contactSheet(shots));
for (const { file } of shots) {
  const name = inDocs[file];
  if (name !== undefined) await cp(join(output, file), join(root, 'docs', 'images', name));
}
process.stdout.write(`${shots.length} screenshots in ${join(output, 'index.html')}\n`);
if (tooWide.length > 0) {
  process.stdout.write(`Pages that scroll sideways:\n${tooWide.join('\n')}\n`);
  process.exitCode = 1;
}
