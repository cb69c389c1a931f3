import type { Engine } from '../engine/engine.ts';

/**
 * Loads the engines' libraries, one after another. If one fails to load, the others still work: its documents are passed on to
 * them, as after any failure.
 */
export async function warmEngines(engines: readonly Pick<Engine, 'warm'>[]): Promise<void> {
  for (const { warm } of engines) {
    try {
      await warm?.();
    } catch {
      // Its first document fails with the error.
    }
  }
}
