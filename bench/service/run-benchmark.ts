import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/bundle.ts';
import { type StackProcess, startStackProcess } from '../../test/e2e/support/stack-process.ts';
import { openAccount, tableOf } from './account.ts';
import { type Api, type Conversion, openApi } from './api.ts';
import { smallText } from './documents.ts';
import { measureEngine, measurePdfToText, type Span } from './engine-alone.ts';
import { openHttp } from './http.ts';
import { measureBundles } from './measure-bundles.ts';
import { compareOneCall } from './measure-one-call.ts';
import { measureRequests, smallRequests } from './measure-requests.ts';
import {
  type MeasuredRoundTrips,
  measureRoundTrips,
  overheadTarget,
  phasesTable,
  roundTripsTable,
  type User,
} from './measure-round-trips.ts';
import type { Options } from './options.ts';
import { printCost, type Undo } from './print-cost.ts';
import { type Cells, formatTarget, ms, printTable } from './print-table.ts';
import { copyProject } from './project-copy.ts';
import { type JobTimes, type RoundTrip, runRoundTrip, timesOf } from './round-trip.ts';
import { median, quantile } from './statistics.ts';

/** The number of first jobs of new accounts. Each one replaces the engine's process. */
const firstJobs = 8;

/**
 * Measures a stack of its own and prints the results. Stops and deletes everything at the end, after a failure, and when the
 * signal is aborted.
 */
export const runBenchmark = async (options: Options, signal: AbortSignal): Promise<void> => {
  const undo: Undo = [];
  try {
    await measure(options, signal, undo);
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

const measure = async (options: Options, signal: AbortSignal, undo: Undo): Promise<void> => {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const { send, close } = openHttp(signal);
  undo.push(close);
  console.log(
    `DocForge, local stack and clients on one machine: ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} at the start, Node ${process.version}, ${options.seconds} s per measurement`,
  );

  const bundles = join(folder, 'bundles');
  if (options.onlyCost) {
    await copyProject(join(folder, 'project'));
    bundleFunctions(bundles);
    return printCost(folder, bundles, send, signal, undo);
  }

  const { stack, starts } = await startTwice(folder, signal, undo);
  const { baseUrl } = stack.description;
  const table = tableOf(stack.description);
  undo.push(() => table.client.destroy());
  const newUser = async (): Promise<User> => {
    const account = await openAccount(table);
    return { account, api: openApi(baseUrl, send, account) };
  };
  const { api } = await newUser();
  const text: Conversion = { label: 'text -> PDF', filename: 'small.txt', bytes: smallText(), to: 'pdf' };

  const configAt = performance.now();
  await api.config();
  starts.push(['first GET /account/config, starts its function', ms(performance.now() - configAt)]);
  const firstAt = performance.now();
  const first = await runRoundTrip(api, text);
  starts.push(['first round trip, starts five functions and the engine', ms(performance.now() - firstAt)]);
  printTable('Start', [['what', 'ms'], ...starts]);

  const newReader = async (calls: number): Promise<() => Promise<void>> => {
    const reader = await newUser();
    const { jobId } = await runRoundTrip(reader.api, text);
    await reader.account.reserve(calls);
    return async () => void (await reader.api.readJob(jobId));
  };
  const requests = smallRequests(() => api.config(), newReader);
  printTable('Small requests', await measureRequests(requests, options, signal));

  const pdf: Conversion = { label: 'PDF -> text', filename: 'small.pdf', bytes: first.result, to: 'text' };
  const measured = await measureRoundTrips([pdf, text], newUser, options, signal);
  printTable('Upload, convert, wait, download', roundTripsTable(measured));
  const fewest = Math.min(...options.clients);
  const atFewest = measured.filter(({ clients }) => clients === fewest);
  printTable(`Phases of a round trip, ${fewest} concurrent`, phasesTable(atFewest));

  const roundTrips = await firstRoundTrips(newUser, pdf, signal);
  printTable(
    `Phases of the first jobs of ${firstJobs} accounts, sequential`,
    phasesTable([{ conversion: pdf, roundTrips }]),
  );

  const span = { seconds: Math.min(2, options.seconds), signal };
  printTable('Compared with the engine alone', await compareWithEngine(atFewest, roundTrips, pdf, span));

  const paired = await newUser();
  printTable(
    'One call with Prefer: wait=25 beside three calls, in turns',
    await compareOneCall([pdf, text], paired.api, paired.account.reserve, signal),
  );
  await stack.stop();

  bundleFunctions(bundles);
  await printCost(folder, bundles, send, signal, undo);
  printTable('Functions of the API', await measureBundles(bundles, signal));
  console.log(`\nFinished in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
};

/** Starts a copy of the project twice. The second stack keeps running. */
const startTwice = async (
  folder: string,
  signal: AbortSignal,
  undo: Undo,
): Promise<{ stack: StackProcess; starts: [string, string][] }> => {
  const project = join(folder, 'project');
  const data = join(folder, 'data');
  await copyProject(project);
  const start = async (what: string): Promise<{ stack: StackProcess; row: [string, string] }> => {
    const startedAt = performance.now();
    const stack = await startStackProcess(data, {}, { project, signal });
    undo.push(() => stack.stop());
    return { stack, row: [what, ms(performance.now() - startedAt)] };
  };
  const cold = await start('first start: synthesizes, bundles, creates its data');
  await cold.stack.stop();
  const { stack, row } = await start('later starts');
  return { stack, starts: [cold.row, row] };
};

/** Runs a round trip for each of several new accounts. Another account has used the engine's process before. */
const firstRoundTrips = async (
  newUser: () => Promise<User>,
  conversion: Conversion,
  signal: AbortSignal,
): Promise<readonly RoundTrip[]> => {
  const apis: Api[] = [];
  for (let index = 0; index < firstJobs; index += 1) {
    const { account, api } = await newUser();
    await account.reserve(1);
    apis.push(api);
  }
  const roundTrips: RoundTrip[] = [];
  for (const api of apis) {
    signal.throwIfAborted();
    roundTrips.push(await runRoundTrip(api, conversion));
  }
  return roundTrips;
};

/**
 * Compares the service with the engine in this process, for the same documents.
 *
 * A job's engine phase may include the start of the engine's process. So the overhead is also computed against the engine
 * alone.
 */
const compareWithEngine = async (
  measured: readonly MeasuredRoundTrips[],
  firstRoundTrips: readonly RoundTrip[],
  pdf: Conversion,
  span: Span,
): Promise<Cells> => {
  const rows: string[][] = [['phase', 'p50 ms', 'p99 ms', 'ratio', 'added p50 ms', 'target']];
  for (const { conversion, roundTrips, milliseconds } of measured) {
    const alone = await measureEngine(conversion, span);
    const base = median(alone);
    const add = (what: string, values: readonly number[], target?: number): void => {
      const p50 = median(values);
      const added = values === alone ? '' : ms(p50 - base);
      const met = target === undefined ? '' : formatTarget(p50 - base, target);
      const label = `${conversion.label}: ${what}`;
      rows.push([label, ms(p50), ms(quantile(values, 0.99)), (p50 / base).toFixed(2), added, met]);
    };
    const jobs = (of: keyof JobTimes, from = roundTrips): number[] => from.map(({ job }) => timesOf(job)[of]);
    add(`${roundTrips[0]?.job.report.engine} alone, in this process`, alone);
    add('engine phase of the job', jobs('engine'));
    add('job, from creation to completion', jobs('whole'), overheadTarget);
    if (conversion === pdf)
      add(
        "an account's first job, from creation to completion",
        jobs('whole', firstRoundTrips),
        overheadTarget,
      );
    add('round trip', milliseconds);
    if (conversion !== pdf) continue;
    const other = await measurePdfToText(conversion.bytes, span);
    if (other === undefined) rows.push([`${conversion.label}: pdftotext`, 'not installed', '', '', '', '']);
    else add('pdftotext, one process per document', other);
  }
  return rows;
};
