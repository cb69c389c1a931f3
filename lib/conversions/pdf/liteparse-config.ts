import type { LiteParseConfig, ParseResult } from '@llamaindex/liteparse';
import { EngineRefusal, type EngineRequest } from '../engine.ts';
import { pdfReadOptions } from '../ocr/ocr-options.ts';
import { loadPackage } from '../package-assets.ts';
import { corruptPdf, encryptedPdf } from './pdf-errors.ts';

/** Loads liteparse and its native library. */
export const loadLiteparse = () =>
  loadPackage<typeof import('@llamaindex/liteparse')>('@llamaindex/liteparse');

/** How liteparse is told what a request's options ask for; the rest of its settings are the reader's own. */
export function liteparseConfig(options: EngineRequest['options']): Partial<LiteParseConfig> {
  const { password } = pdfReadOptions.parse(options);
  return {
    ocrEnabled: false,
    quiet: true,
    numWorkers: 1,
    outputFormat: 'text',
    imageMode: 'off',
    continueOnPageError: true,
    ...(password === undefined ? {} : { password }),
  };
}

/**
 * Reads some pages. Throws ConversionError `encrypted_document`, and EngineRefusal for what pdfium cannot open. A damaged
 * file may also "succeed" without a page.
 */
export async function parseWithLiteparse(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
): Promise<ParseResult> {
  const { LiteParse } = await loadLiteparse();
  try {
    return await new LiteParse(config).parse(input);
  } catch (error) {
    if (error instanceof Error && /password/i.test(error.message)) {
      throw encryptedPdf(config.password !== undefined, error);
    }
    throw new EngineRefusal(corruptPdf(error));
  }
}
