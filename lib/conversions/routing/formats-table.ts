import type { Target } from '../engine/engine.ts';
import {
  type ExtractFormat,
  extractFormats,
  type Format,
  formats,
  isExtractFormat,
  isFormat,
} from '../formats.ts';
import { optionsShape } from './option-schema.ts';
import { createOptionsJson, type JsonSchema } from './options-json.ts';
import { libraryRoutes } from './registry.ts';
import { type Route, type RouteTable, routeName } from './routes.ts';

const allFormats = Object.keys(formats).filter(isFormat);
const allExtracts = Object.keys(extractFormats).filter(isExtractFormat);

const allTargets: readonly Target[] = [
  ...allFormats.map((to): Target => ({ operation: 'convert', to })),
  ...allExtracts.map((to): Target => ({ operation: 'extract', to })),
];

/** The formats that a document of format `from` converts to. */
export function conversionTargets(from: Format, table: RouteTable = libraryRoutes): Format[] {
  return allFormats.filter((to) => table.between(from, { operation: 'convert', to }).length > 0);
}

/** The formats that can be extracted from a document of format `from`. */
export function extractFormatsFrom(from: Format, table: RouteTable = libraryRoutes): ExtractFormat[] {
  return allExtracts.filter((to) => table.between(from, { operation: 'extract', to }).length > 0);
}

const canTakeSeveral = (routes: readonly Route[]): boolean =>
  routes.some(([first]) => first?.edge.takesSeveral === true);

/** Whether several files of format `from` can become one `target`. */
export function takesSeveral(from: Format, target: Target, table: RouteTable = libraryRoutes): boolean {
  return canTakeSeveral(table.between(from, target));
}

/** One row of `GET /formats`. */
export type FormatsRow = { readonly from: Format } & Target & {
    /** Names of the routes, best first. */
    readonly engines: readonly string[];
    /** Whether several files can become one result. */
    readonly takesSeveral: boolean;
    /** Schema of the options object. */
    readonly options: JsonSchema;
  };

/** Every pair from one of `sources` that has a route, with its engines and options. */
export function formatsTable(
  table: RouteTable = libraryRoutes,
  sources: readonly Format[] = allFormats,
): FormatsRow[] {
  const optionsJson = createOptionsJson();
  return sources.flatMap((from) =>
    allTargets.flatMap((target) => {
      const routes = table.between(from, target);
      if (routes.length === 0) return [];
      return [
        {
          from,
          ...target,
          engines: routes.map(routeName),
          takesSeveral: canTakeSeveral(routes),
          options: optionsJson(optionsShape(routes)),
        },
      ];
    }),
  );
}
