import type { Engine, WorkerName } from '../engine/engine.ts';
import type { Plan } from '../routing/plan.ts';
import { engines } from '../routing/registry.ts';
import { createRouteTable, type Route, type RouteTable, type Step } from '../routing/routes.ts';
import { enginePackages } from './packages.ts';

const allWorkers: readonly WorkerName[] = ['standard', 'browser', 'office'];
const workersOfPackage = new Map(enginePackages.map(({ name, workers }) => [name, workers]));

const runsIn = ({ engine }: Step, worker: WorkerName): boolean =>
  (engine.worker ?? worker) === worker &&
  (engine.package === undefined || (workersOfPackage.get(engine.package)?.includes(worker) ?? true));

/** Whether one worker has all engines of a route: a document does not move between workers. */
export const runsInOneWorker = (route: Route): boolean =>
  allWorkers.some((worker) => route.every((step) => runsIn(step, worker)));

/** The engines of some workers, without those that are deployed nowhere. */
const enginesOf = (workers: ReadonlySet<WorkerName>): readonly Engine[] =>
  engines.filter((engine) => workers.has(engine.worker ?? 'standard') && engine.isOptional !== true);

/** The routes of a deployment with these workers. */
export function deployedRoutes(workers: ReadonlySet<WorkerName>): RouteTable {
  return createRouteTable(enginesOf(workers), runsInOneWorker);
}

/** The worker that has the engines of a plan's best route. */
export function workerOf({ routes: [best = []] }: Plan): WorkerName {
  return best.find((step) => step.engine.worker !== undefined)?.engine.worker ?? 'standard';
}
