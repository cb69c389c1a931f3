import { readFileSync } from 'node:fs';
import { signalAll, stopTrees, treeOf } from '../../lib/conversions/process/sandbox/process-tree.ts';

// USER_HZ, which is 100 on every Linux.
const TICKS_PER_SECOND = 100;

const secondsOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime, stime, and those of children that have exited: the 14th to 17th field (proc_pid_stat(5)).
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
};

/** The processes of an environment. */
export type ProcessTree = {
  /** Returns the processor seconds that they, and those that have exited, have used. */
  seconds(): number;
  count(): number;
  /** Returns their proportional share of memory in bytes. */
  bytes(): number;
  freeze(): void;
  thaw(): void;
};

const memoryOf = (pid: number): number => {
  try {
    const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
};

const sum = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + measure(pid), 0);

/** Watches and stops a process with all its descendants, as Lambda does between two calls. */
export const processTree = (root: number): ProcessTree => {
  let stopped: readonly number[] = [];
  return {
    seconds: () => sum(treeOf(root), secondsOf),
    count: () => treeOf(root).length,
    bytes: () => sum(treeOf(root), memoryOf),
    freeze: () => {
      stopped = stopTrees([root]);
    },
    thaw: () => signalAll(stopped, 'SIGCONT'),
  };
};
