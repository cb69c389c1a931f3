import { packageVersion } from '../base/package-assets.ts';
import { checkResultSize } from '../base/result-size.ts';
import { fileContent } from '../engine/content.ts';
import {
  type Attempt,
  type ConversionResult,
  type Engine,
  type EngineOutput,
  EngineRefusal,
} from '../engine/engine.ts';
import { isHandover } from '../engine/recognition.ts';
import { ConversionError } from '../errors.ts';
import { extractFormats, formats } from '../formats.ts';
import { isInstalled, remainingRoutes } from './attempts.ts';
import { foreseen, moreSpecific, notInstalled, unforeseenFailure, unrecognizedPages } from './failures.ts';
import type { Plan } from './plan.ts';
import { type Route, routeName } from './routes.ts';
import { type RouteRequest, runRoute } from './run-route.ts';

/** The document's circumstances, and how the run is watched. */
export type RunOptions = Pick<
  RouteRequest,
  'filename' | 'further' | 'onProgress' | 'onFailure' | 'maxResultBytes' | 'recognition'
> & {
  /** Attempts in processes that had to be killed: not repeated, and listed in the report. */
  readonly tried?: readonly Attempt[];
  /** Awaited before each route: its name, and the most specific refusal so far. */
  readonly onRoute?: (name: string, refusal: ConversionError | undefined) => void | Promise<void>;
};

const versionOf = (engine: Engine): string =>
  engine.version?.() ?? (engine.package === undefined ? 'built-in' : packageVersion(engine.package));

function toResult(
  { target, passedOver }: Plan,
  route: Route,
  { content, file, report }: EngineOutput,
  attempts: readonly Attempt[],
  maxResultBytes: number | undefined,
): ConversionResult {
  const bytes = fileContent(content);
  checkResultSize(bytes, maxResultBytes);
  const { mimeType, extension } =
    file ?? (target.operation === 'convert' ? formats[target.to] : extractFormats[target.to]);
  const engine = routeName(route);
  return {
    bytes,
    mimeType,
    extension,
    report: {
      engine,
      version: route.map((step) => versionOf(step.engine)).join(' + '),
      tried: [...(passedOver === undefined ? [] : [passedOver]), ...attempts, { engine, outcome: 'used' }],
      pages: report.pages ?? null,
      ocr_pages: report.ocr_pages ?? 0,
      fonts_substituted: report.fonts_substituted ?? [],
      warnings: report.warnings ?? [],
    },
  };
}

/** The route that converted a document, its output, and the routes that were tried before. */
interface RouteOutcome {
  readonly route: Route;
  readonly output: EngineOutput;
  readonly attempts: readonly Attempt[];
}

/**
 * Runs the routes of a plan, best first, until one succeeds, and returns its output, which may be a hub.
 *
 * A ConversionError thrown by an engine is final for the document. After a refusal or an unforeseen error, the next route
 * gets the document. If none is left, the first fallback result is returned; otherwise the most specific refusal is thrown,
 * `unsupported_content` if no engine is installed, or `internal_error`.
 */
export async function runRoutes(
  input: Uint8Array,
  plan: Plan,
  { tried = [], onRoute, ...circumstances }: RunOptions = {},
): Promise<RouteOutcome> {
  const attempts = [...tried];
  let refusal: ConversionError | undefined;
  let fallback: { readonly route: Route; readonly output: EngineOutput } | undefined;
  let unforeseen: unknown;
  const { onFailure } = circumstances;
  const request = { target: plan.target, options: plan.options, ...circumstances };
  for (const route of plan.routes) {
    if (!remainingRoutes(plan.routes, attempts).includes(route)) continue;
    const engine = routeName(route);
    if (!isInstalled(route)) {
      attempts.push({ engine, outcome: 'not_installed' });
      continue;
    }
    await onRoute?.(engine, refusal);
    try {
      const output = await runRoute(input, route, request);
      // Recognized pages are thrown.
      if (request.recognition?.role === 'recognize') throw new EngineRefusal(unrecognizedPages());
      return { route, output, attempts };
    } catch (thrown) {
      if (isHandover(thrown)) throw thrown;
      const error = foreseen(thrown);
      if (error instanceof ConversionError) {
        if (error !== thrown) onFailure?.();
        throw error;
      }
      attempts.push({ engine, outcome: error instanceof EngineRefusal ? 'refused' : 'failed' });
      if (error instanceof EngineRefusal) {
        refusal = moreSpecific(refusal, error.otherwise);
        if (error.fallback !== undefined) fallback ??= { route, output: error.fallback };
      } else {
        onFailure?.();
        unforeseen = error;
      }
    }
  }
  if (fallback !== undefined) return { ...fallback, attempts };
  if (attempts.every(({ outcome }) => outcome === 'not_installed')) throw notInstalled(plan);
  throw refusal ?? unforeseenFailure(unforeseen);
}

/** Runs the routes of a plan as {@link runRoutes} does, and returns the file and its report. */
export async function runPlan(
  input: Uint8Array,
  plan: Plan,
  options: RunOptions = {},
): Promise<ConversionResult> {
  const { route, output, attempts } = await runRoutes(input, plan, options);
  return toResult(plan, route, output, attempts, options.maxResultBytes);
}
