import type { LiteParseConfig, ParsedPage, ParseResult } from '@llamaindex/liteparse';
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

/** Reads the pages of some numbers, without damaged ones. Throws as {@link parseWithLiteparse}. */
export async function parsePages(
  input: Uint8Array,
  options: Parameters<typeof liteparseConfig>[0],
  config: Partial<LiteParseConfig>,
  numbers: readonly number[],
): Promise<readonly ParsedPage[]> {
  if (numbers.length === 0) return [];
  const targetPages = numbers.join(',');
  const settings = { ...liteparseConfig(options), ...config, maxPages: numbers.length, targetPages };
  return (await parseWithLiteparse(input, settings)).pages;
}
