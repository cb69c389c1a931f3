import type { Edge, Engine, Hub, Target } from '../engine/engine.ts';
import type { Format } from '../formats.ts';

/** A step of a route: an engine and one of its edges. */
export interface Step {
  readonly engine: Engine;
  readonly edge: Edge;
}

/** Steps from a format to a target. The first reads the document; each later one reads the previous result. */
export type Route = readonly Step[];

/** The end of a route: a result, or a hub for an engine that reads the files inside its own file. */
type RouteTarget = Target | { readonly operation: 'read'; readonly to: Hub };

/** The routes through a set of engines. */
export interface RouteTable {
  /**
   * Returns every route from `from` to `target`: those with the fewest steps and losses first, equal ones in the order of the engines.
   * Empty if there is none.
   */
  readonly between: (from: Format, target: RouteTarget) => readonly Route[];
}

/**
 * Maximum steps of a route. An old spreadsheet to page images takes five (new format, workbook, document, PDF, images).
 */
const MAX_STEPS = 5;

const pageImages: readonly string[] = ['png', 'jpeg', 'webp'];
const images: readonly string[] = [...pageImages, 'tiff', 'gif', 'avif'];

const isPdf = (edge: Edge): boolean => edge.operation === 'convert' && edge.to === 'pdf';

/** Returns true if another engine may continue after an edge: after a hub, a newer format, or a PDF for page images. */
const continues = (edge: Edge): boolean => edge.operation === 'read' || edge.isBridge === true || isPdf(edge);

const isAt = (edge: Edge, target: RouteTarget): boolean =>
  edge.operation === target.operation && edge.to === target.to;

/** Returns true if a route passes through its target before its end, or through a PDF for a target other than page images. */
const hasDetour = (route: Route, target: RouteTarget): boolean =>
  route
    .slice(0, -1)
    .some(
      ({ edge }) =>
        isAt(edge, target) || (isPdf(edge) && edge.isBridge !== true && !pageImages.includes(target.to)),
    );

/**
 * Returns true if the result is what the target's name promises. Only a dedicated engine converts a format to itself. An image
 * converts to an image, or a PDF of the image, and not to pages laid out from its recognized words.
 */
function isFaithful(route: Route, from: Format, target: RouteTarget): boolean {
  if (route.length === 1) return true;
  if (target.operation !== 'convert') return true;
  return from !== target.to && !(images.includes(from) && [...images, 'pdf'].includes(target.to));
}

const costOf = (route: Route): number => route.reduce((sum, { edge }) => sum + 1 + (edge.loss ?? 0), 0);

/** Returns a route's name in reports: its engines joined with ` + `. */
export function routeName(route: Route): string {
  return route.map((step) => step.engine.name).join(' + ');
}

/** Keeps the first of the routes with the same name. */
function distinct(routes: readonly Route[]): Route[] {
  return [...Map.groupBy(routes, routeName).values()].flatMap((same) => same.slice(0, 1));
}

const endOf = ({ operation, to }: RouteTarget): string => `${operation} ${to}`;

/** Groups routes by their target. */
const byEnd = (routes: Iterable<Route>): ReadonlyMap<string | undefined, readonly Route[]> =>
  Map.groupBy(routes, (route) => route.slice(-1).map(({ edge }) => endOf(edge))[0]);

/**
 * Finds the routes through `engines`. `admits` rejects unusable routes, such as those whose engines are never deployed together.
 * Each format is searched once, for all targets.
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
