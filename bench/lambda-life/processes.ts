import { readdirSync, readFileSync } from 'node:fs';

// USER_HZ, which is 100 on every Linux.
const TICKS_PER_SECOND = 100;

/** Returns a process and all its descendants. */
const treeOf = (pid: number): number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(treeOf)];
  } catch {
    return [];
  }
};

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
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has exited.
      }
    }
  };
  return {
    seconds: () => sum(treeOf(root), secondsOf),
    count: () => treeOf(root).length,
    bytes: () => sum(treeOf(root), memoryOf),
    freeze: () => signal(treeOf(root), 'SIGSTOP'),
    thaw: () => signal(treeOf(root).toReversed(), 'SIGCONT'),
  };
};
