import { noInfo } from '../../document/document-info.ts';
import type { Needs } from '../../document/needs.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { readJsonSheets } from './json-rows.ts';
import { formatJson } from './json-source.ts';

/** Declines JSON that contains tables if only tables are needed: a listing has none. */
function declineTables(text: string, needs: Needs): void {
  if (needs.prose) return;
  try {
    readJsonSheets(text, '');
  } catch (error) {
    if (error instanceof ConversionError) return;
    throw error;
  }
  throw new EngineRefusal(
    new ConversionError('empty_document', 'A JSON code listing contains no tables. Extract "text" instead.'),
  );
}

/** Reads JSON as an indented listing. */
export async function listJson(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'json'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  declineTables(text, needs);
  return {
    tree: {
      hub: 'document',
      format: 'json',
      metadata: { ...noInfo, encoding },
      blocks: [{ kind: 'code', text: formatJson(text), language: 'json' }],
      notes: [],
      images: [],
      page_count: null,
    },
    warnings,
  };
}
