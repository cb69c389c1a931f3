import { type Architecture, architectures } from '../../base/native-packages.ts';

/** Numbers of a system call in <asm/unistd_64.h> of x86-64 and in <asm-generic/unistd.h> of aarch64, which lacks some old calls. */
type CallNumbers = readonly [x64: number, arm64?: number];

/** System calls that the sandbox uses or of which it inspects an argument. */
const usedCalls = {
  capset: [126, 91],
  clone: [56, 220],
  prlimit64: [302, 261],
  seccomp: [317, 277],
} as const satisfies Record<string, CallNumbers>;

/** System calls that wait until data is on the disk. */
const syncCalls = {
  fsync: [74, 82],
  fdatasync: [75, 83],
} as const satisfies Record<string, CallNumbers>;

/** System calls denied with EPERM. */
const deniedCalls = {
  // Networking, local services and Lambda's runtime API. Socket pairs remain allowed.
  socket: [41, 198],
  connect: [42, 203],
  accept: [43, 202],
  bind: [49, 200],
  listen: [50, 201],
  accept4: [288, 242],
  // Memory and descriptors of other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  // Objects that outlive the process, and memory that its resident size does not include.
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  shmdt: [67, 197],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  semtimedop: [220, 192],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  mq_timedsend: [242, 182],
  mq_timedreceive: [243, 183],
  mq_notify: [244, 184],
  mq_getsetattr: [245, 185],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  // Priorities and placement of other processes of the user.
  setpriority: [141, 140],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setaffinity: [203, 122],
  ioprio_set: [251, 30],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  sched_setattr: [314, 274],
  // Names and attributes of files that Landlock does not protect.
  chown: [92],
  fchown: [93, 55],
  lchown: [94],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  inotify_init: [253],
  inotify_add_watch: [254, 27],
  fchownat: [260, 54],
  inotify_init1: [294, 26],
  setxattrat: [463, 463],
  removexattrat: [466, 466],
  // Names of the machine.
  sethostname: [170, 161],
  setdomainname: [171, 162],
  // Other views of the file system.
  pivot_root: [155, 41],
  chroot: [161, 51],
  mount: [165, 40],
  umount2: [166, 39],
  unshare: [272, 97],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // Kernel features with a history of vulnerabilities that no engine needs.
  syslog: [103, 116],
  uselib: [134],
  modify_ldt: [154],
  acct: [163, 89],
  settimeofday: [164, 170],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  iopl: [172],
  ioperm: [173],
  init_module: [175, 105],
  delete_module: [176, 106],
  quotactl: [179, 60],
  lookup_dcookie: [212, 18],
  clock_settime: [227, 112],
  kexec_load: [246, 104],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  kexec_file_load: [320, 294],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  quotactl_fd: [443, 443],
} as const satisfies Record<string, CallNumbers>;

/**
 * System calls denied with ENOSYS, so that libraries fall back to older ones that the filter can inspect: io_uring
 * connects past the filter, and the flags of `clone3` are in memory.
 */
const absentCalls = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  clone3: [435, 435],
} as const satisfies Record<string, CallNumbers>;

const numbersOf = <Name extends string>(
  calls: Readonly<Record<Name, CallNumbers>>,
  architecture: Architecture,
): Readonly<Record<Name, number>> => {
  const index = architectures.indexOf(architecture);
  const present = Object.entries<CallNumbers>(calls).flatMap(([name, { [index]: number }]) =>
    number === undefined ? [] : [[name, number]],
  );
  return Object.fromEntries(present);
};

/** The numbers of system calls on an architecture, without those that it lacks. */
export const callNumbers = (architecture: Architecture) => ({
  used: numbersOf(usedCalls, architecture),
  syncs: numbersOf(syncCalls, architecture),
  denied: numbersOf(deniedCalls, architecture),
  absent: numbersOf(absentCalls, architecture),
});
