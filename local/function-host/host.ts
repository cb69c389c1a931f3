import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killTrees, signalAll } from '../../lib/conversions/process/sandbox/process-tree.ts';
import { openFiles } from '../quotas.ts';
import type { FunctionFailure, HostReply, HostRequest } from './messages.ts';

import { inOwnScratch, type Scratch } from './scratch.ts';

/** The outcome of an invocation: the handler's response as JSON text, or the failure. */
export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly failure: FunctionFailure };

/** Settings of a function's process. */
export type HostOptions = {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly scratch: Scratch;
  /** The number of Lambda's execution environments that the process stands for; their limits add up. */
  readonly environments: number;
  /** Whether the process gets the folder of `scratch` as a file system of that size. Default: it may fill the folder. */
  readonly limitsScratch?: boolean;
  readonly functionArn: string;
  readonly timeoutSeconds: number;
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
};

/** A process of a function. */
export type Host = {
  /** Its id; 0 before it has started. */
  pid(): number;
  /** The number of running invocations. */
  active(): number;
  /** Whether it accepts another invocation: false after a timeout or the end of the process. */
  usable(): boolean;
  /** Runs an invocation. Never rejects. `payload` is JSON text, `requestId` is unique. */
  invoke(payload: string, requestId: string): Promise<Outcome>;
  /** Kills the process and its descendants. */
  kill(): void;
  /** Resolves once the process has ended. */
  readonly exited: Promise<void>;
};

/** Starts a process of a function. */
export type StartHost = (options: HostOptions) => Host;

type Pending = { readonly settle: (outcome: Outcome) => void; timer: NodeJS.Timeout | undefined };

/**
 * The time limit for loading a handler. Lambda's limit is 10 s; a busy laptop may need longer.
 */
const initTimeoutMilliseconds = 30_000;

/** Beside this file, also in the bundle of the container image. */
const runtimePath = fileURLToPath(new URL(`./runtime${extname(import.meta.url)}`, import.meta.url));

/** Node's compiled modules, with which a process of a function starts in two thirds of the time. */
const compileCache =
  process.env.NODE_COMPILE_CACHE ??
  fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/**
 * Starts a process of a function, which loads the handler and then runs invocations.
 *
 * An invocation fails as on Lambda: with the error that the handler threw, `Sandbox.Timedout` after the function's timeout,
 * or `Runtime.ExitError` if the process ends. After a timeout the process accepts no further invocation and is killed once
 * its other invocations have ended.
 */
export function startHost(options: HostOptions): Host {
  const child = forkRuntime(options);
  const pending = new Map<string, Pending>();
  const ready = Promise.withResolvers<FunctionFailure | undefined>();
  const exited = Promise.withResolvers<void>();
  let usable = true;
  let exitReason: string | undefined;

  const pid = child.pid ?? 0;
  const kill = (): void => {
    // It is not reaped before its end is known, so its id is still its own.
    if (exitReason === undefined) killTrees([pid]);
  };
  const settle = (id: string, outcome: Outcome): void => {
    const invocation = pending.get(id);
    if (invocation === undefined) return;
    pending.delete(id);
    clearTimeout(invocation.timer);
    invocation.settle(outcome);
    if (!usable && pending.size === 0) kill();
  };
  const end = (reason: string): void => {
    usable = false;
    exitReason = reason;
    ready.resolve(undefined);
    for (const id of [...pending.keys()]) settle(id, exitError(id, reason));
    exited.resolve();
  };
  const initTimer = setTimeout(() => {
    usable = false;
    ready.resolve({ errorType: 'Sandbox.Timedout', errorMessage: 'Loading the handler timed out' });
  }, initTimeoutMilliseconds);

  child.on('message', (reply: HostReply) => {
    if (reply.kind === 'result') settle(reply.id, { ok: true, payload: reply.payload });
    else if (reply.kind === 'failure') settle(reply.id, { ok: false, failure: reply.failure });
    else {
      if (reply.kind === 'init-failure') usable = false;
      ready.resolve(reply.kind === 'init-failure' ? reply.failure : undefined);
    }
  });
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => {
    clearTimeout(initTimer);
    // What it left in its process group.
    signalAll([-pid], 'SIGKILL');
    end(describeExit(code, signal));
  });

  const run = async (payload: string, id: string): Promise<void> => {
    const initFailure = await ready.promise;
    clearTimeout(initTimer);
    const invocation = pending.get(id);
    if (invocation === undefined) return;
    if (exitReason !== undefined) return settle(id, exitError(id, exitReason));
    if (initFailure !== undefined) return settle(id, { ok: false, failure: initFailure });
    const timeoutMilliseconds = options.timeoutSeconds * 1000;
    invocation.timer = setTimeout(() => {
      usable = false;
      const message = `RequestId: ${id} Error: Task timed out after ${options.timeoutSeconds.toFixed(2)} seconds`;
      settle(id, failed('Sandbox.Timedout', message));
    }, timeoutMilliseconds);
    const deadline = Date.now() + timeoutMilliseconds;
    const request: HostRequest = { id, payload, deadline, functionArn: options.functionArn };
    child.send(request, undefined, {}, (error) => {
      if (error) settle(id, exitError(id, error.message));
    });
  };

  return {
    pid: () => pid,
    active: () => pending.size,
    usable: () => usable,
    invoke: (payload, requestId) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      pending.set(requestId, { settle: resolve, timer: undefined });
      void run(payload, requestId);
      return promise;
    },
    kill,
    exited: exited.promise,
  };
}

function forkRuntime(options: HostOptions): ChildProcess {
  const command = [process.execPath, `--max-old-space-size=${options.memoryMegabytes}`];
  const child = fork(runtimePath, [String(process.pid)], {
    cwd: options.directory,
    env: { ...options.environment, NODE_COMPILE_CACHE: compileCache },
    // The shell sets the limit, and Node replaces it.
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      `ulimit -n ${openFiles * options.environments} 2>/dev/null; exec "$@"`,
      'sh',
      ...(options.limitsScratch ? inOwnScratch(options.scratch, command) : command),
    ],
    // Its own process group: Ctrl-C reaches only the stack.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => options.onOutput('stdout', chunk));
  child.stderr?.on('data', (chunk: Buffer) => options.onOutput('stderr', chunk));
  return child;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null)
    return `Runtime exited with error: signal: ${signal === 'SIGKILL' ? 'killed' : signal}`;
  return code === 0
    ? 'Runtime exited without providing a reason'
    : `Runtime exited with error: exit status ${code}`;
}

function exitError(requestId: string, reason: string): Outcome {
  return failed('Runtime.ExitError', `RequestId: ${requestId} Error: ${reason}`);
}

function failed(errorType: string, errorMessage: string): Outcome {
  return { ok: false, failure: { errorType, errorMessage } };
}
