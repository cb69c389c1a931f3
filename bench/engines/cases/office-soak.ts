import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { engineBytes, officeDocuments, toPdf, withEngine } from '../office-documents.ts';

const documents = 1000;

/** Three quarters of the office worker's memory, above which a worker replaces its process. */
const markBytes = 0.75 * 3008 * 1_048_576;

const measure = async ({ corpus }: BenchmarkContext) => {
  const all = await officeDocuments(corpus);
  const rows: CaseRow[] = [];
  let largest = 0;
  const lost = new Map<string, number>();
  await withEngine(async (engine) => {
    let times: number[] = [];
    for (let index = 0; index < documents; index += 1) {
      const document = all[index % all.length];
      if (document === undefined) break;
      const { name } = document;
      await engine.run(toPdf(document), 60).then(
        ({ milliseconds }) => times.push(milliseconds),
        () => lost.set(name, (lost.get(name) ?? 0) + 1),
      );
      const bytes = await engineBytes();
      largest = Math.max(largest, bytes);
      if ((index + 1) % 200 !== 0) continue;
      const quality = `${(bytes / 1e6).toFixed(0)} MB resident`;
      rows.push({ tool: `documents ${index - 198} to ${index + 1}`, milliseconds: median(times), quality });
      times = [];
    }
  });
  // A file that is no document fails each time.
  const rounds = Math.floor(documents / all.length);
  const sometimes = [...lost].filter(([, times]) => times < rounds).map(([name]) => name);
  return {
    unit: 'a document (median)',
    rows,
    targets: [
      {
        text: `documents that fail only at times: ${sometimes.join(', ') || 'none'}`,
        met: sometimes.length === 0,
      },
      {
        text: `at most ${(largest / 1e6).toFixed(0)} MB resident <= ${(markBytes / 1e6).toFixed(0)}`,
        met: largest <= markBytes,
      },
    ],
    notes: [`without a result: ${[...lost.keys()].join(', ') || 'none'}`],
  };
};

/** Many documents in one process of LibreOffice. */
export const officeSoak: BenchmarkCase = {
  name: 'office-soak',
  title: `${documents} office documents in one process`,
  isLong: true,
  measure,
};
