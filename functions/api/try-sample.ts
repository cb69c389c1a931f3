import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pollSeconds } from '../../lib/api/limits.ts';
import { tryRoutes } from '../../lib/api/routes/try.ts';
import { maxTryResultBytes, trySamples, tryWaitSeconds } from '../../lib/api/try-samples.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { openJobSubmission } from '../../lib/aws/job-submission.ts';
import { callStore } from '../../lib/aws/recorded-calls.ts';
import { tryStore } from '../../lib/aws/try-store.ts';
import { openUploadDependencies } from '../../lib/aws/upload-dependencies.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openVisitorWaiting } from '../../lib/endpoints/job-waiting.ts';
import { header } from '../../lib/http/api-event.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { createFormatTable } from '../../lib/jobs/format-table.ts';
import { isActive, type Job } from '../../lib/jobs/job.ts';
import { submitUpload } from '../../lib/jobs/submit-upload.ts';
import { preferredWait } from '../../lib/jobs/wait-for-job.ts';
import { readSample } from '../../lib/try/read-sample.ts';
import { trySample } from '../../lib/try/try-sample.ts';

/** `POST /try` */
export const handler = endpoint(tryRoutes.trySample, (table) => {
  const uploads = openUploadDependencies(table);
  const submission = openJobSubmission(table, uploads);
  const formats = createFormatTable();
  const jobs = jobReadStore(table);
  const waitForJob = openVisitorWaiting(table);
  const dependencies = {
    store: tryStore(table),
    calls: callStore(table),
    jobs,
    content: readSample,
    submit: (source: Parameters<typeof submitUpload>[0], request: Parameters<typeof submitUpload>[1]) =>
      submitUpload(source, request, uploads, submission, formats, Date.now()),
    newKey: randomUUID,
    pause,
  };

  /** The text of a result that a page can show without a request to the bucket, which its policy does not allow. */
  const resultOf = async ({ status, output, steps }: Job): Promise<string | null> => {
    const isText = steps.list[0]?.type === 'extraction';
    if (status !== 'complete' || output === undefined || !isText || output.sizeBytes > maxTryResultBytes)
      return null;
    const bytes = await uploads.objects.get(output.objectKey);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };

  return async ({ event, body, refuse }) => {
    const { filename, to } = trySamples[body.sample];
    if (body.to !== undefined && body.to !== to)
      return refuse(
        'invalid_request',
        `${filename} can be converted to ${JSON.stringify(to)} here. Send that.`,
        {
          field: 'to',
        },
      );
    const submitted = await trySample(body, dependencies, Date.now());
    const seconds = Math.min(preferredWait(header(event, 'prefer')) ?? 0, tryWaitSeconds);
    const job = await waitForJob(submitted, seconds);
    return {
      headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      body: { ...(await jobView(job, uploads.objects, Date.now())), result: await resultOf(job) },
    };
  };
});
