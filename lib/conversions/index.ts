import { ConversionError } from '../errors.ts';
import { detectFormat } from './detection/detect.ts';
import type { ConversionResult, Progress, Target } from './engine/engine.ts';
import type { ExtractFormat, Format } from './formats.ts';
import { planConversion } from './routing/plan.ts';
import { runPlan } from './routing/run-plan.ts';

interface CommonOptions {
  /** Left out, the bytes decide. */
  readonly from?: Format | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Used for titles only. */
  readonly filename?: string | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Most bytes of the result: beyond it `too_complex`. 250 MB where left out; a result is made in memory. */
  readonly maxResultBytes?: number | undefined;
  /** Further files of the same format, where the target is made of several: they follow the first in their order. */
  readonly further?: readonly Uint8Array[] | undefined;
}

/** What to convert into. */
export type ConvertOptions = CommonOptions & { readonly to: Format };
/** What to extract; `text` where left out. */
export type ExtractOptions = CommonOptions & { readonly format?: ExtractFormat | undefined };

async function perform(
  input: Uint8Array,
  target: Target,
  { from, options, filename, onProgress, further, maxResultBytes }: CommonOptions,
): Promise<ConversionResult> {
  const source = from ?? (await detectFormat(input, filename));
  if (source === undefined) {
    throw new ConversionError(
      'unsupported_content',
      'The file is of no format that is known. Check the file.',
    );
  }
  const planned = planConversion({ from: source, target, options, fileCount: 1 + (further?.length ?? 0) });
  if (!planned.ok) throw new TypeError(planned.message);
  return await runPlan(input, planned.plan, { filename, onProgress, further, maxResultBytes });
}

/**
 * Converts a document in this process.
 *
 * Throws ConversionError for what is wrong with the document, TypeError for options that do not exist. A document that
 * crashes or floods an engine takes this process with it: for documents of strangers use `process/engine-process.ts`.
 */
export async function convert(input: Uint8Array, options: ConvertOptions): Promise<ConversionResult> {
  return await perform(input, { operation: 'convert', to: options.to }, options);
}

/** Extracts from a document in this process; see {@link convert}. */
export async function extract(input: Uint8Array, options: ExtractOptions = {}): Promise<ConversionResult> {
  return await perform(input, { operation: 'extract', to: options.format ?? 'text' }, options);
}
