import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { fromNewJob } from '../../lib/aws/job-item.ts';
import { keys } from '../../lib/aws/table.ts';
import { newJob, submitJob } from '../support/jobs.ts';
import { putItem, readItem } from '../support/table.ts';
import { createClient, multipart } from './support/client.ts';
import {
  browser,
  expectNoHarm,
  folder,
  images,
  keepsScreenshots,
  newEmail,
  useBrowser,
} from './support/dashboard-browser.ts';
import { findBarriers, openPage, openSection, signInByHand } from './support/dashboard-page.ts';
import { seedDashboard } from './support/dashboard-seed.ts';
import { simplePdf } from './support/documents.ts';
import { tableOf } from './support/tenant.ts';

const stack = inject('stack');

useBrowser();

const run = promisify(execFile);

describe('the dashboard', () => {
  it('supports a session from sign-in over an API key and a conversion to sign-out', {
    timeout: 180_000,
  }, async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    const email = newEmail();

    // Sign in: the code does not stay in the address, and a new user begins with nothing.
    await signInByHand(page, stack, email);
    expect(page.url()).toBe(`${stack.baseUrl}/dashboard/#/usage`);
    expect(await page.getByText(email).textContent()).toBe(email);
    const operations = page.getByRole('region', { name: 'Operations this month' });
    expect(await operations.textContent()).toContain('0 of 50');
    expect(await operations.textContent()).toMatch(/Resets 1 \w{3} \d{4}, 0[12]:00/);

    // Create a key; it is shown once and can be copied.
    await openSection(page, 'API keys');
    expect(await page.getByRole('heading', { name: 'No keys yet' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Invoice server');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('textbox', { name: 'Invoice server' });
    await shown.waitFor();
    const apiKey = await shown.inputValue();
    expect(apiKey).toMatch(/^df_live_\w{32}$/);
    expect(await page.getByRole('dialog').textContent()).toContain('It is not shown again.');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(apiKey);
    await page.getByRole('button', { name: 'I have saved the key' }).click();
    const row = page.getByRole('row', { name: 'Invoice server' });
    expect(await row.textContent()).toContain(`df_live_…${apiKey.slice(-4)}`);
    expect(await row.textContent()).toContain('never');
    expect(await page.content()).not.toContain(apiKey);

    // The key works over the API.
    const call = createClient(stack.baseUrl);
    const { json: token } = await call({ path: '/authorize', json: { api_key: apiKey } });
    const upload = await call({
      path: '/upload',
      token: token.access_token,
      ...multipart([{ name: 'file', filename: 'hello.txt', content: 'Hello' }]),
    });
    const convert = await call({
      path: '/convert',
      token: token.access_token,
      json: { file_id: upload.json.file_id, to: 'pdf' },
    });
    expect(convert.status).toBe(202);

    // The plan's limit on keys is enforced with an explanation.
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Second');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have saved the key' }).click();
    await page.getByText('Your plan includes 2 API keys, and all are in use.').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);

    // Convert a PDF in the playground.
    await openSection(page, 'Playground');
    const pdf = join(folder, "it's a report.pdf");
    await writeFile(pdf, simplePdf(['Words of the first page', 'Words of the second page']));
    await page.getByLabel(/Drop a file here/).setInputFiles(pdf);
    await page.getByText(/Drop or choose another/).waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('pdf');
    await page.getByLabel('To', { exact: true }).selectOption('convert:text');
    await page.getByRole('button', { name: 'Convert' }).click();
    const result = page.getByRole('region', { name: "Text of it's a report.txt" });
    await result.waitFor();
    expect(await result.textContent()).toContain('Words of the second page');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Words of the first page');

    // The code next to it does the same, with the key from the environment.
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    const code = await page.getByRole('region', { name: 'TypeScript code' }).innerText();
    expect(code).not.toContain('df_live_');
    await writeFile(join(folder, 'snippet.mts'), code);
    await run(process.execPath, ['snippet.mts'], { cwd: folder, env: { DOCFORGE_API_KEY: apiKey } });
    expect(await readFile(join(folder, "it's a report.txt"), 'utf8')).toContain('Words of the second page');

    // Usage has moved: two by the key, two in the playground, two by the code.
    await openSection(page, 'Usage');
    await operations.getByText('6 of 50').first().waitFor();

    // A job that no worker has taken is cancelled from the list.
    const table = tableOf(stack);
    const accountId = String((await readItem(table, keys.email(email)))?.account_id);
    await submitJob(table, { accountId }, Date.now());
    await openSection(page, 'Jobs');
    await page.getByRole('button', { name: /^Cancel / }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();

    // Revoke the key: it stops working immediately.
    await openSection(page, 'API keys');
    await page.getByRole('button', { name: 'Revoke Invoice server' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.waitFor({ state: 'detached' });
    const refused = await call({ path: '/usage', token: token.access_token });
    expect(refused.status).toBe(401);

    // A reload opens the same section without signing in.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(page.url()).toBe(`${stack.baseUrl}/dashboard/#/keys`);

    // Sign out: here and at the provider.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(page.url()).toBe(`${stack.baseUrl}/dashboard/`);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('pages to older jobs and back', async () => {
    const { page } = await openPage(browser);
    const email = newEmail();
    await signInByHand(page, stack, email);
    const table = tableOf(stack);
    const accountId = String((await readItem(table, keys.email(email)))?.account_id);
    for (let age = 0; age < 21; age += 1) {
      const createdAt = Date.now() - age * 60_000;
      const job = newJob({ accountId }, createdAt, { status: 'failed', completedAt: createdAt + 1000 });
      await putItem(table, fromNewJob(job));
    }

    await openSection(page, 'Jobs');
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('Page 1').waitFor();
    expect(await rows.count()).toBe(20);

    await page.context().close();
  });

  it('passes the accessibility checks on all pages, in both themes, on desktop and phone', {
    timeout: 180_000,
  }, async () => {
    const email = 'anna@docforge.example';
    const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
    const first = await openPage(browser);
    await signInByHand(first.page, stack, email);
    await first.page.context().close();
    await seedDashboard(stack, email, folder);

    for (const [device, size] of Object.entries(sizes)) {
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
          if (keepsScreenshots)
            await page.screenshot({
              path: join(images, `dashboard-${name}-${theme}${device === 'phone' ? '-phone' : ''}.png`),
              fullPage: device === 'phone',
            });
        }
      };
      await page.goto(`${stack.baseUrl}/dashboard/`);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await checkPage('sign-in');
      await signInByHand(page, stack, email);
      for (const section of ['Usage', 'API keys', 'Jobs', 'Webhooks', 'Plan']) {
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
      await page.getByLabel(/Drop a file here/).setInputFiles(join(folder, 'annual-report.pdf'));
      await page.getByRole('button', { name: 'Convert' }).click();
      await page.getByRole('heading', { name: 'annual-report.txt' }).waitFor();
      await page.getByRole('region', { name: /^Text of/ }).waitFor();
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
