import { byteSize } from '../byte-size.ts';
import { ConversionError } from '../conversions/errors.ts';
import type { Job } from './job.ts';
import { currentStep } from './job-steps.ts';

/**
 * Size limit of an extract on every plan, in bytes. Extracts are text and JSON, which programs read whole; V8, for
 * example, limits strings to 512 MB.
 */
const maxExtractBytes = 262_144_000;

/** The size limit in bytes of the current step's result. */
export const resultLimit = (job: Pick<Job, 'steps' | 'maxResultBytes'>): number =>
  currentStep(job).type === 'extraction' ? Math.min(job.maxResultBytes, maxExtractBytes) : job.maxResultBytes;

/**
 * Checks the size of a result against its limit.
 *
 * @throws ConversionError `too_complex`
 */
export const checkResult = (limit: number, sizeBytes: number): void => {
  if (sizeBytes <= limit) return;
  throw new ConversionError(
    'too_complex',
    `The result is larger than ${byteSize(limit)} (${limit} bytes), the account's limit. Convert fewer pages or sheets.`,
  );
};
