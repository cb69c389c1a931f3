import type { Account } from './account.ts';
import type { Api, Conversion } from './api.ts';
import { closedLoop } from './closed-loop.ts';
import type { Options } from './options.ts';
import { type Cells, formatTarget, ms } from './print-table.ts';
import { type RoundTrip, requestsPerRoundTrip, runRoundTrip, timesOf } from './round-trip.ts';
import { quantile } from './statistics.ts';

/** Target for the service's overhead over the engine, median with one client, in milliseconds. */
export const overheadTarget = 60;

/** Warm-up round trips of a document, which start the engine's processes. */
const warmUpRoundTrips = 3;

/** The rate that tokens are created for before a measurement. */
const reservedPerSecond = 60;

/** The round trips of a document with a number of clients. */
export type MeasuredRoundTrips = {
  readonly conversion: Conversion;
  readonly clients: number;
  readonly roundTrips: readonly RoundTrip[];
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
};

/** An account and its API client. */
export type User = { readonly account: Account; readonly api: Api };

/**
 * Measures the round trip of each document with each number of clients. Each measurement has its own account, so that its
 * monthly operations are sufficient.
 */
export const measureRoundTrips = async (
  conversions: readonly Conversion[],
  newUser: () => Promise<User>,
  { seconds, clients }: Options,
  signal: AbortSignal,
): Promise<readonly MeasuredRoundTrips[]> => {
  const measured: MeasuredRoundTrips[] = [];
  for (const conversion of conversions) {
    for (const count of clients) {
      const { account, api } = await newUser();
      const go = (): Promise<RoundTrip> => runRoundTrip(api, conversion);
      await Promise.all(
        Array.from({ length: Math.min(count, 8) }, async () => {
          for (let roundTrip = 0; roundTrip < warmUpRoundTrips; roundTrip += 1) await go();
        }),
      );
      await account.reserve(requestsPerRoundTrip * (reservedPerSecond * seconds + count));
      const load = await closedLoop(go, { clients: count, seconds, signal });
      const { results: roundTrips, milliseconds, perSecond } = load;
      measured.push({ conversion, clients: count, roundTrips, milliseconds, perSecond });
    }
  }
  return measured;
};

/** Formats round trips as a table. */
export const roundTripsTable = (measured: readonly MeasuredRoundTrips[]): Cells => [
  ['document', 'clients', 'round trips', 'per second', 'p50 ms', 'p99 ms'],
  ...measured.map(({ conversion, clients, roundTrips, milliseconds, perSecond }) => [
    conversion.label,
    String(clients),
    String(roundTrips.length),
    perSecond.toFixed(1),
    ms(quantile(milliseconds, 0.5)),
    ms(quantile(milliseconds, 0.99)),
  ]),
];

const phases: readonly {
  readonly label: string;
  readonly of: (roundTrip: RoundTrip) => number;
  readonly target?: number;
}[] = [
  { label: 'client: POST /upload', of: ({ upload }) => upload },
  { label: 'client: POST /convert to 202', of: ({ convert }) => convert },
  { label: 'client: 202 to the end of the long poll', of: ({ wait }) => wait },
  { label: 'client: 202 to the end, without the engine', of: ({ wait, job }) => wait - timesOf(job).engine },
  { label: 'client: download', of: ({ download }) => download },
  { label: 'job: queued', of: ({ job }) => timesOf(job).queued },
  { label: 'job: download of the source', of: ({ job }) => timesOf(job).download },
  { label: 'job: engine', of: ({ job }) => timesOf(job).engine },
  { label: 'job: storing the result', of: ({ job }) => timesOf(job).store },
  { label: 'job: other', of: ({ job }) => timesOf(job).other },
  { label: 'job: creation to completion', of: ({ job }) => timesOf(job).whole },
  {
    label: 'job: overhead over the engine phase',
    of: ({ job }) => timesOf(job).added,
    target: overheadTarget,
  },
];

/** Formats the phases of round trips as a table, with two columns per document. */
export const phasesTable = (
  measured: readonly Pick<MeasuredRoundTrips, 'conversion' | 'roundTrips'>[],
): Cells => [
  ['phase', ...measured.flatMap(({ conversion }) => [`${conversion.label} p50 ms`, 'p99 ms', 'target p50'])],
  ...phases.map(({ label, of, target }) => [
    label,
    ...measured.flatMap(({ roundTrips }) => {
      const values = roundTrips.map(of);
      const p50 = quantile(values, 0.5);
      return [ms(p50), ms(quantile(values, 0.99)), target === undefined ? '' : formatTarget(p50, target)];
    }),
  ]),
];
