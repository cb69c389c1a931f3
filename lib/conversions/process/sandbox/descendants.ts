import { readdirSync, readFileSync } from 'node:fs';

/** A process as listed in `/proc`. */
interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
}

/** Reads a process's parent: the second field after the name in parentheses (proc_pid_stat(5)). */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Lists all visible processes; empty if there is no `/proc`. */
function allProcesses(): ProcessEntry[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      const pid = Number(name);
      const parent = Number.isInteger(pid) ? parentOf(pid) : undefined;
      return parent === undefined ? [] : [{ pid, parent }];
    });
  } catch {
    return [];
  }
}

/** Returns all descendants of some processes, excluding the processes themselves. */
function descendantsOf(pids: readonly number[]): number[] {
  const childrenOf = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const below = (pid: number): number[] =>
    (childrenOf.get(pid) ?? []).flatMap((child) => [child.pid, ...below(child.pid)]);
  return pids.flatMap(below);
}

/** Returns the children of a process. */
export const childrenOf = (parent: number): number[] =>
  allProcesses().flatMap((entry) => (entry.parent === parent ? [entry.pid] : []));

/** Sends a signal to a process if it still exists. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has exited.
  }
}

// A process may start others while the list is read, so look again. Stopped processes start nothing.
const MAX_ROUNDS = 100;

/** Kills process groups by their leaders, with all descendants, including those that left the group. */
export function killTrees(pids: readonly number[]): void {
  const leaders = pids.filter((pid) => pid > 0);
  for (const pid of leaders) for (const each of [-pid, pid]) signalProcess(each, 'SIGSTOP');
  const found = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fresh = descendantsOf(leaders).filter((each) => !found.has(each));
    if (fresh.length === 0) break;
    for (const each of fresh) {
      signalProcess(each, 'SIGSTOP');
      found.add(each);
    }
  }
  for (const each of [...leaders.flatMap((pid) => [-pid, pid]), ...found]) signalProcess(each, 'SIGKILL');
}
