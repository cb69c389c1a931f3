import { closedLoop } from './closed-loop.ts';
import type { Options } from './options.ts';
import { type Cells, formatTarget, ms } from './print-table.ts';
import { quantile } from './statistics.ts';

/** Target for reading a complete job, median with one client. */
const jobReadTarget = 10;

/** Calls that one account may make in a measurement: its plan allows 6,000 a minute, and the one before may be in it. */
const callsPerAccount = 2000;

/** Extra tokens, because the code gets faster after the warm-up. */
const reserveFactor = 1.5;

/** The rate that a warm-up, a third of a measurement, prepares for. */
const warmUpPerSecond = 2000;

/** A request whose rate and latency are measured. */
type MeasuredRequest = {
  readonly label: string;
  readonly call: () => Promise<void>;
  /** Prepares for this many calls, so that no limit of the service is measured. */
  readonly reserve?: (calls: number) => Promise<void>;
  /** Target for the median with one client, in milliseconds. */
  readonly target?: number;
};

/** Cheap requests, which measure the service around them. */
export const smallRequests = (
  config: () => Promise<void>,
  newReader: (calls: number) => Promise<() => Promise<void>>,
): readonly MeasuredRequest[] => {
  const readers: { readonly read: () => Promise<void>; left: number }[] = [];
  const reserve = async (calls: number): Promise<void> => {
    readers.length = 0;
    for (let left = calls; left > 0; left -= callsPerAccount)
      readers.push({ read: await newReader(callsPerAccount), left: callsPerAccount });
  };
  const readJob = async (): Promise<void> => {
    const [reader] = readers;
    if (reader === undefined) throw new Error('More calls than were reserved. Lower --seconds.');
    reader.left -= 1;
    if (reader.left === 0) readers.shift();
    await reader.read();
  };
  return [
    { label: 'GET /account/config', call: config },
    { label: 'GET /job/{id}', call: readJob, reserve, target: jobReadTarget },
  ];
};

/** Measures each request with each number of clients. A third of the time is warm-up. */
export const measureRequests = async (
  requests: readonly MeasuredRequest[],
  { seconds, clients }: Options,
  signal: AbortSignal,
): Promise<Cells> => {
  const rows: string[][] = [
    ['request', 'clients', 'requests', 'per second', 'p50 ms', 'p99 ms', 'target p50'],
  ];
  for (const { label, call, reserve, target } of requests) {
    for (const count of clients) {
      await reserve?.(warmUpPerSecond * seconds + count);
      const warmUp = await closedLoop(call, { clients: count, seconds: seconds / 3, signal });
      await reserve?.(Math.ceil(warmUp.perSecond * seconds * reserveFactor) + count);
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
