import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser, useBrowser } from './support/dashboard-browser.ts';
import { openPage, type WatchedPage } from './support/dashboard-page.ts';
import { type StackProcess, startStackProcess } from './support/stack-process.ts';

let directory: string;
let stack: StackProcess;

useBrowser();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docforge-sign-up-'));
  stack = await startStackProcess(directory, { SIGN_UP: 'invite' });
});

afterAll(async () => {
  await stack.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Signs in by the pages that a person sees, with a browser of its own. */
const signInAs = async (name: string): Promise<WatchedPage['page']> => {
  const { page } = await openPage(browser);
  await page.goto(`${stack.description.baseUrl}/dashboard/`);
  await page.getByText('New users need an invitation from the operator.').waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name }).click();
  return page;
};

it('a stranger is refused in a sentence, the owner of an invited address is admitted', async () => {
  const stranger = await signInAs('Grace');
  const refusal = await stranger.getByRole('alert').textContent();
  const invited = await signInAs('Ada');
  await invited.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  expect(refusal).toBe(
    'New users need an invitation. Ask the operator to create an account for grace@docforge.example, verify the address, and sign in again.',
  );
  expect(await invited.getByText('ada@docforge.example').count()).toBe(1);
});
