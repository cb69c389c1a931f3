import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { submitJob } from '../support/jobs.ts';
import { ownAddressOptions } from '../support/own-address.ts';
import { readItem } from '../support/table.ts';
import { createClient, multipart } from './support/client.ts';
import { browser, expectNoHarm, folder, newEmail, useBrowser } from './support/dashboard-browser.ts';
import { chooseTarget, findBarriers, openPage, openSection, signInByHand } from './support/dashboard-page.ts';
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
    expect(page.url()).toBe(`${stack.baseUrl}/dashboard/#/home`);
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
    await page.getByLabel(/Drop files here/).setInputFiles(pdf);
    await page.getByRole('button', { name: "it's a report.pdf PDF," }).waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('pdf');
    await chooseTarget(page, 'Plain text');
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
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    const code = await page.getByRole('region', { name: 'TypeScript code' }).innerText();
    expect(code).not.toContain('df_live_');
    await writeFile(join(folder, 'snippet.mts'), code);
    await run(process.execPath, ['snippet.mts'], {
      cwd: folder,
      env: { DOCFORGE_API_KEY: apiKey, NODE_OPTIONS: ownAddressOptions() },
    });
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
    await page.getByRole('row').getByText('Cancelled', { exact: true }).waitFor();

    // The details of another one have its report and the same call.
    await page.getByLabel('Type').selectOption('conversion');
    await page.getByLabel('Search jobs').fill("it's a rep");
    await page.getByRole('link', { name: "it's a report.pdf" }).first().click();
    const drawer = page.getByRole('dialog', { name: "it's a report.pdf" });
    await drawer.getByText('made the result').waitFor();
    expect(await drawer.textContent()).toContain('-F to=text');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

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
});
