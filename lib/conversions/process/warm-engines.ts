import type { Engine } from '../engine/engine.ts';

/**
 * Loads the libraries of engines. One that cannot be loaded does not keep the others from working: its documents are
 * handed on to them, as after any of its faults.
 */
export async function warmEngines(engines: readonly Pick<Engine, 'warm'>[]): Promise<void> {
  await Promise.allSettled(engines.map(async (engine) => engine.warm?.()));
}
