import { ConversionError } from '../../../errors.ts';
import { noInfo } from '../../document/document-info.ts';
import { EngineRefusal, type Target } from '../../engine/engine.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { readJsonSheets } from './json-rows.ts';
import { formatJson } from './json-source.ts';

/** Declines JSON that contains tables if the target is tables: a listing has none. */
function declineTables(text: string, target: Target | undefined): void {
  if (target?.operation !== 'extract' || target.to !== 'tables') return;
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
  { options, target }: ReadRequest<typeof textOptions, 'json'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  declineTables(text, target);
  return {
    tree: {
      hub: 'document',
      fileType: 'json',
      info: { ...noInfo, encoding },
      blocks: [{ kind: 'code', text: formatJson(text), language: 'json' }],
      notes: [],
      images: [],
      pages: null,
    },
    warnings,
  };
}
