import * as z from 'zod';
import { ConversionError } from '../errors.ts';
import type { Attempt, Edge, Engine, Target } from './engine.ts';
import { engines as allEngines } from './engines/table.ts';
import { type ExtractFormat, extractFormats, type Format, formats } from './formats.ts';

/** One engine doing one thing, on the way to a target. */
export interface Step {
  readonly engine: Engine;
  readonly edge: Edge;
}

/** Steps from the source to the target; the first works on the document, each further one on the result before it. */
export type Route = readonly Step[];

const reaches = (edge: Edge, from: Format, target: Target): boolean =>
  edge.from === from && edge.operation === target.operation && edge.to === target.to;

function directRoutes(engines: readonly Engine[], from: Format, target: Target): Route[] {
  return engines.flatMap((engine) =>
    engine.edges.filter((edge) => reaches(edge, from, target)).map((edge) => [{ engine, edge }]),
  );
}

/**
 * Every way from `from` to `target`, best first: the engines that do it in one step in the table's order, and only
 * where there is none, two steps by way of another format. Never from a format to itself.
 */
export function routes(from: Format, target: Target, engines: readonly Engine[] = allEngines): Route[] {
  if (target.operation === 'convert' && target.to === from) return [];
  const direct = directRoutes(engines, from, target);
  if (direct.length > 0) return direct;
  return engines.flatMap((engine) =>
    engine.edges.flatMap((edge) => {
      if (edge.from !== from || edge.operation !== 'convert') return [];
      return directRoutes(engines, edge.to, target).map((rest) => [{ engine, edge }, ...rest]);
    }),
  );
}

const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
const isExtract = (name: string): name is ExtractFormat => Object.hasOwn(extractFormats, name);
const allFormats = Object.keys(formats).filter(isFormat);
const allExtracts = Object.keys(extractFormats).filter(isExtract);

/** The formats a document of format `from` can be converted to. */
export function conversionTargets(from: Format): Format[] {
  return allFormats.filter((to) => routes(from, { operation: 'convert', to }).length > 0);
}

/** The extract formats a document of format `from` can give. */
export function extractFormatsFrom(from: Format): ExtractFormat[] {
  return allExtracts.filter((to) => routes(from, { operation: 'extract', to }).length > 0);
}

function optionsSchema(ways: readonly Route[]): z.ZodObject {
  const steps = ways.flat();
  return z.strictObject(Object.assign({}, ...steps.map((step) => step.engine.options.shape)));
}

/** Parsed options, or the first field at fault and what to do about it. */
export type ParsedOptions =
  | { readonly ok: true; readonly options: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly field: string; readonly message: string };

/**
 * Checks a client's options for one conversion. An option that no engine on the way knows is refused by its name, with
 * the names there are.
 */
export function parseOptions(from: Format, target: Target, options: unknown): ParsedOptions {
  const schema = optionsSchema(routes(from, target));
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return { ok: true, options: parsed.data };
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

/** One row of `GET /formats`; `options` is a JSON Schema (2020-12) of the options object. */
export type FormatsRow = Edge & { readonly options: Readonly<Record<string, unknown>> };

/** Every pair there is an engine for, with its options. */
export function formatsTable(): FormatsRow[] {
  const targets: Target[] = [
    ...allFormats.map((to): Target => ({ operation: 'convert', to })),
    ...allExtracts.map((to): Target => ({ operation: 'extract', to })),
  ];
  return allFormats.flatMap((from) =>
    targets.flatMap((target) => {
      const ways = routes(from, target);
      if (ways.length === 0) return [];
      const { $schema: _, ...options } = z.toJSONSchema(optionsSchema(ways), { io: 'input' });
      return [{ from, ...target, options }];
    }),
  );
}

/**
 * The routes that are left for a document: those that know the given options where any does, without the engines that
 * were tried already. Throws ConversionError `unsupported_content` where the pair itself has no route.
 */
export function remainingRoutes(
  from: Format,
  target: Target,
  options: Readonly<Record<string, unknown>>,
  tried: readonly Attempt[],
  engines: readonly Engine[] = allEngines,
): Route[] {
  const ways = routes(from, target, engines);
  if (ways.length === 0) {
    throw new ConversionError('unsupported_content', `A ${from} document can't be turned into ${target.to}.`);
  }
  const names = Object.keys(options);
  const knowsAll = (route: Route): boolean =>
    names.every((name) => route.some((step) => Object.hasOwn(step.engine.options.shape, name)));
  const able = ways.filter(knowsAll);
  const gone = new Set(tried.map((attempt) => attempt.engine));
  return (able.length > 0 ? able : ways).filter((route) => !gone.has(routeName(route)));
}

/** A route's name in reports: its engines joined with ` + `. */
export function routeName(route: Route): string {
  return route.map((step) => step.engine.name).join(' + ');
}
