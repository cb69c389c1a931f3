import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, wordsOf } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { AcceptedJob, Job } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { formatByMimeType } from '../text/format-names.ts';
import { followJob } from './follow-job.ts';
import type { Target } from './targets.ts';
import { type Uploaded, uploadFile } from './upload.ts';

/** How a run of the playground stands. */
export type Run =
  | { readonly state: 'idle' }
  | { readonly state: 'uploading'; readonly sent: number; readonly total: number }
  | { readonly state: 'running'; readonly job: Job | undefined; readonly note: string | undefined }
  | { readonly state: 'ended'; readonly job: Job }
  | { readonly state: 'refused'; readonly message: string };

/** What to run. */
export type RunRequest = {
  readonly file: File;
  readonly target: Target;
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * Is told the format that the bytes are of.
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

/** Cancels a job. If it has ended in the meantime, following it shows so. */
const cancelJob = async (client: Client, jobId: string): Promise<void> => {
  await client.call(`/job/${encodeURIComponent(jobId)}/cancel`, { method: 'POST' }).catch(() => undefined);
};

/** Runs conversions and extractions, one at a time. */
export const useRun = () => {
  const { client, announce } = useDashboard();
  const [run, setRun] = useState<Run>({ state: 'idle' });
  const controller = useRef<AbortController | undefined>(undefined);
  // The job of the run, once it is accepted; `cancelled` if the user cancelled before that.
  const submitted = useRef<{ jobId?: string; cancelled?: true }>({});
  // A file that was sent is not sent again: a second upload would count as another operation.
  const uploaded = useRef<{ file: File; result: Uploaded } | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const getUploaded = useCallback(
    async (file: File, signal: AbortSignal): Promise<Uploaded> => {
      if (uploaded.current?.file === file) return uploaded.current.result;
      setRun({ state: 'uploading', sent: 0, total: file.size });
      const onProgress = (sent: number, total: number): void => setRun({ state: 'uploading', sent, total });
      const result = await uploadFile(client, file, onProgress, signal);
      uploaded.current = { file, result };
      return result;
    },
    [client],
  );

  const perform = useCallback(
    async (request: RunRequest, signal: AbortSignal): Promise<Run> => {
      const { fileId, mimeType } = await getUploaded(request.file, signal);
      const detected = mimeType === undefined ? undefined : formatByMimeType(mimeType);
      if (detected !== undefined && !request.onDetected(detected))
        return {
          state: 'refused',
          message: 'The bytes of this file are of another format than its name says. Choose what it becomes.',
        };
      const submission: typeof submitted.current = {};
      submitted.current = submission;
      setRun({ state: 'running', job: undefined, note: undefined });
      // Cancelling does not abort this call: the job may exist by then and must be cancelled by its id.
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
      return { state: 'ended', job };
    },
    [client, getUploaded],
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
        announce(result.state === 'ended' ? `The job is ${result.job.status}` : 'The file was refused');
      } catch (error) {
        if (own.signal.aborted) return;
        // A file that is gone has to be sent again.
        if (error instanceof ApiError && (error.status === 404 || error.status === 410))
          uploaded.current = undefined;
        setRun({ state: 'refused', message: wordsOf(error) });
      }
    },
    [perform, announce],
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
