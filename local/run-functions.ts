import { join } from 'node:path';
import type { StackDescription } from './description.ts';
import { createConcurrency } from './function-host/concurrency.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import type { Outcome, StartHost } from './function-host/host.ts';
import { createLambdaFunction, type LambdaFunction } from './function-host/lambda-function.ts';
import { openFunctionLog, type Report } from './function-host/log.ts';
import type { FunctionDefinition } from './template/functions.ts';
import type { Observer } from './watching/observer.ts';
import { sharingOf, type Wiring } from './wiring.ts';

/** The functions of a stack. */
export type RunningFunctions = {
  /** Invokes a function by name, with or without an alias, or logical id with an event as JSON text. Returns undefined if it does not exist. */
  invoke(name: string, payload: string, requestId?: string): Promise<Outcome> | undefined;
  /** Limits a function's concurrent invocations; undefined removes the limit. Returns false if it does not exist. */
  reserveConcurrency(name: string, limit: number | undefined): boolean;
  describe(): StackDescription['functions'];
  /** Kills every process. Running invocations fail. */
  close(): Promise<void>;
};

/**
 * Creates the functions of a stack. Their logs are in `dataDirectory`.
 *
 * @param onProcesses called whenever a process has started or ended
 */
export function runFunctions(
  definitions: readonly FunctionDefinition[],
  wiring: Wiring,
  options: {
    readonly aws: AwsSettings;
    /** Returns the credentials of the function with this name. */
    readonly credentialsOf: (functionName: string) => Credentials;
    readonly dataDirectory: string;
    readonly report: Report;
    readonly onProcesses: () => void;
    readonly startHost: StartHost;
    /** Concurrent executions of all functions together. Default: no limit. */
    readonly accountConcurrency?: number | undefined;
    readonly observer?: Observer | undefined;
  },
): RunningFunctions {
  const { accountConcurrency, credentialsOf, dataDirectory, observer, onProcesses, report, startHost } =
    options;
  const reserved = definitions.reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);
  const unreserved = createConcurrency(
    accountConcurrency === undefined ? undefined : accountConcurrency - reserved,
  );
  const byName = new Map<string, LambdaFunction>();
  const logs = definitions.map((definition) => {
    const log = openFunctionLog(join(dataDirectory, 'logs'), definition.logicalId, report, observer?.logLine);
    const sharing = sharingOf(definition.name, wiring);
    const temporaryDirectory = temporaryDirectoryIn(dataDirectory);
    const aws = { ...options.aws, credentials: credentialsOf(definition.name) };
    const runnable = createLambdaFunction({
      definition,
      sharing,
      aws,
      temporaryDirectory,
      log,
      startHost,
      unreserved,
      onProcesses,
    });
    byName.set(definition.name, runnable);
    byName.set(definition.logicalId, runnable);
    for (const alias of definition.aliases) byName.set(`${definition.name}:${alias}`, runnable);
    return log;
  });
  const all = [...new Set(byName.values())];
  return {
    reserveConcurrency: (name, limit) => {
      const runnable = byName.get(name);
      runnable?.reserveConcurrency(limit);
      return runnable !== undefined;
    },
    invoke: (name, payload, requestId) => {
      const runnable = byName.get(name);
      const startedAt = performance.now();
      return runnable?.invoke(payload, requestId).then((outcome) => {
        observer?.invocation(runnable.definition.name, outcome, performance.now() - startedAt);
        return outcome;
      });
    },
    describe: () =>
      Object.fromEntries(
        all.map(({ definition: { logicalId, name }, pids }) => [
          logicalId,
          { name, pids: pids(), credentials: credentialsOf(name) },
        ]),
      ),
    close: async () => {
      await Promise.all(all.map((runnable) => runnable.close()));
      await Promise.all(logs.map((log) => log.close()));
    },
  };
}

/** Returns the folder with the /tmp folders of functions. It is deleted when the stack stops. */
export function temporaryDirectoryIn(dataDirectory: string): string {
  return join(dataDirectory, 'tmp');
}
