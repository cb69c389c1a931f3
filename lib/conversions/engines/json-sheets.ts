import { parse as parsePath } from 'node:path';
import * as z from 'zod';
import { fileContent, workbookContent } from '../content.ts';
import { noInfo } from '../documents/document.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { textOptions } from '../options.ts';
import { MAX_CELLS } from '../sheets/cell-budget.ts';
import { readJsonSheets } from '../sheets/json-rows.ts';
import { jsonBytes } from '../sheets/json-text.ts';
import { chooseSheets, headerRowOptions, sheetOptions } from '../sheets/sheet-options.ts';
import { readTextFile } from '../text/read-text-file.ts';

async function read(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared } = textOptions.parse(request.options);
  const { text, encoding, warnings } = readTextFile(fileContent(content), declared);
  const sheets = readJsonSheets(text, parsePath(request.filename ?? '').name || 'Sheet1');
  const info = { ...noInfo, encoding };
  return { content: { hub: 'workbook', fileType: 'json', info, sheets }, report: { warnings } };
}

/** Reader of JSON that holds tables. Only csv and xlsx are made of it: as a document it is text. */
export const jsonReader: Engine = {
  name: 'docforge-json-reader',
  edges: [{ from: 'json', operation: 'read', to: 'workbook' }],
  options: textOptions,
  limits: { maxCells: MAX_CELLS },
  convert: read,
};

const options = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });

async function write(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const workbook = workbookContent(content);
  const { sheet, header_row: header } = options.parse(request.options);
  return {
    content: jsonBytes(workbook, chooseSheets(workbook, sheet), header, request.maxResultBytes),
    report: {},
  };
}

/** Workbook to JSON. */
export const jsonWriter: Engine = {
  name: 'docforge-json',
  edges: [{ from: 'workbook', operation: 'convert', to: 'json' }],
  options,
  limits: {},
  convert: write,
};
