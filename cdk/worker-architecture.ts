import type { Architecture } from '../lib/conversions/base/native-packages.ts';
import type { WorkerName } from '../lib/workers.ts';

/**
 * The architecture of a function by its worker, if it has one. Lambda's arm64 is a fifth cheaper, and functions without native
 * code need nothing for it. Chromium is a build for x64.
 */
export const architectureOf = (worker: WorkerName | undefined, ofWorkers: Architecture): Architecture => {
  if (worker === undefined) return 'arm64';
  return worker === 'browser' ? 'x64' : ofWorkers;
};
