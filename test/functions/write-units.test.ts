import { expect, test } from 'vitest';
import { dueStore } from '../../lib/aws/due-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fromRan, toExpressRun } from '../../lib/aws/express-message.ts';
import { toJobMessage } from '../../lib/aws/job-queue.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { PagesToRecognize } from '../../lib/conversions/engine/recognition.ts';
import type { JobMessage } from '../../lib/jobs/job.ts';
import { recognizePart } from '../../lib/jobs/recognize-part.ts';
import { runExpressJob, runJob } from '../../lib/jobs/run-job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import type { TestAnswer } from '../support/api-event.ts';
import { fakeEffects } from '../support/jobs.ts';
import { call, functionOf, inForm, service, uploadFile, useApi } from './use-api.ts';

useApi();

/** The write units of the calls since the last time. */
const takeUnits = (): number => service.takeCalls().reduce((sum, { writeUnits }) => sum + writeUnits, 0);

/** Runs every scheduled item of the next hours, as the reconciler does each minute: here once an hour. */
const reconcileLater = async (hours: number): Promise<void> => {
  const table = openTable();
  const dependencies = {
    due: dueStore(table),
    jobs: jobStore(table),
    objects: { remove: async () => undefined },
    send: async () => undefined,
    sendDelivery: async () => undefined,
    onFault: expect.fail,
    secondsLeft: () => 60,
    retentionSeconds: 7200,
  };
  const start = Date.now();
  for (let hour = 0; hour <= hours; hour += 1) await reconcile(dependencies, () => start + hour * 3_600_000);
};

/** A report of the size that a PDF's has. */
const report = {
  engine: 'liteparse-pdf-text-extractor',
  version: '2.0.4',
  pages: 10,
  ocr_pages: 0,
  tried: [{ engine: 'liteparse-pdf-text-extractor', outcome: 'used' }],
  fonts_substituted: [],
  warnings: ['The text of 3 images is not included.'],
};

/** What an engine makes of any document. */
const makeText = async () => ({
  bytes: Buffer.from('Some text.'),
  mimeType: 'text/plain',
  extension: 'txt',
  report,
});

/** Converts a file, with a read that waits. Returns the units of submitting it, of the work, and of its later deletion. */
const convertFile = async (submit: () => Promise<TestAnswer>) => {
  await Promise.all(['upload', 'convert', 'get-job'].map(functionOf));
  takeUnits();
  const { json } = await submit();
  const submission = takeUnits();
  const read = call('get-job', { id: json.job_id, query: { wait: '20' } });
  const [message] = await service.takeMessages();
  const outcome = await runJob(
    toJobMessage(JSON.stringify(message)) ?? expect.fail(),
    jobStore(openTable()),
    fakeEffects({ now: Date.now() }, { convert: makeText }),
    expect.fail,
  );
  const { status } = (await read).json;
  const work = takeUnits();
  await reconcileLater(12);
  expect([outcome, status]).toEqual(['ended', 'complete']);
  // The deletion writes how far its three lists, and that of the accounts, were swept: at most once a list and minute, however many items there were.
  return { submission, work, deletion: takeUnits() };
};

test('a conversion with its upload, one waiting read and its later deletion', async () => {
  const { deletion, ...units } = await convertFile(async () => {
    const file_id = await uploadFile('Some text.', 'Quarterly report.txt');
    return call('convert', { method: 'POST', json: { file_id, to: 'pdf' } });
  });

  expect(units).toEqual({ submission: 9, work: 4 });
  expect(deletion).toBeLessThanOrEqual(4);
});

test('a conversion with the file in its body, one waiting read and its later deletion', async () => {
  const { deletion, ...units } = await convertFile(() =>
    call('convert', { method: 'POST', ...inForm({ to: 'pdf' }) }),
  );

  expect(units).toEqual({ submission: 6, work: 4 });
  // Fewer if the lists have been swept until later for the items of another test.
  expect(deletion).toBeLessThanOrEqual(4);
});

test.each([
  ['that returns its result', { Accept: 'text/plain' }, 4],
  ['that stores its file and its result', {}, 8],
  ['that can be repeated', { 'Idempotency-Key': 'key-1' }, 16],
])('an express call %s, and its later deletion', async (_, headers, units) => {
  await functionOf('convert');
  service.setWorker(async (event) => {
    const effects = fakeEffects({ now: Date.now() }, { convert: makeText });
    return fromRan(await runExpressJob(toExpressRun(event), jobStore(openTable()), effects, expect.fail));
  });
  const form = inForm({ to: 'pdf' });
  takeUnits();

  const { status } = await call('convert', {
    method: 'POST',
    ...form,
    headers: { ...form.headers, Prefer: 'wait=20', ...headers },
  });
  const express = takeUnits();
  await reconcileLater(3);
  const deletion = takeUnits();

  expect({ status, express }).toEqual({ status: 200, express: units });
  // No item is written, only how far lists were swept.
  expect(deletion).toBeLessThanOrEqual(4);
});

test('a scan of 100 pages: its job, and each of its parts of twelve pages', async () => {
  await Promise.all(['upload', 'convert'].map(functionOf));
  // With a longer name, its job is over 1 KB whatever the digits of its times, which count by their number.
  const file_id = await uploadFile('Some text.', 'Scan of the quarterly report.txt');
  const { json } = await call('convert', { method: 'POST', json: { file_id, to: 'pdf' } });
  const sent = (await service.takeMessages()).map((message) => toJobMessage(JSON.stringify(message)));
  const whole = sent.find((message) => message?.jobId === json.job_id) ?? expect.fail();
  const jobs = jobStore(openTable());
  const parts: JobMessage[] = [];
  const clock = { now: Date.now() };
  const effects = fakeEffects(clock, {
    convert: async ({ recognition }) => {
      if (recognition?.role === 'plan')
        throw new PagesToRecognize(Array.from({ length: 100 }, (_, index) => index + 1));
      return { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', extension: 'pdf', report };
    },
    send: async (next) => void parts.push(next),
  });
  takeUnits();

  await runJob(whole, jobs, effects, expect.fail);
  const planned = takeUnits();
  const messages = parts.splice(0);
  for (const next of messages)
    await recognizePart({ ...next, part: next.part ?? '' }, jobs, effects, expect.fail);
  const recognized = takeUnits();
  clock.now += 60_000;
  const outcome = await runJob(whole, jobs, effects, expect.fail);
  const assembled = takeUnits();

  expect([messages.length, outcome]).toEqual([9, 'ended']);
  // Each part is stored, claimed, and ended in a transaction that counts it on the job. The last message tries to claim a new job first.
  expect({ planned, recognized, assembled }).toEqual({ planned: 9 + 4, recognized: 9 * 5, assembled: 7 });
});
