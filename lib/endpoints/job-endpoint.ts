import type * as z from 'zod';
import { getAccount } from '../accounts/manage-accounts.ts';
import { maxWaitSeconds } from '../api/limits.ts';
import type { routes } from '../api/routes.ts';
import { isS3Address, parseBucketFolders } from '../api/s3-address.ts';
import { UsageLimitError } from '../api-errors.ts';
import { accountStore } from '../aws/account-store.ts';
import { openJobSubmission } from '../aws/job-submission.ts';
import type { Table } from '../aws/table.ts';
import { openUploadDependencies } from '../aws/upload-dependencies.ts';
import { readLocalReceiverHosts, readOptionalEnvironment } from '../env.ts';
import { checkS3Address } from '../files/check-s3-address.ts';
import { acceptsResultOnly, answerJob, type JobAnswer } from '../http/answer-job.ts';
import { header } from '../http/api-event.ts';
import type { Call } from '../http/api-handler.ts';
import { type JobForm, readJobForm } from '../http/job-form.ts';
import { dryRunView } from '../http/views/dry-run-view.ts';
import { dryRun, dryRunUpload } from '../jobs/dry-run.ts';
import { createFormatTable } from '../jobs/format-table.ts';
import type { Job } from '../jobs/job.ts';
import type { JobRequest, UploadRequest } from '../jobs/job-request.ts';
import { type ExpressWait, expressSubmission, type SubmitExpress } from '../jobs/submit-express.ts';
import { type SubmittedJob, submitJob } from '../jobs/submit-job.ts';
import { queuedSubmission } from '../jobs/submit-queued.ts';
import { submitUpload } from '../jobs/submit-upload.ts';
import { preferredWait } from '../jobs/wait-for-job.ts';
import type { Caller } from '../limits/rate-windows.ts';
import { checkReceiverAddress } from '../webhooks/receiver-address.ts';
import { openExpress } from './express.ts';
import { openCallerHold, openJobWaiting } from './job-waiting.ts';

/** A call that submits a job. */
type SubmittingCall = Pick<Call<typeof routes.convert>, 'event' | 'caller' | 'operation' | 'refuse' | 'log'>;

/** The fields of a request for a job that are the same in JSON and in a form. */
type CommonFields = {
  readonly dry_run?: boolean | undefined;
  readonly webhook_url?: string | undefined;
  readonly deliver_to?: string | undefined;
};

/** The members of a JSON body that name files. */
type FileNames = {
  readonly file_id?: string | undefined;
  readonly file_ids?: readonly string[] | undefined;
  readonly file_url?: string | undefined;
};

/** The file of a request: named by its id or URL, or in the body. */
type JobSource = Pick<JobRequest, 'fileIds' | 'fileUrl'> | Pick<JobForm<unknown>, 'filename' | 'content'>;

/** The files that a JSON body names. */
const sourceOf = (body: FileNames): JobSource => ({
  fileIds: body.file_ids ?? (body.file_id === undefined ? [] : [body.file_id]),
  fileUrl: body.file_url,
});

/** Opens what `POST /convert` and `POST /extract` need. */
export const openJobEndpoint = (table: Table) => {
  const uploads = openUploadDependencies(table);
  const submission = openJobSubmission(table, uploads);
  const formats = createFormatTable();
  const holdOf = openCallerHold(table);
  const waitForJob = openJobWaiting(table, holdOf);
  const expressOf = openExpress(table, holdOf);
  const localReceiverHosts = readLocalReceiverHosts();
  const sources = parseBucketFolders(readOptionalEnvironment('sourceBuckets') ?? '');
  const targets = parseBucketFolders(readOptionalEnvironment('targetBuckets') ?? '');
  const scansFiles = readOptionalEnvironment('malwareScan') !== undefined;
  const accounts = accountStore(table);
  const dryRunAccess = {
    ...submission,
    ...uploads,
    getAccount: (accountId: string) => getAccount(accountId, accounts),
  };

  /** Submits the job of a request. That of a file in the body runs within the call, if the call waits for it. */
  const submit = (
    caller: Caller,
    request: UploadRequest,
    source: JobSource,
    now: number,
    waiting: ExpressWait,
  ): Promise<SubmittedJob> => {
    if (!('content' in source)) return submitJob({ ...request, ...source }, submission, formats, now);
    const { waitMs } = waiting;
    const express = expressOf(caller);
    const access = { uploads, submission };
    const queued = queuedSubmission(express, access, now);
    // The worker would have the file before it is scanned.
    const within = waitMs > 0 && !scansFiles ? expressSubmission(express, access, now, waiting) : undefined;
    const submitBoth: SubmitExpress = async (...job) => (await within?.(...job)) ?? (await queued(...job));
    return submitUpload(source, request, uploads, submission, formats, now, { submit: submitBoth, waitMs });
  };

  /**
   * Waits for a job. The job is accepted, so a call that may not wait or cannot read the job returns at once: an error would make
   * the client send the request again, and pay for it twice.
   */
  const wait = async (
    { caller, log }: SubmittingCall,
    jobId: string,
    seconds: number,
  ): Promise<Job | undefined> => {
    if (seconds <= 0) return undefined;
    try {
      return await waitForJob(caller, jobId, seconds);
    } catch (error) {
      if (!(error instanceof UsageLimitError))
        log.error('An accepted job could not be awaited', { error, jobId });
      return undefined;
    }
  };

  const checkTarget = (address: string, accountId: string): void =>
    isS3Address(address)
      ? checkS3Address('deliver_to', address, accountId, targets)
      : checkReceiverAddress('deliver_to', address, localReceiverHosts, 'Send a presigned address.');

  const checkAddresses = ({ webhookUrl, deliverTo, accountId }: UploadRequest, source: JobSource): void => {
    if (webhookUrl !== undefined) checkReceiverAddress('webhook_url', webhookUrl, localReceiverHosts);
    if (deliverTo !== undefined) checkTarget(deliverTo, accountId);
    const fileUrl = 'fileUrl' in source ? source.fileUrl : undefined;
    if (fileUrl !== undefined && isS3Address(fileUrl))
      checkS3Address('file_url', fileUrl, accountId, sources);
  };

  /** Submits the job of a request, and waits for it if the client prefers that. */
  const answer = async (
    call: SubmittingCall,
    request: UploadRequest,
    source: JobSource,
  ): Promise<JobAnswer> => {
    const now = Date.now();
    const seconds = Math.min(preferredWait(header(call.event, 'prefer')) ?? 0, maxWaitSeconds);
    const waiting = { waitMs: seconds * 1000, wantsResultOnly: acceptsResultOnly(call.event) };
    const submitted = await submit(call.caller, request, source, now, waiting);
    const left = seconds - (Date.now() - now) / 1000;
    const job = submitted.ended ?? (await wait(call, submitted.jobId, left));
    return await answerJob(call.event, submitted, { seconds, job }, uploads.objects, call.refuse);
  };

  /** Responds with what a request would do. */
  const answerDryRun = async (request: UploadRequest, source: JobSource): Promise<JobAnswer> => {
    const now = Date.now();
    const outcome = await ('content' in source
      ? dryRunUpload(source, request, dryRunAccess, formats, now)
      : dryRun({ ...request, ...source }, dryRunAccess, formats, now));
    return { status: 200, headers: {}, body: dryRunView(outcome, now) };
  };

  /**
   * Responds to a request for a job in JSON, or in a form with the file.
   *
   * @param partsOf what its other fields request
   */
  return async <Body extends CommonFields & FileNames, Form extends CommonFields>(
    call: SubmittingCall & { readonly body: Body },
    formSchema: z.ZodType<Form>,
    partsOf: (fields: Body | Form) => Pick<UploadRequest, 'from' | 'steps'>,
  ): Promise<JobAnswer> => {
    const { event, operation, body, refuse } = call;
    const form = await readJobForm(event, formSchema, operation.limits.maxFileBytes, refuse);
    const fields = form?.fields ?? body;
    const { dry_run: isDryRun, webhook_url: webhookUrl, deliver_to: deliverTo } = fields;
    const request = { ...operation, webhookUrl, deliverTo, ...partsOf(fields) };
    const source = form ?? sourceOf(body);
    checkAddresses(request, source);
    return isDryRun === true ? answerDryRun(request, source) : answer(call, request, source);
  };
};
