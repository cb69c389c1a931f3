import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { isPackageInstalled } from '../base/package-assets.ts';
import type { Attempt, Engine, Target } from '../engine/engine.ts';
import {
  type ExtractFormat,
  extractFormats,
  type Format,
  formats,
  isExtractFormat,
  isFormat,
} from '../formats.ts';
import { engines as allEngines } from './registry.ts';
import { type Route, routeName, routes } from './routes.ts';

const allFormats = Object.keys(formats).filter(isFormat);
const allExtracts = Object.keys(extractFormats).filter(isExtractFormat);

/** The formats a document of format `from` can be converted to. */
export function conversionTargets(from: Format, engines: readonly Engine[] = allEngines): Format[] {
  return allFormats.filter((to) => routes(from, { operation: 'convert', to }, engines).length > 0);
}

/** The extract formats a document of format `from` can give. */
export function extractFormatsFrom(from: Format, engines: readonly Engine[] = allEngines): ExtractFormat[] {
  return allExtracts.filter((to) => routes(from, { operation: 'extract', to }, engines).length > 0);
}

/** Whether several files of format `from` can become one `target`. */
export function takesSeveral(from: Format, target: Target, engines: readonly Engine[] = allEngines): boolean {
  return routes(from, target, engines).some(([first]) => first?.edge.takesSeveral === true);
}

/** Options of an engine that mean nothing at its place on the way. */
function idleOptions(route: Route, place: number): readonly string[] {
  return [
    // It opens the client's document; what the steps before have made has none.
    ...(place > 0 ? ['password'] : []),
    ...(route.at(-1)?.edge.to === 'pdf' ? [] : ['pdf_standard']),
  ];
}

/** The options that a route knows. */
function shapeOf(route: Route): z.core.$ZodShape {
  const options = route.flatMap(({ engine }, place) => {
    const idle = idleOptions(route, place);
    return Object.entries(engine.options.shape).filter(([name]) => !idle.includes(name));
  });
  return Object.fromEntries(options);
}

/** Whether a route knows every option that is given, and each of its engines takes the option's value. */
function takesAll(route: Route, options: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(shapeOf(route));
  return Object.entries(options).every(
    ([name, value]) =>
      names.includes(name) &&
      route.every(({ engine }) => engine.options.shape[name]?.safeParse(value).success ?? true),
  );
}

function optionsSchema(ways: readonly Route[]): z.ZodObject {
  // Of an option that two know, what the one says that is asked first is what counts without it.
  return z.strictObject(Object.assign({}, ...ways.toReversed().map(shapeOf)));
}

/** Options as they were given, checked; or the first field at fault and what to do about it. */
export type ParsedOptions =
  | { readonly ok: true; readonly options: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** What to answer where each option is known, but no one way knows all: one of them would be ignored. */
function refuseTogether(
  from: Format,
  target: Target,
  given: Readonly<Record<string, unknown>>,
  ways: readonly Route[],
): ParsedOptions | undefined {
  if (ways.length === 0 || ways.some((route) => takesAll(route, given))) return undefined;
  const taken: [string, unknown][] = [];
  for (const option of Object.entries(given)) {
    const next = Object.fromEntries([...taken, option]);
    if (ways.some((route) => takesAll(route, next))) {
      taken.push(option);
      continue;
    }
    const [field] = option;
    if (taken.length === 0) {
      const message = `Invalid option "${field}": no engine takes this value for ${from} to ${target.to}.`;
      return { ok: false, field, message };
    }
    const others = taken.map(([name]) => `"${name}"`).join(', ');
    const message = `Option "${field}" can't be given together with ${others} for ${from} to ${target.to}: no engine does all of it. Leave one out.`;
    return { ok: false, field, message };
  }
  return undefined;
}

/**
 * Checks a client's options for one conversion. An option that no engine on the way knows is refused by its name, with
 * the names there are; so is one that no engine can do together with the others.
 */
export function parseOptions(
  from: Format,
  target: Target,
  options: unknown,
  engines: readonly Engine[] = allEngines,
): ParsedOptions {
  const ways = routes(from, target, engines);
  const schema = optionsSchema(ways);
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) {
    // Defaults are each engine's own: with them in, no engine but one that knows all would be asked.
    const given = Object.fromEntries(Object.keys(options ?? {}).map((name) => [name, parsed.data[name]]));
    return refuseTogether(from, target, given, ways) ?? { ok: true, options: given };
  }
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    const known = Object.keys(schema.shape);
    const field = issue.keys[0] ?? 'options';
    const hint = known.length > 0 ? `Known options: ${known.join(', ')}.` : 'It takes no options.';
    return { ok: false, field, message: `Unknown option "${field}" for ${from} to ${target.to}. ${hint}` };
  }
  const field = issue?.path.join('.') || 'options';
  return { ok: false, field, message: `Invalid option "${field}": ${issue?.message ?? 'not readable'}.` };
}

/** One row of `GET /formats`. */
export type FormatsRow = { readonly from: Format } & Target & {
    /** The engines that serve, the one that is asked first first; several steps are joined with ` + `. */
    readonly engines: readonly string[];
    /** Whether several files can become one result. */
    readonly takesSeveral: boolean;
    /** JSON Schema (2020-12) of the options object. */
    readonly options: Readonly<Record<string, unknown>>;
  };

/** Every pair there is an engine for, with its engines and options. */
export function formatsTable(engines: readonly Engine[] = allEngines): FormatsRow[] {
  const targets: Target[] = [
    ...allFormats.map((to): Target => ({ operation: 'convert', to })),
    ...allExtracts.map((to): Target => ({ operation: 'extract', to })),
  ];
  return allFormats.flatMap((from) =>
    targets.flatMap((target) => {
      const ways = routes(from, target, engines);
      if (ways.length === 0) return [];
      const { $schema: _, ...options } = z.toJSONSchema(optionsSchema(ways), { io: 'input' });
      return [
        {
          from,
          ...target,
          engines: ways.map(routeName),
          takesSeveral: takesSeveral(from, target, engines),
          options,
        },
      ];
    }),
  );
}

/** Whether an engine can run here. */
export const isEngineInstalled = (engine: Engine): boolean =>
  engine.isAvailable?.() ?? (engine.package === undefined || isPackageInstalled(engine.package));

/** Whether every engine of a route can run here. */
export const isInstalled = (route: Route): boolean => route.every(({ engine }) => isEngineInstalled(engine));

/**
 * The routes that are left for a document: those that know the given options where any does, without those that begin
 * with an engine that was tried already; also those that are not installed. Throws ConversionError `unsupported_content` where the pair
 * itself has no route.
 */
export function remainingRoutes(
  from: Format,
  target: Target,
  options: Readonly<Record<string, unknown>>,
  tried: readonly Attempt[],
  engines: readonly Engine[] = allEngines,
  fileCount = 1,
): Route[] {
  const ways = routes(from, target, engines).filter(
    ([first]) => fileCount === 1 || first?.edge.takesSeveral === true,
  );
  if (ways.length === 0) {
    throw new ConversionError('unsupported_content', `A ${from} document can't be turned into ${target.to}.`);
  }
  const able = ways.filter((route) => takesAll(route, options));
  const isLeft = leftAfter(tried);
  return (able.length > 0 ? able : ways).filter(isLeft);
}

/**
 * Whether a route is left after some attempts. An engine that could not read the document does not get it again as the
 * beginning of another way; one that was not asked, as another engine of its way was not installed, does.
 */
export function leftAfter(tried: readonly Attempt[]): (route: Route) => boolean {
  const absent = new Set(
    tried.filter(({ outcome }) => outcome === 'not_installed').map(({ engine }) => engine),
  );
  const asked = tried.filter(({ outcome }) => outcome !== 'not_installed');
  const gone = new Set(asked.map(({ engine }) => engine.split(' + ')[0]));
  return (route) => !absent.has(routeName(route)) && !gone.has(route[0]?.engine.name);
}
