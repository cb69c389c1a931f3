import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { maxBytesOfJob } from '../api/limits.ts';
import { detectFormat } from '../conversions/detection/detect.ts';
import { type ExtractFormat, type Format, isExtractFormat, isFormat } from '../conversions/formats.ts';
import type { EngineProcess } from '../conversions/process/engine-process.ts';
import { openResultFile } from '../conversions/process/result-file.ts';
import { ConversionError } from '../errors.ts';
import { fetchRemote } from '../files/fetch-remote.ts';
import { fileObjectKey, type StoredFile } from '../files/file.ts';
import type { ObjectStore } from '../files/objects.ts';
import type { Job } from './job.ts';
import { downloadSeconds } from './job-times.ts';
import { checkResult } from './result-limit.ts';
import type { EngineOutcome, Work } from './run-job.ts';

const fetchFromAddress = async (job: Job, address: string, signal: AbortSignal) => {
  const { bytes, filename } = await fetchRemote(address, {
    maxBytes: job.maxFileBytes,
    timeoutSeconds: downloadSeconds,
    signal,
  });
  const detected = await detectFormat(bytes, job.from ?? filename);
  if (detected === undefined) {
    throw new ConversionError('unsupported_content', 'file_url: the bytes are of no type the service reads');
  }
  if (job.from !== undefined && job.from !== detected) {
    throw new ConversionError(
      'unsupported_content',
      `from: the document is ${detected} by its bytes, not ${job.from}`,
    );
  }
  return { bytes, further: [], filename, from: detected };
};

const fileGone = (): ConversionError =>
  new ConversionError('internal_error', 'The uploaded file is gone. Upload it again.');

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Gets the documents of jobs: from the object store, or from the public address that the job names. */
export const sourceFetcher =
  (objects: Pick<ObjectStore, 'get'>): Work['fetchSource'] =>
  async (job, [file, ...furtherFiles], signal) => {
    if (job.sourceUrl !== undefined) return fetchFromAddress(job, job.sourceUrl, signal);
    const fetch = async (stored: StoredFile | undefined): Promise<Uint8Array> => {
      if (stored === undefined) throw fileGone();
      const bytes = await objects.get(fileObjectKey(stored.accountId, stored.fileId));
      if (bytes === undefined) throw fileGone();
      return bytes;
    };
    const bytes = await fetch(file);
    if (file?.format === undefined) throw fileGone();
    const further: Uint8Array[] = [];
    for (const [index, next] of furtherFiles.entries()) {
      if (next?.format !== file.format) {
        throw new ConversionError(
          'unsupported_content',
          `file_ids: the first file is ${file.format}, number ${index + 2} is ${next?.format}; give files of one format`,
        );
      }
      further.push(await fetch(next));
      if (bytes.length + sizeOf(further) > maxBytesOfJob) {
        throw new ConversionError(
          'too_complex',
          `file_ids: the files are more than ${maxBytesOfJob} bytes together; give fewer of them`,
        );
      }
    }
    return { bytes, further, filename: file.filename, from: file.format };
  };

const target = (
  job: Job,
): { operation: 'convert'; to: Format } | { operation: 'extract'; to: ExtractFormat } => {
  if (job.type === 'conversion' && isFormat(job.target)) return { operation: 'convert', to: job.target };
  if (job.type === 'extraction' && isExtractFormat(job.target))
    return { operation: 'extract', to: job.target };
  throw new ConversionError('unsupported_content', `The service cannot make ${JSON.stringify(job.target)}`);
};

/** Results up to this size are held in memory, where storing them can be tried again; larger ones stay in their file. */
const maxBytesInMemory = 33_554_432;

/** The result in a file, which must be in a folder of its own that goes with it. */
const readResult = async (
  job: Job,
  path: string,
  discard: () => Promise<void>,
): Promise<EngineOutcome['bytes']> => {
  const { handle, sizeBytes } = await openResultFile(path, Number.POSITIVE_INFINITY);
  try {
    checkResult(job, sizeBytes);
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

/** Converts documents in the engine's process; the bytes go through files of a folder that is gone afterwards. */
export const documentConverter =
  (engine: Pick<EngineProcess, 'run'>, deadlineSeconds: () => number): Work['convert'] =>
  async ({ job, bytes, further, filename, from }, { progress, signal }) => {
    if (!isFormat(from))
      throw new ConversionError('unsupported_content', `The service cannot read ${JSON.stringify(from)}`);
    const folder = await mkdtemp(join(tmpdir(), 'docforge-job-'));
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      const inputPath = join(folder, 'input');
      const outputPath = join(folder, 'output');
      const furtherPaths = further.map((_, index) => join(folder, `input-${index + 2}`));
      await writeFile(inputPath, bytes);
      await Promise.all(further.map((part, index) => writeFile(furtherPaths[index] ?? '', part)));
      const result = await engine.run(
        {
          tenant: job.accountId,
          ...target(job),
          from,
          options: job.options,
          filename,
          maxResultBytes: job.maxResultBytes,
          inputPath,
          furtherPaths,
          outputPath,
        },
        { deadlineSeconds: deadlineSeconds(), onProgress: progress, signal },
      );
      return {
        bytes: await readResult(job, outputPath, discard),
        mimeType: result.mimeType,
        extension: result.extension,
        report: { ...result.report },
      };
    } catch (error) {
      await discard();
      throw error;
    }
  };
