import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { officeFormats } from '../../lib/conversions/backends/libreoffice/office-formats.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { residentBytes } from '../../lib/conversions/process/resident-memory.ts';
import { type BenchTask, type EngineBench, openEngine } from './engine-bench.ts';

/** Measures with an engine process. */
export const withEngine = async <Result>(
  measure: (engine: EngineBench) => Promise<Result>,
): Promise<Result> => {
  const engine = await openEngine();
  try {
    return await measure(engine);
  } finally {
    await engine.close();
  }
};

/** Resident memory of the engine processes in bytes. */
export const engineBytes = async (): Promise<number> => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const sizes = children.map((pid) => residentBytes(Number(pid)));
  return sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
};

/** An office document of the corpus. */
export type OfficeDocument = { readonly name: string; readonly path: string; readonly from: Format };

/** The conversion of a document to PDF. */
export const toPdf = ({ path, from }: Pick<OfficeDocument, 'path' | 'from'>): BenchTask => ({
  path,
  from,
  operation: 'convert',
  to: 'pdf',
});

/** The office documents of a corpus, by name. */
export const officeDocuments = async (corpus: string): Promise<OfficeDocument[]> => {
  const folder = join(corpus, 'office');
  const names = (await readdir(folder)).sort();
  return names.flatMap((name) => {
    const from = officeFormats.find((format) => extname(name) === `.${format}`);
    return from === undefined ? [] : [{ name, path: join(folder, name), from }];
  });
};
