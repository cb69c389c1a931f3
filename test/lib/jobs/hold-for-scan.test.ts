import { expect, it } from 'vitest';
import { fileObjectKey } from '../../../lib/files/file.ts';
import type { JobMessage } from '../../../lib/jobs/job.ts';
import { maxScanSeconds } from '../../../lib/jobs/job-times.ts';
import { type ScanResult, scanResultOf } from '../../../lib/jobs/scan-tag.ts';
import { clock, read, run, submit, usage, useJobRunner } from './job-runner.ts';

useJobRunner();

/** Runs a job of two files whose scans have these results. */
const runScanned = async (first: ScanResult, second: ScanResult, ageSeconds = 0) => {
  const job = await submit({ fileId: 'file_1', furtherFileIds: ['file_2'], sourceUrl: undefined });
  clock.now += ageSeconds * 1000;
  const scanned: string[] = [];
  const sent: { readonly message: JobMessage; readonly delaySeconds: number | undefined }[] = [];
  const outcome = await run(job, {
    scanResult: async (key) => {
      scanned.push(key);
      return key.endsWith('file_2') ? second : first;
    },
    send: async (message, _worker, delaySeconds) => void sent.push({ message, delaySeconds }),
  });
  expect(scanned.every((key) => key.startsWith(fileObjectKey(job.accountId, '')))).toBe(true);
  const { status, attempts, error } = (await read(job)) ?? expect.fail();
  return { outcome, status, attempts, code: error?.code, delays: sent.map((each) => each.delaySeconds) };
};

it.each([
  ['clean', 'clean', { outcome: 'ended', status: 'complete', attempts: 1, delays: [] }],
  ['clean', 'pending', { outcome: 'waiting', status: 'queued', attempts: 0, delays: [2] }],
  ['pending', 'infected', { outcome: 'ended', status: 'failed', attempts: 0, code: 'malware_found' }],
  ['unsupported', 'clean', { outcome: 'ended', status: 'failed', attempts: 0, code: 'unsupported_content' }],
  ['failed', 'pending', { outcome: 'ended', status: 'failed', attempts: 0, code: 'internal_error' }],
] as const)('runs no job before its files are clean (%s, %s)', async (first, second, expected) => {
  expect(await runScanned(first, second)).toMatchObject(expected);
});

it('looks again after longer and longer pauses, and fails the job in the end, which is refunded', async () => {
  const { delays } = await runScanned('pending', 'clean', 40);
  const last = await runScanned('pending', 'clean', maxScanSeconds);
  const ended = await runScanned('pending', 'clean', maxScanSeconds + 1);

  expect([delays, last.delays, ended.delays]).toEqual([[10], [60], []]);
  expect(ended).toMatchObject({ status: 'failed', code: 'internal_error' });
  expect(await usage()).toEqual({ operations: 2, activeJobs: 2 });
});

it('does not scan the files of a job that was claimed before', async () => {
  const job = await submit();
  const fault = () => Promise.reject(new Error('The worker failed'));
  await run(job, { scanResult: async () => 'clean', convert: fault });

  const outcome = await run(job, { scanResult: fault });

  expect(outcome).toBe('ended');
});

it('reads the values of the tag that GuardDuty writes', () => {
  const tags = [undefined, 'NO_THREATS_FOUND', 'THREATS_FOUND', 'UNSUPPORTED', 'ACCESS_DENIED', 'FAILED'];

  expect(tags.map(scanResultOf)).toEqual(['pending', 'clean', 'infected', 'unsupported', 'failed', 'failed']);
});
