import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { collectOption } from '../../../cli/options.ts';
import { canonicalFormat } from '../../../lib/conversions/formats.ts';
import type { FormatsRow } from '../../../lib/conversions/routing/formats-table.ts';
import { optionsSchema } from '../../../lib/conversions/routing/option-schema.ts';
import {
  allFormats,
  formatPages,
  routesOf,
  rowsBySource,
  shortName,
} from '../../../site/generated/format-pages.ts';
import { exampleOf, optionsOf } from '../../../site/generated/options.ts';

const pages = formatPages();
const rows = [...rowsBySource.values()].flat();

/** What a call asks for, whatever it is written in. */
type Asked = { operation: string; file: string; target: string; options: Record<string, unknown> };

/** The calls of all pages in one language. */
const blocks = (tab: string): string[] =>
  pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/^```\w+ tab=(?:"([^"]+)"|(\S+))\n(.*?)^```$/gms)].flatMap(
      ([, quoted, plain, code = '']) => ((quoted ?? plain) === tab ? [code] : []),
    ),
  );

/** Runs shell commands in which `name` is a function that prints its arguments. Returns those of each command. */
const argumentsOf = (name: string, commands: readonly string[]): string[][] => {
  const script = `${name}() { printf '%s\\0' "$@"; printf '\\n'; }\nURL=http://service TOKEN=token\n${commands.join('\n')}`;
  const output = execFileSync('bash', ['-e', '-u'], { input: script, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return output
    .split('\0\n')
    .slice(0, -1)
    .map((line) => line.split('\0'));
};

const askedByCurl = (): Asked[] =>
  argumentsOf('curl', blocks('curl')).map((words) => {
    const fields = new Map(
      words
        .filter((_, at) => words[at - 1] === '-F')
        .map((field): [string, string] => [
          field.slice(0, field.indexOf('=')),
          field.slice(field.indexOf('=') + 1),
        ]),
    );
    const operation = words.find((word) => word.startsWith('http://service/'))?.slice(15) ?? '';
    return {
      operation,
      file: fields.get('file')?.slice(1) ?? '',
      target: fields.get(operation === 'convert' ? 'to' : 'format') ?? '',
      options: JSON.parse(fields.get('options') ?? '{}'),
    };
  });

const askedByCommand = (): Asked[] =>
  argumentsOf('docforge', blocks('Command line')).map(
    ([operation = '', file = '', , target = '', ...rest]) => ({
      operation,
      file,
      target,
      options: rest
        .filter((_word, at) => rest[at - 1] === '--option')
        .reduce<Record<string, unknown>>((options, word) => ({ ...collectOption(word, options) }), {}),
    }),
  );

/** A client that notes what it is asked for. */
const askedInTypeScript = async (): Promise<Asked[]> => {
  const asked: Asked[] = [];
  const note =
    (operation: string) =>
    async (
      file: string,
      { to, format, options = {} }: { to?: string; format?: string; options?: Asked['options'] },
    ) => {
      asked.push({ operation, file, target: to ?? format ?? '', options });
      return { save: async () => {} };
    };
  const docforge = { convert: note('convert'), extract: note('extract') };
  for (const code of blocks('TypeScript'))
    await new Function('docforge', `return (async () => {${code}})()`)(docforge);
  return asked;
};

const askedInPython = (): Asked[] => {
  const program = `
import json, sys
asked = []
class Result:
    def save(self, path): pass
class Client:
    def note(self, operation, file, to=None, format=None, options={}):
        asked.append({"operation": operation, "file": file, "target": to or format, "options": options})
        return Result()
    def convert(self, *given, **named): return self.note("convert", *given, **named)
    def extract(self, *given, **named): return self.note("extract", *given, **named)
for code in json.load(sys.stdin): exec(code, {"docforge": Client()})
json.dump(asked, sys.stdout)`;
  const input = JSON.stringify(blocks('Python'));
  return JSON.parse(
    execFileSync('python3', ['-c', program], { input, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
};

const rowOf = ({ operation, file, target }: Asked): FormatsRow | undefined => {
  const from = canonicalFormat(file.slice(file.indexOf('.')));
  return rows.find((row) => row.from === from && row.operation === operation && row.to === target);
};

it('describes each target of each format in one section, with all its options', () => {
  expect(pages).toHaveLength(allFormats.length);
  for (const [from, own] of rowsBySource) {
    const page = pages.find(({ url }) => url === `/docs/formats/${from}/`)?.markdown ?? '';
    const sections = page.split(/^## /m).slice(1);
    for (const row of own) {
      const name = row.operation === 'convert' ? shortName(row.to) : row.to;
      const start = row.operation === 'convert' ? `${shortName(from)} to ` : 'Extract ';
      const found = sections.filter((section) => {
        const heading = section.split('\n', 1)[0] ?? '';
        return (
          heading.startsWith(start) &&
          heading
            .slice(start.length)
            .split(/, | and /)
            .includes(name)
        );
      });
      expect(found, `${from} to ${row.to}`).toHaveLength(1);
      for (const option of optionsOf(row.options)) expect(found[0]).toContain(`\`${option.name}\``);
    }
  }
});

it('makes one valid request in curl, in both clients and on the command line', async () => {
  const inCurl = askedByCurl();

  expect(inCurl.length).toBeGreaterThan(500);
  expect(askedByCommand()).toEqual(inCurl);
  expect(await askedInTypeScript()).toEqual(inCurl);
  expect(askedInPython()).toEqual(inCurl);
  for (const asked of inCurl) {
    const row = rowOf(asked);
    if (row === undefined) throw new Error(`No conversion ${JSON.stringify(asked)}`);
    expect(
      optionsSchema(routesOf(row)).safeParse(asked.options).error,
      JSON.stringify(asked),
    ).toBeUndefined();
  }
});

it('has an example of each option that it accepts and that is not the default', () => {
  for (const row of rows) {
    const schema = optionsSchema(routesOf(row));
    for (const option of optionsOf(row.options)) {
      const example = exampleOf(option);
      expect(example, option.name).not.toBe(option.schema.default);
      expect((schema.shape[option.name] ?? z.never()).safeParse(example).error, option.name).toBeUndefined();
      expect(example, option.name).toBeDefined();
    }
  }
});
