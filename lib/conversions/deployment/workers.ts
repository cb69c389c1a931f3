import type { Engine, Target, WorkerName } from '../engine/engine.ts';
import type { Format } from '../formats.ts';
import { remainingRoutes } from '../routing/options.ts';
import { engines as allEngines } from '../routing/registry.ts';

/** The engines that some workers have together. */
export function enginesOf(workers: ReadonlySet<WorkerName>): readonly Engine[] {
  return allEngines.filter((engine) => workers.has(engine.worker ?? 'standard'));
}

/**
 * The worker that has the engines of the best way from `from` to `target`: the way that would be tried first. Expects a
 * pair that one of `engines` serves, and options that `parseOptions` gave.
 */
export function workerFor(
  from: Format,
  target: Target,
  options: Readonly<Record<string, unknown>>,
  engines: readonly Engine[],
): WorkerName {
  const [best = []] = remainingRoutes(from, target, options, [], engines);
  return best.find((step) => step.engine.worker !== undefined)?.engine.worker ?? 'standard';
}
