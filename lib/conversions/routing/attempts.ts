import { isPackageInstalled } from '../base/package-assets.ts';
import type { Attempt, Engine } from '../engine/engine.ts';
import { type Route, routeName } from './routes.ts';

/** Whether an engine can run here. */
export const isEngineInstalled = ({ package: name }: Engine): boolean =>
  name === undefined || isPackageInstalled(name);

/** Whether every engine of a route can run here. */
export const isInstalled = (route: Route): boolean => route.every(({ engine }) => isEngineInstalled(engine));

const programOf = ({ program, name }: Engine): string => program ?? name;

/**
 * The routes that remain after some attempts. A program that could not read the document does not get it again at the start
 * of another route. A route that was skipped because an engine is not installed does not rule out its other engines.
 */
export function remainingRoutes(routes: readonly Route[], tried: readonly Attempt[]): Route[] {
  const absent = new Set(
    tried.filter(({ outcome }) => outcome === 'not_installed').map(({ engine }) => engine),
  );
  const ran = tried.filter(({ outcome }) => outcome !== 'not_installed');
  const names = new Set(ran.map(({ engine }) => engine.split(' + ')[0]));
  const readers = routes.flatMap(([first]) => (first === undefined ? [] : [first.engine]));
  const failed = new Set(readers.filter(({ name }) => names.has(name)).map(programOf));
  return routes.filter(
    (route) =>
      !absent.has(routeName(route)) &&
      route.slice(0, 1).every(({ engine }) => !failed.has(programOf(engine))),
  );
}
