import { join } from 'node:path';
import type { StackDescription } from './description.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import type { Outcome, StartHost } from './function-host/host.ts';
import { createLambdaFunction, type LambdaFunction } from './function-host/lambda-function.ts';
import { openFunctionLog, type Report } from './function-host/log.ts';
import type { FunctionDefinition } from './template/functions.ts';
import { sharingOf, type Wiring } from './wiring.ts';

/** The functions of a stack. */
export type RunningFunctions = {
  /** Runs a function, by name or logical id, with an event as JSON text; undefined where there is no such function. */
  invoke(name: string, payload: string, requestId?: string): Promise<Outcome> | undefined;
  /** Limits a function's invocations at once; undefined lifts the limit. False if there is no such function. */
  reserveConcurrency(name: string, limit: number | undefined): boolean;
  describe(): StackDescription['functions'];
  /** Kills every process; invocations that run fail. */
  close(): Promise<void>;
};

/**
 * Makes a stack's functions ready to be invoked, with their logs below `dataDirectory`.
 *
 * @param onProcesses told whenever a process has started or ended
 */
export function runFunctions(
  definitions: readonly FunctionDefinition[],
  wiring: Wiring,
  options: {
    readonly aws: AwsSettings;
    /** What the function of this name signs with. */
    readonly credentialsOf: (functionName: string) => Credentials;
    readonly dataDirectory: string;
    readonly report: Report;
    readonly onProcesses: () => void;
    readonly startHost: StartHost;
  },
): RunningFunctions {
  const { credentialsOf, dataDirectory, onProcesses, report, startHost } = options;
  const byName = new Map<string, LambdaFunction>();
  const logs = definitions.map((definition) => {
    const log = openFunctionLog(join(dataDirectory, 'logs'), definition.logicalId, report);
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
      onProcesses,
    });
    byName.set(definition.name, runnable);
    byName.set(definition.logicalId, runnable);
    return log;
  });
  const all = [...new Set(byName.values())];
  return {
    reserveConcurrency: (name, limit) => {
      const runnable = byName.get(name);
      runnable?.reserveConcurrency(limit);
      return runnable !== undefined;
    },
    invoke: (name, payload, requestId) => byName.get(name)?.invoke(payload, requestId),
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

/** Where the processes of a data folder's stack have their /tmp. Nothing in it outlives the stack. */
export function temporaryDirectoryIn(dataDirectory: string): string {
  return join(dataDirectory, 'tmp');
}
