import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionReport } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { createEngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { bundledEngine } from '../support/bundle-engine.ts';

/** Engines whose libraries cannot be unloaded run in a process of their own. */
export async function startEngines(): Promise<{
  readonly convert: (
    input: Uint8Array,
    from: Format,
    to: Format,
    options?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly bytes: Buffer; readonly report: ConversionReport }>;
  readonly close: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-runner-'));
  const inputPath = join(folder, 'input');
  const outputPath = join(folder, 'output');
  const engines = createEngineProcess({ entry: bundledEngine, memoryLimitBytes: 2_000_000_000 });
  return {
    convert: async (input, from, to, options = {}) => {
      await writeFile(inputPath, input);
      const task = { tenant: 'a', operation: 'convert', from, to, options, inputPath, outputPath } as const;
      const { report } = await engines.run(task, { deadlineSeconds: 60 });
      return { bytes: await readFile(outputPath), report };
    },
    close: async () => {
      await engines.close();
      await rm(folder, { recursive: true });
    },
  };
}
