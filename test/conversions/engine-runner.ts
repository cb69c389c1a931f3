import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionReport } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { createEngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { bundledEngine } from '../support/bundle-engine.ts';

// Test files that run in one worker share it, as LibreOffice takes seconds to start. It ends with the worker.
export const engines = createEngineProcess({ entry: bundledEngine, memoryLimitBytes: 2_000_000_000 });

/** Converts in an engine process, for engines whose libraries cannot be unloaded. */
export async function convertInProcess(
  input: Uint8Array,
  from: Format,
  to: Format,
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly bytes: Buffer; readonly report: ConversionReport }> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-runner-'));
  const inputPath = join(folder, 'input');
  const outputPath = join(folder, 'output');
  try {
    await writeFile(inputPath, input);
    const task = { tenant: 'a', operation: 'convert', from, to, options, inputPath, outputPath } as const;
    const { report } = await engines.run(task, { deadlineSeconds: 60 });
    return { bytes: await readFile(outputPath), report };
  } finally {
    await rm(folder, { recursive: true });
  }
}
