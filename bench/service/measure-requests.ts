import type { Account } from './account.ts';
import { closedLoop } from './closed-loop.ts';
import type { Options } from './options.ts';
import { against, type Cells, ms } from './print-table.ts';
import { quantile } from './statistics.ts';

/** Reading a job that is complete, median at one client. */
const jobReadAim = 10;

/** Tokens beyond what the warm-up's rate asks for: the code gets faster while it runs. */
const reserveFactor = 1.5;

/** A request whose rate and latency are measured. */
export type MeasuredRequest = {
  readonly label: string;
  readonly call: () => Promise<void>;
  /** Whether it is counted against a token. */
  readonly isCounted: boolean;
  /** Milliseconds for the median at one client. */
  readonly aim?: number;
};

/** The requests that do little by themselves, so that what is measured is the service around them. */
export const smallRequests = (
  api: { health(): Promise<void>; readJob(jobId: string): Promise<void> },
  jobId: string,
): readonly MeasuredRequest[] => [
  { label: 'GET /health', call: () => api.health(), isCounted: false },
  { label: 'GET /job/{id}', call: () => api.readJob(jobId), isCounted: true, aim: jobReadAim },
];

/** Measures each request with each number of clients, after a warm-up of a third of the time. */
export const measureRequests = async (
  requests: readonly MeasuredRequest[],
  account: Account,
  { seconds, clients }: Options,
  signal: AbortSignal,
): Promise<Cells> => {
  const rows: string[][] = [
    ['request', 'clients', 'requests', 'per second', 'p50 ms', 'p99 ms', 'aim for p50'],
  ];
  for (const { label, call, isCounted, aim } of requests) {
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
        aim !== undefined && count === 1 ? against(p50, aim) : '',
      ]);
    }
  }
  return rows;
};
