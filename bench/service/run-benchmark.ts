import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccount, tableOf } from './account.ts';
import { type Api, type Conversion, openApi } from './api.ts';
import { smallText } from './documents.ts';
import { measureEngine, measurePdfToText, type Span } from './engine-alone.ts';
import { openHttp } from './http.ts';
import { measureRequests, smallRequests } from './measure-requests.ts';
import {
  addedAim,
  type MeasuredWays,
  measureWays,
  phasesTable,
  type User,
  waysTable,
} from './measure-ways.ts';
import type { Options } from './options.ts';
import { against, type Cells, ms, printTable } from './print-table.ts';
import { copyProject } from './project-copy.ts';
import { type StackProcess, startStackProcess } from './stack-process.ts';
import { median, quantile } from './statistics.ts';
import { goWholeWay, type JobTimes, timesOf, type Way } from './way.ts';

/** Jobs that are each of an account that has not been seen: the engine's process is changed for each of them. */
const firstJobs = 8;

/** What is given back at the end, the last first. */
type Undo = (() => unknown)[];

/**
 * Measures a stack of its own and prints what it found; ends and removes everything that it started, also where it
 * fails or the signal is aborted.
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
    `DocForge, local stack and clients on one machine: ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before the start, Node ${process.version}, ${options.seconds} s for each measurement`,
  );

  const { stack, starts } = await startTwice(folder, signal, undo);
  const { baseUrl } = stack.description;
  const table = tableOf(stack.description);
  undo.push(() => table.client.destroy());
  const newUser = async (): Promise<User> => {
    const account = await openAccount(table);
    return { account, api: openApi(baseUrl, send, account) };
  };
  const { account, api } = await newUser();
  const text: Conversion = { label: 'text -> PDF', filename: 'small.txt', bytes: smallText(), to: 'pdf' };

  const healthAt = performance.now();
  await api.health();
  starts.push(['first GET /health: its function starts', ms(performance.now() - healthAt)]);
  const firstAt = performance.now();
  const first = await goWholeWay(api, text);
  starts.push(['first whole way: five functions and the engine start', ms(performance.now() - firstAt)]);
  printTable('Start', [['what', 'ms'], ...starts]);

  const requests = smallRequests(api, first.jobId);
  printTable('Small requests', await measureRequests(requests, account, options, signal));

  const pdf: Conversion = { label: 'PDF -> text', filename: 'small.pdf', bytes: first.result, to: 'text' };
  const measured = await measureWays([pdf, text], newUser, options, signal);
  printTable('Upload, convert, wait, download', waysTable(measured));
  const fewest = Math.min(...options.clients);
  const atFewest = measured.filter(({ clients }) => clients === fewest);
  printTable(`Where a way's time goes, ${fewest} at once`, phasesTable(atFewest));

  const ways = await waysOfNewAccounts(newUser, pdf, signal);
  printTable(
    `The same for ${firstJobs} accounts' first jobs, one after the other`,
    phasesTable([{ conversion: pdf, ways }]),
  );

  const span = { seconds: Math.min(2, options.seconds), signal };
  printTable('Beside the engine alone', await besideEngine(atFewest, ways, pdf, span));
  console.log(`\nMeasured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
};

/** Starts a copy of the project for the first time, and again; the second start stays. */
const startTwice = async (
  folder: string,
  signal: AbortSignal,
  undo: Undo,
): Promise<{ stack: StackProcess; starts: [string, string][] }> => {
  const project = join(folder, 'project');
  const data = join(folder, 'data');
  await copyProject(project);
  const cold = await startStackProcess(project, data, signal);
  await cold.stop();
  const stack = await startStackProcess(project, data, signal);
  undo.push(() => stack.stop());
  return {
    stack,
    starts: [
      ['first start: synthesises, bundles, makes its data', ms(cold.startMilliseconds)],
      ['every further start', ms(stack.startMilliseconds)],
    ],
  };
};

/** One way for each of some new accounts; another one has used the engine's process before each. */
const waysOfNewAccounts = async (
  newUser: () => Promise<User>,
  conversion: Conversion,
  signal: AbortSignal,
): Promise<readonly Way[]> => {
  const apis: Api[] = [];
  for (let index = 0; index < firstJobs; index += 1) {
    const { account, api } = await newUser();
    await account.reserve(1);
    apis.push(api);
  }
  const ways: Way[] = [];
  for (const api of apis) {
    signal.throwIfAborted();
    ways.push(await goWholeWay(api, conversion));
  }
  return ways;
};

/**
 * The engine in this process, by itself, beside what the service needed for the same bytes.
 *
 * A job's engine phase also holds the start of the engine's process where there is one, which is the service's doing; so
 * what is added is told once more, against the engine alone.
 */
const besideEngine = async (
  measured: readonly MeasuredWays[],
  firstWays: readonly Way[],
  pdf: Conversion,
  span: Span,
): Promise<Cells> => {
  const rows: string[][] = [['what', 'p50 ms', 'p99 ms', 'ratio', 'added p50 ms', 'aim']];
  for (const { conversion, ways, milliseconds } of measured) {
    const alone = await measureEngine(conversion, span);
    const base = median(alone);
    const add = (what: string, values: readonly number[], aim?: number): void => {
      const p50 = median(values);
      const added = values === alone ? '' : ms(p50 - base);
      const met = aim === undefined ? '' : against(p50 - base, aim);
      const label = `${conversion.label}: ${what}`;
      rows.push([label, ms(p50), ms(quantile(values, 0.99)), (p50 / base).toFixed(2), added, met]);
    };
    const jobs = (of: keyof JobTimes, from = ways): number[] => from.map(({ job }) => timesOf(job)[of]);
    add(`${ways[0]?.job.report.engine} alone, in process`, alone);
    add('engine phase of the job', jobs('engine'));
    add('job, created until complete', jobs('whole'), addedAim);
    if (conversion === pdf) add("an account's first job, the same", jobs('whole', firstWays), addedAim);
    add('whole way', milliseconds);
    if (conversion !== pdf) continue;
    const other = await measurePdfToText(conversion.bytes, span);
    if (other === undefined) rows.push([`${conversion.label}: pdftotext`, 'not installed', '', '', '', '']);
    else add('pdftotext, a process each', other);
  }
  return rows;
};
