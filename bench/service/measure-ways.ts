import type { Account } from './account.ts';
import type { Api, Conversion } from './api.ts';
import { closedLoop } from './closed-loop.ts';
import type { Options } from './options.ts';
import { against, type Cells, ms } from './print-table.ts';
import { quantile } from './statistics.ts';
import { callsOfWay, goWholeWay, timesOf, type Way } from './way.ts';

/** Milliseconds that the service adds to the engine's own time, median at one client. */
export const addedAim = 60;

/** Ways of one document before it is measured: they start the engine's processes and load what it needs. */
const warmUpWays = 3;

/** Ways a second that tokens are made for beforehand; faster ones make their own while they run. */
const reservedPerSecond = 60;

/** The ways of one document with one number of clients. */
export type MeasuredWays = {
  readonly conversion: Conversion;
  readonly clients: number;
  readonly ways: readonly Way[];
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
};

/** An account and the interface as it uses it. */
export type User = { readonly account: Account; readonly api: Api };

/**
 * Measures the whole way of each document with each number of clients, each for an account of its own, whose monthly
 * operations are then enough for any rate.
 */
export const measureWays = async (
  conversions: readonly Conversion[],
  newUser: () => Promise<User>,
  { seconds, clients }: Options,
  signal: AbortSignal,
): Promise<readonly MeasuredWays[]> => {
  const measured: MeasuredWays[] = [];
  for (const conversion of conversions) {
    for (const count of clients) {
      const { account, api } = await newUser();
      const go = (): Promise<Way> => goWholeWay(api, conversion);
      await Promise.all(
        Array.from({ length: Math.min(count, 8) }, async () => {
          for (let way = 0; way < warmUpWays; way += 1) await go();
        }),
      );
      await account.reserve(callsOfWay * (reservedPerSecond * seconds + count));
      const load = await closedLoop(go, { clients: count, seconds, signal });
      const { results: ways, milliseconds, perSecond } = load;
      measured.push({ conversion, clients: count, ways, milliseconds, perSecond });
    }
  }
  return measured;
};

/** Ways as a table. */
export const waysTable = (measured: readonly MeasuredWays[]): Cells => [
  ['document', 'clients', 'ways', 'per second', 'p50 ms', 'p99 ms'],
  ...measured.map(({ conversion, clients, ways, milliseconds, perSecond }) => [
    conversion.label,
    String(clients),
    String(ways.length),
    perSecond.toFixed(1),
    ms(quantile(milliseconds, 0.5)),
    ms(quantile(milliseconds, 0.99)),
  ]),
];

const phases: readonly {
  readonly label: string;
  readonly of: (way: Way) => number;
  readonly aim?: number;
}[] = [
  { label: 'client: POST /upload', of: ({ upload }) => upload },
  { label: 'client: POST /convert until 202', of: ({ convert }) => convert },
  { label: 'client: 202 until the long poll answers', of: ({ wait }) => wait },
  { label: 'client: the same without the engine', of: ({ wait, job }) => wait - timesOf(job).engine },
  { label: 'client: download', of: ({ download }) => download },
  { label: 'job: queued', of: ({ job }) => timesOf(job).queued },
  { label: 'job: download of the source', of: ({ job }) => timesOf(job).download },
  { label: 'job: engine', of: ({ job }) => timesOf(job).engine },
  { label: 'job: store of the result', of: ({ job }) => timesOf(job).store },
  { label: 'job: in none of these', of: ({ job }) => timesOf(job).other },
  { label: 'job: created until complete', of: ({ job }) => timesOf(job).whole },
  { label: 'job: added to its engine phase', of: ({ job }) => timesOf(job).added, aim: addedAim },
];

/** Where the time of ways went, as a table: a column pair for each document. */
export const phasesTable = (measured: readonly Pick<MeasuredWays, 'conversion' | 'ways'>[]): Cells => [
  ['phase', ...measured.flatMap(({ conversion }) => [`${conversion.label} p50 ms`, 'p99 ms', 'aim for p50'])],
  ...phases.map(({ label, of, aim }) => [
    label,
    ...measured.flatMap(({ ways }) => {
      const values = ways.map(of);
      const p50 = quantile(values, 0.5);
      return [ms(p50), ms(quantile(values, 0.99)), aim === undefined ? '' : against(p50, aim)];
    }),
  ]),
];
