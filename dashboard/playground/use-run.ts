import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, errorMessageOf } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { AcceptedJob, Job } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { formatByMimeType } from '../text/format-names.ts';
import { followJob } from './follow-job.ts';
import type { Target } from './targets.ts';
import { useUpload } from './use-upload.ts';

/** The state of a playground run. */
export type Run =
  | { readonly state: 'idle' }
  | { readonly state: 'uploading'; readonly sent: number; readonly total: number }
  | { readonly state: 'running'; readonly job: Job | undefined; readonly note: string | undefined }
  | { readonly state: 'ended'; readonly job: Job; readonly request: RunRequest }
  | { readonly state: 'refused'; readonly message: string };

/** The input of a run. */
export type RunRequest = {
  readonly file: File;
  readonly target: Target;
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * Called with the detected format.
   *
   * @returns Whether the target is still possible.
   */
  readonly onDetected: (format: string) => boolean;
};

const bodyOf = ({ target, options }: RunRequest, fileId: string): Record<string, unknown> => ({
  file_id: fileId,
  ...(target.operation === 'convert' ? { to: target.name } : { format: target.name }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
});

/** Cancels a job. If it has ended in the meantime, polling it shows that. */
const cancelJob = async (client: Client, jobId: string): Promise<void> => {
  await client.call(`/job/${encodeURIComponent(jobId)}/cancel`, { method: 'POST' }).catch(() => undefined);
};

/** The job of a run once it is accepted; `cancelled` if the user cancelled before that. */
type Submission = { jobId?: string; cancelled?: true };

type RunContext = {
  readonly client: Client;
  readonly upload: ReturnType<typeof useUpload>['upload'];
  readonly setRun: (next: Run | ((before: Run) => Run)) => void;
  readonly submission: Submission;
  readonly signal: AbortSignal;
};

/** Uploads a file, submits its job and polls it until it ends. */
const performRun = async (
  request: RunRequest,
  { client, upload, setRun, submission, signal }: RunContext,
): Promise<Run> => {
  const { fileId, mimeType } = await upload(request.file, signal);
  const detected = mimeType === undefined ? undefined : formatByMimeType(mimeType);
  if (detected !== undefined && !request.onDetected(detected))
    return {
      state: 'refused',
      message: 'The content of this file has a different format than its name. Choose the target again.',
    };
  setRun({ state: 'running', job: undefined, note: undefined });
  // Cancelling does not abort this request: the job may exist already and must be cancelled by its id.
  const accepted = await client.call<AcceptedJob>(`/${request.target.operation}`, {
    json: bodyOf(request, fileId),
    signal,
  });
  submission.jobId = accepted.job_id;
  if (submission.cancelled) await cancelJob(client, accepted.job_id);
  const job = await followJob(
    client,
    accepted.job_id,
    (current) => setRun({ state: 'running', job: current, note: undefined }),
    (error) =>
      setRun((before) => ({
        state: 'running',
        job: before.state === 'running' ? before.job : undefined,
        note: error.message,
      })),
    signal,
  );
  return { state: 'ended', job, request };
};

/** Runs conversions and extractions, one at a time. */
export const useRun = () => {
  const { client, announce } = useDashboard();
  const [run, setRun] = useState<Run>({ state: 'idle' });
  const controller = useRef<AbortController | undefined>(undefined);
  const submitted = useRef<Submission>({});
  useEffect(() => () => controller.current?.abort(), []);

  const showUpload = useCallback(
    (sent: number, total: number): void => setRun({ state: 'uploading', sent, total }),
    [],
  );
  const { upload, forget } = useUpload(client, showUpload);

  const perform = useCallback(
    (request: RunRequest, signal: AbortSignal): Promise<Run> => {
      submitted.current = {};
      return performRun(request, { client, upload, setRun, submission: submitted.current, signal });
    },
    [client, upload],
  );

  const start = useCallback(
    async (request: RunRequest): Promise<void> => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      try {
        const result = await perform(request, own.signal);
        if (own.signal.aborted) return;
        setRun(result);
        announce(result.state === 'ended' ? `The job is ${result.job.status}` : 'The file was rejected');
      } catch (error) {
        if (own.signal.aborted) return;
        // An expired file must be uploaded again.
        if (error instanceof ApiError && (error.status === 404 || error.status === 410)) forget();
        setRun({ state: 'refused', message: errorMessageOf(error) });
      }
    },
    [perform, announce, forget],
  );

  const reset = useCallback((): void => {
    controller.current?.abort();
    setRun({ state: 'idle' });
  }, []);

  const cancel = useCallback(async (): Promise<void> => {
    if (run.state === 'uploading') return reset();
    const { jobId } = submitted.current;
    setRun((before) => (before.state === 'running' ? { ...before, note: 'Cancelling' } : before));
    if (jobId === undefined) submitted.current.cancelled = true;
    else await cancelJob(client, jobId);
  }, [client, reset, run.state]);
  return { run, start, cancel, reset };
};
