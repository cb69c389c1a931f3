import { aloud, quietly } from '../base/quietly.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import type { Content, EngineOutput, EngineRequest, Target } from '../engine/engine.ts';
import { EngineRefusal } from '../engine/engine.ts';
import type { Route } from './routes.ts';

/** The part of a request that all engines of a route share. */
export type RouteRequest = Pick<
  EngineRequest,
  'options' | 'filename' | 'further' | 'onProgress' | 'onFailure' | 'maxResultBytes' | 'recognition'
> & { readonly target: Target };

type Options = EngineRequest['options'];

/** Returns the options that an engine supports. */
function optionsFor(engine: Route[number]['engine'], options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(engine.options.shape, name)),
  );
}

/** Merges the engines' reports into one for the route. */
function mergeReports(reports: readonly EngineOutput['report'][]): EngineOutput['report'] {
  return {
    // The pages of what was made, if it has any: a document's own number of pages may be outdated.
    pages: reports.map((report) => report.pages ?? null).findLast((pages) => pages !== null) ?? null,
    ocr_pages: reports.reduce((sum, report) => sum + (report.ocr_pages ?? 0), 0),
    fonts_substituted: reports.flatMap((report) => report.fonts_substituted ?? []),
    warnings: reports.flatMap((report) => report.warnings ?? []),
  };
}

const hasSvg = (content: Content): content is DocumentTree =>
  !(content instanceof Uint8Array) &&
  content.hub === 'document' &&
  content.images.some(({ mime_type }) => mime_type === 'image/svg+xml');

/** Removes what could run or fetch something from the images that a writer copies. The writer of PDF draws them. */
async function safeToWrite(content: Content, step: EngineRequest, reports: EngineOutput['report'][]) {
  if (step.operation !== 'convert' || step.to === 'pdf' || !hasSvg(content)) return content;
  const { cleanImages } = await import('../formats/svg/clean-images.ts');
  const { tree, warnings } = await cleanImages(content);
  reports.push({ warnings });
  return tree;
}

/**
 * Runs the engines of a route in turn. If one refuses the document but has a fallback result, the rest of the route runs on
 * that, and the refusal is thrown with the finished file as its fallback.
 */
export async function runRoute(
  input: Uint8Array,
  route: Route,
  { options, onProgress, ...request }: RouteRequest,
): Promise<EngineOutput> {
  let content: Content = input;
  let file: EngineOutput['file'];
  let refusal: EngineRefusal | undefined;
  const reports: EngineOutput['report'][] = [];
  const last = route.at(-1)?.engine;
  const namesImages = last?.namesImages?.(optionsFor(last, options));
  for (const { engine, edge } of route) {
    const step: EngineRequest = {
      ...edge,
      ...request,
      onProgress: onProgress && aloud(onProgress),
      options: optionsFor(engine, options),
      namesImages,
      sourceBytes: input.byteLength,
    };
    const given = await safeToWrite(content, step, reports);
    const output: EngineOutput = await quietly(() => engine.convert(given, step)).catch((error: unknown) => {
      if (refusal !== undefined) throw new EngineRefusal(refusal.otherwise);
      if (!(error instanceof EngineRefusal) || error.fallback === undefined) throw error;
      refusal = error;
      return error.fallback;
    });
    content = output.content;
    file = output.file;
    reports.push(output.report);
  }
  const result: EngineOutput = { content, file, report: mergeReports(reports) };
  if (refusal !== undefined) throw new EngineRefusal(refusal.otherwise, result);
  return result;
}
