import { adoptStrays } from './strays.ts';
import { systemCalls } from './system-calls.ts';

/** What protects a worker from its own engine processes. */
export interface WorkerWalls {
  /** Engine processes can't read its environment, its memory or its open files. Root can. */
  readonly undumpable: boolean;
  /** Whatever an engine process started ends with it. */
  readonly adoptsStrays: boolean;
}

/**
 * Protects this process, which has credentials, from the engine processes that it will start as the same user. Call it
 * before the first; for a process that belongs to the service, because it changes how the whole process is treated.
 */
export function hardenWorker(): WorkerWalls {
  return { undumpable: systemCalls()?.makeUndumpable() ?? false, adoptsStrays: adoptStrays() };
}
