import type { Api, Conversion } from './api.ts';
import { type Cells, ms } from './print-table.ts';
import { runRoundTrip } from './round-trip.ts';
import { median, quantile } from './statistics.ts';

/** Pairs of a conversion in three calls and one in a single call, taken in turns. */
const pairs = 40;
/** The calls of a pair that count against a token: three and one. */
const callsPerPair = 4;

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
};

/** Compares upload, convert and a read that waits with one call that waits, both with the download of the result. */
export const compareOneCall = async (
  conversions: readonly Conversion[],
  api: Api,
  reserve: (calls: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Cells> => {
  const rows: string[][] = [
    ['document', 'three calls p50 ms', 'p99 ms', 'one call p50 ms', 'p99 ms', 'ratio'],
  ];
  for (const conversion of conversions) {
    await reserve(pairs * callsPerPair);
    const three: number[] = [];
    const one: number[] = [];
    await api.convertInOneCall(conversion);
    while (one.length < pairs) {
      signal.throwIfAborted();
      three.push(await timed(() => runRoundTrip(api, conversion)));
      one.push(await timed(() => api.convertInOneCall(conversion)));
    }
    rows.push([
      conversion.label,
      ...[three, one].flatMap((values) => [ms(median(values)), ms(quantile(values, 0.99))]),
      (median(one) / median(three)).toFixed(2),
    ]);
  }
  return rows;
};
