import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Image } from './build-image.ts';

/** How long Docker waits after SIGTERM before it kills a container. */
const stopSeconds = 10;

/** A running container. */
export type Container = {
  /** What it has printed so far. */
  readonly log: () => string;
  /** Runs a command in it, as `docker exec` does. Resolves with what the command prints. @throws if it fails */
  exec(...command: readonly string[]): Promise<string>;
  /** The processes in it, by their ids inside, with their states as in proc(5). */
  processes(): readonly { readonly id: number; readonly state: string; readonly user: number }[];
  /** Resolves with the exit code once it has ended. */
  readonly ended: Promise<number | null>;
  /** Stops it as Docker does: SIGTERM, and SIGKILL in the end. Resolves with the exit code, null if it was killed. */
  stop(): Promise<number | null>;
  /** Kills it at once. */
  kill(): Promise<void>;
};

/**
 * Starts a container as `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` does, with namespaces of its
 * own for processes and mounts. It shares the network of this machine.
 */
export const startContainer = async (
  image: Image,
  { volume, port }: { readonly volume: string; readonly port: number },
): Promise<Container> => {
  const [uid = '', gid = ''] = image.user.split(':');
  const asUser = [
    'setpriv',
    '--reuid',
    uid,
    '--regid',
    gid,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ];
  const environment = Object.entries({ ...image.environment, PORT: String(port) }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const child = spawn(
    'unshare',
    [
      ...[
        '--mount',
        '--pid',
        '--ipc',
        '--uts',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        mounts,
        'sh',
        image.root,
        volume,
      ],
      ...['env', '-i', ...environment, ...asUser, ...image.entrypoint],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk));
  const ended = once(child, 'close').then(([code]): number | null => code);
  const first = await firstProcess(child);
  return {
    ended,
    log: () => log,
    exec: async (...command) => {
      const enter = ['--target', String(first), '--mount', '--pid', '--root', '--wdns=/'];
      const { stdout } = await promisify(execFile)('nsenter', [
        ...enter,
        'env',
        '-i',
        ...environment,
        ...asUser,
        ...command,
      ]);
      return stdout;
    },
    processes: () => processesOf(first),
    stop: async () => {
      process.kill(first, 'SIGTERM');
      const timer = setTimeout(() => process.kill(first, 'SIGKILL'), stopSeconds * 1000);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
    kill: async () => {
      process.kill(first, 'SIGKILL');
      await ended;
    },
  };
};

/** Prepares the mounts of a container and replaces itself by its first process. */
const mounts = `set -e
root=$1 volume=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in full null random urandom zero; do : > "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
ln -s /proc/self/fd "$root/dev/fd"
mount -o remount,bind,ro "$root"
exec chroot "$root" "$@"`;

/** The first process of the container, once it runs the program of the image. */
async function firstProcess(child: ChildProcess): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The container ended with ${child.exitCode}`);
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    if (
      first &&
      readFileSync(`/proc/${first}/cmdline`, 'utf8').includes('docforge-init\0') &&
      !readFileSync(`/proc/${first}/cmdline`, 'utf8').includes('setpriv')
    )
      return Number(first);
    await sleep(20);
  }
}

function processesOf(first: number): ReturnType<Container['processes']> {
  const namespaceOf = (id: string | number): string => {
    try {
      return readlinkSync(`/proc/${id}/ns/pid`);
    } catch {
      return '';
    }
  };
  const own = namespaceOf(first);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && namespaceOf(name) === own)
    .map((name) => {
      const status = readFileSync(join('/proc', name, 'status'), 'utf8');
      const field = (title: string): string => new RegExp(`^${title}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
      return {
        id: Number(field('NSpid').split(/\s+/).at(-1)),
        state: field('State').charAt(0),
        user: Number(field('Uid').split(/\s+/)[0]),
      };
    });
}
