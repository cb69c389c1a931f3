import { loadKoffi } from '../../backends/koffi/koffi.ts';
import { koffiPackage } from '../../backends/koffi/package.ts';
import { type Architecture, ownArchitecture } from '../../base/native-packages.ts';
import { isPackageInstalled } from '../../base/package-assets.ts';
import { callNumbers } from './call-numbers.ts';

// <linux/prctl.h>
const PR_SET_DUMPABLE = 4;
const PR_SET_CHILD_SUBREAPER = 36;
const PR_CAPBSET_DROP = 24;
const PR_SET_NO_NEW_PRIVS = 38;
// <linux/capability.h>: the version with 64 capabilities, and the last one that any kernel may have.
const CAPABILITY_VERSION_3 = 0x2008_0522;
const LAST_CAPABILITY = 63;
// <linux/seccomp.h>
const SECCOMP_SET_MODE_FILTER = 1;
const SECCOMP_FILTER_FLAG_TSYNC = 1;
// <linux/landlock.h>; the numbers are those of every architecture.
const SYS_LANDLOCK_CREATE_RULESET = 444;
const SYS_LANDLOCK_ADD_RULE = 445;
const SYS_LANDLOCK_RESTRICT_SELF = 446;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const LANDLOCK_RULE_PATH_BENEATH = 1;
// <fcntl.h>, <sys/wait.h>
const F_SETFD = 2;
const WNOHANG = 1;

const FILTER_INSTRUCTION_BYTES = 8;

/** System calls that sandbox a process. Each returns whether it succeeded. */
export interface SystemCalls {
  /** Denies other processes of the same user access to this process's `/proc` files and memory; an exec reverts it. */
  readonly makeUndumpable: () => boolean;
  /** Makes orphaned descendants children of this process. */
  readonly becomeSubreaper: () => boolean;
  /** Prevents executed programs from gaining privileges; a precondition of seccomp and Landlock. */
  readonly renouncePrivileges: () => boolean;
  /**
   * Drops every capability, also those that executing a program would give back to root. Root's only privilege is then its
   * own files.
   */
  readonly dropCapabilities: () => boolean;
  /** Adds a seccomp filter to every thread. */
  readonly addFilter: (filterOf: (architecture: Architecture) => Uint8Array) => boolean;
  /** Returns the kernel's Landlock version; 0 if it has none. */
  readonly landlockVersion: () => number;
  /** Creates a Landlock ruleset from `struct landlock_ruleset_attr`. Returns a descriptor, or -1. */
  readonly createRuleset: (attributes: Uint8Array) => number;
  /** Adds `struct landlock_path_beneath_attr` to a ruleset. */
  readonly addPathRule: (ruleset: number, rule: Uint8Array) => boolean;
  /** Applies a ruleset to this thread and to what it starts or executes. */
  readonly restrictSelf: (ruleset: number) => boolean;
  /** Keeps a descriptor open across an exec. */
  readonly keepOnExec: (descriptor: number) => boolean;
  /** Reaps a child that has exited; it must not be one of Node.js's own. */
  readonly reap: (pid: number) => boolean;
}

let loaded: { readonly calls: SystemCalls | undefined } | undefined;

function load(): SystemCalls | undefined {
  if (process.platform !== 'linux' || ownArchitecture === undefined || !isPackageInstalled(koffiPackage))
    return undefined;
  const architecture = ownArchitecture;
  const { used } = callNumbers(architecture);
  const library = loadKoffi().load(null);
  const prctl = library.func(
    'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
  );
  const fcntl = library.func('int fcntl(int descriptor, int command, int value)');
  const waitpid = library.func('int waitpid(int pid, void *status, int options)');
  const onBytes = library.func(
    'long syscall(long number, const void *bytes, size_t size, unsigned int flags)',
  );
  const onFilter = library.func(
    'long syscall(long number, unsigned int operation, unsigned int flags, const void *program)',
  );
  const onRule = library.func(
    'long syscall(long number, int ruleset, int type, const void *rule, unsigned int flags)',
  );
  const onCapabilities = library.func('long syscall(long number, const void *header, const void *sets)');
  const onRuleset = library.func('long syscall(long number, int ruleset, unsigned int flags)');
  return {
    makeUndumpable: () => prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) === 0,
    becomeSubreaper: () => prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0,
    renouncePrivileges: () => prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) === 0,
    dropCapabilities: () => {
      // Fails beyond the kernel's last one, and without privileges, when there is nothing to drop.
      for (let capability = 0; capability <= LAST_CAPABILITY; capability += 1)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
      // struct __user_cap_header_struct: version and process (0: this thread); two structs of empty sets.
      const header = Buffer.alloc(8);
      header.writeUInt32LE(CAPABILITY_VERSION_3, 0);
      return onCapabilities(used.capset, header, Buffer.alloc(24)) === 0;
    },
    addFilter: (filterOf) => {
      const program = filterOf(architecture);
      const address = loadKoffi().address(program);
      // struct sock_fprog: the number of instructions, then padding and their address.
      const header = Buffer.alloc(16);
      header.writeUInt16LE(program.byteLength / FILTER_INSTRUCTION_BYTES, 0);
      header.writeBigUInt64LE(address, 8);
      return onFilter(used.seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, header) === 0;
    },
    landlockVersion: () =>
      Math.max(0, Number(onBytes(SYS_LANDLOCK_CREATE_RULESET, null, 0, LANDLOCK_CREATE_RULESET_VERSION))),
    createRuleset: (attributes) =>
      Number(onBytes(SYS_LANDLOCK_CREATE_RULESET, attributes, attributes.byteLength, 0)),
    addPathRule: (ruleset, rule) =>
      onRule(SYS_LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0) === 0,
    restrictSelf: (ruleset) => onRuleset(SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0) === 0,
    keepOnExec: (descriptor) => fcntl(descriptor, F_SETFD, 0) === 0,
    reap: (pid) => waitpid(pid, null, WNOHANG) === pid,
  };
}

/** Loads the system calls once; undefined on other platforms and if koffi is not installed. */
export function systemCalls(): SystemCalls | undefined {
  loaded ??= { calls: load() };
  return loaded.calls;
}
