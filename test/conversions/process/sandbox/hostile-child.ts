import { spawn, spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { loadKoffi } from '../../../../lib/conversions/backends/koffi/koffi.ts';
import { openParentPipe, PARENT_PIPE } from '../../../../lib/conversions/process/parent-pipe.ts';
import { callNumbers } from '../../../../lib/conversions/process/sandbox/call-numbers.ts';
import { enterSandbox } from '../../../../lib/conversions/process/sandbox/enter-sandbox.ts';

// A compromised engine process: inside the real sandbox it runs the attack that the task's filename identifies.

const sandbox = await enterSandbox(import.meta.filename);

interface Task {
  readonly filename: string;
  readonly inputPath: string;
  readonly outputPath: string;
  readonly workDirectory: string;
}

/** Result of an attempt: the error code, or the value. */
const attempt = (action: () => unknown): unknown => {
  try {
    return action() ?? 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error);
  }
};

const connection = (options: { host: string; port: number } | { path: string }): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = createConnection(options, () => resolve('connected'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

/** Numbers from <asm/unistd_64.h>, with arguments for which a kernel without the filter does not return EPERM. */
const calls = {
  ptrace: [101, -1, 0, 0],
  process_vm_readv: [310, process.ppid, 0, 0],
  unshare: [272, 0, 0, 0],
  bpf: [321, -1, 0, 0],
  socket: [41, 2, 1, 0],
  netlink: [41, 16, 3, 0],
  io_uring_setup: [425, 1, 0, 0],
  cloneWithNamespace: [56, 0x1000_0000, 0, 0],
  pidfd_getfd: [438, -1, 0, 0],
  // Private objects of System V, POSIX queues, memory files.
  shmget: [29, 0, 4096, 0o600],
  msgget: [68, 0, 0o600, 0],
  semget: [64, 0, 1, 0o600],
  mq_open: [240, 0, 0, 0],
  memfd_create: [319, 0, 0, 0],
  setpriority: [141, 0, 0, 5],
  ioprio_set: [251, 1, 0, 0x4007],
  sched_setaffinity: [203, 0, 0, 0],
  inotify_init1: [294, 0, 0, 0],
  chown: [92, 0, 0, 0],
  setxattr: [188, 0, 0, 0],
  sethostname: [170, 0, -1, 0],
  ...Object.fromEntries(
    Object.entries(callNumbers('x64').denied).map(([name, number]) => [`any ${name}`, [number, -1, -1, -1]]),
  ),
} as const;

/** What the kernel tells only the owner of a process, and privileged ones. */
const parentFiles = ['environ', 'maps', 'auxv', 'smaps_rollup', 'pagemap', 'mem', 'fdinfo', 'cwd'];

const capabilities = (): string[] =>
  readFileSync('/proc/self/status', 'utf8')
    .split('\n')
    // Only root can gain some from its bounding set, and only root can drop that.
    .filter((line) => line.startsWith(process.getuid?.() === 0 ? 'Cap' : 'CapPrm') && !/:\s0+$/.test(line));

function errnoOfCalls(): Record<string, unknown> {
  const koffi = loadKoffi();
  const call = koffi.load(null).func('long syscall(long number, long a, long b, long c, long d, long e)');
  const { errno } = koffi as unknown as { errno: () => number };
  return Object.fromEntries(
    Object.entries(calls).map(([name, [number, a, b, c]]) => [
      name,
      Number(call(number, a, b, c, 0, 0)) === -1 ? errno() : 'done',
    ]),
  );
}

const sleeper = 'setInterval(() => undefined, 1000)';
const starter = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { detached: true, stdio: 'inherit' }); process.stdout.write(String(pid)); process.exit(0);`;

/** Starts a process in a new session, and one whose parent has exited. */
function startStrays(): number[] {
  const { pid = 0 } = spawn(process.execPath, ['-e', sleeper], { detached: true, stdio: 'inherit' });
  const { stdout } = spawnSync(process.execPath, ['-e', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 3000,
  });
  return [pid, Number(stdout)];
}

const actions: Readonly<Record<string, (task: Task) => unknown>> = {
  environment: () => attempt(() => readFileSync(`/proc/${process.ppid}/environ`, 'utf8')),
  memory: () => attempt(() => openSync(`/proc/${process.ppid}/mem`, 'r')),
  // Root may list their numbers.
  descriptors: () =>
    attempt(() =>
      readdirSync(`/proc/${process.ppid}/fd`).map((fd) => readlinkSync(`/proc/${process.ppid}/fd/${fd}`)),
    ),
  own: () => readdirSync('/proc/self/fd').map((fd) => attempt(() => readlinkSync(`/proc/self/fd/${fd}`))),
  signal: () => attempt(() => process.kill(process.ppid, 0)),
  calls: errnoOfCalls,
  parent: () =>
    Object.fromEntries(
      parentFiles.map((name) => [name, attempt(() => void openSync(`/proc/${process.ppid}/${name}`, 'r'))]),
    ),
  capabilities,
  kernel: () => /[1-9a-f]/.test(readFileSync('/proc/kallsyms', 'latin1').slice(0, 16)),
  network: () => connection({ host: '127.0.0.1', port: 9 }),
  unix: () => connection({ path: '/run/any.sock' }),
  files: ({ workDirectory }) => ({
    settings: attempt(() => readFileSync('/etc/hostname', 'utf8')),
    scratch: attempt(() => readdirSync(join(workDirectory, '..', '..'))),
    outside: attempt(() => writeFileSync(join(workDirectory, '..', '..', 'planted'), '')),
    hidden: attempt(() => readFileSync(join(import.meta.dirname, '../../../../.gitignore'))),
    program: attempt(() => writeFileSync(join(import.meta.dirname, 'planted'), '')),
    inside: attempt(() => writeFileSync(join(workDirectory, 'any'), '')),
    fonts: attempt(() => readdirSync('/usr').length > 0),
  }),
  strays: startStrays,
};

const results: Readonly<Record<string, (task: Task) => void>> = {
  link: ({ outputPath }) => symlinkSync('/proc/self/environ', outputPath),
  folder: ({ outputPath }) => mkdirSync(outputPath),
  twin: ({ outputPath, workDirectory }) => {
    writeFileSync(join(workDirectory, 'twin'), 'any');
    linkSync(join(workDirectory, 'twin'), outputPath);
  },
  fifo: ({ outputPath }) => void spawnSync('mkfifo', [outputPath]),
  large: ({ outputPath }) => writeFileSync(outputPath, Buffer.alloc(2_000_000)),
  nothing: () => undefined,
};

async function serve(task: Task): Promise<void> {
  await send({ type: 'engine', name: 'liteparse-pdf-reader' });
  const { filename, outputPath } = task;
  if (filename === 'flood') {
    const noise = Buffer.alloc(65_536, 0x20);
    for (;;) attempt(() => writeSync(PARENT_PIPE, noise));
  }
  if (Object.hasOwn(results, filename)) results[filename]?.(task);
  else writeFileSync(outputPath, JSON.stringify({ sandbox, got: await actions[filename]?.(task) }));
  await send({
    type: 'done',
    hasFailed: false,
    mimeType: 'text/plain',
    extension: 'txt',
    sizeBytes: 1,
    report: {
      engine: 'hostile',
      version: '1',
      tried: [],
      pages: 1,
      ocr_pages: 0,
      fonts_substituted: [],
      warnings: [],
    },
    phases: {},
  });
}

const { send } = openParentPipe(
  (task) => void serve(task as Task),
  () => process.exit(0),
);
await send({ type: 'ready', sandbox });
