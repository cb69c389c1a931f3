import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions, workerBundles } from '../cdk/bundle.ts';
import { environmentNames } from '../lib/env.ts';
import type { BackgroundFunction } from '../lib/functions/background-functions.ts';
import { isActive } from '../lib/jobs/job.ts';
import { type LifeDocument, makeDocuments } from './lambda-life/documents.ts';
import { type LambdaEnvironment, type Spent, startEnvironment } from './lambda-life/lambda-environment.ts';
import { type Service, startService } from './lambda-life/service.ts';
import { awsPrices } from './service/aws-prices.ts';
import { type Cells, printTable } from './service/print-table.ts';
import { median } from './service/statistics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bundles: { type: 'string' },
    frozen: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
    memory: { type: 'string' },
    pages: { type: 'string', default: '100' },
  },
});
const frozenMs = Number(values.frozen) * 1000;
const runs = Number(values.runs);

/** The calls of a document, with the time after which its client had the result: parts of a scan run side by side on Lambda. */
type Call = Spent & { readonly doneMs: number };

const sumOf = (calls: readonly Spent[], of: keyof Spent): number =>
  calls.reduce((sum, call) => sum + call[of], 0);

const call = async (
  service: Service,
  environment: LambdaEnvironment,
  document: LifeDocument,
  accountId: string,
): Promise<Call> => {
  const jobId = await service.submit(accountId, document);
  const invoke = async (part?: string): Promise<Spent> => {
    const body = JSON.stringify({ account_id: accountId, job_id: jobId, part });
    return await environment.invoke({ Records: [{ messageId: '1', body }] });
  };
  const calls = [await invoke()];
  let doneMs = calls[0]?.milliseconds ?? 0;
  let job = await service.read(accountId, jobId);
  if (job !== undefined && isActive(job)) {
    const parts: Spent[] = [];
    // A part that fails is divided into others.
    for (let open = await service.openParts(job); open.length > 0; open = await service.openParts(job))
      for (const { id } of open) parts.push(await invoke(id));
    const last = await invoke();
    calls.push(...parts, last);
    doneMs += Math.max(...parts.map(({ milliseconds }) => milliseconds)) + last.milliseconds;
    job = await service.read(accountId, jobId);
  }
  const answeredAt = Date.now();
  if (job?.status !== 'complete') throw new Error(`${document.name}: ${JSON.stringify(job?.error ?? job)}`);
  return {
    processorSeconds: sumOf(calls, 'processorSeconds'),
    milliseconds: sumOf(calls, 'milliseconds'),
    doneMs: doneMs - (answeredAt - (job.completedAt ?? answeredAt)),
  };
};

const add = (start: Spent, first: Call): Call => ({
  processorSeconds: start.processorSeconds + first.processorSeconds,
  milliseconds: start.milliseconds + first.milliseconds,
  doneMs: start.milliseconds + first.doneMs,
});

/** A document's calls in one environment: cold, then of other tenants, then of the same one, the last by invocation. */
const measureDocument = async (
  service: Service,
  bundle: string,
  { memoryMegabytes, engineMegabytes }: Pick<BackgroundFunction, 'memoryMegabytes' | 'engineMegabytes'>,
  document: LifeDocument,
  folder: string,
) => {
  const environment = await startEnvironment({
    ...{ bundle, memoryMegabytes, frozenMs },
    variables: {
      ...service.environment,
      [environmentNames.engineMemoryMegabytes]: String(engineMegabytes),
    },
    scratch: join(folder, 'scratch'),
  });
  try {
    const tenant = async (): Promise<Call> =>
      await call(service, environment, document, await service.createTenant());
    const cold = add(environment.started, await tenant());
    const change: Call[] = [];
    const same: Call[] = [];
    const express: Call[] = [];
    if (!document.isLong) {
      for (let run = 0; run < runs; run += 1) change.push(await tenant());
      const accountId = await service.createTenant();
      await call(service, environment, document, accountId);
      for (let run = 0; run < runs; run += 1)
        same.push(await call(service, environment, document, accountId));
      while (document.to === 'text' && express.length < runs) {
        const spent = await environment.invoke(service.invocation(accountId, document));
        express.push({ ...spent, doneMs: spent.milliseconds });
      }
    }
    const memory = environment.processes.bytes();
    const calls = { cold: [cold], 'change of tenant': change, 'same tenant': same, 'in one call': express };
    return { calls, memory, count: environment.processes.count() };
  } finally {
    await environment.close();
  }
};

/** US cents of 1,000 calls of a worker on x64, without those of other services. */
const centsOf = ({ milliseconds }: Call, memoryMegabytes: number): number =>
  milliseconds * (memoryMegabytes / 1024) * awsPrices.lambdaGigabyteSecond.x64 * 100;

const cellsOf = (name: string, calls: readonly Call[], memoryMegabytes: number): string[] => [
  name,
  median(calls.map(({ processorSeconds }) => processorSeconds)).toFixed(2),
  median(calls.map(({ doneMs }) => doneMs)).toFixed(0),
  median(calls.map(({ milliseconds }) => milliseconds)).toFixed(0),
  median(calls.map((each) => centsOf(each, memoryMegabytes))).toFixed(1),
];

const folder = await mkdtemp(join(tmpdir(), 'lambda-life-'));
const bundles = values.bundles ?? join(folder, 'bundles');
if (values.bundles === undefined) bundleFunctions(bundles);
const service = await startService(folder);
try {
  const documents = (await makeDocuments(Number(values.pages))).filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  for (const document of documents) {
    const bundle = workerBundles.find(({ worker }) => worker === document.worker);
    if (bundle === undefined) throw new Error(`No bundle has the worker ${document.worker}`);
    const memoryMegabytes = Number(values.memory ?? bundle.row.memoryMegabytes);
    const path = join(bundles, bundle.name);
    const measured = await measureDocument(
      service,
      path,
      { ...bundle.row, memoryMegabytes },
      document,
      folder,
    );
    const cells: Cells = [
      ['', 'processor s', 'done ms', 'billed ms', 'cents for 1,000'],
      ...Object.entries(measured.calls)
        .filter(([, calls]) => calls.length > 0)
        .map(([name, calls]) => cellsOf(name, calls, memoryMegabytes)),
    ];
    const megabytes = (measured.memory / 1_048_576).toFixed(0);
    printTable(`${document.name} (${megabytes} MB in ${measured.count} processes afterwards)`, cells);
  }
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
