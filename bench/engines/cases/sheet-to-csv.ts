import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { findProgram, importPeer, runProgram, timed } from '../peers.ts';

const rowCount = 50_000;
const columnCount = 20;

const columnName = (index: number): string => String.fromCharCode(65 + index);

/** A sheet of a million cells: numbers, shared strings, dates. */
const makeSheet = (): Uint8Array => {
  const strings = Array.from({ length: 5000 }, (_, index) => `<si><t>value ${index} of the orchard</t></si>`);
  const rows: string[] = [];
  for (let row = 1; row <= rowCount; row += 1) {
    const cells = Array.from({ length: columnCount }, (_, column) => {
      const place = `${columnName(column)}${row}`;
      if (column % 4 === 0) return `<c r="${place}" t="s"><v>${(row * 7 + column) % 5000}</v></c>`;
      if (column % 4 === 1) return `<c r="${place}" s="1"><v>${40_000 + (row % 5000)}</v></c>`;
      return `<c r="${place}"><v>${(row * column) / 8}</v></c>`;
    });
    rows.push(`<row r="${row}">${cells.join('')}</row>`);
  }
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const package_ = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const xml = (text: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  return zipSync(
    {
      '[Content_Types].xml': xml(
        `<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
      ),
      '_rels/.rels': xml(
        `<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': xml(
        `<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': xml(
        `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
      'xl/sharedStrings.xml': xml(
        `<sst xmlns="${main}" count="${rowCount * 5}" uniqueCount="5000">${strings.join('')}</sst>`,
      ),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
      ),
    },
    { level: 6 },
  );
};

type ExcelJs = {
  readonly default: {
    readonly Workbook: new () => {
      readonly xlsx: { readonly readFile: (path: string) => Promise<unknown> };
      readonly csv: { readonly writeBuffer: () => Promise<unknown> };
    };
  };
};
type SheetJs = {
  readonly read: (
    bytes: Buffer,
    options: Record<string, unknown>,
  ) => { readonly Sheets: Record<string, unknown> };
  readonly utils: { readonly sheet_to_csv: (sheet: unknown) => string };
};

/** Runs the library in its own process. Returns its time and its peak memory according to the kernel. */
const measureProcess = async (path: string, output: string) => {
  const script = new URL('../convert-once.ts', import.meta.url).pathname;
  const { output: printed } = await runProgram(process.execPath, [script, path, 'xlsx', 'csv', output]);
  const usage: unknown = JSON.parse(printed.toString());
  const number = (name: string): number =>
    typeof usage === 'object' && usage !== null && name in usage
      ? Number(Reflect.get(usage, name))
      : Number.NaN;
  return { milliseconds: number('milliseconds'), megabytes: number('megabytes') };
};

const measure = async ({ engine, scratch }: BenchmarkContext) => {
  const path = join(scratch, 'million.xlsx');
  await writeFile(path, makeSheet());
  const ours = await engine.run({ path, from: 'xlsx', operation: 'convert', to: 'csv' });
  const alone = await measureProcess(path, join(scratch, 'million.csv'));
  const rows: CaseRow[] = [
    {
      tool: 'DocForge',
      milliseconds: ours.milliseconds,
      quality: `${alone.megabytes.toFixed(0)} MB at most`,
    },
  ];
  const exceljs = await importPeer<ExcelJs>('exceljs');
  if (exceljs !== undefined) {
    const { milliseconds } = await timed(async () => {
      const workbook = new exceljs.default.Workbook();
      await workbook.xlsx.readFile(path);
      await workbook.csv.writeBuffer();
    });
    rows.push({ tool: 'exceljs', milliseconds });
  }
  const sheetjs = await importPeer<SheetJs>('xlsx');
  if (sheetjs !== undefined) {
    const bytes = await readFile(path);
    const { milliseconds } = await timed(() => {
      const [sheet] = Object.values(sheetjs.read(bytes, { dense: true }).Sheets);
      return sheetjs.utils.sheet_to_csv(sheet);
    });
    rows.push({ tool: 'SheetJS', milliseconds });
  }
  const soffice = findProgram('soffice');
  if (soffice !== undefined) {
    const args = ['--headless', '--convert-to', 'csv', '--outdir', join(scratch, 'lo'), path];
    rows.push({ tool: 'soffice', milliseconds: (await runProgram(soffice, args)).milliseconds });
  }
  let lines = 0;
  for await (const part of createReadStream(join(scratch, 'million.csv'))) {
    for (const byte of part) if (byte === 10) lines += 1;
  }
  return {
    unit: 'a file',
    rows,
    targets: [
      { text: `${(ours.milliseconds / 1000).toFixed(2)} s <= 2.5`, met: ours.milliseconds <= 2500 },
      { text: `${alone.megabytes.toFixed(0)} MB <= 600`, met: alone.megabytes <= 600 },
      { text: `${lines} lines of ${rowCount}`, met: lines >= rowCount - 1 && lines <= rowCount },
    ],
    notes: [`${rowCount * columnCount} cells, ${((await stat(path)).size / 1e6).toFixed(1)} MB of file`],
  };
};

/** A large spreadsheet to CSV. */
export const sheetToCsv: BenchmarkCase = {
  name: 'sheet-to-csv',
  title: 'xlsx with a million cells to csv',
  measure,
};
