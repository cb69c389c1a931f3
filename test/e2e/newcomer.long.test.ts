import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expect, inject, it, onTestFinished } from 'vitest';
import { ownAddressOfCurl } from '../support/own-address.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { browser, expectNoHarm, folder, newEmail, useBrowser } from './support/dashboard-browser.ts';
import { openPage } from './support/dashboard-page.ts';
import { simplePdf } from './support/documents.ts';
import { startReceiver } from './support/webhook-receiver.ts';

const stack = inject('stack');
const run = promisify(execFile);

useBrowser();

it('leads a newcomer to a first call, a converted file of their own and a webhook', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const watched = await openPage(browser);
  const { page } = watched;
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    await target.click();
    clicks += 1;
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const started = performance.now();
  const milestones: string[] = [];
  const reach = (what: string): void => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    milestones.push(`${what}: ${clicks} clicks, ${seconds} s`);
  };

  await page.goto(stack.baseUrl);
  await click(link('Open the dashboard'));
  await click(button('Sign in'));
  await page.getByLabel('E-mail address').fill(newEmail());
  await click(button('Sign in'));

  // The first call has a new key in it. The page notices that it was made.
  await click(button('Create my first key'));
  await click(button('Copy first call'));
  const call: string = await page.evaluate('navigator.clipboard.readText()');
  expect(call).toMatch(/^KEY=df_live_\w{32}$/m);
  await writeFile(join(folder, '.curlrc'), ownAddressOfCurl());
  const paste = () => run('bash', ['-c', call], { cwd: folder, env: programEnvironment({ HOME: folder }) });
  await paste();
  expect((await readFile(join(folder, 'hello.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('heading', { name: 'You are set up' }).waitFor();
  await page.getByRole('link', { name: 'hello.pdf', exact: true }).waitFor();
  reach('first call');

  const own = join(folder, 'my report.pdf');
  await writeFile(own, simplePdf(['Words of my own file']));
  await click(link('Convert a file'));
  await page.locator('input[type="file"]').first().setInputFiles(own);
  clicks += 1;
  await click(button('Convert'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    click(page.getByRole('link', { name: /^Download/ }).first()),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Words of my own file');
  reach('own file');

  await click(link('Webhooks'));
  await click(button('Add your first endpoint'));
  await page.getByLabel('URL').fill(receiver.url);
  await click(page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }));
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  await click(button('I have saved the secret'));
  await paste();
  const [received] = await receiver.take(1);
  expect(
    new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>),
  ).toMatchObject({ type: 'job.completed', data: { filename: 'hello.md', to: 'pdf' } });
  reach('webhook');

  process.stdout.write(`\nA newcomer's path:\n  ${milestones.join('\n  ')}\n`);
  await expectNoHarm(watched);
  await page.context().close();
}, 300_000);
