import { byteSize } from '../byte-size.ts';
import { ConversionError } from '../errors.ts';
import { type PlanName, plans } from '../plans.ts';
import type { Job } from './job.ts';

/**
 * The largest extract on any plan, in bytes. Extracts are text and JSON, which programs read whole; V8, for one, holds no
 * string of more than 512 MB.
 */
const maxExtractBytes = 262_144_000;

/** The largest result of a job in bytes, by what it makes and the account's plan. */
export const maxResultBytes = (type: Job['type'], plan: PlanName): number => {
  const { maxResultBytes: limit } = plans[plan];
  return type === 'extraction' ? Math.min(limit, maxExtractBytes) : limit;
};

/**
 * Refuses a result that is larger than its job may have.
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
