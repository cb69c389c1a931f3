import { constants } from 'node:os';
import type { Architecture } from '../../base/native-packages.ts';
import { callNumbers } from './call-numbers.ts';

// A seccomp filter is a classic BPF program: it loads words of `struct seccomp_data`, compares them and returns an
// action for the system call (<linux/filter.h>, <linux/seccomp.h>, seccomp(2)).

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const ERRNO = 0x0005_0000;

const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
/** Offset of an argument's lower half, which both architectures store first. */
const argumentAt = (index: number): number => 16 + 8 * index;

/** <linux/audit.h>. A system call of another architecture would bypass the numbers. */
const auditArchitectures: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** Set in system calls of x86-64's x32 ABI, which would otherwise bypass the numbers. No call of aarch64 is as high. */
const X32_BIT = 0x4000_0000;

/** An instruction: code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const { EPERM, ENOSYS } = constants.errno;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of <linux/sched.h>. */
const NEW_NAMESPACES = 0x7e02_0000;

const failWith = (errno: number): Instruction => [RETURN, 0, 0, ERRNO | errno];
const allow: Instruction = [RETURN, 0, 0, ALLOW];

const denyEach = (numbers: readonly number[], errno: number): Instruction[] =>
  numbers.flatMap((number): Instruction[] => [[JUMP_IF_EQUAL, 0, 1, number], failWith(errno)]);

/** Tests an argument of one system call to allow or deny it. */
const testArgument = (number: number, argument: number, test: readonly Instruction[]): Instruction[] => [
  [JUMP_IF_EQUAL, 0, test.length + 1, number],
  [LOAD_WORD, 0, 0, argumentAt(argument)],
  ...test,
];

const programOf = (architecture: Architecture): readonly Instruction[] => {
  const { used, denied, absent } = callNumbers(architecture);
  return [
    [LOAD_WORD, 0, 0, ARCHITECTURE_AT],
    [JUMP_IF_EQUAL, 1, 0, auditArchitectures[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, NUMBER_AT],
    [JUMP_IF_AT_LEAST, 0, 1, X32_BIT],
    failWith(ENOSYS),
    ...denyEach(Object.values(denied), EPERM),
    ...denyEach(Object.values(absent), ENOSYS),
    ...testArgument(used.clone, 0, [[JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACES], failWith(EPERM), allow]),
    // Only allow a process to set its own limits.
    ...testArgument(used.prlimit64, 0, [[JUMP_IF_EQUAL, 1, 0, 0], failWith(EPERM), allow]),
    allow,
  ];
};

const INSTRUCTION_BYTES = 8;

/** Encodes a program as an array of `struct sock_filter`. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  for (const [index, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(operand >>> 0, at + 4);
  }
  return bytes;
}

/** Returns the filter of engine processes on an architecture. */
export const seccompFilter = (architecture: Architecture): Buffer => encode(programOf(architecture));

/** Returns a filter with which a process does not wait for the disk: such calls succeed at once and do nothing. */
export const filterWithoutSyncs = (architecture: Architecture): Buffer =>
  encode([
    [LOAD_WORD, 0, 0, NUMBER_AT],
    ...denyEach(Object.values(callNumbers(architecture).syncs), 0),
    allow,
  ]);
