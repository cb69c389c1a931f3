import type { Job } from '../api/types.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { RelativeTime } from '../ui/time.tsx';
import { usageByOperation } from './by-operation.ts';

/** What the latest jobs did. The service counts operations by day only, so this counts the jobs themselves. */
export const OperationCard = ({ jobs }: { jobs: readonly Job[] }) => {
  const rows = usageByOperation(jobs);
  const oldest = jobs.at(-1);
  if (oldest === undefined) return null;
  return (
    <section class="card operations" aria-labelledby="by-operation">
      <div class="chart-head">
        <h2 id="by-operation">By operation</h2>
        <p class="chart-value">
          Last {formatCount(jobs.length, 'job')}, the oldest from <RelativeTime iso={oldest.created_at} />
        </p>
      </div>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Failed</th>
            <th scope="col">Jobs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, jobs: count, failed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{failed === 0 ? '' : formatNumber(failed)}</td>
              <td>
                <span class="share" style={{ width: `${(count / (rows[0]?.jobs ?? count)) * 6}rem` }} />
                {formatNumber(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
