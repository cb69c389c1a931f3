import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { dayOf } from '../lib/accounts/account.ts';
import { fromNewJob } from '../lib/aws/job-item.ts';
import { keys, type Table } from '../lib/aws/table.ts';
import { newId } from '../lib/ids.ts';
import { launchChromium } from '../test/e2e/support/chromium.ts';
import { openPage, openSection, signInByHand } from '../test/e2e/support/dashboard-page.ts';
import { startStackProcess } from '../test/e2e/support/stack-process.ts';
import { tableOf } from '../test/e2e/support/tenant.ts';

const jobCount = 10_000;
const dayCount = 366;
const rounds = 15;
const dayMs = 86_400_000;

const write = async (table: Table, items: readonly Record<string, unknown>[]): Promise<void> => {
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
};

const endedJob = (accountId: string, createdAt: number): Record<string, unknown> => ({
  ...fromNewJob({
    accountId,
    jobId: newId('job', createdAt),
    type: 'conversion',
    status: 'complete',
    fileId: newId('file', createdAt),
    furtherFileIds: [],
    sourceUrl: undefined,
    webhookUrl: undefined,
    from: 'pdf',
    target: 'text',
    worker: 'standard',
    options: {},
    createdAt,
    startedAt: undefined,
    completedAt: undefined,
    expiresAt: undefined,
    attempts: 1,
    leaseUntil: undefined,
    claimedAt: undefined,
    workedMs: 0,
    maxFileBytes: 26_214_400,
    maxResultBytes: 262_144_000,
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  }),
  started_at: createdAt + 20,
  completed_at: createdAt + 120,
  expires_at: createdAt + 7_200_000,
  report: {
    engine: 'liteparse-pdf-reader',
    version: '2.14.7',
    pages: 3,
    input: { size_bytes: 120_000, sha256: '0'.repeat(64) },
  },
});

const quantile = (values: readonly number[], share: number): string =>
  (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  ).toFixed(0);

const print = (title: string, values: readonly number[]): void =>
  console.log(
    `  ${title.padEnd(46)} p50 ${quantile(values, 0.5).padStart(5)} ms   p99 ${quantile(values, 0.99).padStart(5)} ms`,
  );

/** Measures the pages of an account with 10,000 jobs and a year of usage, in a real browser with its own stack. */
const measure = async (): Promise<void> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
  const stack = await startStackProcess(dataDirectory);
  const browser = await launchChromium();
  try {
    const { page } = await openPage(browser);
    const email = 'bench@docforge.example';
    await signInByHand(page, stack.description, email);
    const table = tableOf(stack.description);
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: keys.email(email) }),
    );
    const accountId = String(Item?.account_id);
    const timeSections = async () => {
      const times: Record<'Jobs' | 'Usage', number[]> = { Jobs: [], Usage: [] };
      for (let round = 0; round < rounds; round += 1) {
        for (const section of ['Jobs', 'Usage'] as const) {
          const startedAt = performance.now();
          await openSection(page, section);
          times[section].push(performance.now() - startedAt);
          // Below the dashboard's limit of 120 requests per minute.
          await page.waitForTimeout(400);
        }
      }
      return times;
    };
    // An unmeasured round starts the functions.
    await timeSections();
    const before = await timeSections();
    const now = Date.now();
    await write(
      table,
      Array.from({ length: jobCount }, (_, index) => endedJob(accountId, now - index * 200_000 - 1000)),
    );
    await write(
      table,
      Array.from({ length: dayCount }, (_, day) => ({
        ...keys.usageDay(accountId, dayOf(now - day * dayMs)),
        operations: 100 + day,
      })),
    );
    const after = await timeSections();
    console.log(`\nDashboard in a real browser, from the click to the complete page, ${rounds} rounds\n`);
    print('Jobs, account without jobs', before.Jobs);
    print(`Jobs, account with ${jobCount} jobs`, after.Jobs);
    print('Usage, account without usage', before.Usage);
    print(`Usage, account with ${dayCount} days of usage`, after.Usage);
  } finally {
    await browser.close();
    await stack.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

await measure();
