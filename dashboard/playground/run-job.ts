import type { Client } from '../api/client.ts';
import type { AcceptedJob, Job } from '../api/types.ts';
import { followJob } from './follow-job.ts';
import type { Target } from './targets.ts';

/** The state of a file's run. */
export type Run =
  | { readonly state: 'idle' | 'waiting' }
  | { readonly state: 'uploading'; readonly sent: number; readonly total: number }
  | { readonly state: 'running'; readonly job: Job | undefined; readonly note: string | undefined }
  | { readonly state: 'ended'; readonly job: Job; readonly request: RunRequest }
  | { readonly state: 'refused'; readonly message: string };

/** What is done with a file. */
export type RunRequest = { readonly target: Target; readonly options: Readonly<Record<string, unknown>> };

/** The job of a run once it is accepted; `isCancelled` if the user cancelled before that. */
export type Submission = { jobId?: string; isCancelled?: true };

const bodyOf = ({ target, options }: RunRequest, fileId: string): Record<string, unknown> => ({
  file_id: fileId,
  ...(target.operation === 'convert' ? { to: target.name } : { format: target.name }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
});

/** Cancels a job. If it has ended in the meantime, polling it shows that. */
export const cancelJob = async (client: Client, jobId: string): Promise<void> => {
  await client.call(`/job/${encodeURIComponent(jobId)}/cancel`, { method: 'POST' }).catch(() => undefined);
};

/**
 * Submits the job of an uploaded file and polls it until it ends.
 *
 * @param setRun Called with each state.
 * @param submission Receives the id of the job.
 */
export const runJob = async (
  client: Client,
  fileId: string,
  request: RunRequest,
  setRun: (run: Run) => void,
  submission: Submission,
  signal: AbortSignal,
): Promise<Run> => {
  let latest: Job | undefined;
  setRun({ state: 'running', job: undefined, note: undefined });
  // Cancelling does not abort this request: the job may exist already and must be cancelled by its id.
  const accepted = await client.call<AcceptedJob>(`/${request.target.operation}`, {
    json: bodyOf(request, fileId),
    signal,
  });
  submission.jobId = accepted.job_id;
  if (submission.isCancelled) await cancelJob(client, accepted.job_id);
  const job = await followJob(
    client,
    accepted.job_id,
    (current) => {
      latest = current;
      setRun({ state: 'running', job: current, note: undefined });
    },
    (error) => setRun({ state: 'running', job: latest, note: error.message }),
    signal,
  );
  return { state: 'ended', job, request };
};
