import type { Engine } from '../engine/engine.ts';

/**
 * Loads the engines' libraries. If one fails to load, the others still work: its documents are passed on to them, as
 * after any failure.
 */
export async function warmEngines(engines: readonly Pick<Engine, 'warm'>[]): Promise<void> {
  await Promise.allSettled(engines.map(async (engine) => engine.warm?.()));
}
