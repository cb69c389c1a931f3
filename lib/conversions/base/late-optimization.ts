import { setFlagsFromString } from 'node:v8';

/**
 * V8's flag of an engine process: TurboFan compiles a function after ten times the usual calls. It compiles beside the document, for a
 * quarter of all processor time, and a process ends before that pays for itself. Maglev, which is cheap, compiles as usual.
 */
export const lateOptimization = '--invocation-count-for-turbofan=30000';

/** Sets this flag. Compiled code of LibreOffice can only be read with the flags it was written with. */
export function optimizeLate(): void {
  setFlagsFromString(lateOptimization);
}
