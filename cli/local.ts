import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocForgeError } from '../client/errors.ts';
import { canonicalFormat, extractNames, isExtractFormat } from '../lib/conversions/formats.ts';
import type * as Library from '../lib/conversions/index.ts';
import type * as Router from '../lib/conversions/routing/formats-table.ts';
import type * as Steps from '../lib/run-steps.ts';
import { CommandError, exitCodes, usageError } from './command-error.ts';
import type { Backend, Source, Task, TaskResult } from './task.ts';

/** Whether the module itself is missing, and not one that it imports. */
const isMissing = (error: unknown, specifier: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(
    `'${specifier.startsWith('file:') ? fileURLToPath(specifier) : 'docforge-conversions'}'`,
  );

/** Loads a module of the installed library, or of the checkout that this file is part of. */
const load = async (installed: string, inCheckout: string): Promise<unknown> => {
  for (const specifier of [installed, new URL(inCheckout, import.meta.url).href]) {
    try {
      return await import(specifier);
    } catch (error) {
      if (!isMissing(error, specifier)) throw error;
    }
  }
  throw new CommandError(
    exitCodes.usage,
    '--local needs the package docforge-conversions. Install it next to docforge (docs/client.md), or use a service.',
  );
};

const read = async (source: Source): Promise<{ readonly bytes: Uint8Array; readonly name: string }> => {
  if (source.kind === 'bytes') return source;
  if (source.kind === 'url') throw usageError('URLs need a service. Download the file and convert that.');
  return { bytes: await readFile(source.path), name: basename(source.path) };
};

const formatOf = (name: string) => {
  const format = canonicalFormat(name);
  if (format === undefined)
    throw usageError(`Unknown format ${JSON.stringify(name)}. Use "formats" to list all formats.`);
  return format;
};

const resultOf = ({
  extension,
  mimeType,
  report,
  bytes,
}: Awaited<ReturnType<typeof Library.convert>>): Omit<TaskResult, 'jobId' | 'kept'> => {
  const { pages, warnings } = report;
  return { extension, mimeType, pages, warnings, read: async () => bytes };
};

const runSteps = async (
  { sources, from, steps }: Task,
  { onProgress, signal }: Parameters<Backend['run']>[1],
): Promise<TaskResult> => {
  const library = (await load('docforge-conversions/steps', '../lib/run-steps.ts')) as typeof Steps;
  const documents = await Promise.all(sources.map(read));
  const results = await library.runSteps(
    documents.map(({ bytes, name }) => ({ bytes, filename: name })),
    { steps, from, onProgress, signal },
  );
  const last = results.at(-1);
  if (last === undefined) throw new TypeError('A task has at least one step.');
  const kept = results.slice(0, -1).map((result) => ({ ...resultOf(result), step: result.step }));
  return { ...resultOf(last), jobId: undefined, kept };
};

/**
 * A backend that converts in this process. One document at a time: the engines use all of the processor, and a document that
 * crashes one ends the command.
 *
 * @throws CommandError if the library is not installed
 */
export const openLocal = async (): Promise<Backend> => {
  // The types of the same modules.
  const library = (await load('docforge-conversions', '../lib/conversions/index.ts')) as typeof Library;
  return {
    maxParallel: 1,
    run: async (task, settings) => {
      if (task.steps !== undefined) return runSteps(task, settings);
      const { operation, sources, target, from, options } = task;
      const [first, ...further] = await Promise.all(sources.map(read));
      if (first === undefined) throw new TypeError('A task has at least one document.');
      if (first.bytes.length === 0) throw new DocForgeError('empty_file', 'The file is empty.');
      const common = {
        options,
        onProgress: settings.onProgress,
        filename: first.name,
        further: further.map(({ bytes }) => bytes),
        from: from === undefined ? undefined : formatOf(from),
      };
      if (operation === 'extract' && !isExtractFormat(target))
        throw usageError(`Cannot extract ${JSON.stringify(target)}. Use ${extractNames.join(', ')}.`);
      const result =
        operation === 'extract' && isExtractFormat(target)
          ? await library.extract(first.bytes, { ...common, format: target })
          : await library.convert(first.bytes, { ...common, to: formatOf(target) });
      return { ...resultOf(result), jobId: undefined, kept: [] };
    },
    formats: async (from) => {
      const router = (await load(
        'docforge-conversions/router',
        '../lib/conversions/routing/formats-table.ts',
      )) as typeof Router;
      const source = from === undefined ? undefined : formatOf(from);
      return router.formatsTable().filter((row) => source === undefined || row.from === source);
    },
  };
};
