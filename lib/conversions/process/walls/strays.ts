import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { childrenOf, killTree, signalProcess } from './descendants.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

// A process that an engine started outlives it if it left its group and its parent has ended. It becomes a child of this
// process if this process is a subreaper, and must be gone before a document of another tenant is read.

/** Engine processes that Node.js has started and not yet collected. */
const engineProcesses = new Set<number>();

/** Excludes an engine process from what is killed as a stray. Returns what ends that. */
export function keepEngineProcess(pid: number): () => void {
  engineProcesses.add(pid);
  return () => engineProcesses.delete(pid);
}

interface Marks {
  readonly cannotGainPrivileges: number;
  /** Undefined before Linux 5.9. */
  readonly filters: number | undefined;
}

/** What a process inherits from walls, and can't take off. */
function marksOf(pid: number | 'self'): Marks | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const field = (name: string): number | undefined => {
      const value = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1];
      return value === undefined ? undefined : Number(value);
    };
    return { cannotGainPrivileges: field('NoNewPrivs') ?? 0, filters: field('Seccomp_filters') };
  } catch {
    return undefined;
  }
}

/** Whether a child of this process comes from behind the walls. Without evidence it does: a worker starts nothing else. */
function isStray(pid: number, own: Marks): boolean {
  const marks = marksOf(pid);
  if (engineProcesses.has(pid) || marks === undefined) return false;
  if (marks.cannotGainPrivileges > own.cannotGainPrivileges) return true;
  if (own.cannotGainPrivileges === 0) return false;
  return marks.filters === undefined || own.filters === undefined || marks.filters > own.filters;
}

const PATIENCE_MILLISECONDS = 5000;
const PAUSE_MILLISECONDS = 2;

let reaper: SystemCalls | undefined;

/** Adopts strays from now on, and kills them whenever an engine process has ended. Returns whether the kernel does so. */
export function adoptStrays(): boolean {
  const calls = systemCalls();
  if (calls?.becomeSubreaper() === true) reaper = calls;
  return reaper !== undefined;
}

/**
 * Kills and collects all strays, again and again until none is left. Ends this process if some resist: it could not keep
 * tenants apart any more, and another one takes over. Does nothing before `adoptStrays`.
 */
export async function killStrays(): Promise<void> {
  const own = reaper === undefined ? undefined : marksOf('self');
  if (reaper === undefined || own === undefined) return;
  for (const end = performance.now() + PATIENCE_MILLISECONDS; performance.now() < end; ) {
    const strays = childrenOf(process.pid).filter((pid) => isStray(pid, own));
    if (strays.length === 0) return;
    for (const pid of strays) {
      signalProcess(pid, 'SIGSTOP');
      killTree(pid);
      reaper.reap(pid);
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  process.stderr.write('Processes of a document could not be ended; this worker ends itself.\n');
  process.exit(1);
}
