import type { ReadyFile } from '../files/file.ts';
import { refuseLocalAddress } from '../files/public-address.ts';
import type { FormatTable, JobRequest, PlannedStep, UploadRequest } from './job-request.ts';
import { type FileAccess, loadFiles } from './load-files.ts';
import { planKnownSteps, planSteps } from './plan-steps.ts';
import { type ResolvedRequest, resolveRequest } from './resolve-request.ts';

/** What checking a request reads. */
export type RequestAccess = FileAccess & {
  /** The account and id of the uploaded file that a signed URL of this service addresses. */
  ownFile(address: string): { accountId: string; fileId: string } | undefined;
};

/** A request that can be accepted, with its files and its planned steps. */
export type PreparedJob = {
  readonly request: ResolvedRequest;
  readonly files: readonly ReadyFile[];
  readonly steps: readonly [PlannedStep, ...PlannedStep[]];
};

/** The uploaded files of a request, named by id or by a `file_url` of this service. */
const ownFileIds = (request: ResolvedRequest, access: RequestAccess): readonly string[] => {
  if (request.fileUrl === undefined) return request.fileIds;
  const own = access.ownFile(request.fileUrl);
  return own?.accountId === request.accountId ? [own.fileId] : [];
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
  const request = resolveRequest(wireRequest, table);
  const fileIds = ownFileIds(request, access);
  if (fileIds.length === 0 && request.fileUrl !== undefined) refuseLocalAddress(request.fileUrl);
  const known = planKnownSteps(request, table);
  const files = await loadFiles(request.accountId, fileIds, access, now);
  return { request, files, steps: planSteps(request, files, table, known) };
};

/** The request for a job of one uploaded file. */
export const requestFor = (file: ReadyFile, request: UploadRequest): JobRequest => ({
  ...request,
  fileIds: [file.fileId],
  fileUrl: undefined,
});

/**
 * Checks a request for a job against the file in its body.
 *
 * @throws ApiError `format_mismatch`, `unsupported_conversion`, `invalid_request`, `too_complex`
 */
export const prepareUpload = (file: ReadyFile, upload: UploadRequest, table: FormatTable): PreparedJob => {
  const request = resolveRequest(requestFor(file, upload), table);
  return { request, files: [file], steps: planSteps(request, [file], table) };
};
