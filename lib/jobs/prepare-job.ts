import type { ReadyFile } from '../files/file.ts';
import { refuseLocalAddress } from '../files/public-address.ts';
import { canonicalRequest, checkFiles, planFor, planForAny } from './check-request.ts';
import type { FormatTable, JobPlan, JobRequest } from './job-request.ts';
import { type FileAccess, loadFiles } from './load-files.ts';
import { type PlannedStep, planSteps } from './plan-steps.ts';
import { resolveSteps } from './resolve-steps.ts';

/** What checking a request reads. */
export type RequestAccess = FileAccess & {
  /** The account and id of the uploaded file that a signed URL of this service addresses. */
  ownFile(address: string): { accountId: string; fileId: string } | undefined;
};

/** A request that can be accepted, with its canonical names, its files and its plan. */
export type PreparedJob = {
  readonly request: JobRequest;
  readonly files: readonly ReadyFile[];
  /** The plan of the conversion or extraction, or of the first step. */
  readonly plan: JobPlan;
  readonly steps?: readonly [PlannedStep, ...PlannedStep[]] | undefined;
};

/** The uploaded files of a request, named by id or by a `file_url` of this service. */
const ownFileIds = (request: JobRequest, access: RequestAccess): readonly string[] => {
  if (request.fileUrl === undefined) return request.fileIds;
  const own = access.ownFile(request.fileUrl);
  return own?.accountId === request.accountId ? [own.fileId] : [];
};

/** Plans a request with its files, unless its `from` was planned before they were read, and checks them against the plan. */
const planWithFiles = (
  request: JobRequest,
  [first, ...further]: readonly ReadyFile[],
  planned: JobPlan | undefined,
  table: FormatTable,
): JobPlan => {
  if (first === undefined) return planned ?? planForAny(request, table);
  const plan = planned ?? planFor(request, first.format, table);
  checkFiles(request, [first, ...further], plan, table);
  return plan;
};

/**
 * Checks a request for a job, and reads and plans its files.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`, `too_complex`
 */
export const prepareJob = async (
  wireRequest: JobRequest,
  access: RequestAccess,
  table: FormatTable,
  now: number,
): Promise<PreparedJob> => {
  const request = canonicalRequest(wireRequest, table);
  const fileIds = ownFileIds(request, access);
  if (fileIds.length === 0 && request.fileUrl !== undefined) refuseLocalAddress(request.fileUrl);
  if (request.steps !== undefined) {
    const resolved = resolveSteps(request, request.steps, table);
    const files = await loadFiles(request.accountId, fileIds, access, now);
    const steps = planSteps(request, resolved, files, table);
    return { request, files, plan: steps[0].plan, steps };
  }
  const planned = request.from === undefined ? undefined : planFor(request, request.from, table);
  const files = await loadFiles(request.accountId, fileIds, access, now);
  return { request, files, plan: planWithFiles(request, files, planned, table) };
};
