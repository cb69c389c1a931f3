import { useDashboard } from '../app/context.ts';
import { useQuery } from '../app/use-query.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { matches } from './job-details.ts';
import { JobDrawer } from './job-drawer.tsx';
import { JobFilters } from './job-filters.tsx';
import { jobTitle } from './job-labels.ts';
import { JobRow } from './job-row.tsx';
import { useCancelJob } from './use-cancel-job.ts';
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

const NoJobs = ({ isFiltered, hasOlder, page }: { isFiltered: boolean; hasOlder: boolean; page: number }) => {
  if (isFiltered)
    return (
      <Empty icon="search" title="No matching jobs">
        <p>{hasOlder ? 'Older jobs may match: see the next page.' : 'Change the search or the filters.'}</p>
      </Empty>
    );
  return page === 1 ? (
    <Empty
      icon="jobs"
      title="No jobs yet"
      action={
        <a class="button primary" href="#/playground">
          Convert a file
        </a>
      }
    >
      <p>Each conversion and extraction appears here, from the playground and from your code.</p>
    </Empty>
  ) : (
    <Empty icon="jobs" title="No older jobs">
      <p>Jobs are listed for 30 days.</p>
    </Empty>
  );
};

/** The jobs of the account, with live progress, and the details of one in a drawer. */
export const JobsPage = () => {
  const { cache } = useDashboard();
  const { read, hrefWith, change } = useQuery();
  const [search, status, type, opened] = [read('search'), read('status'), read('type'), read('job')];
  const jobs = useJobs({ status, type, isSearch: search !== '' });
  const { data, reload, isStale, page, older, newer } = jobs;
  const { cancelling, problem, cancel } = useCancelJob(reload);
  const rows = data?.data.filter((job) => matches(jobTitle(job), job, search)) ?? [];
  // The drawer opens with what the row shows.
  for (const job of rows) if (!cache.has(`/job/${job.job_id}`)) cache.set(`/job/${job.job_id}`, job);

  return (
    <>
      <PageHeader title="Jobs" lead="Conversions and extractions of the last 30 days, newest first." />
      <JobFilters search={search} status={status} type={type} onChange={change} />
      <LoadState loaded={jobs} what="your jobs" kind="rows" />
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      <div class={isStale ? 'stale' : ''} aria-busy={isStale}>
        {data !== undefined && rows.length === 0 && !isStale ? (
          <NoJobs
            isFiltered={search !== '' || status !== '' || type !== ''}
            hasOlder={older !== undefined}
            page={page}
          />
        ) : null}
        {rows.length > 0 ? (
          <DataTable
            name="card jobs"
            caption="Jobs, newest first"
            columns={['Job', 'State', 'Size', 'Duration', 'Created']}
          >
            {rows.map((job) => (
              <JobRow
                key={job.job_id}
                job={job}
                href={hrefWith({ job: job.job_id })}
                isCancelling={cancelling === job.job_id}
                onCancel={() => void cancel(job)}
              />
            ))}
          </DataTable>
        ) : null}
      </div>
      <Pages page={page} older={older} newer={newer} />
      {opened === '' ? null : (
        <JobDrawer
          key={opened}
          jobId={opened}
          onOpen={(jobId) => change({ job: jobId })}
          onChanged={() => void reload()}
          onClose={() => change({ job: '' })}
        />
      )}
    </>
  );
};
