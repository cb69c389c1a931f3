import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chooseTarget } from '../e2e/support/dashboard-page.ts';

/** A state of the dashboard to take. */
export type State = {
  readonly name: string;
  /** The fragment of its address. */
  readonly hash: string;
  /** What a person does to see it. */
  readonly act?: (page: Page, folder: string) => Promise<void>;
  /** Does not wait for what is loading. */
  readonly isLoading?: boolean;
};

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

const openJob =
  (filename: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: filename, exact: true }).first().click();
    await page.getByRole('dialog').getByText('The same call').waitFor();
  };

/** Intercepts the list of jobs. The page is loaded again before the next state. */
const withJobs =
  (outcome: 'hang' | 'fail') =>
  async (page: Page): Promise<void> => {
    await page.route('**/jobs?*', (route) => (outcome === 'hang' ? undefined : route.abort()));
    await page.getByRole('combobox', { name: 'State' }).selectOption('queued');
    if (outcome === 'fail') await page.getByRole('alert').waitFor();
  };

/** States of a new account, in this order: the last one creates its key. */
export const newAccountStates: readonly State[] = [
  { name: 'home-new', hash: '#/home' },
  { name: 'jobs-empty', hash: '#/jobs' },
  { name: 'keys-empty', hash: '#/keys' },
  { name: 'webhooks-empty', hash: '#/webhooks' },
  { name: 'usage-empty', hash: '#/usage' },
  { name: 'plan-free', hash: '#/plan' },
  { name: 'playground-empty', hash: '#/playground' },
  {
    name: 'home-first-call',
    hash: '#/home',
    act: async (page) => {
      const create = page.getByRole('button', { name: 'Create my first key' });
      if (await create.isVisible()) await create.click();
      await page.getByText('Waiting for your call.').waitFor();
    },
  },
];

/** States of an account with a year of usage. */
export const usedAccountStates: readonly State[] = [
  { name: 'home', hash: '#/home' },
  { name: 'jobs', hash: '#/jobs' },
  { name: 'jobs-no-match', hash: '#/jobs?search=invoice' },
  { name: 'job', hash: '#/jobs', act: openJob('notes.txt') },
  { name: 'job-failed', hash: '#/jobs', act: openJob('locked.pdf') },
  { name: 'keys', hash: '#/keys' },
  { name: 'key-create', hash: '#/keys', act: press('Create key') },
  {
    name: 'key-created',
    hash: '#/keys',
    act: async (page) => {
      await press('Create key')(page);
      await page.getByLabel('Name').fill('Another');
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByText('It is not shown again.').waitFor();
    },
  },
  { name: 'key-revoke', hash: '#/keys', act: press('Revoke Backup') },
  { name: 'webhooks', hash: '#/webhooks' },
  {
    name: 'webhook-deliveries',
    hash: '#/webhooks',
    act: async (page) => {
      await page.getByRole('button', { name: 'Deliveries' }).first().click();
      await page.getByText('No response within 10 seconds.').waitFor();
    },
  },
  { name: 'webhook-add', hash: '#/webhooks', act: press('Add endpoint') },
  { name: 'webhook-edit', hash: '#/webhooks', act: press(/^Edit/) },
  { name: 'webhook-rotate', hash: '#/webhooks', act: press('Rotate secret') },
  { name: 'usage', hash: '#/usage' },
  {
    name: 'usage-value',
    hash: '#/usage',
    act: async (page) => page.locator('.bar-slot').nth(20).hover(),
  },
  { name: 'plan', hash: '#/plan' },
  { name: 'plan-change', hash: '#/plan', act: press('Change to Free') },
  { name: 'playground', hash: '#/playground' },
  {
    name: 'playground-result',
    hash: '#/playground',
    act: async (page, folder) => {
      await page.locator('input[type="file"]').first().setInputFiles(join(folder, 'annual-report.pdf'));
      await chooseTarget(page, 'Document');
      await page.getByRole('button', { name: 'Extract', exact: true }).click();
      await page.getByRole('img', { name: 'Boxes of page 1' }).waitFor();
    },
  },
  { name: 'jobs-loading', hash: '#/jobs', act: withJobs('hang'), isLoading: true },
  { name: 'jobs-unreachable', hash: '#/jobs', act: withJobs('fail'), isLoading: true },
];
