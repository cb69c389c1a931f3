import type { Api, Conversion } from './api.ts';
import { type Cells, formatTarget, ms } from './print-table.ts';
import { runRoundTrip, timesOf } from './round-trip.ts';
import { median, quantile } from './statistics.ts';

/** Pairs of a conversion in three calls and one in a single call, taken in turns. */
const pairs = 40;
/** The calls of a pair that count against a token: three and one. */
const callsPerPair = 4;

/** Target for what one call adds to the engine's time, median in milliseconds. */
const addedTarget = 15;

const timed = async <Result>(run: () => Promise<Result>): Promise<readonly [number, Result]> => {
  const startedAt = performance.now();
  const result = await run();
  return [performance.now() - startedAt, result];
};

/**
 * Compares upload, convert and a read that waits with one call that waits, both with the download of the result. The engine's time is that
 * of the three calls: the account and the document are the same.
 */
export const compareOneCall = async (
  conversions: readonly Conversion[],
  api: Api,
  reserve: (calls: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Cells> => {
  const rows: string[][] = [
    [
      'document',
      'three calls p50 ms',
      'p99 ms',
      'one call p50 ms',
      'p99 ms',
      'ratio',
      'engine p50 ms',
      'one call without it p50 ms',
      'target',
    ],
  ];
  for (const conversion of conversions) {
    await reserve(pairs * callsPerPair);
    const three: number[] = [];
    const one: number[] = [];
    const engine: number[] = [];
    await api.convertInOneCall(conversion);
    while (one.length < pairs) {
      signal.throwIfAborted();
      const [threeMs, { job }] = await timed(() => runRoundTrip(api, conversion));
      const [oneMs] = await timed(() => api.convertInOneCall(conversion));
      three.push(threeMs);
      one.push(oneMs);
      engine.push(timesOf(job).engine);
    }
    const added = median(one) - median(engine);
    rows.push([
      conversion.label,
      ...[three, one].flatMap((values) => [ms(median(values)), ms(quantile(values, 0.99))]),
      (median(one) / median(three)).toFixed(2),
      ms(median(engine)),
      ms(added),
      formatTarget(added, addedTarget),
    ]);
  }
  return rows;
};
