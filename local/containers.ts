import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './emulators/loopback.ts';
import { type AwsSettings, awsEnvironment } from './function-host/environment.ts';
import { openFunctionLog, type Report } from './function-host/log.ts';
import { temporaryDirectoryIn } from './run-functions.ts';
import type { ContainerDefinition } from './template/containers.ts';
import { watchedCommand } from './watched-command.ts';
import type { Observer } from './watching/observer.ts';

/** A running container, which is started again if it ends. */
export type RunningContainer = {
  readonly definition: ContainerDefinition;
  /** Returns its port once it is healthy; undefined if it does not become so in time. */
  port(): Promise<number | undefined>;
  /** Its process; undefined while it is started again. */
  pid(): number | undefined;
  /** Stops it as ECS does: SIGTERM, and SIGKILL after a while. */
  close(): Promise<void>;
};

/** Settings of containers. */
type ContainerOptions = {
  /** The services, with the credentials of the container's role. */
  readonly aws: AwsSettings;
  readonly dataDirectory: string;
  readonly report: Report;
  readonly observer?: Pick<Observer, 'logLine'>;
  readonly onProcesses: () => void;
  /** How long its requests may continue after the signal. */
  readonly graceMilliseconds: number;
  /** How long a request waits for a healthy container. Default: 20000. */
  readonly healthyMilliseconds?: number;
};

const healthCheckMilliseconds = 50;

/** The pause before a container that ended is started again. */
const restartMilliseconds = 500;

/** Runs a container's command with the Node of this process, in an empty folder and with the container's environment only. */
export function runContainer(definition: ContainerDefinition, options: ContainerOptions): RunningContainer {
  const { dataDirectory, graceMilliseconds, healthyMilliseconds = 20_000, onProcesses, report } = options;
  const log = openFunctionLog(
    join(dataDirectory, 'logs'),
    definition.logicalId,
    report,
    options.observer?.logLine,
  );
  const folder = join(temporaryDirectoryIn(dataDirectory), definition.logicalId);
  let child: ChildProcess | undefined;
  let healthy: Promise<number | undefined> | undefined;
  let closing = false;

  const run = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    while (!closing) {
      const port = await findFreePort();
      const [shell, ...args] = watchedCommand([process.execPath, ...definition.argv]);
      const started = spawn(shell, args, {
        cwd: folder,
        env: containerEnvironment(definition, options, folder, port),
        stdio: ['pipe', 'pipe', 'pipe'],
        // Its own process group: Ctrl-C must not end its requests.
        detached: true,
      });
      child = started;
      started.stdout.on('data', (chunk: Buffer) => log.output('stdout', chunk));
      started.stderr.on('data', (chunk: Buffer) => log.output('stderr', chunk));
      healthy = untilHealthy(port, definition.healthPath, started);
      onProcesses();
      const [code, signal] = await once(started, 'exit');
      child = undefined;
      onProcesses();
      if (closing) return;
      report(`${definition.logicalId} ended (${signal ?? code}) and is started again`);
      await sleep(restartMilliseconds);
    }
  };
  const running = run();

  const port = async (): Promise<number | undefined> => {
    const until = Date.now() + healthyMilliseconds;
    while (Date.now() < until && !closing) {
      const found = child === undefined ? undefined : await healthy;
      if (found !== undefined) return found;
      await sleep(healthCheckMilliseconds);
    }
    return undefined;
  };

  return {
    definition,
    port,
    pid: () => child?.pid,
    close: async () => {
      closing = true;
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), graceMilliseconds);
      await running;
      clearTimeout(timer);
      await log.close();
    },
  };
}

/** Returns the port once health checks succeed, or undefined if the process ends before that. */
async function untilHealthy(port: number, path: string, child: ChildProcess): Promise<number | undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isHealthy(port, path)) return port;
    await sleep(healthCheckMilliseconds);
  }
  return undefined;
}

function isHealthy(port: number, path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get({ host: '127.0.0.1', port, path, agent: false, timeout: 2_000 }, (response) => {
    response.resume();
    resolve(response.statusCode === 200);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  return promise;
}

/** Returns the environment of a container: the template's, that of ECS, and the endpoints of the services. */
function containerEnvironment(
  { environment }: ContainerDefinition,
  { aws }: ContainerOptions,
  temporaryDirectory: string,
  port: number,
): Record<string, string> {
  return {
    ...environment,
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    HOST: '127.0.0.1',
    TMPDIR: temporaryDirectory,
    ...awsEnvironment(aws),
  };
}
