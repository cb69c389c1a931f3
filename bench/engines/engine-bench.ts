import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLibrary } from '../../lib/build-library.ts';
import type { Target } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { createEngineProcess, type EngineResult } from '../../lib/conversions/process/engine-process.ts';
import { childrenProcessorTime } from './processor-time.ts';

/** A document for the engine process. */
export type BenchTask = { readonly path: string; readonly from: Format } & Target & {
    readonly options?: Readonly<Record<string, unknown>>;
  };

/** The result, with the engine's time and processor time in milliseconds, without start-up and file access. */
type BenchOutcome = {
  readonly milliseconds: number;
  readonly processor: number;
  readonly bytes: Buffer;
  readonly report: EngineResult['report'];
};

/** The library in an engine process, as in a worker. */
export type EngineBench = {
  /** @throws ConversionError */
  run(task: BenchTask, deadlineSeconds?: number): Promise<BenchOutcome>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

/** The memory of the office worker. */
const memoryLimitBytes = 3008 * 1_048_576;

const library = join(import.meta.dirname, '..', '..', 'build', 'bench-library');
let built: Promise<void> | undefined;

/** Opens the library's engine process, which starts with the first document or `warm`. */
export const openEngine = async (): Promise<EngineBench> => {
  // Plain JavaScript, as its users have it, starts sooner than the sources.
  built ??= buildLibrary(library);
  await built;
  const folder = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
  const engine = createEngineProcess({
    entry: join(library, 'engine-main.js'),
    memoryLimitBytes,
    recycleAfterJobs: 10_000,
    recycleAboveBytes: memoryLimitBytes,
  });
  return {
    run: async ({ path, from, options, ...target }, deadlineSeconds = 300) => {
      const outputPath = join(folder, 'output');
      await engine.warm();
      const before = childrenProcessorTime();
      const { report, phases } = await engine.run(
        { tenant: 'bench', ...target, from, options: options ?? {}, inputPath: path, outputPath },
        { deadlineSeconds },
      );
      const processor = childrenProcessorTime() - before;
      const milliseconds = phases.convert ?? Number.NaN;
      return { milliseconds, processor, bytes: await readFile(outputPath), report };
    },
    warm: async () => {
      await engine.warm();
    },
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
