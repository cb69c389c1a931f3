import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fromNewJob } from '../../lib/aws/job-item.ts';
import { keys } from '../../lib/aws/table.ts';
import { newJob } from '../support/jobs.ts';
import { putItem, readItem } from '../support/table.ts';
import { launchChromium } from './support/chromium.ts';
import { createClient, multipart } from './support/client.ts';
import {
  findBarriers,
  openPage,
  openSection,
  signInByHand,
  type WatchedPage,
} from './support/dashboard-page.ts';
import { seedDashboard } from './support/dashboard-seed.ts';
import { simplePdf } from './support/documents.ts';
import { tableOf } from './support/tenant.ts';

const run = promisify(execFile);
const stack = inject('stack');
const images = join(import.meta.dirname, '..', '..', 'docs', 'images');
const keepsScreenshots = process.env.DOCFORGE_SCREENSHOTS === '1';
const newEmail = (): string => `${crypto.randomUUID().slice(0, 8)}@docforge.example`;

/** A text that takes the service a while, and too large for the front of a deployed one. */
const longText = 'A line of a text that takes a while.\n'.repeat(130_000);

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), 'docforge-dashboard-'));
  if (keepsScreenshots) await mkdir(images, { recursive: true });
}, 120_000);

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the page may never do, whatever the user does. */
const expectNoHarm = async ({ page, complaints, origins, addresses }: WatchedPage): Promise<void> => {
  const allowed = [stack.baseUrl, stack.outputs.OidcIssuer ?? '', stack.endpoints.s3].map(
    (address) => new URL(address).origin,
  );
  expect(complaints).toEqual([]);
  expect([...origins].filter((origin) => !allowed.includes(origin))).toEqual([]);
  expect(
    addresses.filter((address) => /[?&#](access_token|id_token|id_token_hint)=|eyJ[\w-]*\.eyJ/.test(address)),
  ).toEqual([]);
  const stored: string = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
  expect(stored).not.toMatch(/eyJ|df_live_|verifier|nonce/);
};

describe('the dashboard', () => {
  it('leads from signing in over a key and a conversion to signing out', { timeout: 180_000 }, async () => {
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

    // Make a key; it is shown once and can be copied.
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

    // The plan's count of keys is enforced, in words.
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Second');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have saved the key' }).click();
    await page.getByText('Your plan has 2 API keys, and all are in use.').waitFor();
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
    await result.waitFor({ timeout: 30_000 });
    expect(await result.textContent()).toContain('Words of the second page');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Words of the first page');

    // The code beside it does the same, with the key from the environment.
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    const code = await page.getByRole('region', { name: 'TypeScript code' }).innerText();
    expect(code).not.toContain('df_live_');
    await writeFile(join(folder, 'snippet.mts'), code);
    await run(process.execPath, ['snippet.mts'], { cwd: folder, env: { DOCFORGE_API_KEY: apiKey } });
    expect(await readFile(join(folder, "it's a report.txt"), 'utf8')).toContain('Words of the second page');

    // Usage has moved: two by the key, two in the playground, two by the code.
    await openSection(page, 'Usage');
    await operations.getByText('6 of 50').first().waitFor();

    // A long job, by the form of storage, is cancelled from the list while it runs.
    await openSection(page, 'Playground');
    const long = join(folder, 'long.txt');
    await writeFile(long, longText);
    await page.getByLabel(/Drop a file here/).setInputFiles(long);
    await page.getByLabel('To', { exact: true }).selectOption('convert:pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByText(/Converting|Waiting for a worker/).waitFor();
    await openSection(page, 'Jobs');
    await page.getByRole('button', { name: /^Cancel / }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();

    // Revoke the key: it stops at once.
    await openSection(page, 'API keys');
    await page.getByRole('button', { name: 'Revoke Invoice server' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.waitFor({ state: 'detached' });
    const refused = await call({ path: '/usage', token: token.access_token });
    expect(refused.status).toBe(401);

    // A reload comes back to the same section without a question.
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

  it('shows a PDF, an error and a refusal in the page', { timeout: 90_000 }, async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const file = (name: string) =>
      page.getByLabel(/Drop a file here|replace it/).setInputFiles(join(folder, name));

    await writeFile(join(folder, 'empty.txt'), '');
    await file('empty.txt');
    await page.getByText('empty.txt is empty.').waitFor();

    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing of a PDF');
    await file('broken.pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    const error = page.getByRole('alert');
    await error.waitFor();
    expect(await error.textContent()).toMatch(/\w+ \w+/);

    await writeFile(join(folder, 'words.txt'), 'Some words');
    await file('words.txt');
    await page.getByLabel('To', { exact: true }).selectOption('convert:pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByRole('heading', { name: 'words.pdf' }).waitFor();
    await page.locator('iframe, .preview-none').first().waitFor();

    await expectNoHarm(watched);
    await page.context().close();
  });

  it('shows older jobs and the way back', { timeout: 90_000 }, async () => {
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

  it('cancels a job whose id it does not have yet', { timeout: 90_000 }, async () => {
    const { page } = await openPage(browser);
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const long = join(folder, 'cancelled.txt');
    await writeFile(long, longText);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/convert', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });

    await page.getByLabel(/Drop a file here/).setInputFiles(long);
    await page.getByLabel('To', { exact: true }).selectOption('convert:pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByText('Waiting for a worker').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelling').waitFor();
    release();
    await page.getByText('The job was cancelled.').waitFor();

    await page.context().close();
  });

  it('drops the file before when another is refused, and keeps the code', { timeout: 90_000 }, async () => {
    const { page } = await openPage(browser);
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const choose = async (name: string, content: string): Promise<void> => {
      await writeFile(join(folder, name), content);
      await page.getByLabel(/Drop a file here|replace it/).setInputFiles(join(folder, name));
    };
    const code = page.getByRole('region', { name: 'curl code' });

    await choose('good.txt', 'Some words');
    await page.getByText('good.txt', { exact: true }).waitFor();
    await choose('nothing.txt', '');
    await page.getByText('nothing.txt is empty.').waitFor();
    expect(await page.getByText('good.txt', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Convert' }).isDisabled()).toBe(true);
    expect(await code.isVisible()).toBe(true);

    await choose('unknown.zzz', 'Some words');
    await page.getByText('unknown.zzz', { exact: true }).waitFor();
    expect(await code.isVisible()).toBe(true);

    await page.context().close();
  });

  it('has no barrier on any page, in either theme, on a desk and on a phone', {
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
      const look = async (name: string, theme: string): Promise<void> => {
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
      };
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(`${stack.baseUrl}/dashboard/`);
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        await look('sign-in', theme);
        await signInByHand(page, stack, email);
        for (const section of ['Usage', 'API keys', 'Jobs', 'Plan']) {
          await openSection(page, section);
          await look(section.toLowerCase().replace(' ', '-'), theme);
        }
        await openSection(page, 'API keys');
        await page.getByRole('button', { name: 'Revoke Backup' }).click();
        await look('revoke-key', theme);
        await page.getByRole('button', { name: 'Keep key' }).click();
        await openSection(page, 'Playground');
        await look('playground-empty', theme);
        await page.getByLabel(/Drop a file here/).setInputFiles(join(folder, 'annual-report.pdf'));
        await page.getByRole('button', { name: 'Convert' }).click();
        await page.getByRole('heading', { name: 'annual-report.txt' }).waitFor();
        await page.getByRole('region', { name: /^Text of/ }).waitFor();
        await look('playground', theme);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
        await look('signed-out', theme);
        await page.evaluate('sessionStorage.clear()');
      }
      await expectNoHarm(watched);
      await page.context().close();
    }
  });

  it('leads to the payment pages where the operator offers them, and back', { timeout: 90_000 }, async () => {
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

    // A change to a smaller plan says what it means for what is in use.
    await page.getByRole('button', { name: 'Change to Free' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Changing to a smaller plan deletes nothing.').waitFor();
    await dialog.getByText('You have 3 API keys and the plan has 2.').waitFor();
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

  it('can be used by keyboard alone', { timeout: 90_000 }, async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());

    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('link', { name: 'API keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.locator('h1:focus').waitFor();
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#new-key-name:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Create key');

    await expectNoHarm(watched);
    await page.context().close();
  });
});
