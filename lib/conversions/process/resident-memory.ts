import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

// x86-64 and the arm64 kernels of Amazon Linux use pages of 4 KiB.
const PAGE_BYTES = 4096;
const hasProc = existsSync('/proc/self/statm');
// Reading /proc costs 20 microseconds; elsewhere a process has to be asked for it.
const INTERVAL_MILLISECONDS = hasProc ? 25 : 250;

// Looking for processes it started takes a file for each thread: 0.5 ms with a browser.
const LOOKS_FOR_CHILDREN_EVERY = 4;

/** `/proc/pid/statm` in bytes: all that is resident, and what of it is in files or shared with other processes. */
function statm(pid: number): { readonly resident: number; readonly shared: number } {
  const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return { resident: resident * PAGE_BYTES, shared: shared * PAGE_BYTES };
}

/** What a process started, and what those did, by any of their threads; none where the kernel does not tell. */
function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [...children, ...children.flatMap(descendants)];
  } catch {
    return [];
  }
}

function ownBytesOf(pid: number): number {
  try {
    const { resident, shared } = statm(pid);
    return resident - shared;
  } catch {
    return 0;
  }
}

// A browser's processes share its program and each other's pictures: counted once in the first, not at all in the others.
const descendantBytes = (pid: number): number =>
  descendants(pid).reduce((sum, child) => sum + ownBytesOf(child), 0);

function residentBytesFromProc(pid: number): number | undefined {
  try {
    return statm(pid).resident;
  } catch {
    return undefined;
  }
}

function residentBytesFromPs(pid: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => {
      resolve(error === null ? Number(stdout) * 1024 : undefined);
    });
  });
}

/** Physical memory a process and all it started hold, in bytes; undefined when there is no such process. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  if (!hasProc) return await residentBytesFromPs(pid);
  const own = residentBytesFromProc(pid);
  return own === undefined ? undefined : own + descendantBytes(pid);
}

/** Calls `onExceeded` once when a process and all it started hold more than `limitBytes`. Returns what ends the watch. */
export function watchResidentMemory(pid: number, limitBytes: number, onExceeded: () => void): () => void {
  let ticks = 0;
  let startedBytes = 0;
  const timer = setInterval(async () => {
    if (hasProc && ticks % LOOKS_FOR_CHILDREN_EVERY === 0) startedBytes = descendantBytes(pid);
    ticks += 1;
    const own = hasProc ? residentBytesFromProc(pid) : await residentBytesFromPs(pid);
    if (own === undefined || own + startedBytes <= limitBytes) return;
    clearInterval(timer);
    onExceeded();
  }, INTERVAL_MILLISECONDS);
  return () => clearInterval(timer);
}
