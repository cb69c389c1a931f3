import { readFile } from 'node:fs/promises';
import { App, Stack } from 'aws-cdk-lib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { billingEnvironment } from '../../cdk/billing.ts';
import { checkSettings, provideSettings } from '../../cdk/settings.ts';
import { planLabel, priceOf } from '../../dashboard/plan/plan-texts.ts';
import { newAccount } from '../../lib/accounts/manage-accounts.ts';
import { checkoutBody } from '../../lib/api/account-schemas.ts';
import { uploadForm } from '../../lib/api/file-schemas.ts';
import { routes } from '../../lib/api/routes.ts';
import { fromAccount, planUpdate, toAccount } from '../../lib/aws/account-item.ts';
import { planOfSubscriptions } from '../../lib/billing/plan-of-subscriptions.ts';
import { readBillingSettings } from '../../lib/billing/settings.ts';
import { environmentNames, priceVariable } from '../../lib/env.ts';
import { contentOf } from '../../lib/files/content.ts';
import { formatDetector } from '../../lib/files/format-detector.ts';
import type { ObjectStore } from '../../lib/files/objects.ts';
import { createPresignedUpload } from '../../lib/files/presigned-upload.ts';
import { storeUpload } from '../../lib/files/upload.ts';
import { createFormatTable } from '../../lib/jobs/format-table.ts';
import { newJob } from '../../lib/jobs/new-job.ts';
import { prepareJob } from '../../lib/jobs/prepare-job.ts';
import { stepsOf } from '../../lib/jobs/step-requests.ts';
import { operationOf } from '../../lib/limits/operation.ts';
import { commands } from '../../lib/operator/commands.ts';
import { isPlanName, limitsOf, type PlanName, paidPlans, planNames } from '../../lib/plans.ts';

const megabyte = 1_048_576;
const now = Date.UTC(2026, 10, 20);

// One more row in the table, with a larger file; nothing else changes.
vi.mock('../../lib/plan-table.ts', async (original) => {
  const { highestLimits, planTable } = await original<typeof import('../../lib/plan-table.ts')>();
  const scale = { ...planTable.pro, label: 'Scale', price: 199, maxKeys: 100, maxFileBytes: 50 * 1_048_576 };
  // The constant is a number of its own, so that the clients contain no plans. A test compares it with the table.
  const { maxFileBytes } = scale;
  return {
    planTable: { ...planTable, scale },
    largestFileBytes: maxFileBytes,
    highestLimits: { ...highestLimits, maxFileBytes },
  };
});

/** The new plan's name, which is not in the types. */
const newPlan = (): PlanName => {
  const name = 'scale';
  if (!isPlanName(name)) throw new Error('The plan is missing');
  return name;
};

let scale: PlanName;

beforeAll(() => {
  scale = newPlan();
});
afterEach(() => vi.unstubAllEnvs());

const objects: Partial<ObjectStore> = {
  put: async () => undefined,
  signDownload: async (key) => key,
  signUpload: async (key) => ({ url: key, fields: {} }),
};
const dependencies = {
  files: {
    create: async () => undefined,
    get: async () => undefined,
    discard: async () => true,
    withdraw: async () => true,
    complete: async () => undefined,
    takeOver: async () => false,
    finalize: async () => true,
  },
  objects: objects as ObjectStore,
  formats: formatDetector,
  retentionSeconds: 7200,
  onLeftover: () => expect.fail(),
};

describe('a new row of the plan table', () => {
  it('is a plan that can be bought', () => {
    expect(planNames).toEqual(['free', 'starter', 'pro', 'scale']);
    expect(paidPlans).toEqual(['starter', 'pro', 'scale']);
    expect(checkoutBody.safeParse({ plan: 'scale' }).success).toBe(true);
    expect(checkoutBody.safeParse({ plan: 'free' }).success).toBe(false);
  });

  it('sets the limits of a new account', () => {
    const account = newAccount({ email: 'a@example.test', plan: scale }, now);

    expect(account).toMatchObject({ plan: 'scale', maxKeys: 100, maxFileBytes: 50 * megabyte });
    expect(toAccount(fromAccount(account))).toEqual(account);
  });

  it('has a price variable and a price at Stripe', () => {
    for (const [name, variable] of Object.entries(environmentNames)) {
      if (name.startsWith('stripe')) vi.stubEnv(variable, `value of ${variable}`);
    }
    const prices = readBillingSettings()?.prices;

    expect(prices).toEqual({
      starter: 'value of STRIPE_STARTER_PRICE',
      pro: 'value of STRIPE_PRO_PRICE',
      scale: 'value of STRIPE_SCALE_PRICE',
    });
    if (prices === undefined) throw new Error('Billing is off');
    const subscription = {
      status: 'active',
      items: { data: [{ price: { id: 'value of STRIPE_SCALE_PRICE' } }] },
    } as const;
    expect(planOfSubscriptions([subscription], prices, 'free').plan).toBe('scale');
    vi.stubEnv('STRIPE_SCALE_PRICE', '');
    expect(readBillingSettings).toThrow('settings are incomplete');
  });

  it('has a price id in the stack', () => {
    const stack = new Stack(new App(), 'Test');
    provideSettings(stack, checkSettings({ billing: { secretName: 'docforge/stripe' } }, 'test'));
    const environment: Readonly<Record<string, string>> = { ...billingEnvironment(stack) };

    expect(paidPlans.map((plan) => environment[priceVariable(plan)] !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is shown by the dashboard and accepted by the admin commands', async () => {
    const { clauses, values } = planUpdate('acct_1', scale);
    const setPlan = commands.find(({ name }) => name === 'set-plan');

    expect([planLabel('scale'), priceOf(scale)]).toEqual(['Scale', '$199']);
    expect(clauses).toContain('max_keys = if_not_exists(custom_max_keys, :max_keys)');
    expect(values).toMatchObject({ max_keys: 100 });
    expect(setPlan?.options).toContainEqual(expect.objectContaining({ choices: planNames }));
  });

  it('can have its own file size', async () => {
    const maxBytes = 50 * megabyte;
    const operation = operationOf(routes.upload, { accountId: 'acct_1', limits: limitsOf(scale) });
    const bytes = Buffer.alloc(maxBytes + 1, 'a');
    const upload = (size: number) =>
      storeUpload(
        { operation, filename: 'a.txt', content: contentOf(bytes.subarray(0, size)) },
        dependencies,
        now,
      );
    const presign = (sizeBytes: number) =>
      createPresignedUpload(
        { operation, filename: 'a.txt', sizeBytes, sha256: undefined },
        dependencies,
        now,
      );
    const tooLarge = {
      code: 'file_too_large',
      message: `The file has ${maxBytes + 1} bytes; the limit is ${maxBytes} bytes (${maxBytes / megabyte} MB). Split it or reduce its size.`,
    };

    expect(await upload(maxBytes)).toMatchObject({ file: { sizeBytes: maxBytes } });
    await expect(upload(maxBytes + 1)).rejects.toMatchObject(tooLarge);
    expect(await presign(maxBytes)).toHaveProperty('fileId');
    await expect(presign(maxBytes + 1)).rejects.toMatchObject(tooLarge);
    const request = {
      ...operation,
      fileIds: [],
      fileUrl: 'https://example.com/a.txt',
      from: undefined,
      steps: stepsOf({ to: 'pdf' }),
    };
    const access = {
      ownFile: () => undefined,
      getFile: async () => undefined,
      finalize: () => Promise.reject(new Error('The request has no files')),
    };
    const prepared = await prepareJob(request, access, createFormatTable(), now);
    expect(newJob(prepared, now)).toMatchObject({ maxFileBytes: maxBytes });
  });

  it('changes the file sizes in the API description', () => {
    expect(uploadForm.shape.file.description).toBe('The file, up to 25 MB to 50 MB, depending on the plan');
  });
});

it('is listed in docs/site/guides/limits.md', async () => {
  const { planTable } =
    await vi.importActual<typeof import('../../lib/plan-table.ts')>('../../lib/plan-table.ts');
  const page = await readFile('docs/site/guides/limits.md', 'utf8');
  const rows = new Map(
    page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, title = '', ...cells]) => [title, cells.slice(0, -1)]),
  );
  const plans = Object.values(planTable);
  const count = (value: number): string => value.toLocaleString('en-US');
  const size = (bytes: number): string =>
    bytes >= 1024 * megabyte ? `${bytes / (1024 * megabyte)} GB` : `${bytes / megabyte} MB`;

  expect(rows.get('Limit')).toEqual(plans.map(({ label }) => label));
  const titles: readonly (readonly [string, (plan: (typeof plans)[number]) => string])[] = [
    ['Operations a month', ({ maxOperations }) => count(maxOperations)],
    ['Jobs at once', ({ maxActiveJobs }) => count(maxActiveJobs)],
    ['API keys', ({ maxKeys }) => count(maxKeys)],
    ['Engine minutes an hour', ({ maxEngineMinutes }) => count(maxEngineMinutes)],
    ['Calls a minute, of all tokens', ({ maxCallsPerMinute }) => count(maxCallsPerMinute)],
    ['Waiting calls at once', ({ maxWaits }) => count(maxWaits)],
    ['File size', ({ maxFileBytes }) => size(maxFileBytes)],
    ['Size of one result', ({ maxResultBytes }) => size(maxResultBytes)],
    ['Price a month (USD)', ({ price }) => count(price)],
  ];
  for (const [title, of] of titles) expect(rows.get(title), title).toEqual(plans.map(of));
});
