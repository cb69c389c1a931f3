import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions, workerBundles } from '../cdk/bundle.ts';
import { makeDocuments } from './lambda-life/documents.ts';
import { type LifeCall, measureLife } from './lambda-life/measure-life.ts';
import { startService } from './lambda-life/service.ts';
import { awsPrices } from './service/aws-prices.ts';
import { type Cells, printTable } from './service/print-table.ts';
import { median } from './service/statistics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bundles: { type: 'string' },
    frozen: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
    memory: { type: 'string' },
    pages: { type: 'string', default: '100' },
  },
});
const frozenMs = Number(values.frozen) * 1000;
const runs = Number(values.runs);

/** US cents of 1,000 calls of a worker on x64, without those of other services. */
const centsOf = ({ milliseconds }: LifeCall, memoryMegabytes: number): number =>
  milliseconds * (memoryMegabytes / 1024) * awsPrices.lambdaGigabyteSecond.x64 * 100;

const cellsOf = (name: string, calls: readonly LifeCall[], memoryMegabytes: number): string[] => [
  name,
  median(calls.map(({ processorSeconds }) => processorSeconds)).toFixed(2),
  median(calls.map(({ doneMs }) => doneMs)).toFixed(0),
  median(calls.map(({ milliseconds }) => milliseconds)).toFixed(0),
  median(calls.map((each) => centsOf(each, memoryMegabytes))).toFixed(1),
];

const folder = await mkdtemp(join(tmpdir(), 'lambda-life-'));
const bundles = values.bundles ?? join(folder, 'bundles');
if (values.bundles === undefined) bundleFunctions(bundles);
const service = await startService(folder);
try {
  const documents = (await makeDocuments(Number(values.pages))).filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  for (const document of documents) {
    const bundle = workerBundles.find(({ worker }) => worker === document.worker);
    if (bundle === undefined) throw new Error(`No bundle has the worker ${document.worker}`);
    const memoryMegabytes = Number(values.memory ?? bundle.row.memoryMegabytes);
    const measured = await measureLife(document, {
      ...{ service, folder, frozenMs, runs },
      bundle: join(bundles, bundle.name),
      row: { ...bundle.row, memoryMegabytes },
    });
    const cells: Cells = [
      ['', 'processor s', 'done ms', 'billed ms', 'cents for 1,000'],
      ...Object.entries(measured.calls)
        .filter(([, calls]) => calls.length > 0)
        .map(([name, calls]) => cellsOf(name, calls, memoryMegabytes)),
    ];
    const megabytes = (measured.memory / 1_048_576).toFixed(0);
    printTable(`${document.name} (${megabytes} MB in ${measured.count} processes afterwards)`, cells);
  }
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
