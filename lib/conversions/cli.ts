#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { nameTable } from './base/name-table.ts';
import { printableLines } from './base/printable.ts';
import type { ConversionReport, ConversionResult } from './engine/engine.ts';
import { ConversionError } from './errors.ts';
import { canonicalFormat, extractFormats, isExtractFormat } from './formats.ts';
import { convert, extract } from './index.ts';
import { formatsTable } from './routing/formats-table.ts';

const help = `docforge-convert INPUT... OUTPUT [--from FORMAT] [--to FORMAT] [--option OPTION]...
docforge-convert INPUT OUTPUT --extract KIND [--from FORMAT] [--option OPTION]...
docforge-convert --formats [FORMAT]

  INPUT      A file. Some targets, such as pdf, combine several files into one
             result.
  OUTPUT     A file, or - for standard output. Its extension is the target
             format unless --to is given.
  KIND       What to extract: ${Object.keys(extractFormats).slice(0, 5).join(', ')},
             ${Object.keys(extractFormats).slice(5).join(', ')}.
  OPTION     An option of the conversion, as text or JSON: --option pages=1-3
             --option toc:=true
  --formats  List the supported conversions and extractions with their engines.`;

/** An error of the caller. Only its message is printed, without a stack trace. */
class UsageError extends Error {}

const jsonOf = (option: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `--option ${option}: the value after := is not JSON. For plain text, write name=text.`,
    );
  }
};

const readOptions = (given: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    given.map((option) => {
      const [, name, isJson, value = ''] = /^([a-z_]+)(:?)=(.*)$/s.exec(option) ?? [];
      if (name === undefined) throw new UsageError(`--option ${option}: expected name=text or name:=json.`);
      return [name, isJson === ':' ? jsonOf(option, value) : value];
    }),
  );

const faults = nameTable({
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
});

/** Names the file of an error of the file system. */
const withPath = async <Result>(path: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? faults[String(error.code)] : undefined;
    throw fault === undefined ? error : new UsageError(`${path}: ${fault}.`);
  }
};

const formatOf = (name: string) => {
  const format = canonicalFormat(name);
  if (format === undefined)
    throw new UsageError(`Unknown format ${JSON.stringify(name)}. --formats lists all formats.`);
  return format;
};

const targetOf = (to: string | undefined, output: string): string => {
  const target = to ?? extname(output);
  if (target !== '') return target;
  throw new UsageError(`${output} has no extension. Pass the target format with --to FORMAT.`);
};

const listFormats = (from: string | undefined): string => {
  const source = from === undefined ? undefined : formatOf(from);
  return formatsTable()
    .filter((row) => source === undefined || row.from === source)
    .map(({ from: start, operation, to, engines }) =>
      [start.padEnd(9), operation === 'convert' ? 'to' : 'extract', to.padEnd(11), engines[0]].join('  '),
    )
    .join('\n');
};

const summary = ({ engine, version, pages, warnings }: ConversionReport): string =>
  [
    `${engine} ${version}${pages === null ? '' : `, ${pages} page${pages === 1 ? '' : 's'}`}`,
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');

const perform = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      extract: { type: 'string' },
      option: { type: 'string', multiple: true, default: [] },
      formats: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.formats) {
    process.stdout.write(`${listFormats(positionals[0])}\n`);
    return;
  }
  const output = positionals.at(-1);
  const [input, ...further] = positionals.slice(0, -1);
  if (values.help || input === undefined || output === undefined) {
    process.stdout.write(`${help}\n`);
    return;
  }
  const bytes = await withPath(input, readFile(input));
  const name = basename(input);
  const common = {
    from: values.from === undefined ? undefined : formatOf(values.from),
    options: readOptions(values.option),
    filename: name,
    further: await Promise.all(further.map((path) => withPath(path, readFile(path)))),
  };
  let result: ConversionResult;
  if (values.extract === undefined) {
    result = await convert(bytes, { ...common, to: formatOf(targetOf(values.to, output)) });
  } else {
    if (!isExtractFormat(values.extract))
      throw new UsageError(
        `Unknown extract format ${JSON.stringify(values.extract)}. Supported: ${Object.keys(extractFormats).join(', ')}.`,
      );
    result = await extract(bytes, { ...common, format: values.extract });
  }
  if (output === '-') await new Promise((resolve) => process.stdout.write(result.bytes, resolve));
  else await withPath(output, writeFile(output, result.bytes));
  process.stderr.write(`${printableLines(summary(result.report))}\n`);
};

const isForUser = (error: unknown): error is Error =>
  error instanceof ConversionError ||
  error instanceof UsageError ||
  (error instanceof TypeError && !('code' in error)) ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

try {
  await perform(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `${printableLines(String(isForUser(error) ? error.message : error instanceof Error ? error.stack : error))}\n`,
  );
  process.exitCode = 1;
}
// A browser that is kept warm for the next document would keep this process alive.
process.exit();
