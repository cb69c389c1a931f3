import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../conversions/errors.ts';
import { type ExtractFormat, type Format, isExtractFormat, isFormat } from '../conversions/formats.ts';
import type { EngineProcess } from '../conversions/process/engine-process.ts';
import { openResultFile } from '../conversions/process/result-file.ts';
import { foreseen } from '../conversions/routing/failures.ts';
import { largerWorker } from '../workers.ts';
import type { Effects, EngineOutcome } from './effects.ts';
import type { Job } from './job.ts';
import { currentStep, type JobStep } from './job-steps.ts';
import { checkResult, resultLimit } from './result-limit.ts';

const targetOf = ({
  type,
  target,
}: JobStep): { operation: 'convert'; to: Format } | { operation: 'extract'; to: ExtractFormat } => {
  if (type === 'conversion' && isFormat(target)) return { operation: 'convert', to: target };
  if (type === 'extraction' && isExtractFormat(target)) return { operation: 'extract', to: target };
  throw new ConversionError(
    'unsupported_content',
    `Unknown target ${JSON.stringify(target)}. GET /formats lists all targets.`,
  );
};

/** Results up to this size are read into memory, so that a failed put can be retried. Larger ones are streamed. */
const maxBytesInMemory = 33_554_432;

/** Reads the result of the engine. `discard` removes its folder, which contains nothing else that is needed. */
const readResult = async (
  limit: number,
  path: string,
  discard: () => Promise<void>,
): Promise<EngineOutcome['bytes']> => {
  const { handle, sizeBytes } = await openResultFile(path, Number.POSITIVE_INFINITY);
  try {
    checkResult(limit, sizeBytes);
    if (sizeBytes <= maxBytesInMemory) {
      const bytes = await handle.readFile();
      await discard();
      return bytes;
    }
    const hash = createHash('sha256');
    await pipeline(handle.createReadStream({ autoClose: false }), hash);
    return { path, length: sizeBytes, sha256: hash.digest('hex'), discard };
  } finally {
    await handle.close();
  }
};

/** Converts documents in the engine process, which reads and writes files of a temporary folder. */
export const documentConverter =
  (engine: Pick<EngineProcess, 'run'>, deadlineSeconds: (job: Job) => number): Effects['convert'] =>
  async ({ job, bytes, further, filename, from, recognition }, { progress, signal }) => {
    if (!isFormat(from))
      throw new ConversionError(
        'unsupported_content',
        `Unknown format ${JSON.stringify(from)}. GET /formats lists all formats.`,
      );
    const step = currentStep(job);
    const maxResultBytes = resultLimit(job);
    const folder = await mkdtemp(join(tmpdir(), 'docforge-job-'));
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      const inputPath = join(folder, 'input');
      const outputPath = join(folder, 'output');
      const furtherPaths = further.map((_, index) => join(folder, `input-${index + 2}`));
      await writeFile(inputPath, bytes);
      await Promise.all(further.map((part, index) => writeFile(furtherPaths[index] ?? '', part)));
      const pages = recognition?.role === 'assemble' ? recognition.files : [];
      const pagePaths = pages.map((_, index) => join(folder, `pages-${index + 1}`));
      await Promise.all(pages.map((file, index) => writeFile(pagePaths[index] ?? '', file)));
      const result = await engine.run(
        {
          tenant: job.accountId,
          ...targetOf(step),
          from,
          options: step.options,
          filename,
          maxResultBytes,
          inputPath,
          furtherPaths,
          outputPath,
          recognition:
            recognition?.role === 'assemble'
              ? { role: 'assemble', paths: pagePaths, failed: recognition.failed }
              : recognition,
        },
        {
          deadlineSeconds: deadlineSeconds(job),
          onProgress: progress,
          failsOutOfMemory: largerWorker(step.worker) !== undefined,
          signal,
        },
      );
      return {
        bytes: await readResult(maxResultBytes, outputPath, discard),
        mimeType: result.mimeType,
        extension: result.extension,
        report: { ...result.report },
      };
    } catch (error) {
      await discard();
      throw foreseen(error);
    }
  };
