import {
  type BackgroundFunctionName,
  backgroundFunctions,
} from '../../lib/functions/background-functions.ts';
import { endpointFunctions } from '../../lib/functions/endpoint-functions.ts';
import type { Life, LifeCall } from '../lambda-life/measure-life.ts';
import type { Api, CompleteJob, Conversion } from './api.ts';
import { awsPrices } from './aws-prices.ts';
import type { CountedServices } from './counted-services.ts';
import type { AwsCall } from './counting-proxy.ts';
import type { Cells } from './print-table.ts';
import { median } from './statistics.ts';

/** A document to convert, the function that does, and what its calls take under the freeze. */
export type PricedConversion = Conversion & { readonly worker: BackgroundFunctionName; readonly life: Life };

/** A part of a conversion: the AWS calls of one request, or those of the job in its worker. */
type Part = { readonly label: string; readonly calls: readonly AwsCall[] };

/** What one conversion needed. */
type Run = {
  readonly parts: readonly Part[];
  readonly gatewayRequests: number;
  /** Gigabyte-seconds of the functions behind requests, without what the last one waited for the worker. */
  readonly endpointSeconds: number;
  readonly storedBytes: number;
  readonly sentBytes: number;
};

const gigabytes = ({ memoryMegabytes }: { memoryMegabytes: number }): number => memoryMegabytes / 1024;

const timed = async <Result>(run: () => Promise<Result>): Promise<{ result: Result; seconds: number }> => {
  const startedAt = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - startedAt) / 1000 };
};

const { upload: uploader, convert, getResult } = endpointFunctions;

/** Milliseconds that the worker of a job took here. */
const workMs = ({ report: { timings_ms } }: Pick<CompleteJob, 'report'>): number =>
  timings_ms.download + timings_ms.engine + timings_ms.store;

/** The gigabyte-seconds of a function that waited for a worker, without those that the worker took. */
const waitedSeconds = (
  seconds: number,
  job: Pick<CompleteJob, 'report'>,
  row: { readonly memoryMegabytes: number },
): number => Math.max(0, seconds - workMs(job) / 1000) * gigabytes(row);

/** Waits for the result of a job, and downloads one that is no text. */
const finish = async (
  api: Api,
  jobId: string,
  { bytes }: PricedConversion,
  services: CountedServices,
  submitted: Pick<Run, 'parts' | 'endpointSeconds'>,
): Promise<Run> => {
  const wait = await timed(() => api.awaitResult(jobId));
  const waitCalls = await services.takeSettled();
  const { location, receivedBytes } = wait.result;
  const sentBytes = location === undefined ? receivedBytes : (await api.download(location)).length;
  const resultCalls = await services.takeSettled();
  const job = await api.readJob(jobId);
  return {
    parts: [
      ...submitted.parts,
      { label: 'the job, and GET /job/{id}/result?wait=25', calls: waitCalls },
      { label: 'the result, if it is no text', calls: resultCalls },
    ],
    gatewayRequests: submitted.parts.length + 1,
    endpointSeconds: submitted.endpointSeconds + waitedSeconds(wait.seconds, job, getResult),
    storedBytes: bytes.length + job.output.size_bytes,
    sentBytes,
  };
};

/** A way to convert a document. */
type Flow = {
  readonly label: string;
  /** The function that waits for the worker. */
  readonly waiter: { readonly memoryMegabytes: number };
  /** The calls of the worker for the same account as before. */
  readonly same: keyof Life;
  /** Whether only a result that is text is converted in this way. */
  readonly isForText?: true;
  convert(api: Api, conversion: PricedConversion, services: CountedServices): Promise<Run>;
};

const flows: readonly Flow[] = [
  {
    label: 'upload, convert, result',
    waiter: getResult,
    same: 'same tenant',
    convert: async (api, conversion, services) => {
      const upload = await timed(() => api.upload(conversion));
      const uploadCalls = services.take();
      // The message is the last call of the request; what follows is the worker's.
      const submit = await timed(() => api.convert(upload.result, conversion.to));
      return finish(api, submit.result, conversion, services, {
        parts: [
          { label: 'POST /upload', calls: uploadCalls },
          { label: 'POST /convert', calls: services.take() },
        ],
        endpointSeconds: upload.seconds * gigabytes(uploader) + submit.seconds * gigabytes(convert),
      });
    },
  },
  {
    label: 'convert with file, result',
    waiter: getResult,
    same: 'same tenant',
    convert: async (api, conversion, services) => {
      const submit = await timed(() => api.convertBody(conversion));
      return finish(api, submit.result, conversion, services, {
        parts: [{ label: 'POST /convert with the file', calls: services.take() }],
        endpointSeconds: submit.seconds * gigabytes(convert),
      });
    },
  },
  {
    label: 'one call for the result',
    waiter: convert,
    same: 'in one call',
    isForText: true,
    convert: async (api, conversion, services) => {
      const { result: one, seconds } = await timed(() => api.convertInOneCall(conversion));
      const calls = await services.takeSettled();
      if (one.jobId === undefined) throw new Error(`${conversion.label}: the result was not returned`);
      const job = await api.readJob(one.jobId);
      return {
        parts: [{ label: 'POST /convert with the file, for the result', calls }],
        gatewayRequests: 1,
        endpointSeconds: waitedSeconds(seconds, job, convert),
        storedBytes: 0,
        sentBytes: one.receivedBytes,
      };
    },
  },
];

const named = (calls: readonly AwsCall[]): string => {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`)).join(', ');
};

const unitsOf = (calls: readonly AwsCall[], kind: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((sum, call) => sum + call[kind], 0);

/** Formats the AWS calls of each request of a conversion. */
const callsTable = ({ parts }: Run): Cells => [
  ['request', 'calls', 'read units', 'write units', 'which'],
  ...[...parts, { label: 'all', calls: parts.flatMap(({ calls }) => calls) }].map(({ label, calls }) => [
    label,
    String(calls.length),
    String(unitsOf(calls, 'readUnits')),
    String(unitsOf(calls, 'writeUnits')),
    label === 'all' ? '' : named(calls),
  ]),
];

/** The share of a month for which files and results are stored by default, a day. */
const storedMonths = 1 / 30;
const gigabyte = 1e9;

/** US dollars of a conversion by service, without the time of its worker and of the call that waits for it. */
const costOf = (run: Run): Readonly<Record<string, number>> => {
  const calls = run.parts.flatMap((part) => part.calls);
  const count = (start: string): number => calls.filter(({ name }) => name.startsWith(start)).length;
  return {
    'API Gateway': run.gatewayRequests * awsPrices.gatewayRequest,
    // Each request, and the worker.
    'Lambda, requests': (run.gatewayRequests + 1) * awsPrices.lambdaRequest,
    'Lambda, endpoints': run.endpointSeconds * awsPrices.lambdaGigabyteSecond.arm64,
    DynamoDB:
      unitsOf(calls, 'readUnits') * awsPrices.tableReadUnit +
      unitsOf(calls, 'writeUnits') * awsPrices.tableWriteUnit,
    S3:
      (count('s3 PUT') + count('s3 COPY')) * awsPrices.bucketPut +
      count('s3 GET') * awsPrices.bucketGet +
      (run.storedBytes / gigabyte) * awsPrices.bucketGigabyteMonth * storedMonths,
    SQS: count('sqs') * awsPrices.queueRequest,
    'transfer of results': (run.sentBytes / gigabyte) * awsPrices.transferGigabyte,
  };
};

/** US dollars of a call of the worker, and of the one that waits for it. */
const workCostOf = (
  calls: readonly LifeCall[],
  row: { readonly memoryMegabytes: number },
  waiter: Flow['waiter'],
): number => {
  const seconds = (of: 'milliseconds' | 'doneMs'): number => median(calls.map((call) => call[of])) / 1000;
  return (
    seconds('milliseconds') * gigabytes(row) * awsPrices.lambdaGigabyteSecond.x64 +
    seconds('doneMs') * gigabytes(waiter) * awsPrices.lambdaGigabyteSecond.arm64
  );
};

/** Cold starts of the mixed price; half of the other calls are for another account than the one before. */
const coldShare = 0.01;

const mixed = (cold: number, change: number, same: number): number =>
  coldShare * cold + ((1 - coldShare) * (change + same)) / 2;

/** The number of conversions of the printed prices. */
export const pricedConversions = 1000;
const dollars = (value: number): string => `$${(value * pricedConversions).toFixed(4)}`;

/** Conversions of a document that are measured, after one that starts the functions. */
const measuredRuns = 5;

/** Measures what conversions need of AWS. Returns the calls of the first document by each way, and the cost of 1,000 conversions of each. */
export const measureCost = async (
  documents: readonly PricedConversion[],
  api: Api,
  services: CountedServices,
  signal: AbortSignal,
): Promise<{ readonly calls: readonly (readonly [label: string, cells: Cells])[]; readonly cost: Cells }> => {
  const columns: { readonly flow: Flow; readonly conversion: PricedConversion; readonly runs: Run[] }[] = [];
  for (const conversion of documents) {
    for (const flow of flows) {
      if (flow.isForText && conversion.to !== 'text') continue;
      const runs: Run[] = [];
      while (runs.length <= measuredRuns) {
        signal.throwIfAborted();
        await services.takeSettled();
        runs.push(await flow.convert(api, conversion, services));
      }
      // The first one starts the functions.
      columns.push({ flow, conversion, runs: runs.slice(1) });
    }
  }
  const priced = columns.map(({ flow, conversion: { worker, life }, runs }) => {
    const costs = runs.map(costOf);
    const services = Object.keys(costs[0] ?? {}).map(
      (name) => [name, median(costs.map((cost) => cost[name] ?? 0))] as const,
    );
    const fixed = services.reduce((sum, [, cost]) => sum + cost, 0);
    const [cold, change, same] = [life.cold, life['change of tenant'], life[flow.same]].map(
      (calls) => fixed + workCostOf(calls, backgroundFunctions[worker], flow.waiter),
    ) as [number, number, number];
    return new Map([
      ...services,
      ['all of these', fixed],
      ['with the worker, same account as before', same],
      ['with the worker, another account', change],
      ['with the worker, cold start', cold],
      [`with the worker, ${coldShare * 100} % cold, else half and half`, mixed(cold, change, same)],
    ]);
  });
  return {
    calls: columns
      .filter(({ conversion }) => conversion === documents[0])
      .flatMap(({ flow, runs: [run] }) =>
        run === undefined ? [] : [[flow.label, callsTable(run)] as const],
      ),
    cost: [
      ['', ...columns.map(({ conversion }) => conversion.label)],
      ['', ...columns.map(({ flow }) => flow.label)],
      ...[...(priced[0]?.keys() ?? [])].map((row) => [
        row,
        ...priced.map((column) => dollars(column.get(row) ?? 0)),
      ]),
    ],
  };
};
