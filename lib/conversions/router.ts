import * as z from 'zod';
import { ConversionError } from '../errors.ts';
import type { Attempt, Edge, Engine, Target } from './engine.ts';
import { engines as allEngines } from './engines/table.ts';
import { type ExtractFormat, extractFormats, type Format, formats } from './formats.ts';
import { isPackageInstalled } from './package-assets.ts';

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
  const ways = [...waysOn(engines, from, target, [])].filter((route) => isFaithful(route, from, target));
  const byName = new Map(ways.toReversed().map((route) => [routeName(route), route]));
  return ways
    .filter((route) => byName.get(routeName(route)) === route)
    .toSorted((one, other) => lengthOf(one) - lengthOf(other));
}

const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
const isExtract = (name: string): name is ExtractFormat => Object.hasOwn(extractFormats, name);
const allFormats = Object.keys(formats).filter(isFormat);
const allExtracts = Object.keys(extractFormats).filter(isExtract);

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

const shapeOf = (route: Route): z.core.$ZodShape =>
  Object.assign({}, ...route.map((step) => step.engine.options.shape));

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
  const steps = ways.flat();
  return z.strictObject(Object.assign({}, ...steps.map((step) => step.engine.options.shape)));
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
  if (issue?.code === 'unrecognized_keys') {
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
 * The routes that are left for a document: those that know the given options where any does, without the engines that
 * were tried already; also those that are not installed. Throws ConversionError `unsupported_content` where the pair
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
  const gone = new Set(tried.map((attempt) => attempt.engine));
  return (able.length > 0 ? able : ways).filter((route) => !gone.has(routeName(route)));
}

/** A route's name in reports: its engines joined with ` + `. */
export function routeName(route: Route): string {
  return route.map((step) => step.engine.name).join(' + ');
}
