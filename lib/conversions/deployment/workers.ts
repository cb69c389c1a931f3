import { type WorkerName, workerNames } from '../../workers.ts';
import type { Plan } from '../routing/plan.ts';
import { engines } from '../routing/registry.ts';
import { createRouteTable, type Route, type RouteTable, type Step } from '../routing/routes.ts';
import { enginePackages } from './packages.ts';

const workersOfPackage = new Map(enginePackages.map(({ name, workers }) => [name, workers]));

const runsIn = ({ engine }: Step, worker: WorkerName): boolean =>
  (engine.worker ?? worker) === worker &&
  (engine.package === undefined || (workersOfPackage.get(engine.package)?.includes(worker) ?? true));

/** Whether one worker has all engines of a route: a document does not move between workers. */
const runsInOneWorker = (route: Route): boolean =>
  workerNames.some((worker) => route.every((step) => runsIn(step, worker)));

/** The routes of a deployment. */
export function deployedRoutes(): RouteTable {
  return createRouteTable(engines, runsInOneWorker);
}

/** The worker that has the engines of a plan's best route. */
export function workerOf({ routes: [best = []] }: Plan): WorkerName {
  return best.find((step) => step.engine.worker !== undefined)?.engine.worker ?? 'standard';
}
