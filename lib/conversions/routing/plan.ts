import { checkValue } from '../../describe-issue.ts';
import type { Fault } from '../../faults.ts';
import type { Attempt, Target } from '../engine/engine.ts';
import { ConversionError } from '../errors.ts';
import type { Format } from '../formats.ts';
import { isInstalled } from './attempts.ts';
import { acceptsAll, optionsSchema } from './option-schema.ts';
import { libraryRoutes } from './registry.ts';
import { type Route, type RouteTable, routeName } from './routes.ts';

/** A request to convert or extract one document. */
interface PlanRequest {
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
  /** The best route of all, if it does not accept the options. */
  readonly passedOver?: Attempt | undefined;
}

/** A plan, or every option that is at fault; the field of a fault is the path of the option. */
type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

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
  const field = names[at] ?? '';
  if (at === 0) {
    return { ok: false, faults: [{ field, message: `no engine accepts this value for ${pair}.` }] };
  }
  const others = names
    .slice(0, at)
    .map((name) => `"${name}"`)
    .join(', ');
  const message = `cannot be combined with ${others} for ${pair}: no engine supports all of them. Leave one out.`;
  return { ok: false, faults: [{ field, message }] };
}

/** The best route that is installed, with the options that it does not accept; undefined if it accepts all. */
function bestPassedOver(routes: readonly Route[], options: Options): Attempt | undefined {
  const best = routes.find(isInstalled);
  if (best === undefined || acceptsAll(best, options)) return undefined;
  const names = Object.keys(options).filter((name) => !acceptsAll(best, { [name]: options[name] }));
  return { engine: routeName(best), outcome: 'passed_over', options: names };
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
    if (accepting.length > 0) {
      const passedOver = bestPassedOver(routes, given);
      return { ok: true, plan: { from, target, options: given, routes: accepting, passedOver } };
    }
  }
  const checked = checkValue(optionsSchema(routes), given, `option for ${from} to ${target.to}`);
  if (!checked.ok) return { ok: false, faults: checked.faults };
  return conflictingOption(request, isRecord(given) ? given : {}, routes);
}

/** A plan as sent to another process. Engines are code, so routes are sent by name. */
export interface PlanMessage {
  readonly from: Format;
  readonly target: Target;
  readonly options: Options;
  readonly routes: readonly string[];
  readonly passedOver?: Attempt | undefined;
}

/** Restores a plan from its message. */
export function readPlan({ routes, ...plan }: PlanMessage): Plan {
  const named = libraryRoutes
    .between(plan.from, plan.target)
    .filter((route) => routes.includes(routeName(route)));
  return { ...plan, routes: named };
}
