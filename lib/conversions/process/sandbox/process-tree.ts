import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Lists a folder in `/proc`; empty if the process has exited, or there is no `/proc`. */
function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads a file in `/proc`; empty if the process or thread has exited. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Whether the kernel lists the children of a thread (CONFIG_PROC_CHILDREN). */
const listsChildren = existsSync(`/proc/self/task/${process.pid}/children`);

/** Returns a process's parent: the second field after the name in parentheses (proc_pid_stat(5)). */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Returns the children of a process, which any of its threads may have started. */
export function childrenOf(pid: number): number[] {
  if (!listsChildren)
    return list('/proc')
      .map(Number)
      .filter((each) => each > 0 && parentOf(each) === pid);
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Returns a process and all of its descendants, parents first. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** Sends a signal to those of the processes that still exist. A negative id is that of a process group. */
export function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has exited.
    }
  }
}

// A process may start others while its children are read, so look again. Stopped processes start nothing.
const MAX_ROUNDS = 100;

// 0 and -1 would be the group of this process, and every process.
const isOne = (pid: number): boolean => pid > 1;

/** Stops processes and all of their descendants, including those that left the process group. Returns them, parents first. */
export function stopTrees(pids: readonly number[]): readonly number[] {
  const roots = pids.filter(isOne);
  const stopped = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fresh = roots.flatMap(treeOf).filter((each) => !stopped.has(each));
    if (fresh.length === 0) break;
    signalAll(fresh, 'SIGSTOP');
    for (const each of fresh) stopped.add(each);
  }
  return [...stopped];
}

/** Kills process groups by their leaders, with all descendants. */
export function killTrees(pids: readonly number[]): void {
  const groups = pids.filter(isOne).map((pid) => -pid);
  signalAll(groups, 'SIGSTOP');
  signalAll([...groups, ...stopTrees(pids)], 'SIGKILL');
}
