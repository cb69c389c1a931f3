import { pollSeconds } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openJobWaiting, secondsToWait } from '../../lib/endpoints/job-waiting.ts';
import { acceptsResultOnly, answerText } from '../../lib/http/answer-job.ts';
import { outputOfStep } from '../../lib/http/output-of-step.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { isResultAlive, signResult } from '../../lib/http/views/result-view.ts';
import { isActive } from '../../lib/jobs/job.ts';
import { isReturnable, returnableText } from '../../lib/jobs/returnable-text.ts';

/** `GET /job/{id}/result` */
export const handler = endpoint(jobRoutes.getResult, (table) => {
  const waitForJob = openJobWaiting(table);
  const objects = openObjectStore(table);
  return async ({ event, caller, query, refuse }) => {
    const jobId = pathId('job', event, refuse);
    const job = await waitForJob(caller, jobId, secondsToWait(event, query.wait));
    if (job === undefined) return notFound('job', jobId, refuse);
    if (job.status !== 'complete' || job.output === undefined) {
      const advice = isActive(job)
        ? 'Wait until it is complete.'
        : 'It has no result; GET /job/{id} returns its error.';
      return refuse('job_not_complete', `${jobId} is ${job.status}. ${advice}`, {
        headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      });
    }
    const now = Date.now();
    if (!isResultAlive(job, now)) {
      return refuse('result_expired', `The result of ${jobId} has expired. Submit the job again.`);
    }
    const output = query.step === undefined ? job.output : outputOfStep(job, query.step, refuse);
    const { mimeType, sizeBytes, objectKey } = output;
    const bytes =
      acceptsResultOnly(event) && isReturnable(mimeType, sizeBytes)
        ? await objects.get(objectKey)
        : undefined;
    const text = bytes && returnableText(bytes, mimeType);
    if (text !== undefined) return answerText(output, text);
    return { headers: { Location: await signResult(job, output, objects, now) } };
  };
});
