import { readFileSync } from 'node:fs';

/** The most memory that a process has had resident, in megabytes (`VmHWM`, Linux). */
export const peakMegabytes = (pid: number): number => {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
};
