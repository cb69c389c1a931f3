import type { ConversionResult, Engine, Target } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { planConversion } from '../../lib/conversions/routing/plan.ts';
import { libraryRoutes } from '../../lib/conversions/routing/registry.ts';
import { createRouteTable } from '../../lib/conversions/routing/routes.ts';
import { type RunOptions, runPlan } from '../../lib/conversions/routing/run-plan.ts';
import { listFaults } from '../../lib/faults.ts';

/** A request to convert a document. */
type RunRequest = { readonly from: Format; readonly options?: object } & Target;

/** Converts a document by these engines, or by all; in this process. */
export const runEngines = async (
  input: Uint8Array,
  { from, options, ...target }: RunRequest,
  { engines, ...run }: RunOptions & { readonly engines?: readonly Engine[] } = {},
): Promise<ConversionResult> => {
  const table = engines === undefined ? libraryRoutes : createRouteTable(engines);
  const planned = planConversion({ from, target, options }, table);
  if (!planned.ok) throw new TypeError(listFaults(planned.faults));
  return runPlan(input, planned.plan, run);
};
