import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { architectures } from '../../../../lib/conversions/base/native-packages.ts';
import { callNumbers } from '../../../../lib/conversions/process/sandbox/call-numbers.ts';
import {
  filterWithoutSyncs,
  seccompFilter,
} from '../../../../lib/conversions/process/sandbox/seccomp-filter.ts';

const { EPERM, ENOSYS } = constants.errno;
const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const failing = (errno: number): number => 0x0005_0000 | errno;

/** <linux/audit.h> */
const audit = { x64: 0xc000_003e, arm64: 0xc000_00b7, i386: 0x4000_0003, arm: 0x4000_0028 };

type Call = { readonly number: number; readonly architecture: number; readonly first?: number };

/** What the kernel does with a system call: runs the instructions of BPF that the filter has. */
const actionOf = (filter: Buffer, { number, architecture, first = 0 }: Call): number => {
  const data = new Map([
    [0, number],
    [4, architecture],
    [16, first],
  ]);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const operand = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return operand;
    if (code === 0x20) {
      accumulator = data.get(operand) ?? expect.fail(`loads the word at ${operand}`);
      continue;
    }
    const isTrue = {
      21: accumulator === operand,
      53: accumulator >= operand,
      69: (accumulator & operand) !== 0,
    }[code];
    at += filter.readUInt8(at * 8 + ((isTrue ?? expect.fail(`has the code ${code}`)) ? 2 : 3));
  }
  return expect.fail('ends without an action');
};

describe.each(architectures)('the filter of %s', (name) => {
  const filter = seccompFilter(name);
  const { used, denied, absent } = callNumbers(name);
  const architecture = audit[name];
  const act = (number: number, first?: number): number =>
    actionOf(filter, { number, architecture, ...(first === undefined ? {} : { first }) });

  it('denies each call by its number there, and no other', () => {
    const actions = Array.from({ length: 600 }, (_, number) => act(number));

    const allowedNumbers = actions.flatMap((action, number) => (action === allowed ? [number] : []));
    expect(Object.values(denied).map((number) => act(number))).toEqual(
      Object.values(denied).map(() => failing(EPERM)),
    );
    expect(Object.values(absent).map((number) => act(number))).toEqual(
      Object.values(absent).map(() => failing(ENOSYS)),
    );
    const refused = new Set([...Object.values(denied), ...Object.values(absent)]);
    expect(refused.size).toBe(Object.keys(denied).length + Object.keys(absent).length);
    expect(allowedNumbers).toHaveLength(600 - refused.size);
  });

  it('allows new threads and no new namespace', () => {
    // CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, and with CLONE_NEWUSER.
    expect(act(used.clone, 0x0001_0f00)).toBe(allowed);
    expect(act(used.clone, 0x1000_0000)).toBe(failing(EPERM));
  });

  it('lets a process limit itself only', () => {
    expect(act(used.prlimit64, 0)).toBe(allowed);
    expect(act(used.prlimit64, 4711)).toBe(failing(EPERM));
  });

  it('kills a process that calls by another architecture', () => {
    const others = Object.values(audit).filter((other) => other !== architecture);

    expect(others.map((other) => actionOf(filter, { number: 0, architecture: other }))).toEqual([
      killed,
      killed,
      killed,
    ]);
  });

  it('has no call whose number is as high as those of the x32 ABI', () => {
    expect(act(0x4000_0000)).toBe(failing(ENOSYS));
    expect(act(0xffff_ffff)).toBe(failing(ENOSYS));
  });
});

/** From the headers of Linux 6.1: the calls that an attack begins with. */
it.each([
  ['socket', 41, 198],
  ['connect', 42, 203],
  ['ptrace', 101, 117],
  ['mount', 165, 40],
  ['unshare', 272, 97],
  ['bpf', 321, 280],
  ['memfd_create', 319, 279],
  ['perf_event_open', 298, 241],
  ['process_vm_writev', 311, 271],
  ['keyctl', 250, 219],
  ['userfaultfd', 323, 282],
  ['pidfd_getfd', 438, 438],
])('denies %s as %i on x64 and %i on arm64', (name, x64, arm64) => {
  expect(architectures.map((each) => new Map(Object.entries(callNumbers(each).denied)).get(name))).toEqual([
    x64,
    arm64,
  ]);
});

it('has only calls on arm64 that exist there', () => {
  const { denied } = callNumbers('arm64');
  const missing = Object.keys(callNumbers('x64').denied).filter((name) => !(name in denied));

  expect(missing.toSorted()).toEqual(
    ['chown', 'inotify_init', 'ioperm', 'iopl', 'lchown', 'modify_ldt', 'uselib'].toSorted(),
  );
});

it.each([
  ['x64', [74, 75]],
  ['arm64', [82, 83]],
] as const)(
  'the filter without syncs lets fsync and fdatasync of %s succeed, and every other call be made',
  (name, syncs) => {
    const filter = filterWithoutSyncs(name);

    const actions = Array.from({ length: 600 }, (_, number) =>
      actionOf(filter, { number, architecture: audit[name] }),
    );

    expect(actions.flatMap((action, number) => (action === failing(0) ? [number] : []))).toEqual(syncs);
    expect(actions.filter((action) => action === allowed)).toHaveLength(598);
  },
);
