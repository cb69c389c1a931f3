import { listFaults } from '../faults.ts';
import { detectFormat } from './detection/detect.ts';
import { describeUnsupported } from './detection/name-file-type.ts';
import type { DocumentModel } from './document/document-model.ts';
import type { ConversionResult, Progress, Target } from './engine/engine.ts';
import { ConversionError } from './errors.ts';
import {
  type ExtractFormat,
  extractFormats,
  type Format,
  formats,
  isExtractFormat,
  isFormat,
} from './formats.ts';
import { planConversion } from './routing/plan.ts';
import { runPlan } from './routing/run-plan.ts';

interface CommonOptions {
  /** By default, detected from the bytes and the name. */
  readonly from?: Format | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** For titles, and for the format if the bytes leave open which format of text it is: `notes.md`, `data.csv`. */
  readonly filename?: string | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Size limit of the result in bytes, 250 MB by default; a larger one throws `too_complex`. Results are held in memory. */
  readonly maxResultBytes?: number | undefined;
  /** More files of the same format, for targets that combine several; they follow the first in order. */
  readonly further?: readonly Uint8Array[] | undefined;
}

/** What to convert into. */
export type ConvertOptions = CommonOptions & { readonly to: Format };
/** What to extract; `text` by default. */
export type ExtractOptions = CommonOptions & { readonly format?: ExtractFormat | undefined };

/** Checks what TypeScript would refuse, for callers in plain JavaScript. */
function checkArguments(input: unknown, options: unknown, example: string): void {
  if (!(input instanceof Uint8Array))
    throw new TypeError(
      'Pass the bytes of the document as a Uint8Array, such as await readFile("report.docx"), not its path.',
    );
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`Pass the options as an object, such as ${example}.`);
}

async function perform(
  input: Uint8Array,
  target: Target,
  { from, options, filename, onProgress, further, maxResultBytes }: CommonOptions,
): Promise<ConversionResult> {
  const source = from ?? (await detectFormat(input, filename));
  if (source === undefined) {
    throw new ConversionError(
      'unsupported_content',
      `The file is ${await describeUnsupported(input)}. Convert it to a supported format, or pass \`from\` if you know its format.`,
    );
  }
  const planned = planConversion({ from: source, target, options, fileCount: 1 + (further?.length ?? 0) });
  if (!planned.ok) throw new TypeError(listFaults(planned.faults, 'options'));
  return await runPlan(input, planned.plan, { filename, onProgress, further, maxResultBytes });
}

/**
 * Converts a document in this process.
 *
 * Throws ConversionError for a document that cannot be converted and TypeError for invalid options. A document that crashes
 * an engine or exhausts memory ends this process too: use `process/engine-process.ts` for untrusted documents.
 */
export async function convert(input: Uint8Array, options: ConvertOptions): Promise<ConversionResult> {
  checkArguments(input, options, '{ to: "pdf" }');
  if (!isFormat(options.to))
    throw new TypeError(
      `Cannot convert to ${JSON.stringify(options.to)}. Formats: ${Object.keys(formats).join(', ')}.`,
    );
  return await perform(input, { operation: 'convert', to: options.to }, options);
}

export type {
  DocumentModel,
  ModelBlock,
  ModelCell,
  ModelInline,
  ModelItem,
  ModelPlace,
} from './document/document-model.ts';

/** Reads a document into the published model, as `extract` to `document`; see {@link convert}. */
export async function read(input: Uint8Array, options: CommonOptions = {}): Promise<DocumentModel> {
  const { bytes } = await extract(input, { ...options, format: 'document' });
  return JSON.parse(Buffer.from(bytes).toString());
}

/** Extracts from a document in this process; see {@link convert}. */
export async function extract(input: Uint8Array, options: ExtractOptions = {}): Promise<ConversionResult> {
  checkArguments(input, options, '{ format: "tables" }');
  const { format = 'text' } = options;
  if (!isExtractFormat(format))
    throw new TypeError(
      `Cannot extract ${JSON.stringify(format)}. Supported: ${Object.keys(extractFormats).join(', ')}.`,
    );
  return await perform(input, { operation: 'extract', to: format }, options);
}
