import { setFlagsFromString } from 'node:v8';

/**
 * V8's flags of a process that ends after few documents: functions are optimized after ten times as many calls. Most of what V8
 * optimizes in the first documents does not pay for itself before the process ends. An idle process collects no garbage,
 * because Lambda would charge the next call for it.
 */
export const lateOptimization: readonly string[] = [
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-turbofan=30000',
  '--no-memory-reducer',
];

/** Sets these flags. Compiled code of LibreOffice can only be read with those it was written with. */
export function optimizeLate(): void {
  for (const flag of lateOptimization) setFlagsFromString(flag);
}
