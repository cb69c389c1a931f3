import { enginePackages } from '../deployment/packages.ts';
import type { Edge, Engine, Target, WorkerName } from '../engine/engine.ts';
import type { Format } from '../formats.ts';
import { engines as allEngines } from './registry.ts';

/** One engine doing one thing, on the way to a target. */
export interface Step {
  readonly engine: Engine;
  readonly edge: Edge;
}

/** Steps from the source to the target; the first works on the document, each further one on the result before it. */
export type Route = readonly Step[];

// An old spreadsheet to the pictures of its pages: to the new format, workbook, document, pdf, pictures. No way is longer.
const MAX_STEPS = 5;

const pageImages: readonly string[] = ['png', 'jpeg', 'webp'];
const pictures: readonly string[] = [...pageImages, 'tiff', 'gif'];

/** Whether what an edge leads to may be worked on further: hubs, newer formats, and a pdf for pictures of its pages. */
const leadsOn = (edge: Edge, target: Target): boolean =>
  edge.operation === 'read' ||
  edge.isBridge === true ||
  (edge.operation === 'convert' && edge.to === 'pdf' && pageImages.includes(target.to));

const stepsBySource = new WeakMap<readonly Engine[], Map<string, Step[]>>();

function stepsFrom(engines: readonly Engine[], from: string): readonly Step[] {
  const known = stepsBySource.get(engines);
  if (known !== undefined) return known.get(from) ?? [];
  const steps = engines.flatMap((engine) => engine.edges.map((edge) => ({ engine, edge })));
  stepsBySource.set(
    engines,
    Map.groupBy(steps, ({ edge }) => edge.from),
  );
  return stepsFrom(engines, from);
}

function* waysOn(
  engines: readonly Engine[],
  from: string,
  target: Target,
  before: Route,
): Generator<Route, void, void> {
  for (const step of stepsFrom(engines, from)) {
    const { edge } = step;
    if (edge.operation === target.operation && edge.to === target.to) yield [...before, step];
    else if (
      before.length + 1 < MAX_STEPS &&
      leadsOn(edge, target) &&
      edge.to !== from &&
      before.every((passed) => passed.edge.from !== edge.to)
    )
      yield* waysOn(engines, edge.to, target, [...before, step]);
  }
}

const lengthOf = (route: Route): number => route.reduce((sum, { edge }) => sum + 1 + (edge.loss ?? 0), 0);

const allWorkers: readonly WorkerName[] = ['standard', 'browser', 'office'];
const workersOfPackage = new Map(enginePackages.map(({ name, workers }) => [name, workers]));

const runsIn = ({ engine }: Step, worker: WorkerName): boolean =>
  (engine.worker ?? worker) === worker &&
  (engine.package === undefined || (workersOfPackage.get(engine.package)?.includes(worker) ?? true));

/** Whether any worker has all the engines of a way: a document does not go from one to another. */
const runsInOnePlace = (route: Route): boolean =>
  allWorkers.some((worker) => route.every((step) => runsIn(step, worker)));

/**
 * Whether a way ends in what its target's name promises. A format becomes itself only by an engine that says so; and a
 * picture or pdf made of a picture shows that picture, not pages set from the words that were recognised in it.
 */
function isFaithful(route: Route, from: Format, target: Target): boolean {
  if (route.length === 1) return true;
  if (target.operation === 'extract') return true;
  return from !== target.to && !(pictures.includes(from) && [...pictures, 'pdf'].includes(target.to));
}

/**
 * Every way from `from` to `target`, best first: the fewest steps and losses, and of equal ones the engines in the
 * table's order. From a format to itself, and from a picture to pictures and pdf, only by one engine alone.
 */
export function routes(from: Format, target: Target, engines: readonly Engine[] = allEngines): Route[] {
  const ways = [...waysOn(engines, from, target, [])].filter(
    (route) => isFaithful(route, from, target) && runsInOnePlace(route),
  );
  const byName = new Map(ways.toReversed().map((route) => [routeName(route), route]));
  return ways
    .filter((route) => byName.get(routeName(route)) === route)
    .toSorted((one, other) => lengthOf(one) - lengthOf(other));
}

/** A route's name in reports: its engines joined with ` + `. */
export function routeName(route: Route): string {
  return route.map((step) => step.engine.name).join(' + ');
}
