import { join } from 'node:path';
import { bundleName } from '../../cdk/bundle.ts';
import { type BackgroundFunction, backgroundFunctions } from '../../lib/functions/background-functions.ts';
import { startStackProcess } from '../../test/e2e/support/stack-process.ts';
import type { LifeDocument } from '../lambda-life/documents.ts';
import { measureLife } from '../lambda-life/measure-life.ts';
import { startService } from '../lambda-life/service.ts';
import { openAccount, tableOf } from './account.ts';
import { type Conversion, openApi } from './api.ts';
import { awsPrices } from './aws-prices.ts';
import { startCountedServices } from './counted-services.ts';
import { tenPagesOfText } from './documents.ts';
import type { Send } from './http.ts';
import { measureCost, type PricedConversion, pricedConversions } from './measure-cost.ts';
import { printTable } from './print-table.ts';
import { runRoundTrip } from './round-trip.ts';

/** Clean-up steps, run in reverse order. */
export type Undo = (() => unknown)[];

/** Calls of each median of a worker's time. */
const measuredCalls = 5;

/** Prints the AWS calls and the cost of documents of ten pages, with a stack whose calls are counted. */
export const printCost = async (
  folder: string,
  bundles: string,
  send: Send,
  signal: AbortSignal,
  undo: Undo,
): Promise<void> => {
  const data = join(folder, 'counted');
  const services = await startCountedServices(data);
  undo.push(() => services.close());
  const options = { project: join(folder, 'project'), variables: services.environment, signal };
  const stack = await startStackProcess(data, {}, options);
  undo.push(() => stack.stop());
  const table = tableOf(stack.description);
  undo.push(() => table.client.destroy());
  const account = await openAccount(table);
  const api = openApi(stack.description.baseUrl, send, account);
  const text = { label: '', filename: 'ten.txt', bytes: tenPagesOfText() };
  const made = async (to: Conversion['to']): Promise<Buffer> =>
    (await runRoundTrip(api, { ...text, to })).result;
  const pdf = { filename: 'ten.pdf', bytes: await made('pdf'), worker: 'convertDocument' } as const;
  const docx = { filename: 'ten.docx', bytes: await made('docx'), worker: 'convertOfficeDocument' } as const;
  const conversions = [
    { ...pdf, label: 'PDF -> text', from: 'pdf', to: 'text' },
    { ...docx, label: 'DOCX -> PDF', from: 'docx', to: 'pdf' },
  ] as const;
  const life = await startService(join(folder, 'life'));
  const documents: PricedConversion[] = [];
  try {
    for (const conversion of conversions) {
      const row: BackgroundFunction = backgroundFunctions[conversion.worker];
      const document: LifeDocument = {
        ...conversion,
        name: conversion.label,
        worker: row.worker ?? 'standard',
        type: 'conversion',
      };
      const setting = { service: life, folder, row, frozenMs: 2000, runs: measuredCalls };
      const bundle = join(bundles, bundleName(row.file));
      const { calls } = await measureLife(document, { ...setting, bundle });
      documents.push({ ...conversion, life: calls });
    }
  } finally {
    await life.close();
  }
  const { calls, cost } = await measureCost(documents, api, services, signal);
  for (const [label, cells] of calls)
    printTable(`AWS calls of a conversion, ten pages, PDF -> text: ${label}`, cells);
  printTable(
    `AWS list price of ${pricedConversions} conversions of ten pages (${awsPrices.region}, read in ${awsPrices.readIn})`,
    cost,
  );
  await stack.stop();
};
