import type { Edge, Engine, Hub, Target } from '../engine/engine.ts';
import type { Format } from '../formats.ts';

/** A step of a route: an engine and one of its edges. */
export interface Step {
  readonly engine: Engine;
  readonly edge: Edge;
}

/** Steps from a format to a target. The first reads the document; each later one reads the previous result. */
export type Route = readonly Step[];

/** What a route ends with: a result, or a hub for an engine that works on hubs of files in its own file. */
type RouteTarget = Target | { readonly operation: 'read'; readonly to: Hub };

/** The routes that a set of engines has. */
export interface RouteTable {
  /**
   * Every route from `from` to `target`, best first: the fewest steps and losses, and among equals the order of the engines.
   * Empty if there is none.
   */
  readonly between: (from: Format, target: RouteTarget) => readonly Route[];
}

/**
 * The longest route: an old spreadsheet to page images takes five steps (new format, workbook, document, PDF, images).
 */
const MAX_STEPS = 5;

const pageImages: readonly string[] = ['png', 'jpeg', 'webp'];
const images: readonly string[] = [...pageImages, 'tiff', 'gif', 'avif'];

const isPdf = (edge: Edge): boolean => edge.operation === 'convert' && edge.to === 'pdf';

/** Whether another engine may continue from an edge: from a hub, from a newer format, and from a PDF to page images. */
const continues = (edge: Edge): boolean => edge.operation === 'read' || edge.isBridge === true || isPdf(edge);

const isAt = (edge: Edge, target: RouteTarget): boolean =>
  edge.operation === target.operation && edge.to === target.to;

/** Whether a route passes its target before its end, or a PDF on the way to anything but page images. */
const hasDetour = (route: Route, target: RouteTarget): boolean =>
  route
    .slice(0, -1)
    .some(
      ({ edge }) =>
        isAt(edge, target) || (isPdf(edge) && edge.isBridge !== true && !pageImages.includes(target.to)),
    );

/**
 * Whether the result is what the target's name promises. A format converts to itself only by an engine made for that. An
 * image converts to an image or PDF of the image, not to pages laid out from the words recognized in it.
 */
function isFaithful(route: Route, from: Format, target: RouteTarget): boolean {
  if (route.length === 1) return true;
  if (target.operation !== 'convert') return true;
  return from !== target.to && !(images.includes(from) && [...images, 'pdf'].includes(target.to));
}

const costOf = (route: Route): number => route.reduce((sum, { edge }) => sum + 1 + (edge.loss ?? 0), 0);

/** A route's name in reports: its engines joined with ` + `. */
export function routeName(route: Route): string {
  return route.map((step) => step.engine.name).join(' + ');
}

/** Keeps the first of the routes with the same name. */
function distinct(routes: readonly Route[]): Route[] {
  return [...Map.groupBy(routes, routeName).values()].flatMap((same) => same.slice(0, 1));
}

const endOf = ({ operation, to }: RouteTarget): string => `${operation} ${to}`;

/** The routes that end at each target. */
const byEnd = (routes: Iterable<Route>): ReadonlyMap<string | undefined, readonly Route[]> =>
  Map.groupBy(routes, (route) => route.slice(-1).map(({ edge }) => endOf(edge))[0]);

/**
 * Finds the routes through `engines`. `admits` leaves out routes that cannot be used, such as those whose engines are
 * never deployed together. Each format is searched once, for all targets.
 */
export function createRouteTable(
  engines: readonly Engine[],
  admits: (route: Route) => boolean = () => true,
): RouteTable {
  const steps = engines.flatMap((engine) => engine.edges.map((edge): Step => ({ engine, edge })));
  const stepsFrom = Map.groupBy(steps, ({ edge }): string => edge.from);
  const searched = new Map<string, ReturnType<typeof byEnd>>();
  const known = new Map<string, readonly Route[]>();

  function* search(from: string, before: Route): Generator<Route, void, void> {
    for (const step of stepsFrom.get(from) ?? []) {
      const { edge } = step;
      const route = [...before, step];
      yield route;
      if (
        route.length < MAX_STEPS &&
        continues(edge) &&
        edge.to !== from &&
        before.every((passed) => passed.edge.from !== edge.to)
      )
        yield* search(edge.to, route);
    }
  }

  const routesFrom = (from: Format): ReturnType<typeof byEnd> => {
    const routes = searched.get(from) ?? byEnd(search(from, []));
    searched.set(from, routes);
    return routes;
  };

  return {
    between: (from, target) => {
      const pair = `${from} ${endOf(target)}`;
      const found =
        known.get(pair) ??
        distinct(
          (routesFrom(from).get(endOf(target)) ?? []).filter(
            (route) => !hasDetour(route, target) && isFaithful(route, from, target) && admits(route),
          ),
        ).toSorted((one, other) => costOf(one) - costOf(other));
      known.set(pair, found);
      return found;
    },
  };
}
