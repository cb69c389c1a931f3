import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Emulator, findFreePort } from './loopback.ts';

/** How a DynamoDB is set up. */
export type DynamoDbOptions = {
  /** Where tables are kept; in memory where it is left out. One process at a time may use it. */
  readonly directory?: string;
  /** Any free one where it is left out. */
  readonly port?: number;
  /** 127.0.0.1 where it is left out. */
  readonly host?: string;
};

/**
 * Becomes the emulator (so its process id and exit are the child's own), leaving behind a watcher that waits for the
 * end of standard input. That pipe closes when this process closes it, and when this process dies, however it dies.
 */
const watchedExec =
  // By way of 3, because a shell gives its background jobs an empty standard input.
  'exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" </dev/null 3<&-';

/** Somebody else may take a port between finding it free and listening on it. */
const maxPortAttempts = 5;

/**
 * Starts a DynamoDB on the loopback interface, as a child process that does not outlive this one. Every write that was answered is
 * on disk.
 *
 * @throws Error where there is no emulator for this platform, the port is taken, or the data cannot be read; the
 *   message says what to do
 * @see https://github.com/nubo-db/dynoxide
 */
export async function startDynamoDb(options: DynamoDbOptions = {}): Promise<Emulator> {
  const binary = findBinary();
  const { host = '127.0.0.1' } = options;
  if (options.directory !== undefined) await mkdir(options.directory, { recursive: true });
  const data =
    options.directory === undefined ? [] : ['--db-path', join(options.directory, 'dynamodb.sqlite')];
  for (let attempt = 1; ; attempt++) {
    const port = options.port || (await findFreePort());
    const child = spawn(
      'sh',
      ['-c', watchedExec, 'sh', binary, '--host', host, '--port', String(port), ...data],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
        // In a process group of its own: the terminal's Ctrl-C must not end it before those who still write to it.
        detached: true,
      },
    );
    const failure = await waitUntilReady(child);
    if (failure === undefined) return { endpoint: `http://${host}:${port}`, close: () => stop(child) };
    await stop(child);
    if (!options.port && attempt < maxPortAttempts && failure.includes('already in use')) continue;
    throw new Error(`The DynamoDB emulator did not start: ${failure}`);
  }
}

function findBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
  } catch (cause) {
    throw new Error(
      `No DynamoDB emulator is installed for this platform (${name}): set AWS_ENDPOINT_URL_DYNAMODB to one that runs`,
      { cause },
    );
  }
}

/** Undefined once it listens; what it said where it ended before that. */
async function waitUntilReady(child: ChildProcess): Promise<string | undefined> {
  const { stderr } = child;
  if (!stderr) return 'it has no standard error';
  const lines = createInterface({ input: stderr });
  const said: string[] = [];
  child.once('exit', () => lines.close());
  child.once('error', (error) => {
    said.push(error.message);
    lines.close();
  });
  for await (const line of lines) {
    if (line.includes('listening on')) {
      // Read on, or a full pipe would stop it one day.
      stderr.resume();
      return undefined;
    }
    said.push(line);
  }
  return said.join(' ') || 'it ended without a word';
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    child.stdin?.destroy();
    return;
  }
  const exited = once(child, 'exit');
  child.stdin?.destroy();
  await exited;
}
