import { adoptStrays } from './strays.ts';
import { systemCalls } from './system-calls.ts';

/** Protection of a worker from its own engine processes. */
interface WorkerProtection {
  /** Other processes of its user cannot read its environment, memory or open files, unless they have capabilities. */
  readonly undumpable: boolean;
  /** Everything that an engine process started is killed with it. */
  readonly adoptsStrays: boolean;
}

/**
 * Protects this process, which has credentials, from the engine processes it starts as the same user. Call it before
 * starting the first one, and only in processes of the service: it affects the whole process.
 */
export function hardenWorker(): WorkerProtection {
  return { undumpable: systemCalls()?.makeUndumpable() ?? false, adoptsStrays: adoptStrays() };
}
