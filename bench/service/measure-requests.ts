import type { Account } from './account.ts';
import { closedLoop } from './closed-loop.ts';
import type { Options } from './options.ts';
import { type Cells, formatTarget, ms } from './print-table.ts';
import { quantile } from './statistics.ts';

/** Target for reading a complete job, median with one client. */
const jobReadTarget = 10;

/** Extra tokens, because the code gets faster after the warm-up. */
const reserveFactor = 1.5;

/** A request whose rate and latency are measured. */
export type MeasuredRequest = {
  readonly label: string;
  readonly call: () => Promise<void>;
  /** Whether it counts towards a token's rate limit. */
  readonly isCounted: boolean;
  /** Target for the median with one client, in milliseconds. */
  readonly target?: number;
};

/** Cheap requests, which measure the service around them. */
export const smallRequests = (
  api: { config(): Promise<void>; readJob(jobId: string): Promise<void> },
  jobId: string,
): readonly MeasuredRequest[] => [
  { label: 'GET /account/config', call: () => api.config(), isCounted: false },
  { label: 'GET /job/{id}', call: () => api.readJob(jobId), isCounted: true, target: jobReadTarget },
];

/** Measures each request with each number of clients. A third of the time is warm-up. */
export const measureRequests = async (
  requests: readonly MeasuredRequest[],
  account: Account,
  { seconds, clients }: Options,
  signal: AbortSignal,
): Promise<Cells> => {
  const rows: string[][] = [
    ['request', 'clients', 'requests', 'per second', 'p50 ms', 'p99 ms', 'target p50'],
  ];
  for (const { label, call, isCounted, target } of requests) {
    for (const count of clients) {
      const warmUp = await closedLoop(call, { clients: count, seconds: seconds / 3, signal });
      if (isCounted) await account.reserve(Math.ceil(warmUp.perSecond * seconds * reserveFactor) + count);
      const load = await closedLoop(call, { clients: count, seconds, signal });
      const p50 = quantile(load.milliseconds, 0.5);
      rows.push([
        label,
        String(count),
        String(load.results.length),
        load.perSecond.toFixed(0),
        ms(p50),
        ms(quantile(load.milliseconds, 0.99)),
        target !== undefined && count === 1 ? formatTarget(p50, target) : '',
      ]);
    }
  }
  return rows;
};
