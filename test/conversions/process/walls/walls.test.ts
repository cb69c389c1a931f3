import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemCalls } from '../../../../lib/conversions/process/walls/system-calls.ts';

const { EPERM, ENOSYS } = constants.errno;
const calls = systemCalls();
const hasLandlock = (calls?.landlockVersion() ?? 0) > 0;
const worker = join(import.meta.dirname, 'hardened-worker.ts');
const NOBODY = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** What came of a deed: what the engine process got, or how its job ended. */
interface Answer {
  readonly got?: unknown;
  readonly walls?: unknown;
  readonly refused?: string;
  readonly cause?: string;
}

/** Runs a worker that has the secret as a user other than root, as on Lambda, and returns what its engine processes got. */
async function attack(deeds: readonly string[]): Promise<Record<string, Answer>> {
  const scratch = await mkdtemp(join(tmpdir(), 'walls-test-'));
  await chmod(scratch, 0o777);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', worker, ...deeds],
      {
        ...account,
        cwd: scratch,
        env: {
          SECRET: 'of the worker',
          TMPDIR: scratch,
          // The browser is unpacked once for all runs.
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

// A document has its engine process do one after the other, and those that end it last.
const deeds = [
  ...[
    'plain',
    'environment',
    'memory',
    'descriptors',
    'own',
    'signal',
    'calls',
    'network',
    'unix',
    'files',
    'office',
  ],
  ...['strays', 'survivors', 'link', 'folder', 'twin', 'fifo', 'nothing', 'large', 'flood'],
];
const STARTS_MILLISECONDS = 240_000;

describe.runIf(calls !== undefined)('a document that took its engine process over', () => {
  let answers: Record<string, Answer>;
  beforeAll(async () => {
    answers = await attack(deeds);
  }, STARTS_MILLISECONDS);

  it('has walls around it, and the worker has its own', () => {
    expect(answers.walls).toEqual({ undumpable: true, adoptsStrays: true });
    expect(answers.environment?.walls).toEqual({ seccomp: true, landlock: hasLandlock, undumpable: true });
  });

  it.each(['plain', 'environment', 'memory', 'descriptors'])('cannot read the %s of the worker', (deed) => {
    expect(answers[deed]?.got).toBe('EACCES');
  });

  it('inherits no file that the worker has open', () => {
    expect(String(answers.own?.got)).toContain('socket:');
    expect(String(answers.own?.got)).not.toMatch(/walls-test|\/hardened-worker/);
  });

  it.runIf(hasLandlock)('cannot send signals to the worker', () => {
    expect(answers.signal?.got).toBe('EPERM');
  });

  it('reaches no network, no other process and no namespace by a system call', () => {
    expect(answers.calls?.got).toEqual({
      ptrace: EPERM,
      process_vm_readv: EPERM,
      unshare: EPERM,
      bpf: EPERM,
      socket: EPERM,
      netlink: EPERM,
      io_uring_setup: ENOSYS,
      cloneWithNamespace: EPERM,
      pidfd_getfd: EPERM,
    });
    expect([answers.network?.got, answers.unix?.got]).toEqual(['EPERM', 'EPERM']);
  });

  it.runIf(hasLandlock)('sees its own folder and the programs, and no other file', () => {
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

  it.runIf(hasLandlock)('has LibreOffice read no file that a document names', () => {
    expect(answers.office?.got).toEqual([]);
  });

  it('leaves no process to the next tenant, whatever it started and in whichever session', () => {
    expect(answers.strays?.got).toEqual([expect.any(Number), expect.any(Number)]);
    expect(answers.survivors?.got).toEqual([]);
  });

  it.each([
    ['link', 'ELOOP'],
    ['folder', 'regular file'],
    ['twin', 'regular file'],
    ['fifo', 'regular file'],
    ['nothing', 'ENOENT'],
  ])('gets no result out that is a "%s"', (deed, cause) => {
    expect(answers[deed]).toEqual({ refused: 'internal_error', cause: expect.stringContaining(cause) });
  });

  it('gets no result out over the limit', () => {
    expect(answers.large?.refused).toBe('too_complex');
  });

  it('is killed when it sends a message without end', () => {
    expect(answers.flood).toEqual({ refused: 'corrupt_document', cause: expect.stringContaining('crashed') });
  });
});
