import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { childrenOf, killTrees } from './process-tree.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

// A process that an engine started outlives the engine if it left its process group and its parent has exited. The
// worker, as a subreaper, becomes its parent and must kill it before reading another tenant's document.

/** Engine processes that Node.js started and has not reaped yet. */
const engineProcesses = new Set<number>();

/** Exempts an engine process from being killed as a stray. Returns a function that ends the exemption. */
export function exemptEngineProcess(pid: number): () => void {
  engineProcesses.add(pid);
  return () => engineProcesses.delete(pid);
}

interface SandboxState {
  readonly cannotGainPrivileges: number;
  /** Undefined before Linux 5.9. */
  readonly filters: number | undefined;
}

/** Reads sandbox properties, which a process inherits and cannot remove. */
function sandboxStateOf(pid: number | 'self'): SandboxState | undefined {
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

/** Whether a child of this process was sandboxed. Assumes so without evidence: a worker starts nothing else. */
function isStray(pid: number, own: SandboxState): boolean {
  const state = sandboxStateOf(pid);
  if (engineProcesses.has(pid) || state === undefined) return false;
  if (state.cannotGainPrivileges > own.cannotGainPrivileges) return true;
  if (own.cannotGainPrivileges === 0) return false;
  return state.filters === undefined || own.filters === undefined || state.filters > own.filters;
}

// Two seconds at least. Counted, because Lambda may freeze this process between two rounds.
const MAX_ROUNDS = 1000;
const RETRY_MILLISECONDS = 2;

let reaper: SystemCalls | undefined;

/** Adopts strays from now on and kills them when an engine process exits. Returns whether the kernel supports it. */
export function adoptStrays(): boolean {
  const calls = systemCalls();
  if (calls?.becomeSubreaper() === true) reaper = calls;
  return reaper !== undefined;
}

/**
 * Kills and reaps strays until none are left. Exits this process if some survive: it could no longer isolate tenants,
 * and another worker takes over. Does nothing before `adoptStrays`.
 */
export async function killStrays(): Promise<void> {
  const own = reaper === undefined ? undefined : sandboxStateOf('self');
  if (reaper === undefined || own === undefined) return;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const strays = childrenOf(process.pid).filter((pid) => isStray(pid, own));
    if (strays.length === 0) return;
    killTrees(strays);
    for (const pid of strays) reaper.reap(pid);
    await setTimeout(RETRY_MILLISECONDS);
  }
  process.stderr.write('Processes started by a document could not be killed; this worker exits.\n');
  process.exit(1);
}
