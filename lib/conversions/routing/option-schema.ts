import * as z from 'zod';
import type { Route } from './routes.ts';

/** Options of an engine that have no effect at its place on a route. */
function idleOptions(route: Route, place: number): readonly string[] {
  const { sourceOptions = [], resultOptions = [], optionFormats = {} } = route[place]?.engine ?? {};
  const from = route[place]?.edge.from;
  const foreign = Object.keys(optionFormats).filter(
    (name) => optionFormats[name]?.some((format) => format === from) !== true,
  );
  return [
    ...(place === 0 ? [] : sourceOptions),
    ...(place === route.length - 1 ? [] : resultOptions),
    ...foreign,
  ];
}

/** The options that a route has. */
function shapeOf(route: Route): z.core.$ZodShape {
  const options = route.flatMap(({ engine }, place) => {
    const idle = idleOptions(route, place);
    return Object.entries(engine.options.shape).filter(([name]) => !idle.includes(name));
  });
  return Object.fromEntries(options);
}

/** Whether a route has every option given, and each of its engines accepts the value. */
export function acceptsAll(route: Route, options: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(shapeOf(route));
  return Object.entries(options).every(
    ([name, value]) =>
      names.includes(name) &&
      route.every(({ engine }) => engine.options.shape[name]?.safeParse(value).success ?? true),
  );
}

/** The options of all `routes` together. If two define the same option, the better route's definition counts. */
export function optionsShape(routes: readonly Route[]): z.core.$ZodShape {
  return Object.assign({}, ...routes.toReversed().map(shapeOf));
}

/** The schema of {@link optionsShape}. */
export const optionsSchema = (routes: readonly Route[]): z.ZodObject => z.strictObject(optionsShape(routes));
