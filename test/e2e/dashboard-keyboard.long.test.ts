import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { browser, expectNoHarm, folder, newEmail, useBrowser } from './support/dashboard-browser.ts';
import { openPage, signInByHand } from './support/dashboard-page.ts';
import { seedDashboard } from './support/dashboard-seed.ts';

const stack = inject('stack');

useBrowser();

/** More stops than any page has. */
const maxStops = 120;

/** The accessible name of the focused element, as far as the dashboard's own elements need. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: at } = document;
    return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '').trim();
  })()`);

/** Presses Tab until an element has the focus, and checks that its focus can be seen. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedName(page)) !== name) continue;
    const isMarked = await page.evaluate(`(() => {
      const at = document.activeElement;
      return [getComputedStyle(at), getComputedStyle(at, '::after')].some(({ outlineStyle }) => outlineStyle !== 'none');
    })()`);
    expect({ name, isMarked }).toEqual({ name, isMarked: true });
    return;
  }
  throw new Error(`No stop of the Tab key is "${name}"`);
};

it('is used by keyboard alone: sections, a job, a key, an endpoint, a plan and the values of a chart', async () => {
  const watched = await openPage(browser);
  const { page } = watched;
  const email = newEmail();
  const press = async (name: string): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const open = async (section: string): Promise<void> => {
    await press(section);
    await page.getByRole('heading', { level: 1, name: section }).waitFor();
    // The title has the focus, the first time too, when the code of the section is still loading.
    await page.locator('#page-title:focus').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  };
  const dialog = page.getByRole('dialog');
  await signInByHand(page, stack, email);
  await seedDashboard(stack, email, folder);

  await open('Jobs');
  await press('notes.txt');
  await dialog.getByText('The same call').waitFor();
  const first = page.url();
  await press('Run again');
  await page.waitForURL((url) => url.href !== first);
  await page.getByRole('dialog').getByText('Complete', { exact: true }).waitFor();
  await press('Delete');
  await press('Delete job');
  await dialog.first().waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'notes.txt' }).nth(1).waitFor({ state: 'detached' });

  await open('API keys');
  await press('Create key');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await dialog.getByText('It is not shown again.').waitFor();
  // The Escape key would lose the key before it is copied.
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await press('Copy key');
  await page.getByText('Copied').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focusedName(page)).toBe('Create key');

  await open('Webhooks');
  await press('Edit https://hooks.example/docforge');
  await tabTo(page, 'Job cancelled');
  await page.keyboard.press('Space');
  await press('Save');
  await page.getByText(/^Job completed, Job failed, added/).waitFor();

  await open('Usage');
  await page.getByRole('slider', { name: 'Last 30 days' }).focus();
  const value = page.getByRole('slider', { name: 'Last 30 days' });
  const today = await value.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  expect(await value.getAttribute('aria-valuetext')).not.toBe(today);
  await page.keyboard.press('Home');
  expect(await value.getAttribute('aria-valuenow')).toBe('0');

  await open('Plan');
  expect(await page.getByRole('row', { name: /^Jobs at once/ }).textContent()).toBe('Jobs at once32050');
  await open('Home');
  await press('Sign out');
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await expectNoHarm(watched);
  await page.context().close();
}, 300_000);
