import {
  type BackgroundFunctionName,
  backgroundFunctions,
} from '../../lib/functions/background-functions.ts';
import { endpointFunctions } from '../../lib/functions/endpoint-functions.ts';
import type { Api, Conversion } from './api.ts';
import { awsPrices } from './aws-prices.ts';
import type { CountedServices } from './counted-services.ts';
import type { AwsCall } from './counting-proxy.ts';
import type { Cells } from './print-table.ts';
import { median } from './statistics.ts';

/** A document to convert, and the worker that does. */
export type PricedConversion = Conversion & {
  readonly worker: BackgroundFunctionName;
  /** Whether it is converted in one call, which returns its result. */
  readonly isExpress?: true;
};

/** A part of a conversion: the AWS calls of one request, or those of the job in its worker. */
type Part = { readonly label: string; readonly calls: readonly AwsCall[] };

/** What one conversion needed. */
type Run = {
  readonly parts: readonly Part[];
  readonly gatewayRequests: number;
  /** Gigabyte-seconds of the functions behind requests, and of the worker. */
  readonly endpointSeconds: number;
  readonly workerSeconds: number;
  readonly storedBytes: number;
  readonly sentBytes: number;
};

const gigabytes = ({ memoryMegabytes }: { memoryMegabytes: number }): number => memoryMegabytes / 1024;

const timed = async <Result>(run: () => Promise<Result>): Promise<{ result: Result; seconds: number }> => {
  const startedAt = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - startedAt) / 1000 };
};

/** Converts a document with the fewest requests of small steps: upload, convert, one read that waits, download. */
const convertOnce = async (
  api: Api,
  conversion: PricedConversion,
  services: CountedServices,
): Promise<Run> => {
  await services.takeSettled();
  const upload = await timed(() => api.upload(conversion));
  const uploadCalls = services.take();
  const submit = await timed(() => api.convert(upload.result, conversion.to));
  // The message is the last call of the request; what follows is the worker's.
  const submitCalls = services.take();
  const wait = await timed(() => api.finish(submit.result));
  const waitCalls = await services.takeSettled();
  await api.readJob(submit.result);
  const readCalls = await services.takeSettled();
  const result = await api.download(wait.result.output_url);
  const downloadCalls = await services.takeSettled();
  const { download, engine, store } = wait.result.report.timings_ms;
  const { upload: uploader, convert, getJob } = endpointFunctions;
  return {
    parts: [
      { label: 'POST /upload', calls: uploadCalls },
      { label: 'POST /convert', calls: submitCalls },
      { label: 'the job, and GET /job/{id}?wait=25', calls: waitCalls },
      { label: 'GET /job/{id} once more', calls: readCalls },
      { label: 'the result', calls: downloadCalls },
    ],
    gatewayRequests: 3,
    endpointSeconds:
      upload.seconds * gigabytes(uploader) +
      submit.seconds * gigabytes(convert) +
      wait.seconds * gigabytes(getJob),
    workerSeconds: ((download + engine + store) / 1000) * gigabytes(backgroundFunctions[conversion.worker]),
    storedBytes: conversion.bytes.length + result.length,
    sentBytes: result.length,
  };
};

/** Converts a document in one call that waits for the result. */
const convertInOneCall = async (
  api: Api,
  conversion: PricedConversion,
  services: CountedServices,
): Promise<Run> => {
  await services.takeSettled();
  const { result: one, seconds } = await timed(() => api.convertInOneCall(conversion));
  const calls = await services.takeSettled();
  if (one.jobId === undefined) throw new Error(`${conversion.label}: the result was not returned`);
  const job = await api.readJob(one.jobId);
  await services.takeSettled();
  const { download, engine, store } = job.report.timings_ms;
  return {
    parts: [{ label: 'POST /convert with the file', calls }],
    gatewayRequests: 1,
    endpointSeconds: seconds * gigabytes(endpointFunctions.convert),
    workerSeconds: ((download + engine + store) / 1000) * gigabytes(backgroundFunctions[conversion.worker]),
    storedBytes: 0,
    sentBytes: one.receivedBytes,
  };
};

const named = (calls: readonly AwsCall[]): string => {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`)).join(', ');
};

const unitsOf = (calls: readonly AwsCall[], kind: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((sum, call) => sum + call[kind], 0);

/** Formats the AWS calls of each request of a conversion. */
const callsTable = (runs: readonly Run[]): Cells => [
  ['request', 'calls', 'read units', 'write units', 'which'],
  ...runs
    .flatMap(({ parts }) => parts)
    .map(({ label, calls }) => [
      label,
      String(calls.length),
      String(unitsOf(calls, 'readUnits')),
      String(unitsOf(calls, 'writeUnits')),
      named(calls),
    ]),
];

/** The share of a month for which files and results are stored by default, a day. */
const storedMonths = 1 / 30;
const gigabyte = 1e9;

/** US dollars of a conversion by service. The read that is only there to be counted costs nothing. */
const costOf = (run: Run): Readonly<Record<string, number>> => {
  const calls = run.parts.filter(({ label }) => !label.endsWith('once more')).flatMap((part) => part.calls);
  const count = (start: string): number => calls.filter(({ name }) => name.startsWith(start)).length;
  return {
    'API Gateway': run.gatewayRequests * awsPrices.gatewayRequest,
    'Lambda, requests': (run.gatewayRequests + 1) * awsPrices.lambdaRequest,
    'Lambda, endpoints': run.endpointSeconds * awsPrices.lambdaGigabyteSecond.arm64,
    'Lambda, worker': run.workerSeconds * awsPrices.lambdaGigabyteSecond.x64,
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

/** The number of conversions of the printed prices. */
export const pricedConversions = 1000;
const dollars = (value: number): string => `$${(value * pricedConversions).toFixed(4)}`;

/** Conversions of a document that are measured, after one that starts the functions. */
const measuredRuns = 5;

/** Measures what conversions need of AWS. Returns the calls of the first document and of those in one call, and the cost of 1,000 conversions of each. */
export const measureCost = async (
  documents: readonly PricedConversion[],
  api: Api,
  services: CountedServices,
  signal: AbortSignal,
): Promise<{ readonly calls: Cells; readonly cost: Cells }> => {
  const runs: Run[][] = [];
  for (const conversion of documents) {
    const convert = conversion.isExpress ? convertInOneCall : convertOnce;
    await convert(api, conversion, services);
    const own: Run[] = [];
    while (own.length < measuredRuns) {
      signal.throwIfAborted();
      own.push(await convert(api, conversion, services));
    }
    runs.push(own);
  }
  const costs = runs.map((own) => own.map(costOf));
  const firsts = runs.flatMap(([first], index) =>
    first !== undefined && (index === 0 || documents[index]?.isExpress) ? [first] : [],
  );
  const priced = Object.keys(costs[0]?.[0] ?? {});
  const medianOf = (own: readonly Readonly<Record<string, number>>[], service: string): number =>
    median(own.map((cost) => cost[service] ?? 0));
  const totalOf = (own: readonly Readonly<Record<string, number>>[]): number =>
    priced.reduce((sum, service) => sum + medianOf(own, service), 0);
  return {
    calls: callsTable(firsts),
    cost: [
      ['service', ...documents.map(({ label }) => label)],
      ...priced.map((service) => [service, ...costs.map((own) => dollars(medianOf(own, service)))]),
      ['all', ...costs.map((own) => dollars(totalOf(own)))],
    ],
  };
};
