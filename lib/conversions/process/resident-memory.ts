import { readFileSync } from 'node:fs';
import { treeOf } from './sandbox/process-tree.ts';

// Page size of x86-64 and of the arm64 kernels of Amazon Linux: 4 KiB.
const PAGE_BYTES = 4096;
// Reading /proc takes 20 microseconds.
const INTERVAL_MILLISECONDS = 25;

// Finding child processes reads a file per thread: 0.5 ms with a browser. So do it every fourth time.
const CHILD_SCAN_INTERVAL = 4;

/** Reads `/proc/pid/statm`, in bytes: all resident memory, and the part that is file-backed or shared. */
function statm(pid: number): { readonly resident: number; readonly shared: number } {
  const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return { resident: resident * PAGE_BYTES, shared: shared * PAGE_BYTES };
}

function privateBytesOf(pid: number): number {
  try {
    const { resident, shared } = statm(pid);
    return resident - shared;
  } catch {
    return 0;
  }
}

// A browser's processes share its program and each other's images: count those once, in the first process.
const descendantBytes = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => (each === pid ? sum : sum + privateBytesOf(each)), 0);

function ownBytesOf(pid: number): number | undefined {
  try {
    return statm(pid).resident;
  } catch {
    return undefined;
  }
}

/** Returns the physical memory of a process and its descendants in bytes; undefined if there is no such process. */
export function residentBytes(pid: number): number | undefined {
  const own = ownBytesOf(pid);
  return own === undefined ? undefined : own + descendantBytes(pid);
}

/**
 * Calls `onExceeded` once when a process and its descendants exceed `limitBytes`. Returns a function that stops the
 * watch.
 */
export function watchResidentMemory(pid: number, limitBytes: number, onExceeded: () => void): () => void {
  let ticks = 0;
  let childBytes = 0;
  const timer = setInterval(() => {
    if (ticks % CHILD_SCAN_INTERVAL === 0) childBytes = descendantBytes(pid);
    ticks += 1;
    const own = ownBytesOf(pid);
    if (own === undefined || own + childBytes <= limitBytes) return;
    clearInterval(timer);
    onExceeded();
  }, INTERVAL_MILLISECONDS);
  return () => clearInterval(timer);
}
