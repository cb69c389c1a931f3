import { isFormat } from '../../../../lib/conversions/formats.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { relationsOf, type TextTable } from '../../../engines/score-tables.ts';
import { cellsIn, exact, type TableDocument, withoutTags } from '../../table-document.ts';

/** Cells of a table of the source. Undefined if it is a layout or a frame: it has a single row or column. */
function shapeOf(rows: TextTable): TextTable | undefined {
  const kept = rows.filter((row) => row.some((text) => exact(text) !== ''));
  const columns = Math.max(0, ...kept.map((row) => row.length));
  const held = Array.from({ length: columns }, (_, column) =>
    kept.some((row) => exact(row[column] ?? '') !== ''),
  );
  return kept.length > 1 && held.filter((has) => has).length > 1 ? kept : undefined;
}

/** The tables of a source as our own readers read them. Undefined if it cannot be read, or one of them is no table. */
export async function tablesOfSource(input: Uint8Array, extension: string): Promise<TextTable[] | undefined> {
  const from = extension.slice(1);
  if (!isFormat(from)) return undefined;
  const read = await extract(input, { from, format: 'tables' }).catch(() => undefined);
  if (read === undefined) return undefined;
  const tables: readonly { readonly rows: TextTable }[] = JSON.parse(Buffer.from(read.bytes).toString());
  const shapes = tables.map(({ rows }) => shapeOf(rows));
  return shapes.some((shape) => shape === undefined)
    ? undefined
    : shapes.flatMap((shape) => (shape === undefined ? [] : [shape]));
}

/** A printed document, and the tables of its source. */
export const toDocument = (
  name: string,
  kind: string,
  pdf: Uint8Array,
  tables: readonly TextTable[],
): TableDocument => ({
  name,
  kind,
  pdf: withoutTags(pdf),
  relations: relationsOf(tables),
  cells: cellsIn(tables),
});
