import { ConversionError, type JobErrorCode } from '../../errors.ts';
import { packageVersion } from '../base/package-assets.ts';
import { checkResultSize } from '../base/result-size.ts';
import { checkDocumentSize } from '../document/measure-blocks.ts';
import { fileContent } from '../engine/content.ts';
import {
  type Attempt,
  type Content,
  type ConversionResult,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
  type Target,
} from '../engine/engine.ts';
import { extractFormats, type Format, formats } from '../formats.ts';
import { isInstalled, leftAfter, remainingRoutes } from './options.ts';
import { engines as allEngines } from './registry.ts';
import { type Route, routeName } from './routes.ts';

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

/** What a run is asked for: a target, and the options that `parseOptions` gave. */
export type RunRequest = { readonly from: Format } & Target &
  Pick<EngineRequest, 'options' | 'filename' | 'further' | 'onProgress' | 'maxResultBytes'>;

const targetOf = (request: RunRequest): Target =>
  request.operation === 'convert'
    ? { operation: request.operation, to: request.to }
    : { operation: request.operation, to: request.to };

async function runRoute(input: Uint8Array, route: Route, request: RunRequest): Promise<EngineOutput> {
  const target = targetOf(request);
  let content: Content = input;
  let file: EngineOutput['file'];
  let refusal: EngineRefusal | undefined;
  const reports = [];
  for (const { engine, edge } of route) {
    const options = Object.fromEntries(
      Object.entries(request.options).filter(([name]) => Object.hasOwn(engine.options.shape, name)),
    );
    const { filename, further, onProgress, maxResultBytes } = request;
    const asked: EngineRequest = {
      ...edge,
      target,
      options,
      filename,
      sourceBytes: input.byteLength,
      further,
      onProgress,
      maxResultBytes,
    };
    const output: EngineOutput = await engine.convert(content, asked).catch((error: unknown) => {
      if (refusal !== undefined) throw new EngineRefusal(refusal.otherwise);
      if (!(error instanceof EngineRefusal) || error.secondBest === undefined) throw error;
      // The rest of the route makes a file of it, in case that no other route does better.
      refusal ??= error;
      return error.secondBest;
    });
    content = output.content;
    // Whatever reader made it: no writer meets a document beyond these limits.
    if (!(content instanceof Uint8Array) && content.hub === 'document') checkDocumentSize(content);
    file = output.file;
    reports.push(output.report);
  }
  const result: EngineOutput = {
    content,
    file,
    report: {
      pages: reports.map((report) => report.pages ?? null).find((pages) => pages !== null) ?? null,
      ocr_pages: reports.reduce((sum, report) => sum + (report.ocr_pages ?? 0), 0),
      fonts_substituted: reports.flatMap((report) => report.fonts_substituted ?? []),
      warnings: reports.flatMap((report) => report.warnings ?? []),
    },
  };
  if (refusal !== undefined) throw new EngineRefusal(refusal.otherwise, result);
  return result;
}

// V8's words for a string of more than 2^29 - 24 characters, and for arrays and buffers beyond their most.
const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError &&
  /^Invalid (?:string|array|typed array) length|^Array buffer allocation/.test(error.message);

/** For what no limit of a reader or writer has foreseen. */
const tooLong = (cause: unknown): ConversionError =>
  new ConversionError(
    'too_complex',
    'The document makes a text or table that is too long to be held in memory. Split the document.',
    { cause },
  );

const versionOf = (engine: Engine): string =>
  engine.version?.() ?? (engine.package === undefined ? 'built-in' : packageVersion(engine.package));

function toResult(
  request: RunRequest,
  route: Route,
  { content, file, report }: EngineOutput,
  tried: readonly Attempt[],
): ConversionResult {
  const bytes = fileContent(content);
  checkResultSize(bytes, request.maxResultBytes);
  const { mimeType, extension } =
    file ?? (request.operation === 'convert' ? formats[request.to] : extractFormats[request.to]);
  return {
    bytes,
    mimeType,
    extension,
    report: {
      engine: routeName(route),
      version: route.map((step) => versionOf(step.engine)).join(' + '),
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
 * the document to the next route; where none is left, a second-best result is taken, or else the most telling refusal is thrown, `unsupported_content` where
 * no engine is installed, or `internal_error`. Expects parsed options.
 */
export async function runRoutes(
  input: Uint8Array,
  request: RunRequest,
  { tried = [], onRoute, engines = allEngines }: RunRoutesOptions = {},
): Promise<ConversionResult> {
  const attempts = [...tried];
  let refusal: ConversionError | undefined;
  let secondBest: { readonly route: Route; readonly output: EngineOutput } | undefined;
  let unforeseen: unknown;
  const files = 1 + (request.further?.length ?? 0);
  for (const route of remainingRoutes(request.from, request, request.options, tried, engines, files)) {
    if (!leftAfter(attempts)(route)) continue;
    const engine = routeName(route);
    if (!isInstalled(route)) {
      attempts.push({ engine, outcome: 'not_installed' });
      continue;
    }
    await onRoute?.(engine, refusal);
    try {
      const output = await runRoute(input, route, request);
      return toResult(request, route, output, [...attempts, { engine, outcome: 'used' }]);
    } catch (thrown) {
      const error = isTooLong(thrown) ? tooLong(thrown) : thrown;
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
  if (attempts.length > 0 && attempts.every(({ outcome }) => outcome === 'not_installed'))
    throw notInstalled(request, attempts);
  throw refusal ?? verdictOn(unforeseen);
}

/**
 * The error of a document that no engine could process. V8 throws RangeError where the document exhausts the stack, or
 * where a string or an array would exceed the longest there is: the document is too large, and the service is not at fault.
 */
const verdictOn = (error: unknown): ConversionError =>
  error instanceof RangeError
    ? new ConversionError('too_complex', tooLargeMessage, { cause: error })
    : new ConversionError('internal_error', internalErrorMessage, { cause: error });

const tooLargeMessage =
  'The document nests its parts too deep, or a part of it is too long to be processed. Split or simplify the document.';

/** Said where nothing of what could do it is installed: trying again would not help. */
function notInstalled({ from, to }: RunRequest, attempts: readonly Attempt[]): ConversionError {
  const ways = attempts.map(({ engine }) => `"${engine}"`).join(' or ');
  const message = `A ${from} document can't be turned into ${to} here: it takes ${ways}, which is not installed.`;
  return new ConversionError('unsupported_content', message);
}

/** What a client reads when the fault is ours. */
export const internalErrorMessage =
  'The document could not be processed because of a fault of the service. Try again.';
