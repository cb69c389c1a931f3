import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Job } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';

/** Cancels jobs: the id of the one that is being cancelled, the last error, and what cancels one. */
export const useCancelJob = (onCancelled: () => Promise<void>) => {
  const { client, announce } = useDashboard();
  const [cancelling, setCancelling] = useState<string | undefined>();
  const [problem, setProblem] = useState<unknown>();
  const cancel = async (job: Job): Promise<void> => {
    setCancelling(job.job_id);
    setProblem(undefined);
    try {
      await client.call(`/job/${encodeURIComponent(job.job_id)}/cancel`, { method: 'POST' });
      announce('Job cancelled');
    } catch (cause) {
      // A job that has ended in the meantime shows its state.
      if (!(cause instanceof ApiError && cause.status === 409)) setProblem(cause);
    }
    await onCancelled();
    setCancelling(undefined);
  };
  return { cancelling, problem, cancel };
};
