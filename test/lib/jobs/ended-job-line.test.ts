import { expect, it } from 'vitest';
import { formats } from '../../../lib/conversions/formats.ts';
import { endedJobLine, formatFamilies } from '../../../lib/jobs/ended-job-line.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { newJob, newStep } from '../../support/jobs.ts';

const owner = { accountId: 'acct_1', keyId: 'key_1' };

const endedJob = (changes: Partial<Job>): Job =>
  ({
    ...newJob(owner as Parameters<typeof newJob>[0], 1000, {
      from: 'docx',
      steps: { list: [newStep({ type: 'conversion', target: 'pdf', from: 'docx' })], done: [] },
    }),
    requestId: 'request-1',
    keyLastFour: 'wxyz',
    status: 'complete',
    completedAt: 3500,
    report: {
      engine: 'docforge-docx-reader + typst-pdf-writer',
      pages: 4,
      input: { size_bytes: 100 },
      output: { size_bytes: 200 },
      timings_ms: { queued: 50, download: 1, engine: 900, store: 2 },
    },
    ...changes,
  }) as Job;

it('states whose job it was, how it ended, its time, its sizes and its engine', () => {
  expect(endedJobLine(endedJob({}))).toMatchObject({
    ...{ accountId: 'acct_1', keyLastFour: 'wxyz', requestId: 'request-1' },
    ...{ from: 'docx', to: 'pdf', engines: 'docforge-docx-reader + typst-pdf-writer', ms: 2500 },
    ...{ bytesIn: 100, bytesOut: 200 },
    ...{ Outcome: 'complete', Pair: 'document-pdf', Engine: 'docforge-docx-reader', Worker: 'standard' },
    ...{ Jobs: 1, JobWait: 50, EngineTime: 900, Pages: 4 },
  });
});

it('is a record of metrics, each divided by its own dimensions', () => {
  const { _aws } = endedJobLine(endedJob({})) as {
    _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] };
  };

  expect(
    _aws.CloudWatchMetrics.map(({ Dimensions, Metrics }) => [Metrics.map(({ Name }) => Name), Dimensions]),
  ).toEqual([
    [['Jobs'], [['Outcome'], ['Pair'], ['Engine']]],
    [['JobWait', 'EngineTime', 'Pages'], [['Worker']]],
  ]);
});

it.each([
  ['corrupt_document', 'rejected'],
  ['internal_error', 'failed'],
  ['conversion_timeout', 'failed'],
  ['out_of_memory', 'failed'],
] as const)('counts a job that ended with %s as %s', (code, Outcome) => {
  const job = endedJob({ status: 'failed', error: { code, message: 'secret' }, report: undefined });

  expect(endedJobLine(job)).toMatchObject({ Outcome, error: code, Engine: 'none', Jobs: 1 });
});

it('contains no name, address or text of a job, and no value that is not from the code', () => {
  const marker = 'zqmarker';
  const job = endedJob({
    filename: `${marker}.docx`,
    sourceUrl: `https://example.test/${marker}`,
    webhookUrl: `https://example.test/${marker}`,
    deliverTo: `https://example.test/${marker}`,
    from: marker,
    error: { code: 'corrupt_document', message: marker },
    report: {
      engine: `${marker} of a document`,
      pages: marker,
      warnings: [marker],
      input: { size_bytes: marker },
      timings_ms: { queued: marker },
    },
    steps: { list: [newStep({ target: 'pdf', options: { password: marker } })], done: [] },
  });

  expect(JSON.stringify(endedJobLine(job))).not.toContain(marker);
});

it('every format has one family', () => {
  const all = Object.values(formatFamilies).flat();

  expect(all.toSorted()).toEqual(Object.keys(formats).toSorted());
});
