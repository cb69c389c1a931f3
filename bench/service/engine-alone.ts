import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { convert } from '../../lib/conversions/index.ts';
import type { Conversion } from './api.ts';
import { closedLoop } from './closed-loop.ts';

const run = promisify(execFile);

/** The duration of a measurement. */
export type Span = { readonly seconds: number; readonly signal: AbortSignal };

/** Returns the milliseconds of each conversion by the warm engine in this process. */
export const measureEngine = async (
  { bytes, filename, to }: Conversion,
  { seconds, signal }: Span,
): Promise<readonly number[]> => {
  const work = async (): Promise<number> => (await convert(bytes, { to, filename })).bytes.length;
  await closedLoop(work, { clients: 1, seconds: seconds / 4, signal });
  return (await closedLoop(work, { clients: 1, seconds, signal })).milliseconds;
};

/** Returns the milliseconds of each run of `pdftotext`. Undefined if it is not installed. */
export const measurePdfToText = async (
  bytes: Uint8Array,
  { seconds, signal }: Span,
): Promise<readonly number[] | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-bench-pdf-'));
  try {
    const path = join(folder, 'document.pdf');
    await writeFile(path, bytes);
    const work = async (): Promise<string> => (await run('pdftotext', [path, '-'])).stdout;
    await work();
    return (await closedLoop(work, { clients: 1, seconds, signal })).milliseconds;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
