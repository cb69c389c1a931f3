import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Job } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { JobRow } from './job-row.tsx';
import { type JobPage, useJobs } from './use-jobs.ts';

const Pages = ({ page, older, newer }: Pick<JobPage, 'page' | 'older' | 'newer'>) =>
  older === undefined && newer === undefined ? null : (
    <nav class="pages" aria-label="Pages of jobs">
      <button type="button" class="button" disabled={newer === undefined} onClick={newer}>
        Newer
      </button>
      <span class="fine">Page {page}</span>
      <button type="button" class="button" disabled={older === undefined} onClick={older}>
        Older
      </button>
    </nav>
  );

/** The jobs of the account, with live progress. */
export const JobsPage = () => {
  const { client, announce } = useDashboard();
  const jobs = useJobs();
  const { data, reload, page, older, newer } = jobs;
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
    await reload();
    setCancelling(undefined);
  };

  return (
    <>
      <PageHeader title="Jobs" lead="Conversions and extractions of the last 30 days, the newest first." />
      <LoadState loaded={jobs} what="your jobs" kind="rows" />
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      {data?.data.length === 0 ? (
        <Empty icon="jobs" title={page === 1 ? 'No jobs yet' : 'No older jobs'}>
          {page === 1 ? (
            <p>
              Jobs from your programs and the <a href="#/playground">playground</a> appear here.
            </p>
          ) : null}
        </Empty>
      ) : null}
      {data !== undefined && data.data.length > 0 ? (
        <DataTable
          name="card jobs"
          caption="Jobs, newest first"
          columns={['Job', 'State', 'Size', 'Duration', 'Created']}
        >
          {data.data.map((job) => (
            <JobRow
              key={job.job_id}
              job={job}
              isCancelling={cancelling === job.job_id}
              onCancel={() => void cancel(job)}
            />
          ))}
        </DataTable>
      ) : null}
      <Pages page={page} older={older} newer={newer} />
    </>
  );
};
