import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createControlGroup } from '../../local/function-host/control-group.ts';
import type { HostReply, HostRequest } from '../../local/function-host/messages.ts';
import { megabytesPerProcessor } from '../../local/quotas.ts';
import { type ProcessTree, processTree } from './processes.ts';

/** What a start or a call took. */
export type Spent = {
  /** Of all processes. */
  readonly processorSeconds: number;
  /** Until the answer, which Lambda charges for. */
  readonly milliseconds: number;
};

/** An environment of a function as Lambda has it: frozen whenever it does not work on a call. */
export type LambdaEnvironment = {
  /** The start until its handler is loaded. */
  readonly started: Spent;
  readonly processes: ProcessTree;
  invoke(event: unknown): Promise<Spent>;
  close(): Promise<void>;
};

const runtime = join(import.meta.dirname, '..', '..', 'local', 'function-host', 'runtime.ts');

/** Milliseconds after an answer until Lambda freezes the environment. */
const freezeAfter = 5;

const timeoutMs = 210_000;

const replyOf = (child: ChildProcess): Promise<HostReply> =>
  new Promise((resolve, reject) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void =>
      reject(new Error(`The function exited: ${signal ?? code}`));
    child.once('exit', end);
    child.once('message', (reply: HostReply) => {
      child.off('exit', end);
      resolve(reply);
    });
  });

/** A function to run, and where. */
type EnvironmentSetting = {
  /** The folder of its bundle. */
  readonly bundle: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  /** A folder for its /tmp. */
  readonly scratch: string;
  /** How long it is frozen before each call, at least. */
  readonly frozenMs: number;
};

let groups = 0;

/** Starts an environment with the memory and the share of the processors that Lambda gives it; as root, for a cgroup. */
export const startEnvironment = async ({
  bundle,
  variables,
  memoryMegabytes,
  scratch,
  frozenMs,
}: EnvironmentSetting): Promise<LambdaEnvironment> => {
  mkdirSync(scratch, { recursive: true });
  groups += 1;
  const group = await createControlGroup(`lambda-life-${process.pid}-${groups}`, {
    processors: memoryMegabytes / megabytesPerProcessor,
    memoryBytes: memoryMegabytes * 1_048_576,
  }).catch((error: Error) => console.warn(`Without limits of processors and memory: ${error.message}`));
  const startedAt = performance.now();
  const child = fork(runtime, [String(process.pid)], {
    cwd: bundle,
    env: {
      ...variables,
      ...{
        AWS_LAMBDA_FUNCTION_NAME: 'lambda-life',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
      },
      ...{ LAMBDA_TASK_ROOT: bundle, _HANDLER: 'index.handler' },
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      ...{ HOME: scratch, TMPDIR: scratch, LANG: 'en_US.UTF-8', TZ: ':UTC' },
    },
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', process.env.LAMBDA_LIFE_LOG === undefined ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  await group?.add(child.pid ?? 0);
  const processes = processTree(child.pid ?? 0);
  let isFrozen = false;
  const measure = async (from: number, secondsBefore: number): Promise<Spent> => {
    const reply = await replyOf(child);
    const milliseconds = performance.now() - from;
    await pause(freezeAfter);
    processes.freeze();
    isFrozen = true;
    if (reply.kind === 'failure' || reply.kind === 'init-failure')
      throw new Error(JSON.stringify(reply.failure));
    return { processorSeconds: processes.seconds() - secondsBefore, milliseconds };
  };
  return {
    started: await measure(startedAt, 0),
    processes,
    invoke: async (event) => {
      await pause(frozenMs);
      const secondsBefore = processes.seconds();
      const from = performance.now();
      processes.thaw();
      isFrozen = false;
      const request: HostRequest = {
        id: randomUUID(),
        payload: JSON.stringify(event),
        deadline: Date.now() + timeoutMs,
        functionArn: 'arn:aws:lambda:us-east-1:0:function:lambda-life',
      };
      child.send(request);
      return await measure(from, secondsBefore);
    },
    close: async () => {
      if (isFrozen) processes.thaw();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      await group?.remove();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
