import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFunctions, workerBundles } from '../../../cdk/bundle.ts';
import type { BenchmarkCase, BenchmarkContext } from '../benchmark-case.ts';
import { runProgram } from '../peers.ts';

/** Lambda's limit for an unpacked zip. The office worker is a container image, with a limit of 10 GB. */
const limitMegabytes = 250;

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
};

const measure = async ({ scratch }: BenchmarkContext) => {
  const bundles = join(scratch, 'bundles');
  bundleFunctions(bundles);
  const measured = await Promise.all(
    workerBundles.map(async ({ name, worker }) => {
      const folder = join(bundles, name);
      const archive = join(scratch, `${name}.zip`);
      const script = 'import shutil, sys; shutil.make_archive(sys.argv[1][:-4], "zip", sys.argv[2])';
      await runProgram('python3', ['-c', script, archive, folder]);
      const zipped = await stat(archive).then(
        ({ size }) => size / 1e6,
        () => Number.NaN,
      );
      return { worker, unpacked: await sizeOf(folder), zipped };
    }),
  );
  return {
    unit: 'megabytes, no milliseconds',
    rows: measured.map(({ worker, unpacked, zipped }) => ({
      tool: `worker ${worker}`,
      milliseconds: Number.NaN,
      quality: `${unpacked.toFixed(0)} MB unpacked, ${zipped.toFixed(0)} MB zipped`,
    })),
    targets: measured
      .filter(({ worker }) => worker !== 'office')
      .map(({ worker, unpacked }) => ({
        text: `${worker}: ${unpacked.toFixed(0)} MB < ${limitMegabytes}`,
        met: unpacked < limitMegabytes,
      })),
  };
};

/** The size of the deployed workers. */
export const workerSizes: BenchmarkCase = { name: 'worker-sizes', title: 'Size of the workers', measure };
