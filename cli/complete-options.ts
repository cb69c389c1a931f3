import { canonicalFormat } from '../lib/conversions/formats.ts';
import { type ExitCode, exitCodes } from './command-error.ts';
import { type Context, openBackend } from './commands/convert.ts';
import { say } from './console.ts';
import { literalsOf, type OptionSchemas } from './option-rows.ts';

/** The hidden command that completion scripts call with the words after `docforge`, the incomplete one last. */
export const completeCommand = 'complete-options';

/** Time that someone waits for a completion. */
const timeoutMs = 3000;

const valueAfter = (words: readonly string[], ...flags: readonly string[]): string | undefined =>
  words[words.findIndex((word) => flags.includes(word)) + 1 || words.length];

/** The pair of formats of an incomplete command line. The source is that of `--from`, or of the first file's extension. */
export const pairOfWords = (
  words: readonly string[],
): { readonly from: string; readonly to: string } | undefined => {
  const [command] = words;
  const to =
    command === 'extract'
      ? (valueAfter(words, '--format', '-F') ?? 'text')
      : (valueAfter(words, '--to', '-t') ?? /\.([^./]+)$/.exec(valueAfter(words, '--out', '-o') ?? '')?.[1]);
  const from =
    valueAfter(words, '--from') ??
    words
      .slice(1, -1)
      .filter((_, index) => !['--out', '-o'].includes(words[index] ?? ''))
      .map((word) => canonicalFormat(/\.([^./]+)$/.exec(word)?.[1] ?? ''))
      .find((format) => format !== undefined);
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** The completions of a word after `--option`: `name=`, or `name=value` once the name is complete. */
export const completionsOf = (word: string, options: OptionSchemas): readonly string[] => {
  const [name = ''] = word.split('=');
  const schema = word.includes('=') ? options.properties?.[name] : undefined;
  return schema === undefined
    ? Object.keys(options.properties ?? {}).map((each) => `${each}=`)
    : literalsOf(schema).map((value) => `${name}=${value}`);
};

/** Prints the completions of the last word, an option of the conversion. Prints nothing if the pair is unknown or the service silent. */
export const completeOptions = async (words: readonly string[], context: Context): Promise<ExitCode> => {
  const pair = pairOfWords(words);
  if (pair === undefined) return exitCodes.ok;
  const rows = await Promise.race([
    openBackend({ local: words.includes('--local') }, context)
      .then((backend) => backend.formats(pair.from))
      .catch(() => []),
    new Promise<[]>((resolve) => setTimeout(resolve, timeoutMs, []).unref()),
  ]);
  const operation = words[0] === 'extract' ? 'extract' : 'convert';
  const to = operation === 'extract' ? pair.to : (canonicalFormat(pair.to) ?? pair.to);
  const row = rows.find((each) => each.operation === operation && each.to === to);
  if (row !== undefined)
    say(context.terminal.stdout, completionsOf(words.at(-1) ?? '', row.options).join('\n'));
  return exitCodes.ok;
};
