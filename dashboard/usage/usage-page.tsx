import type { ApiKeys, Jobs, UsageHistory } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { jobTitle } from '../jobs/job-labels.ts';
import { OverLimitNotice } from '../plan/over-limit-notice.tsx';
import { planLabel } from '../plan/plan-texts.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { BarChart } from './bar-chart.tsx';
import { dayChart, monthChart, totalOf } from './chart-data.ts';
import { countJobs, keyNames } from './count-jobs.ts';
import { JobCounts } from './job-counts.tsx';
import { UsageMeters } from './usage-meters.tsx';

/** The page for current and past usage. */
export const UsagePage = () => {
  const loaded = useLoad<UsageHistory>('/account/usage', 'user');
  // The most that a page of the API has.
  const jobs = useLoad<Jobs>('/jobs?limit=100');
  const latest = jobs.data?.data ?? [];
  const keys = useLoad<ApiKeys>('/account/keys', 'user');
  const usage = loaded.data;
  const months = monthChart(usage?.months ?? []);
  return (
    <>
      <PageHeader
        title="Usage"
        lead={usage === undefined ? 'Your usage' : `Your usage on the ${planLabel(usage.plan)} plan.`}
      >
        <a class="button" href="#/plan">
          Compare plans
        </a>
      </PageHeader>
      <LoadState loaded={loaded} what="your usage" kind="usage" />
      {usage === undefined ? null : (
        <>
          <OverLimitNotice usage={usage} />
          <UsageMeters usage={usage} />
          {totalOf(months) === 0 ? (
            <Empty
              icon="usage"
              title="No usage yet"
              action={
                <a class="button primary" href="#/playground">
                  Convert a file
                </a>
              }
            >
              <p>Charts of days and months appear here after your first operation.</p>
            </Empty>
          ) : (
            <div class="charts">
              <BarChart title="Last 30 days" unit="Day" chart={dayChart(usage.days)} />
              <BarChart title="Last twelve months" unit="Month" chart={months} />
            </div>
          )}
          <p class="fine">
            An operation is an accepted upload, conversion or extraction. Days and months are counted in UTC.
          </p>
          {jobs.error === undefined ? null : <ErrorNotice error={jobs.error} onRetry={jobs.reload} />}
          <JobCounts by="operation" jobs={latest} rows={countJobs(latest, jobTitle)} />
          {keys.data === undefined ? null : (
            <JobCounts by="key" jobs={latest} rows={countJobs(latest, keyNames(keys.data.data))} />
          )}
        </>
      )}
    </>
  );
};
