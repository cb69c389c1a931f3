import type { UsageHistory } from '../api/types.ts';
import { planLabel } from '../plan/plan-texts.ts';
import { formatNumber, formatTimeWithZone } from '../text/format.ts';
import { forecastOf } from './forecast.ts';
import { Meter } from './meter.tsx';

/** What is used of the plan: operations with a forecast, jobs at once, and keys. */
export const UsageMeters = ({ usage }: { usage: UsageHistory }) => {
  const forecast = forecastOf(usage, usage, Date.now());
  return (
    <div class="meters">
      <Meter
        title="Operations this month"
        used={usage.operations.used}
        max={usage.operations.limit}
        forecast={forecast}
      >
        {forecast === undefined ? null : (
          <>
            {forecast > usage.operations.limit
              ? `On pace for ${formatNumber(forecast)}, more than the plan has.`
              : `On pace for ${formatNumber(forecast)} this month.`}
            <br />
          </>
        )}
        Resets{' '}
        <time dateTime={usage.operations.resets_at}>{formatTimeWithZone(usage.operations.resets_at)}</time>
      </Meter>
      <Meter title="Jobs at once" used={usage.jobs.active} max={usage.jobs.max}>
        Queued or processing now. <a href="#/jobs">See jobs</a>
      </Meter>
      <Meter title="API keys" used={usage.keys.used} max={usage.keys.max}>
        On the {planLabel(usage.plan)} plan. <a href="#/keys">Manage keys</a>
      </Meter>
    </div>
  );
};
