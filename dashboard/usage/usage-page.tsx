import type { UsageHistory } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { OverLimitNotice } from '../plan/over-limit-notice.tsx';
import { planLabel } from '../plan/plan-texts.ts';
import { formatTimeWithZone } from '../text/format.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { BarChart } from './bar-chart.tsx';
import { dayChart, monthChart } from './chart-data.ts';
import { FirstSteps } from './first-steps.tsx';
import { Meter } from './meter.tsx';

const UsageSkeleton = () => (
  <>
    <Loading what="your usage" />
    <div class="meters">
      <Skeleton kind="card" />
      <Skeleton kind="card" />
      <Skeleton kind="card" />
    </div>
    <div class="charts">
      <Skeleton kind="chart" />
      <Skeleton kind="chart" />
    </div>
  </>
);

const UsageNumbers = ({ usage }: { usage: UsageHistory }) => (
  <>
    <OverLimitNotice usage={usage} />
    <div class="meters">
      <Meter title="Operations this month" used={usage.operations.used} max={usage.operations.limit}>
        Resets{' '}
        <time dateTime={usage.operations.resets_at}>{formatTimeWithZone(usage.operations.resets_at)}</time>
      </Meter>
      <Meter title="Active jobs" used={usage.jobs.active} max={usage.jobs.max}>
        Queued or processing now. <a href="#/jobs">See jobs</a>
      </Meter>
      <Meter title="API keys" used={usage.keys.used} max={usage.keys.max}>
        On the {planLabel(usage.plan)} plan. <a href="#/keys">Manage keys</a>
      </Meter>
    </div>
    {usage.keys.used === 0 || usage.operations.used === 0 ? <FirstSteps usage={usage} /> : null}
    <div class="charts">
      <BarChart title="Last 30 days" unit="Day" chart={dayChart(usage.days)} />
      <BarChart title="Last twelve months" unit="Month" chart={monthChart(usage.months)} />
    </div>
    <p class="fine">
      An operation is an accepted upload, conversion or extraction. Days and months are counted in UTC.
    </p>
  </>
);

/** The page for current and past usage. */
export const UsagePage = () => {
  const { data, error, reload } = useLoad<UsageHistory>('/account/usage', 'user');
  return (
    <>
      <PageHeader
        title="Usage"
        lead={data === undefined ? 'Your usage' : `Your usage on the ${planLabel(data.plan)} plan`}
      >
        <a class="button" href="#/plan">
          Compare plans
        </a>
      </PageHeader>
      {error === undefined ? null : <ErrorNotice error={error} onRetry={reload} />}
      {data === undefined ? error === undefined ? <UsageSkeleton /> : null : <UsageNumbers usage={data} />}
    </>
  );
};
