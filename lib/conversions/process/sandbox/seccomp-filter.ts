import { constants } from 'node:os';

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
/** Offset of an argument's lower half, which x86-64 stores first. */
const argumentAt = (index: number): number => 16 + 8 * index;

const AUDIT_ARCH_X86_64 = 0xc000_003e;
/** Set in x32 ABI system calls, which would otherwise bypass the x86-64 numbers. */
const X32_BIT = 0x4000_0000;

/** An instruction: code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const { EPERM, ENOSYS } = constants.errno;

/** System calls denied with EPERM; numbers from <asm/unistd_64.h>. */
export const deniedCalls = {
  // Networking, local services and Lambda's runtime API. Socket pairs remain allowed.
  socket: 41,
  connect: 42,
  accept: 43,
  bind: 49,
  listen: 50,
  accept4: 288,
  // Memory and descriptors of other processes.
  ptrace: 101,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  pidfd_getfd: 438,
  process_madvise: 440,
  // Objects that outlive the process, and memory that its resident size does not include.
  shmget: 29,
  shmat: 30,
  shmctl: 31,
  semget: 64,
  semop: 65,
  semctl: 66,
  shmdt: 67,
  msgget: 68,
  msgsnd: 69,
  msgrcv: 70,
  msgctl: 71,
  semtimedop: 220,
  mq_open: 240,
  mq_unlink: 241,
  mq_timedsend: 242,
  mq_timedreceive: 243,
  mq_notify: 244,
  mq_getsetattr: 245,
  memfd_create: 319,
  memfd_secret: 447,
  // Priorities and placement of other processes of the user.
  setpriority: 141,
  sched_setparam: 142,
  sched_setscheduler: 144,
  sched_setaffinity: 203,
  ioprio_set: 251,
  migrate_pages: 256,
  move_pages: 279,
  sched_setattr: 314,
  // Names and attributes of files that Landlock does not protect.
  chown: 92,
  fchown: 93,
  lchown: 94,
  setxattr: 188,
  lsetxattr: 189,
  fsetxattr: 190,
  removexattr: 197,
  lremovexattr: 198,
  fremovexattr: 199,
  inotify_init: 253,
  inotify_add_watch: 254,
  fchownat: 260,
  inotify_init1: 294,
  setxattrat: 463,
  removexattrat: 466,
  // Names of the machine.
  sethostname: 170,
  setdomainname: 171,
  // Other views of the file system.
  pivot_root: 155,
  chroot: 161,
  mount: 165,
  umount2: 166,
  unshare: 272,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  setns: 308,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  // Kernel features with a history of vulnerabilities that no engine needs.
  syslog: 103,
  uselib: 134,
  modify_ldt: 154,
  acct: 163,
  settimeofday: 164,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  iopl: 172,
  ioperm: 173,
  init_module: 175,
  delete_module: 176,
  quotactl: 179,
  lookup_dcookie: 212,
  clock_settime: 227,
  kexec_load: 246,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  perf_event_open: 298,
  fanotify_init: 300,
  finit_module: 313,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
  quotactl_fd: 443,
} as const;

/**
 * System calls denied with ENOSYS, so that libraries fall back to older ones that the filter can inspect: io_uring
 * connects past the filter, and the flags of `clone3` are in memory.
 */
const absentCalls = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  clone3: 435,
} as const;

const CLONE = 56;
const PRLIMIT = 302;
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

const program: readonly Instruction[] = [
  [LOAD_WORD, 0, 0, ARCHITECTURE_AT],
  [JUMP_IF_EQUAL, 1, 0, AUDIT_ARCH_X86_64],
  [RETURN, 0, 0, KILL_PROCESS],
  [LOAD_WORD, 0, 0, NUMBER_AT],
  [JUMP_IF_AT_LEAST, 0, 1, X32_BIT],
  failWith(ENOSYS),
  ...denyEach(Object.values(deniedCalls), EPERM),
  ...denyEach(Object.values(absentCalls), ENOSYS),
  ...testArgument(CLONE, 0, [[JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACES], failWith(EPERM), allow]),
  // Only allow a process to set its own limits.
  ...testArgument(PRLIMIT, 0, [[JUMP_IF_EQUAL, 1, 0, 0], failWith(EPERM), allow]),
  allow,
];

const INSTRUCTION_BYTES = 8;

/** Returns the filter of engine processes as an array of `struct sock_filter`. */
export function seccompFilter(): Buffer {
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
