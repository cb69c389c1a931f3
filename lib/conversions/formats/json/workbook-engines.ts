import { parse as parsePath } from 'node:path';
import * as z from 'zod';
import { noInfo } from '../../document/document.ts';
import { fileContent, workbookContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { chooseSheets, headerRowOptions, sheetOptions } from '../../workbook/sheet-options.ts';
import { readTextFile } from '../text/read-text-file.ts';
import { readJsonSheets } from './json-rows.ts';
import { jsonBytes } from './json-text.ts';

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
