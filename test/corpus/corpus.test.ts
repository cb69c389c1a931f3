import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../lib/conversions/detection/detect.ts';
import type { Target } from '../../lib/conversions/engine/engine.ts';
import { ConversionError } from '../../lib/conversions/errors.ts';
import { createEngineProcess, type EngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { conversionTargets, extractFormatsFrom } from '../../lib/conversions/routing/formats-table.ts';
import { corpus, documentsOf } from './corpus.ts';
import { rows } from './rows.ts';

const deadlineSeconds = 60;

let engine: EngineProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-corpus-'));
  engine = createEngineProcess({
    entry: new URL('../../lib/conversions/process/engine-main.ts', import.meta.url),
    memoryLimitBytes: 2048 * 1_048_576,
  });
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Converts a document as a worker does; returns the bytes of the result. */
async function run(
  file: string,
  target: Target,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Buffer> {
  const inputPath = join(corpus, file);
  const from = await detectFormat(await readFile(inputPath));
  if (from === undefined) throw new ConversionError('unsupported_content', 'no format that is known');
  const outputPath = join(folder, 'output');
  const task = { tenant: 'corpus', ...target, from, options, inputPath, outputPath };
  await engine.run(task, { deadlineSeconds });
  return await readFile(outputPath);
}

describe('a document with known content', () => {
  it.each(rows)('$file contains $to', async ({ file, options, includes, excludes = [], ...target }) => {
    const result = (await run(file, target, options)).toString();

    for (const part of includes) expect(result).toContain(part);
    for (const part of excludes) expect(result).not.toContain(part);
  });
});

/** The targets for every document that supports them; together they run most readers and writers. */
const targets: readonly Target[] = [
  { operation: 'convert', to: 'text' },
  { operation: 'convert', to: 'markdown' },
  { operation: 'convert', to: 'html' },
  { operation: 'convert', to: 'pdf' },
  { operation: 'convert', to: 'docx' },
  { operation: 'convert', to: 'csv' },
  { operation: 'convert', to: 'jpeg' },
  { operation: 'extract', to: 'structured' },
  { operation: 'extract', to: 'metadata' },
];

describe('every document ends with a result or a specific error', () => {
  it.each(documentsOf('pdf', 'office', 'images'))('%s', async (file) => {
    const from = await detectFormat(await readFile(join(corpus, file)));
    const able = from === undefined ? [] : [...conversionTargets(from), ...extractFormatsFrom(from)];
    const options = { pages: '1-5' };

    for (const target of targets.filter(({ to }) => able.includes(to))) {
      const few = from === 'pdf' && target.to !== 'pdf' ? options : {};
      const ended = await run(file, target, few).then(
        (result) => result.length > 0 || 'an empty result',
        (error: unknown) =>
          error instanceof ConversionError && error.code !== 'internal_error' ? true : error,
      );
      expect(ended, `${file} to ${target.to}`).toBe(true);
    }
  });
});

describe('every hostile document ends with text or a specific error', () => {
  it.each(documentsOf('hostile'))('%s', async (file) => {
    const ended = await run(file, { operation: 'convert', to: 'text' }).then(
      () => true,
      (error: unknown) =>
        error instanceof ConversionError && error.code !== 'internal_error' ? true : error,
    );

    expect(ended).toBe(true);
  });
});
