import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FunctionDefinition } from '../template/functions.ts';
import { type Concurrency, createConcurrency } from './concurrency.ts';
import { type AwsSettings, functionEnvironment } from './environment.ts';
import type { Host, Outcome, StartHost } from './host.ts';
import type { FunctionLog } from './log.ts';

/**
 * How a function's invocations share processes. `shared`: all run concurrently in one process, for HTTP handlers. Otherwise
 * each of at most `maximumProcesses` runs one at a time, like Lambda's execution environments; further invocations wait.
 */
export type Sharing = 'shared' | { readonly maximumProcesses: number };

/** A function that can be invoked. */
export type LambdaFunction = {
  readonly definition: FunctionDefinition;
  /** Runs the handler with an event as JSON text. Never rejects. */
  invoke(payload: string, requestId?: string): Promise<Outcome>;
  /** Replaces the template's reserved concurrency. Undefined removes the limit. */
  reserveConcurrency(limit: number | undefined): void;
  /** The ids of its running processes. */
  pids(): readonly number[];
  /** Kills its processes. Running invocations fail. */
  close(): Promise<void>;
};

/** Settings of a function. */
type LambdaFunctionOptions = {
  readonly definition: FunctionDefinition;
  readonly sharing: Sharing;
  readonly aws: AwsSettings;
  readonly temporaryDirectory: string;
  readonly log: FunctionLog;
  readonly startHost: StartHost;
  /** The executions of the account that no function has reserved. */
  readonly unreserved: Concurrency;
  /** Called whenever a process has started or ended. */
  readonly onProcesses: () => void;
};

/** The maximum of concurrent invocations in a shared process, far below API Gateway's limits. */
const sharedConcurrency = 1000;

/** A shared process replaces many execution environments, so it gets the memory, processors, files and /tmp of eight. */
const sharedEnvironments = 8;

/** Creates a function. Its processes start on demand and are reused. */
export function createLambdaFunction(options: LambdaFunctionOptions): LambdaFunction {
  const { definition, sharing } = options;
  const environments = sharing === 'shared' ? sharedEnvironments : 1;
  const hosts = new Set<Host>();
  let closed = false;

  const start = async (): Promise<Host> => {
    await mkdir(options.temporaryDirectory, { recursive: true });
    const temporary = await mkdtemp(
      join(options.temporaryDirectory, `${definition.logicalId.slice(0, 20)}-`),
    );
    if (closed) throw new Error('The stack is closing');
    const host = options.startHost({
      directory: definition.directory,
      environment: functionEnvironment(
        definition,
        options.aws,
        temporary,
        sharing === 'shared' ? sharedConcurrency : 1,
      ),
      memoryMegabytes: definition.memoryMegabytes * environments,
      scratch: { folder: temporary, megabytes: definition.scratchMegabytes * environments },
      environments,
      functionArn: definition.arn,
      timeoutSeconds: definition.timeoutSeconds,
      onOutput: options.log.output,
    });
    hosts.add(host);
    options.onProcesses();
    void host.exited.then(async () => {
      hosts.delete(host);
      options.onProcesses();
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    });
    return host;
  };
  const concurrency = createConcurrency(definition.reservedConcurrency, options.unreserved);
  const run = sharing === 'shared' ? runShared(start) : runApart(start, sharing.maximumProcesses);

  return {
    definition,
    invoke: async (payload, requestId = randomUUID()) => {
      const outcome = await concurrency
        .run(() => run(payload, requestId))
        .catch((error: unknown): Outcome => {
          const errorMessage = `RequestId: ${requestId} Error: ${error instanceof Error ? error.message : error}`;
          return { ok: false, failure: { errorType: 'Runtime.StartError', errorMessage } };
        });
      if (!outcome.ok) options.log.failure(requestId, outcome.failure);
      return outcome;
    },
    reserveConcurrency: concurrency.reserve,
    pids: () => [...hosts].map(({ pid }) => pid()),
    close: async () => {
      closed = true;
      for (const host of hosts) host.kill();
      await Promise.all([...hosts].map(({ exited }) => exited));
    },
  };
}

type Run = (payload: string, requestId: string) => Promise<Outcome>;

function runShared(start: () => Promise<Host>): Run {
  let current: Promise<Host> | undefined;
  return async (payload, requestId) => {
    for (;;) {
      current ??= start();
      const attempt = current;
      const host = await attempt.catch((error: unknown) => {
        current = undefined;
        throw error;
      });
      if (host.usable()) return host.invoke(payload, requestId);
      if (current === attempt) current = undefined;
    }
  };
}

function runApart(start: () => Promise<Host>, maximumProcesses: number): Run {
  const waiting: (() => void)[] = [];
  let idle: Host[] = [];
  let busy = 0;
  return async (payload, requestId) => {
    // A free slot goes to the first waiting invocation, which leaves `busy` unchanged.
    if (busy < maximumProcesses) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      idle = idle.filter((host) => host.usable());
      const host = idle.pop() ?? (await start());
      const outcome = await host.invoke(payload, requestId);
      if (host.usable()) idle.push(host);
      return outcome;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
