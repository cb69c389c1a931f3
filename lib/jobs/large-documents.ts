import type { Format } from '../conversions/formats.ts';
import type { ReadyFile } from '../files/file.ts';
import { largerWorker, type WorkerName } from '../workers.ts';
import type { PlannedStep } from './job-request.ts';

/**
 * Megabytes from which the files of a step are large, by their format; `default` for all others. Engines needed at most 1,000 MB for
 * smaller ones. One that needs more than its worker has moves to the larger one, which costs the time of its first try.
 */
const largeMegabytes: Partial<Record<Format | 'default', number>> & { readonly default: number } = {
  default: 8,
  pdf: 4,
  // Compressed text.
  ...{ docx: 2, odt: 2, pptx: 2, odp: 2, epub: 2 },
  // Laying out a megabyte of text with tables takes 900 MB.
  ...{
    text: 1,
    markdown: 1,
    html: 1,
    asciidoc: 1,
    latex: 1,
    rst: 1,
    org: 1,
    rtf: 1,
    ipynb: 1,
    fodt: 1,
    mhtml: 1,
  },
};

const megabyte = 1_048_576;

/** The worker in which a step starts: the larger one for large files. Other documents have no known size yet. */
export const firstWorker = (
  { plan: { worker }, from = 'default', inputs }: PlannedStep,
  files: readonly ReadyFile[],
): WorkerName => {
  const bytes = inputs.reduce(
    (sum, input) => sum + ('file' in input ? (files[input.file]?.sizeBytes ?? 0) : 0),
    0,
  );
  const limits: Readonly<Record<string, number | undefined>> = largeMegabytes;
  const limit = (limits[from] ?? largeMegabytes.default) * megabyte;
  return bytes < limit ? worker : (largerWorker(worker) ?? worker);
};
