import type * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import type { Target } from '../engine/engine.ts';
import type { Format } from '../formats.ts';
import { acceptsAll, optionsSchema } from './option-schema.ts';
import { libraryRoutes } from './registry.ts';
import { type Route, type RouteTable, routeName } from './routes.ts';

/** A request to convert or extract one document. */
export interface PlanRequest {
  readonly from: Format;
  readonly target: Target;
  /** The client's options as received; undefined for none. */
  readonly options: unknown;
  /** Files that become one result; 1 by default. */
  readonly fileCount?: number | undefined;
}

/** How one document is converted. Immutable. */
export interface Plan {
  readonly from: Format;
  readonly target: Target;
  /** The client's options, checked. Defaults are not filled in: each engine adds its own. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The routes that accept all options, best first; at least one. */
  readonly routes: readonly Route[];
}

/** A plan, or the first option at fault and what to do about it. */
export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly field: string; readonly message: string };

type Refusal = Extract<Planned, { ok: false }>;
type Options = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports the first option that no route accepts together with those before it. */
function conflictingOption(
  { from, target }: PlanRequest,
  options: Options,
  routes: readonly Route[],
): Refusal {
  const pair = `${from} to ${target.to}`;
  const names = Object.keys(options);
  const accepted = (count: number): boolean => {
    const first = Object.fromEntries(Object.entries(options).slice(0, count));
    return routes.some((route) => acceptsAll(route, first));
  };
  const at = names.findIndex((_, index) => !accepted(index + 1));
  const field = names[at] ?? 'options';
  if (at === 0) {
    return {
      ok: false,
      field,
      message: `Invalid option "${field}": no engine accepts this value for ${pair}.`,
    };
  }
  const others = names
    .slice(0, at)
    .map((name) => `"${name}"`)
    .join(', ');
  const message = `Option "${field}" cannot be combined with ${others} for ${pair}: no engine supports all of them. Leave one out.`;
  return { ok: false, field, message };
}

/** Reports the first option that is unknown or invalid by itself. */
function invalidOption(
  { from, target }: PlanRequest,
  known: readonly string[],
  issue: z.core.$ZodIssue | undefined,
): Refusal {
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    const field = issue.keys[0] ?? 'options';
    const hint = known.length > 0 ? `Known options: ${known.join(', ')}.` : 'It has no options.';
    return { ok: false, field, message: `Unknown option "${field}" for ${from} to ${target.to}. ${hint}` };
  }
  const field = issue?.path.join('.') || 'options';
  return { ok: false, field, message: `Invalid option "${field}": ${issue?.message ?? 'invalid value'}.` };
}

/**
 * Plans a conversion: checks the options and finds the routes that accept them. An option that no route has, or that no
 * route accepts together with the others, is refused with its name. Throws ConversionError `unsupported_content` if the pair
 * has no route.
 */
export function planConversion(request: PlanRequest, table: RouteTable = libraryRoutes): Planned {
  const { from, target, options, fileCount = 1 } = request;
  const routes = table
    .between(from, target)
    .filter(([first]) => fileCount === 1 || first?.edge.takesSeveral === true);
  if (routes.length === 0) {
    const message =
      target.operation === 'convert'
        ? `Cannot convert ${from} to ${target.to}.`
        : `Cannot extract ${target.to} from ${from}.`;
    throw new ConversionError('unsupported_content', message);
  }
  const given: unknown = options ?? {};
  if (isRecord(given)) {
    const accepting = routes.filter((route) => acceptsAll(route, given));
    if (accepting.length > 0) return { ok: true, plan: { from, target, options: given, routes: accepting } };
  }
  const schema = optionsSchema(routes);
  const parsed = schema.safeParse(given);
  return parsed.success && isRecord(given)
    ? conflictingOption(request, given, routes)
    : invalidOption(request, Object.keys(schema.shape), parsed.error?.issues[0]);
}

/** A plan as sent to another process. Engines are code, so routes are sent by name. */
export interface PlanMessage {
  readonly from: Format;
  readonly target: Target;
  readonly options: Options;
  readonly routes: readonly string[];
}

/** Restores a plan from its message. */
export function readPlan({ from, target, options, routes }: PlanMessage): Plan {
  const named = libraryRoutes.between(from, target).filter((route) => routes.includes(routeName(route)));
  return { from, target, options, routes: named };
}
