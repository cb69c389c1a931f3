import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { watchedCommand } from '../watched-command.ts';
import { type Emulator, findFreePort } from './loopback.ts';

/** Settings of a DynamoDB server. */
type DynamoDbOptions = {
  /** Contains the tables. Default: memory. Only one process at a time may use it. */
  readonly directory?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Whether a response waits until its write survives a power failure. Default: a write survives only the end of the process. */
  readonly isDurable?: boolean;
};

/** On other systems, these calls do not wait for the disk. */
const withoutSyncs = (command: readonly string[]): readonly string[] =>
  process.platform === 'linux'
    ? [process.execPath, '--disable-warning=ExperimentalWarning', withoutSyncsPath, ...command]
    : command;

const withoutSyncsPath = fileURLToPath(new URL('without-syncs.ts', import.meta.url));

/** Another process may take a port after it was found free. */
const maxPortAttempts = 5;

/**
 * Starts a DynamoDB on the loopback interface, as a child process that ends with this one. A write is in its file before its
 * response is sent.
 *
 * @throws Error if there is no emulator for this platform, the port is in use, or the data cannot be read
 * @see https://github.com/nubo-db/dynoxide
 */
export async function startDynamoDb(options: DynamoDbOptions = {}): Promise<Emulator> {
  const binary = findBinary();
  const { host = '127.0.0.1' } = options;
  if (options.directory !== undefined) await mkdir(options.directory, { recursive: true });
  const file = options.directory && join(options.directory, 'dynamodb.sqlite');
  const data = file === undefined ? [] : ['--db-path', file];
  for (let attempt = 1; ; attempt++) {
    const port = options.port || (await findFreePort());
    const command = [binary, '--host', host, '--port', String(port), ...data];
    const [shell, ...args] = watchedCommand(
      file === undefined || options.isDurable ? command : withoutSyncs(command),
    );
    const child = spawn(shell, args, {
      stdio: ['pipe', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C must not end it before the functions that write to it.
      detached: true,
    });
    const failure = await waitUntilReady(child);
    if (failure === undefined) {
      if (file !== undefined) indexStream(file);
      return { endpoint: `http://${host}:${port}`, close: () => stop(child) };
    }
    await stop(child);
    if (!options.port && attempt < maxPortAttempts && failure.includes('already in use')) continue;
    throw new Error(`The DynamoDB emulator did not start: ${failure}`);
  }
}

/**
 * Indexes the records of streams. The emulator reads all of them for each write and for each poll, and keeps them for ever.
 */
function indexStream(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      PRAGMA busy_timeout = 10000;
      CREATE INDEX IF NOT EXISTS next_stream_record
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS stream_records_of_shard
        ON _stream_records (table_name, shard_id, sequence_number);`);
  } finally {
    database.close();
  }
}

function findBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed. Install it, or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB.`,
      { cause },
    );
  }
}

/** Waits until the emulator listens. Returns its output if it ends before that. */
async function waitUntilReady(child: ChildProcess): Promise<string | undefined> {
  const { stderr } = child;
  if (!stderr) return 'it has no standard error';
  const lines = createInterface({ input: stderr });
  const output: string[] = [];
  child.once('exit', () => lines.close());
  child.once('error', (error) => {
    output.push(error.message);
    lines.close();
  });
  for await (const line of lines) {
    if (line.includes('listening on')) {
      // Keep reading: a full pipe would block the emulator.
      stderr.resume();
      return undefined;
    }
    output.push(line);
  }
  return output.join(' ') || 'it exited without output';
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
