import type { Job } from '../api/types.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { RelativeTime } from '../ui/time.tsx';
import type { JobCount } from './count-jobs.ts';

/**
 * What the latest jobs have in common, such as their formats. The service counts operations by day only, so this counts the jobs
 * themselves.
 */
export const JobCounts = ({
  by,
  rows,
  jobs,
}: {
  readonly by: 'operation' | 'key';
  readonly rows: readonly JobCount[];
  readonly jobs: readonly Job[];
}) => {
  const oldest = jobs.at(-1);
  if (oldest === undefined) return null;
  return (
    <section class="card operations" aria-labelledby={`by-${by}`}>
      <div class="chart-head">
        <h2 id={`by-${by}`}>By {by}</h2>
        <p class="chart-value">
          Last {formatCount(jobs.length, 'job')}, the oldest from <RelativeTime iso={oldest.created_at} />
        </p>
      </div>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{by === 'operation' ? 'Operation' : 'Key'}</th>
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
