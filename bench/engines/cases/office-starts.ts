import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext } from '../benchmark-case.ts';
import { officeDocuments, toPdf, withEngine } from '../office-documents.ts';

const starts = 200;

const measure = async ({ corpus }: BenchmarkContext) => {
  const document = (await officeDocuments(corpus)).find(({ from }) => from === 'docx');
  if (document === undefined) throw new Error('The corpus has no docx.');
  const times: number[] = [];
  let failed = 0;
  for (let start = 0; start < starts; start += 1) {
    const startedAt = performance.now();
    await withEngine((engine) => engine.run(toPdf(document), 60)).then(
      ({ report }) => {
        if (!report.engine.includes('libreoffice')) failed += 1;
        times.push(performance.now() - startedAt);
      },
      () => {
        failed += 1;
      },
    );
  }
  const middle = median(times);
  const slowest = Math.max(...times);
  return {
    unit: 'a start with its first document',
    rows: [
      { tool: 'median', milliseconds: middle },
      { tool: 'slowest', milliseconds: slowest },
    ],
    targets: [
      { text: `${failed} of ${starts} starts failed`, met: failed === 0 },
      {
        text: `the slowest is ${(slowest / middle).toFixed(1)} <= 3 times the median`,
        met: slowest <= 3 * middle,
      },
    ],
  };
};

/** Cold starts of LibreOffice. */
export const officeStarts: BenchmarkCase = {
  name: 'office-starts',
  title: 'Cold starts of LibreOffice',
  isLong: true,
  measure,
};
