import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** The user that sandbox.sh runs a function as. */
const sandboxUser = 65_534;

const script = join(import.meta.dirname, 'sandbox.sh');

/** The folders of the machine that a sandbox sees. */
type SandboxFolders = {
  /** What `buildSandboxRoot` built. */
  readonly root: string;
  /** The function's bundle, mounted as /var/task. */
  readonly task: string;
  /** The runtime client, mounted as /var/runtime. */
  readonly runtime: string;
  /** Mounted as /tmp, the only writable place; it becomes the sandbox user's. */
  readonly temporary: string;
};

/** The command and the arguments that run a command in a sandbox. */
export function sandboxed(folders: SandboxFolders, command: readonly string[]): readonly [string, string[]] {
  chownSync(folders.temporary, sandboxUser, sandboxUser);
  const { root, task, runtime, temporary } = folders;
  const namespaces = ['--mount', '--pid', '--fork'];
  return ['unshare', [...namespaces, 'sh', script, root, task, runtime, temporary, ...command]];
}

/** Attempts everything that a function must not be able to do, and prints what succeeded. */
const trespass = `
  const { spawnSync } = require('node:child_process');
  const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
  const status = readFileSync('/proc/self/status', 'utf8');
  const writes = (path) => { try { writeFileSync(path, ''); return true; } catch { return false; } };
  const found = [
    process.getuid() !== ${sandboxUser} && 'is another user',
    !/CapEff:\\s0+\\n/.test(status) && 'has capabilities',
    !/NoNewPrivs:\\s1\\n/.test(status) && 'may gain privileges',
    readFileSync('/proc/sys/user/max_user_namespaces', 'utf8').trim() !== '0' && 'may make namespaces',
    ...['/x', '/etc/x', '/var/task/x', '/var/runtime/x'].map((path) => writes(path) && 'writes ' + path),
    !writes('/tmp/x') && 'cannot write /tmp',
    existsSync('/bin/sh') && 'has a shell',
  ];
  console.log(found.filter(Boolean).join(', '));
`;

/** What a process in the sandbox can do but must not; empty if the sandbox is complete. */
export async function sandboxFaults(
  folders: Omit<SandboxFolders, 'temporary'>,
  parent: string,
): Promise<string> {
  const temporary = await mkdtemp(join(parent, 'sandbox-'));
  const [command, parameters] = sandboxed({ ...folders, temporary }, ['/var/lang/bin/node', '-e', trespass]);
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : stderr;
}
