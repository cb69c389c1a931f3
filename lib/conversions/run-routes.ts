import { ConversionError, type JobErrorCode } from '../errors.ts';
import {
  type Attempt,
  type ConversionResult,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from './engine.ts';
import { engines as allEngines } from './engines/table.ts';
import { extractFormats, formats } from './formats.ts';
import { packageVersion } from './package-assets.ts';
import { type Route, remainingRoutes, routeName } from './router.ts';

/** How a run is watched, and what it must leave out. */
export interface RunRoutesOptions {
  /** Attempts in processes that had to be killed: not repeated, and listed in the report. */
  readonly tried?: readonly Attempt[];
  /** Awaited before each route: its name and the refusal that stands so far. */
  readonly onRoute?: (name: string, refusal: ConversionError | undefined) => void | Promise<void>;
  readonly engines?: readonly Engine[];
}

// The more an error says about the document, the earlier it stands.
const telling: readonly JobErrorCode[] = [
  'encrypted_document',
  'too_complex',
  'unsupported_content',
  'empty_document',
  'corrupt_document',
];

/** Of two errors the one that tells the client more about the document. */
function moreTelling(
  one: ConversionError | undefined,
  other: ConversionError | undefined,
): ConversionError | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const rank = (error: ConversionError): number =>
    telling.includes(error.code) ? telling.indexOf(error.code) : telling.length;
  return rank(other) < rank(one) ? other : one;
}

async function runRoute(input: Uint8Array, route: Route, request: EngineRequest): Promise<EngineOutput> {
  let bytes = input;
  const reports = [];
  for (const { engine, edge } of route) {
    const options = Object.fromEntries(
      Object.entries(request.options).filter(([name]) => Object.hasOwn(engine.options.shape, name)),
    );
    const { filename, onProgress } = request;
    const output = await engine.convert(bytes, { ...edge, options, filename, onProgress });
    bytes = output.bytes;
    reports.push(output.report);
  }
  return {
    bytes,
    report: {
      pages: reports.map((report) => report.pages ?? null).find((pages) => pages !== null) ?? null,
      ocr_pages: reports.reduce((sum, report) => sum + (report.ocr_pages ?? 0), 0),
      fonts_substituted: reports.flatMap((report) => report.fonts_substituted ?? []),
      warnings: reports.flatMap((report) => report.warnings ?? []),
    },
  };
}

function toResult(
  request: EngineRequest,
  route: Route,
  { bytes, report }: EngineOutput,
  tried: readonly Attempt[],
): ConversionResult {
  const { mimeType, extension } =
    request.operation === 'convert' ? formats[request.to] : extractFormats[request.to];
  return {
    bytes,
    mimeType,
    extension,
    report: {
      engine: routeName(route),
      version: route.map((step) => packageVersion(step.engine.package)).join(' + '),
      tried,
      pages: report.pages ?? null,
      ocr_pages: report.ocr_pages ?? 0,
      fonts_substituted: report.fonts_substituted ?? [],
      warnings: report.warnings ?? [],
    },
  };
}

/**
 * Runs the routes of a request, best first, until one succeeds.
 *
 * A ConversionError of an engine is a verdict on the document and ends the run. A refusal or an unforeseen error hands
 * the document to the next route; where none is left, a second-best result is taken, or else the most telling refusal is thrown, or `internal_error` if there
 * was none. Expects parsed options.
 */
export async function runRoutes(
  input: Uint8Array,
  request: EngineRequest,
  { tried = [], onRoute, engines = allEngines }: RunRoutesOptions = {},
): Promise<ConversionResult> {
  const attempts = [...tried];
  let refusal: ConversionError | undefined;
  let secondBest: { readonly route: Route; readonly output: EngineOutput } | undefined;
  let unforeseen: unknown;
  for (const route of remainingRoutes(request.from, request, request.options, tried, engines)) {
    const engine = routeName(route);
    await onRoute?.(engine, refusal);
    try {
      const output = await runRoute(input, route, request);
      return toResult(request, route, output, [...attempts, { engine, outcome: 'used' }]);
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      attempts.push({ engine, outcome: error instanceof EngineRefusal ? 'refused' : 'failed' });
      if (error instanceof EngineRefusal) {
        refusal = moreTelling(refusal, error.otherwise);
        if (error.secondBest !== undefined) secondBest ??= { route, output: error.secondBest };
      } else {
        unforeseen = error;
      }
    }
  }
  if (secondBest !== undefined) {
    const { route, output } = secondBest;
    return toResult(request, route, output, [...attempts, { engine: routeName(route), outcome: 'used' }]);
  }
  throw refusal ?? new ConversionError('internal_error', internalErrorMessage, { cause: unforeseen });
}

/** What a client reads when the fault is ours. */
export const internalErrorMessage =
  'The document could not be processed because of a fault of the service. Try again.';
