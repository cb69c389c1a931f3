import type { LiteParseConfig, ParseResult } from '@llamaindex/liteparse';
import { loadPackage } from '../../base/package-assets.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConversionError } from '../../errors.ts';
import { certificatePdf, corruptPdf, encryptedPdf } from '../pdfium/pdf-errors.ts';

/** Loads liteparse and its native library. */
export const loadLiteparse = () =>
  loadPackage<typeof import('@llamaindex/liteparse')>('@llamaindex/liteparse');

/** Returns the liteparse settings that all readers share. */
export function liteparseConfig({
  password,
}: {
  readonly password?: string | undefined;
}): Partial<LiteParseConfig> {
  return {
    ocrEnabled: false,
    quiet: true,
    keepHeadersFooters: true,
    numWorkers: 1,
    outputFormat: 'text',
    imageMode: 'off',
    continueOnPageError: true,
    ...(password === undefined ? {} : { password }),
  };
}

function toError(error: unknown, { password }: Partial<LiteParseConfig>): ConversionError | EngineRefusal {
  const said = error instanceof Error ? error.message : '';
  if (/unsupported security/i.test(said)) return certificatePdf();
  return /password/i.test(said)
    ? encryptedPdf(password !== undefined, error)
    : new EngineRefusal(corruptPdf(error));
}

/**
 * Reads some pages. Throws ConversionError `encrypted_document`, and EngineRefusal if pdfium cannot open the file. A
 * damaged file may also succeed with no pages.
 */
export async function parseWithLiteparse(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
): Promise<ParseResult> {
  const { LiteParse } = await loadLiteparse();
  try {
    return await new LiteParse(config).parse(input);
  } catch (error) {
    throw toError(error, config);
  }
}

/** A batch of pages and the document's number of pages. */
export interface PageBatch {
  readonly total: number;
  readonly result: ParseResult;
}

/**
 * Reads all pages, `size` at a time, and opens the file once. Reads the next batch while the caller processes the
 * current one. Throws as {@link parseWithLiteparse}.
 */
export async function* parseInBatches(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
  size: number,
): AsyncGenerator<PageBatch, void, void> {
  const { LiteParse } = await loadLiteparse();
  const batches = new LiteParse(config).parseBatches(input, { batchSize: size });
  const readNext = () => {
    const next = batches.next();
    // If the caller stops early, nothing awaits this promise.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = readNext();
    for (;;) {
      const { done, value } = await next.catch((error: unknown) => {
        throw toError(error, config);
      });
      if (done) return;
      next = readNext();
      yield { total: value.totalPages, result: value.result };
    }
  } finally {
    await batches.return(undefined);
  }
}
