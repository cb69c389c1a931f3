import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { killTrees } from '../../lib/conversions/process/sandbox/process-tree.ts';
import type { Host, HostOptions } from '../../local/function-host/host.ts';
import { startRuntimeApi } from './runtime-api.ts';
import { sandboxed } from './sandbox.ts';

/** The installed runtime client. */
export const runtimeFolder = join(import.meta.dirname, 'runtime', 'node_modules', 'aws-lambda-ric');

/** The folders that Lambda's dynamic linker searches in addition to the system's. */
const libraryPath = [
  '/var/lang/lib',
  '/var/runtime',
  '/var/runtime/lib',
  '/var/task',
  '/var/task/lib',
  '/opt/lib',
];

/**
 * A process of a function in place of the local stack's own: AWS's runtime client in a sandbox.
 *
 * @param root what `buildSandboxRoot` built
 */
export function startLambdaHost(root: string, options: HostOptions): Host {
  const folders = {
    root,
    task: options.directory,
    runtime: runtimeFolder,
    temporary: options.environment.TMPDIR ?? '',
  };
  const exited = Promise.withResolvers<void>();
  let active = 0;
  let usable = true;
  let kill = (): void => undefined;
  let pid = 0;

  const start = async () => {
    const api = await startRuntimeApi(options);
    const [command, parameters] = sandboxed(folders, [
      '/var/lang/bin/node',
      `--max-old-space-size=${options.memoryMegabytes}`,
      '/var/runtime/index.mjs',
      options.environment._HANDLER ?? '',
    ]);
    const child = spawn(command, parameters, {
      env: lambdaEnvironment(options, api.address),
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group.
      detached: true,
    });
    pid = child.pid ?? 0;
    kill = () => {
      // The whole tree: changing the user has cut the sandbox off from the end of `unshare`.
      if (pid > 0 && child.exitCode === null) killTrees([pid]);
    };
    child.stdout.on('data', (chunk: Buffer) => options.onOutput('stdout', chunk));
    child.stderr.on('data', (chunk: Buffer) => options.onOutput('stderr', chunk));
    child.once('error', (error) =>
      api.fail({ errorType: 'Runtime.StartError', errorMessage: error.message }),
    );
    child.once('close', async (code, signal) => {
      usable = false;
      api.fail({
        errorType: 'Runtime.ExitError',
        errorMessage: `The runtime client ended: ${signal ?? code}`,
      });
      await api.close();
      exited.resolve();
    });
    return api;
  };
  const started = start();

  return {
    pid: () => pid,
    active: () => active,
    usable: () => usable,
    invoke: async (payload, requestId) => {
      active += 1;
      const api = await started;
      const outcome = await api.invoke(requestId, payload);
      active -= 1;
      return outcome;
    },
    kill: () => {
      usable = false;
      void started.then(() => kill());
    },
    exited: exited.promise,
  };
}

/** The function's environment with Lambda's own paths, for one invocation at a time. */
function lambdaEnvironment({ environment }: HostOptions, runtimeApi: string): Record<string, string> {
  const { AWS_LAMBDA_MAX_CONCURRENCY: _, HOME: _home, TMPDIR: _tmp, ...rest } = environment;
  return {
    ...rest,
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    LAMBDA_TASK_ROOT: '/var/task',
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    LD_LIBRARY_PATH: libraryPath.join(':'),
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin:/usr/sbin:/sbin',
  };
}
