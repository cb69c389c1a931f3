import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to those of the processes that still exist. */
export function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/**
 * Stops a process and all of its descendants with SIGSTOP, also those that left its process group. Returns them, parents first.
 *
 * A process may fork while its children are read, so this repeats until a pass finds no other process. Stopped ones do not fork.
 */
export function stopTree(pid: number): readonly number[] {
  // 0 would be the group of this process.
  if (pid <= 0) return [];
  const stopped = new Set<number>();
  for (let tree = treeOf(pid); tree.some((each) => !stopped.has(each)); tree = treeOf(pid)) {
    for (const each of tree) stopped.add(each);
    signalAll(tree, 'SIGSTOP');
  }
  return [...stopped];
}

/** Kills a process and all of its descendants, also stopped ones. */
export function killTree(pid: number): void {
  signalAll(stopTree(pid), 'SIGKILL');
}

/** Returns a process and all of its descendants, parents first. Each thread has the children that it started. */
export function treeOf(pid: number): number[] {
  const children = list(`/proc/${pid}/task`).flatMap((task) => childrenOf(`/proc/${pid}/task/${task}`));
  return children.length === 0 ? [pid] : [pid, ...children.flatMap(treeOf)];
}

function childrenOf(task: string): number[] {
  try {
    return readFileSync(`${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    // The thread has ended.
    return [];
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended.
    return [];
  }
}
