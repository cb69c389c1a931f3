import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { fromJob } from '../../lib/aws/job-item.ts';
import { keys } from '../../lib/aws/table.ts';
import { newJob } from '../support/jobs.ts';
import { putItem, readItem } from '../support/table.ts';
import { browser, expectNoHarm, folder, newEmail, useBrowser } from './support/dashboard-browser.ts';
import { findBarriers, openPage, openSection, signInByHand } from './support/dashboard-page.ts';
import { seedDashboard } from './support/dashboard-seed.ts';
import { tableOf } from './support/tenant.ts';

const stack = inject('stack');

useBrowser();

describe('the dashboard', () => {
  it('pages to older jobs and back', async () => {
    const { page } = await openPage(browser);
    const email = newEmail();
    await signInByHand(page, stack, email);
    const table = tableOf(stack);
    const accountId = String((await readItem(table, keys.email(email)))?.account_id);
    let oldest = '';
    for (let age = 0; age < 21; age += 1) {
      const createdAt = Date.now() - age * 60_000;
      const job = newJob({ accountId }, createdAt, { status: 'failed', completedAt: createdAt + 1000 });
      await putItem(table, fromJob(job));
      oldest = job.jobId;
    }

    await openSection(page, 'Jobs');
    const rows = page.locator('tbody tr');
    const isLoading = page.locator('[aria-busy="true"]');
    await rows.nth(19).waitFor();
    expect(await rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2').waitFor();
    await isLoading.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('Page 1').waitFor();
    expect(await rows.count()).toBe(20);

    // A filter begins at the first page again, and a search finds a job of any page.
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2').waitFor();
    await page.getByLabel('State').selectOption('complete');
    await page.getByRole('heading', { name: 'No matching jobs' }).waitFor();
    await page.getByLabel('State').selectOption('failed');
    await rows.nth(19).waitFor();
    await page.getByLabel('Search jobs').fill(oldest);
    await isLoading.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect(await page.getByLabel('Search jobs').inputValue()).toBe(oldest);

    await page.context().close();
  });

  it('passes the accessibility checks on all pages, in both themes, on desktop and phone', {
    timeout: 180_000,
  }, async () => {
    const email = 'anna@docforge.example';
    const sizes = [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ];
    const first = await openPage(browser);
    await signInByHand(first.page, stack, email);
    await first.page.context().close();
    await seedDashboard(stack, email, folder);

    for (const size of sizes) {
      const watched = await openPage(browser, size);
      const { page } = watched;
      const checkPage = async (name: string): Promise<void> => {
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          // The dark theme differs from the light one by its colours only.
          const rules = theme === 'dark' ? ['color-contrast'] : undefined;
          const barriers = await findBarriers(page, rules);
          expect({ name, theme, barriers }).toEqual({ name, theme, barriers: [] });
          const width: number = await page.evaluate('document.documentElement.scrollWidth');
          expect(width, name).toBeLessThanOrEqual(size.width);
        }
      };
      await page.goto(`${stack.baseUrl}/dashboard/`);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await checkPage('sign-in');
      await signInByHand(page, stack, email);
      for (const section of ['Home', 'Usage', 'API keys', 'Jobs', 'Webhooks', 'Plan']) {
        await openSection(page, section);
        if (section === 'Webhooks') {
          await page.getByRole('button', { name: 'Deliveries' }).first().click();
          await page.getByText('No response within 10 seconds.').waitFor();
        }
        await checkPage(section.toLowerCase().replace(' ', '-'));
      }
      await openSection(page, 'API keys');
      await page.getByRole('button', { name: 'Revoke Backup' }).click();
      await checkPage('revoke-key');
      await page.getByRole('button', { name: 'Keep key' }).click();
      await openSection(page, 'Playground');
      await checkPage('playground-empty');
      await page.getByLabel(/Drop files here/).setInputFiles(join(folder, 'annual-report.pdf'));
      await page.getByRole('button', { name: 'Convert' }).click();
      await page.getByRole('heading', { name: 'annual-report.md' }).waitFor();
      await page.getByTitle('Rendered annual-report.md').waitFor();
      await checkPage('playground');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      await checkPage('signed-out');
      await expectNoHarm(watched);
      await page.context().close();
    }
  });

  it('redirects to the payment pages and back if the operator sells plans', async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    const email = newEmail();
    await page.route('**/account/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), billing: true } });
    });
    const asked: unknown[] = [];
    await page.route('**/account/billing/*', async (route) => {
      asked.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
      await route.fulfill({ json: { url: `${stack.baseUrl}/dashboard/?billing=paid` } });
    });
    await signInByHand(page, stack, email);
    await seedDashboard(stack, email, folder);
    await openSection(page, 'Usage');
    await openSection(page, 'Plan');
    await page.getByText('You are on the Starter plan.').waitFor();

    // A change to a smaller plan explains the effect on current usage.
    await page.getByRole('button', { name: 'Change to Free' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Changing to a smaller plan deletes nothing.').waitFor();
    await dialog.getByText('You have 3 API keys and the plan includes 2.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay on Starter' }).click();

    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Thank you.').waitFor();
    expect(asked).toEqual([['/account/billing/checkout', { plan: 'pro' }]]);
    expect(page.url()).toBe(`${stack.baseUrl}/dashboard/#/plan?billing=paid`);
    expect(await findBarriers(page)).toEqual([]);

    await expectNoHarm(watched);
    await page.context().close();
  });
});
