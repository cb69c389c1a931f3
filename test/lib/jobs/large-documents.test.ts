import { expect, it } from 'vitest';
import type { PlannedStep } from '../../../lib/jobs/job-request.ts';
import { firstWorker } from '../../../lib/jobs/large-documents.ts';
import type { WorkerName } from '../../../lib/workers.ts';
import { textFile } from '../../support/jobs.ts';

const megabyte = 1_048_576;

const files = (...sizes: number[]) =>
  sizes.map((sizeBytes) => ({ ...textFile({ accountId: 'acct' }, 'file', 0), sizeBytes }));

const step = (from: string | undefined, worker: WorkerName, inputs: PlannedStep['inputs']): PlannedStep => ({
  ...{ type: 'conversion', target: 'pdf', from, options: {}, inputs, isOutput: false },
  plan: { worker, maxCharacters: undefined, engines: undefined, textRecognition: undefined },
});

it.each<[from: string | undefined, sizes: number[], planned: WorkerName, first: WorkerName]>([
  ['pdf', [4 * megabyte - 1], 'standard', 'standard'],
  ['pdf', [4 * megabyte], 'standard', 'large'],
  ['markdown', [megabyte - 1], 'standard', 'standard'],
  ['markdown', [megabyte], 'standard', 'large'],
  ['png', [8 * megabyte - 1], 'standard', 'standard'],
  ['png', [8 * megabyte], 'standard', 'large'],
  // Several files are one document.
  ['pdf', [2 * megabyte, 2 * megabyte], 'standard', 'large'],
  [undefined, [8 * megabyte], 'standard', 'large'],
  ['html', [25 * megabyte], 'browser', 'browser'],
  ['docx', [25 * megabyte], 'office', 'office'],
])('%s of %j bytes, planned for the %s worker, starts in the %s one', (from, sizes, planned, first) => {
  const inputs = sizes.map((_, file) => ({ file }));

  expect(firstWorker(step(from, planned, inputs), files(...sizes))).toBe(first);
});

it('starts in the planned worker if it reads the result of another step, or an address', () => {
  expect(firstWorker(step('pdf', 'standard', [{ step: 0 }]), files(25 * megabyte))).toBe('standard');
  expect(firstWorker(step('pdf', 'standard', [{ file: 0 }]), [])).toBe('standard');
});
