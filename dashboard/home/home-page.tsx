import { useRef } from 'preact/hooks';
import type { ApiKeys, Jobs, UsageHistory } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { isActive, jobTitle } from '../jobs/job-labels.ts';
import { JobState } from '../jobs/job-row.tsx';
import { useLive } from '../jobs/use-jobs.ts';
import { OverLimitNotice } from '../plan/over-limit-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { UsageMeters } from '../usage/usage-meters.tsx';
import { FirstSteps } from './first-steps.tsx';
import { isBeginner, progressOf } from './progress.ts';

const shownJobs = 5;

const RecentJobs = ({ jobs }: { jobs: Jobs }) => (
  <section class="card recent" aria-labelledby="recent-jobs">
    <div class="card-head">
      <h2 id="recent-jobs">Recent jobs</h2>
      <a href="#/jobs">All jobs</a>
    </div>
    {jobs.data.length === 0 ? (
      <p class="fine">
        No jobs yet. <a href="#/playground">Convert a file</a>
      </p>
    ) : (
      <ul>
        {jobs.data.slice(0, shownJobs).map((job) => (
          <li key={job.job_id}>
            <a class="row-link" href={`#/jobs?job=${job.job_id}`}>
              {job.filename ?? jobTitle(job)}
            </a>
            <span class="fine">{job.filename === null ? '' : jobTitle(job)}</span>
            <JobState job={job} />
            <span class="fine">
              <RelativeTime iso={job.created_at} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** The first page: the first steps of a new account, what is used of the plan, and the newest jobs. */
export const HomePage = () => {
  const usage = useLoad<UsageHistory>('/account/usage', 'user');
  const keys = useLoad<ApiKeys>('/account/keys', 'user');
  const jobs = useLoad<Jobs>('/jobs?limit=20');
  const wasBeginner = useRef(false);

  const progress =
    keys.data === undefined || jobs.data === undefined ? undefined : progressOf(keys.data, jobs.data.data);
  const isNew = usage.data !== undefined && progress !== undefined && isBeginner(usage.data, progress);
  // The steps stay in view after the last one is done.
  if (isNew) wasBeginner.current = true;
  useLive(jobs, jobs.data?.data.some(isActive) ?? false);
  const reload = async (): Promise<void> => {
    await Promise.all([usage.reload(), keys.reload(), jobs.reload()]);
  };
  const isCounting = (usage.data?.jobs.active ?? 0) > 0;
  useLive({ data: usage.data, error: usage.error ?? keys.error, reload }, isNew || isCounting);

  const failed = [usage, keys, jobs].find(({ error }) => error !== undefined);
  return (
    <>
      <PageHeader title="Home" lead="Convert documents, and turn them into Markdown, tables and chunks.">
        <a class="button primary" href="#/playground">
          <Icon name="playground" />
          Convert a file
        </a>
      </PageHeader>
      {failed === undefined ? null : <ErrorNotice error={failed.error} onRetry={reload} />}
      {usage.data === undefined || progress === undefined || jobs.data === undefined ? (
        failed === undefined ? (
          <>
            <Loading what="your account" />
            <Skeleton kind="home" />
          </>
        ) : null
      ) : (
        <>
          <OverLimitNotice usage={usage.data} />
          {isNew || wasBeginner.current ? <FirstSteps progress={progress} onChanged={reload} /> : null}
          <UsageMeters usage={usage.data} />
          <RecentJobs jobs={jobs.data} />
        </>
      )}
    </>
  );
};
