import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemCalls } from '../../../../lib/conversions/process/sandbox/system-calls.ts';
import { isLong } from '../../../support/long-run.ts';

const { EPERM, ENOSYS } = constants.errno;
const calls = systemCalls();
const hasLandlock = (calls?.landlockVersion() ?? 0) > 0;
const worker = join(import.meta.dirname, 'hardened-worker.ts');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** As on Lambda, and in the long run as root, as which `npm start` may run. */
const accounts = [
  { who: 'a user', account: isRoot ? { uid: NOBODY, gid: NOBODY } : {}, isPrivileged: false },
  ...(isRoot && isLong ? [{ who: 'root', account: {}, isPrivileged: true }] : []),
];

/** Result of an attack: what the engine process got, or how its job failed. */
interface Answer {
  readonly got?: unknown;
  readonly sandbox?: unknown;
  readonly refused?: string;
  readonly cause?: string;
}

/** Runs a worker that has a secret, and returns the results of the attacks. */
async function attack(
  actions: readonly string[],
  account: { readonly uid?: number; readonly gid?: number },
): Promise<Record<string, Answer>> {
  const scratch = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  await chmod(scratch, 0o777);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', worker, ...actions],
      {
        ...account,
        cwd: scratch,
        env: {
          SECRET: 'of the worker',
          TMPDIR: scratch,
          // Unpack the browser once for all runs.
          ENGINE_SHARED_FOLDER: tmpdir(),
          PATH: process.env.PATH,
        },
      },
    );
    expect(stdout).not.toContain('of the worker');
    return JSON.parse(stdout) as Record<string, Answer>;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

// One document runs these attacks in order; those that kill the engine process come last.
const actions = [
  ...[
    'environment',
    'memory',
    'descriptors',
    'own',
    'signal',
    'calls',
    'parent',
    'capabilities',
    'kernel',
    'network',
    'unix',
    'files',
  ],
  ...['strays', 'survivors', 'link', 'folder', 'twin', 'fifo', 'nothing', 'large', 'flood'],
];
const STARTS_MILLISECONDS = 240_000;

describe.runIf(calls !== undefined).each(accounts)(
  'a document that compromised the engine process of $who',
  ({ account, isPrivileged }) => {
    let answers: Record<string, Answer>;
    beforeAll(async () => {
      // Without a sandbox, root reads everything.
      answers = await attack(isPrivileged ? actions : ['plain', ...actions], account);
    }, STARTS_MILLISECONDS);

    it('is sandboxed, and its worker is protected', () => {
      expect(answers.sandbox).toEqual({ undumpable: true, adoptsStrays: true });
      expect(answers.environment?.sandbox).toEqual({
        ...{ seccomp: true, landlock: hasLandlock, unprivileged: true, undumpable: true },
      });
    });

    it.runIf(!isPrivileged)('cannot be read by other processes of its user', () => {
      expect(answers.plain?.got).toBe('EACCES');
    });

    it.each(['environment', 'memory', 'descriptors'])('cannot read the %s of the worker', (action) => {
      expect(answers[action]?.got).toBe('EACCES');
    });

    it('can open nothing of the worker in /proc, and has no capability', () => {
      expect(new Set(Object.values(answers.parent?.got ?? {}))).toEqual(new Set(['EACCES']));
      expect([answers.capabilities?.got, answers.kernel?.got]).toEqual([[], false]);
    });

    it('inherits no open file of the worker', () => {
      expect(String(answers.own?.got)).toContain('socket:');
      expect(String(answers.own?.got)).not.toMatch(/sandbox-test|\/hardened-worker/);
    });

    it.runIf(hasLandlock)('cannot send signals to the worker', () => {
      expect(answers.signal?.got).toBe('EPERM');
    });

    it('cannot use the network, other processes, namespaces, or objects that outlive it', () => {
      const { io_uring_setup: ring, ...others } = Object(answers.calls?.got);
      expect(ring).toBe(ENOSYS);
      expect(Object.keys(others).length).toBeGreaterThan(80);
      expect(Object.entries(others).filter(([, errno]) => errno !== EPERM)).toEqual([]);
      expect([answers.network?.got, answers.unix?.got]).toEqual(['EPERM', 'EPERM']);
    });

    it.runIf(hasLandlock)('can read its own folder and the programs, but no other file', () => {
      expect(answers.files?.got).toEqual({
        settings: 'EACCES',
        scratch: 'EACCES',
        outside: 'EACCES',
        hidden: 'EACCES',
        program: 'EACCES',
        inside: 'done',
        fonts: true,
      });
    });

    it('leaves no process running for the next tenant, whatever it started in any session', () => {
      expect(answers.strays?.got).toEqual([expect.any(Number), expect.any(Number)]);
      expect(answers.survivors?.got).toEqual([]);
    });

    it.each([
      ['link', 'ELOOP'],
      ['folder', 'regular file'],
      ['twin', 'regular file'],
      ['fifo', 'regular file'],
      ['nothing', 'ENOENT'],
    ])('cannot return a "%s" as its result', (action, cause) => {
      expect(answers[action]).toEqual({ refused: 'internal_error', cause: expect.stringContaining(cause) });
    });

    it('cannot return a result over the limit', () => {
      expect(answers.large?.refused).toBe('too_complex');
    });

    it('is killed when it sends an endless message', () => {
      expect(answers.flood).toEqual({
        refused: 'corrupt_document',
        cause: expect.stringContaining('crashed'),
      });
    });
  },
);
