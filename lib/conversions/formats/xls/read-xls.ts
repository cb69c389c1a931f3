import { noInfo } from '../../document/document-info.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { openCompound } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { missingResultWarnings } from '../../workbook/missing-result.ts';
import { hiddenXlsColumns } from './hidden-columns.ts';
import { missingXlsResults } from './missing-results.ts';
import { damagedWorkbook, encryptedWorkbook, readWithSheetJs } from './read-with-sheetjs.ts';
import { readSheetObjects } from './sheet-objects.ts';
import { hasWholeRecords } from './whole-records.ts';

// [MS-OFFCRYPTO] 2.3: a workbook with one of these streams is encrypted.
const encryptionStreams: readonly string[] = ['EncryptedPackage', 'encryption'];

/** Whether a stream starts with a record, [MS-XLS] 2.4.21. The library accepts any file, even web pages and images. */
const isRecords = (stream: Buffer): boolean =>
  stream.length > 16 && stream[0] === 0x09 && (stream[1] ?? 9) <= 8;

/** The records and metadata of a workbook. Excel 2 to 4 writes records without a container. */
function openWorkbook(file: Buffer): { readonly records: Buffer; readonly metadata: DocumentInfo } {
  if (isRecords(file)) return { records: file, metadata: noInfo };
  const streams = openCompound(file);
  if (encryptionStreams.some((name) => streams(name) !== undefined)) throw encryptedWorkbook();
  const records = streams('Workbook') ?? streams('Book');
  if (records === undefined || !isRecords(records)) throw damagedWorkbook();
  return { records, metadata: readSummary(streams).metadata };
}

/** Reads a workbook. Declines a damaged one. */
export async function readXls(input: Uint8Array, needs: Needs): Promise<WorkbookResult> {
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const { records, metadata } = await declineCorrupt(() => openWorkbook(file));
  if (!hasWholeRecords(records)) throw new EngineRefusal(damagedWorkbook());
  const objects = needs.drawings ? readSheetObjects(records) : [];
  const hiddenColumns = hiddenXlsColumns(records);
  const workbook = await readWithSheetJs(records, {
    format: 'xls',
    metadata,
    objectsOf: (index) => objects[index] ?? {},
    hiddenColumnsOf: (index) => hiddenColumns[index] ?? [],
  });
  return { workbook, warnings: missingResultWarnings(missingXlsResults(records)) };
}
