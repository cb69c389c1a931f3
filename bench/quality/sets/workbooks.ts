import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from '../../../lib/conversions/index.ts';
import { zipLimits } from '../../../lib/conversions/shared/zip/limits.ts';
import { openZip } from '../../../lib/conversions/shared/zip/open-zip.ts';
import { importPeer } from '../../engines/peers.ts';
import { type Cells, parseCsv, sameText, sameValue, usedRange } from '../compare-cells.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

/** Reads the sheets of a workbook. */
type Reader = (path: string, bytes: Buffer) => Promise<readonly Cells[]>;

const own =
  (options: Readonly<Record<string, unknown>>): Reader =>
  async (path, bytes) => {
    const result = await convert(bytes, {
      to: 'csv',
      filename: path,
      options: { escape_formulas: false, ...options },
    });
    const plain = (file: Uint8Array): Cells =>
      parseCsv(
        Buffer.from(file)
          .toString()
          .replace(/^\ufeff/, ''),
      );
    if (result.extension !== 'zip') return [plain(result.bytes)];
    // The sheets of a workbook repeat more than what documents may unpack to.
    const archive = openZip(result.bytes, { ...zipLimits, maxRatio: Number.POSITIVE_INFINITY });
    return archive.names.map((name) => plain(archive.read(name) ?? new Uint8Array()));
  };

interface SheetJs {
  readonly read: (
    bytes: Buffer,
    options: object,
  ) => {
    readonly SheetNames: readonly string[];
    readonly Sheets: Readonly<Record<string, object>>;
  };
  readonly utils: { readonly sheet_to_csv: (sheet: object) => string };
}

async function readers(): Promise<Map<string, Reader>> {
  const found = new Map<string, Reader>([
    ['DocForge, values', own({})],
    ['DocForge, displayed', own({ values: 'displayed' })],
  ]);
  const sheetJs = await importPeer<SheetJs>('xlsx');
  if (sheetJs !== undefined) {
    found.set('SheetJS', async (_, bytes) => {
      const book = sheetJs.read(bytes, { dense: false });
      return book.SheetNames.map((name) => parseCsv(sheetJs.utils.sheet_to_csv(book.Sheets[name] ?? {})));
    });
  }
  return found;
}

interface Share {
  readonly text: number;
  readonly value: number;
}

/** Shares of cells that are equal as text and as values. */
function compare(wanted: Cells, got: Cells): Share {
  let cells = 0;
  let texts = 0;
  let values = 0;
  for (let row = 0; row < Math.max(wanted.length, got.length); row += 1) {
    const width = Math.max(wanted[row]?.length ?? 0, got[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      const [want = '', has = ''] = [wanted[row]?.[column], got[row]?.[column]];
      if (want === '' && has === '') continue;
      cells += 1;
      if (sameText(has, want)) texts += 1;
      if (sameValue(has, want)) values += 1;
    }
  }
  return cells === 0 ? { text: 1, value: 1 } : { text: texts / cells, value: values / cells };
}

/** The sheet that fits best: tools leave out different ones. A sheet without values may be left out. */
function bestOf(wanted: Cells, sheets: readonly Cells[], isOneLeftOut: boolean): Share {
  let best: Share = wanted.length === 0 && isOneLeftOut ? { text: 1, value: 1 } : { text: 0, value: 0 };
  for (const sheet of sheets) {
    const share = compare(wanted, usedRange(sheet));
    if (share.value > best.value) best = share;
  }
  return best;
}

async function measure(folder: string): Promise<QualityResult> {
  const truths = await readdir(join(folder, 'truth'));
  const documents = (await readdir(join(folder, 'documents'))).toSorted();
  const scores = new Map<string, { text: number; value: number; sheets: number }>();
  const losses: { readonly name: string; readonly value: number }[] = [];
  for (const name of documents) {
    const expected = truths.filter((file) => file.startsWith(`${name}.`) && file.endsWith('.csv')).toSorted();
    if (expected.length === 0) continue;
    const path = join(folder, 'documents', name);
    const bytes = await readFile(path);
    for (const [tool, read] of await readers()) {
      const sheets = await read(name, bytes).catch((): Cells[] => []);
      const score = scores.get(tool) ?? { text: 0, value: 0, sheets: 0 };
      scores.set(tool, score);
      for (const file of expected) {
        const csv = new TextDecoder('windows-1252').decode(await readFile(join(folder, 'truth', file)));
        const at = Number(file.slice(name.length + 1, -'.csv'.length));
        const own = sheets.length === expected.length ? sheets[at] : undefined;
        const { text, value } = bestOf(
          usedRange(parseCsv(csv)),
          own === undefined ? sheets : [own],
          sheets.length < expected.length,
        );
        score.text += text;
        score.value += value;
        score.sheets += 1;
        if (tool === 'DocForge, displayed' && value < 1) losses.push({ name: file, value });
      }
    }
  }
  return {
    measured: `${documents.length} workbooks`,
    columns: ['sheets', 'equal text', 'equal value'],
    rows: [...scores].map(([tool, { text, value, sheets }]) => ({
      tool,
      figures: [`${sheets}`, percent(text / sheets), percent(value / sheets)],
    })),
    losses: losses
      .toSorted((one, other) => one.value - other.value)
      .map(({ name, value }) => `${name}: ${percent(value)}`),
  };
}

/** Workbooks against the csv that Excel writes. */
export const workbooks: QualitySet = {
  name: 'workbooks',
  title:
    "Workbooks of SheetJS's and POI's tests against Excel's own csv: mean share of equal cells in percent",
  measure,
};
