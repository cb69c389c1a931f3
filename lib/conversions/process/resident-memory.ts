import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// x86-64 and the arm64 kernels of Amazon Linux use pages of 4 KiB.
const PAGE_BYTES = 4096;
const hasProc = existsSync('/proc/self/statm');
// Reading /proc costs 20 microseconds; elsewhere a process has to be asked for it.
const INTERVAL_MILLISECONDS = hasProc ? 25 : 250;

function residentBytesFromProc(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
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

/** Physical memory a process holds, in bytes; undefined when there is no such process. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  return hasProc ? residentBytesFromProc(pid) : await residentBytesFromPs(pid);
}

/** Calls `onExceeded` once when a process holds more than `limitBytes`. Returns what ends the watch. */
export function watchResidentMemory(pid: number, limitBytes: number, onExceeded: () => void): () => void {
  const timer = setInterval(async () => {
    const bytes = await residentBytes(pid);
    if (bytes === undefined || bytes <= limitBytes) return;
    clearInterval(timer);
    onExceeded();
  }, INTERVAL_MILLISECONDS);
  return () => clearInterval(timer);
}
