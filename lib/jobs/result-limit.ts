import { byteSize } from '../byte-size.ts';
import { ConversionError } from '../errors.ts';
import { type PlanName, plans } from '../plans.ts';
import type { Job } from './job.ts';

/**
 * Size limit of an extract on every plan, in bytes. Extracts are text and JSON, which programs read whole; V8, for
 * example, limits strings to 512 MB.
 */
const maxExtractBytes = 262_144_000;

/** The size limit in bytes of a result of some type, within that of its job. */
export const maxBytesOfType = (type: Job['type'], limit: number): number =>
  type === 'extraction' ? Math.min(limit, maxExtractBytes) : limit;

/** The size limit of a job's result in bytes. */
export const maxResultBytes = (type: Job['type'], plan: PlanName): number =>
  maxBytesOfType(type, plans[plan].maxResultBytes);

/**
 * Checks the size of a result against the limit of its job.
 *
 * @throws ConversionError `too_complex`
 */
export const checkResult = (job: Pick<Job, 'maxResultBytes'>, sizeBytes: number): void => {
  if (sizeBytes <= job.maxResultBytes) return;
  throw new ConversionError(
    'too_complex',
    `The result is larger than ${byteSize(job.maxResultBytes)} (${job.maxResultBytes} bytes), the limit of the plan. Convert fewer pages or sheets.`,
  );
};
