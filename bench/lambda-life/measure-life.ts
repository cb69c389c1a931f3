import { join } from 'node:path';
import { environmentNames } from '../../lib/env.ts';
import type { BackgroundFunction } from '../../lib/functions/background-functions.ts';
import { isActive } from '../../lib/jobs/job.ts';
import type { LifeDocument } from './documents.ts';
import { type LambdaEnvironment, type Spent, startEnvironment } from './lambda-environment.ts';
import type { Service } from './service.ts';

/** The calls of a document, with the time after which its client had the result: parts of a scan run side by side on Lambda. */
export type LifeCall = Spent & { readonly doneMs: number };

const sumOf = (calls: readonly Spent[], of: keyof Spent): number =>
  calls.reduce((sum, call) => sum + call[of], 0);

const call = async (
  service: Service,
  environment: LambdaEnvironment,
  document: LifeDocument,
  accountId: string,
): Promise<LifeCall> => {
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

const add = (start: Spent, first: LifeCall): LifeCall => ({
  processorSeconds: start.processorSeconds + first.processorSeconds,
  milliseconds: start.milliseconds + first.milliseconds,
  doneMs: start.milliseconds + first.doneMs,
});

/** What is measured, and how. */
export type LifeSetting = {
  readonly service: Service;
  /** The folder of the bundle of the document's worker. */
  readonly bundle: string;
  readonly row: Pick<BackgroundFunction, 'memoryMegabytes' | 'engineMegabytes'>;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly frozenMs: number;
  /** Calls of each median. */
  readonly runs: number;
};

/** A document's calls in one environment: cold, then of other tenants, then of the same one, the last by invocation. */
export const measureLife = async (
  document: LifeDocument,
  { service, bundle, row: { memoryMegabytes, engineMegabytes }, folder, frozenMs, runs }: LifeSetting,
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
    const tenant = async (): Promise<LifeCall> =>
      await call(service, environment, document, await service.createTenant());
    const cold = add(environment.started, await tenant());
    const change: LifeCall[] = [];
    const same: LifeCall[] = [];
    const express: LifeCall[] = [];
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

/** What the calls of a document took. */
export type Life = Awaited<ReturnType<typeof measureLife>>['calls'];
