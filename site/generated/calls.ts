import { pythonValue, scriptValue, shellWord } from '../../lib/code-text.ts';
import { extensionsOf, extractFormats, formats } from '../../lib/conversions/formats.ts';
import type { FormatsRow } from '../../lib/conversions/routing/formats-table.ts';
import { codeBlock } from './markdown.ts';

type Options = Readonly<Record<string, unknown>>;

/** The name of the client's file in calls. */
export const inputName = ({ from }: FormatsRow): string => `report.${extensionsOf(from)[0] ?? from}`;

/** The name of a result of one file in calls. */
const outputName = (row: FormatsRow): string =>
  row.operation === 'convert'
    ? `result.${formats[row.to].extension}`
    : `result.${row.to === extractFormats[row.to].extension ? '' : `${row.to}.`}${extractFormats[row.to].extension}`;

/** A call of one pair, in each way to make it. */
export interface Call {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
  readonly command: string;
}

/**
 * The calls of one pair with some options.
 *
 * @param varies whether the result can be a ZIP archive, so that its name is the service's choice
 */
export function callsOf(row: FormatsRow, options: Options, varies: boolean): Call {
  const hasOptions = Object.keys(options).length > 0;
  const input = inputName(row);
  const output = outputName(row);
  const convert = row.operation === 'convert';
  const target = convert ? 'to' : 'format';
  const json = JSON.stringify(options);
  const form = [`file=@${input}`, `${target}=${row.to}`, ...(hasOptions ? [`options=${json}`] : [])];
  const curl = [
    `curl -sS --fail-with-body -L $URL/${row.operation} -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Prefer: wait=25' -H 'Accept: application/octet-stream' \\`,
    `  ${form.map((part) => `-F ${shellWord(part)}`).join(' ')} ${varies ? '-OJ' : `-o ${output}`}`,
  ].join('\n');
  const fields = [
    `${target}: ${scriptValue(row.to)}`,
    ...(hasOptions ? [`options: ${scriptValue(options)}`] : []),
  ];
  const keywords = [
    `${target}=${JSON.stringify(row.to)}`,
    ...(hasOptions ? [`options=${pythonValue(options)}`] : []),
  ];
  // The command writes next to the input, under its name.
  const out =
    input === `report${output.replace(/^result(?:\.text|\.markdown)?/, '')}` ? ` --out ${output}` : '';
  const destination = varies ? '.' : output;
  const flags = Object.entries(options).map(([name, value]) =>
    typeof value === 'string'
      ? ` --option ${shellWord(`${name}=${value}`)}`
      : ` --option ${shellWord(`${name}:=${JSON.stringify(value)}`)}`,
  );
  return {
    curl,
    typescript: [
      `const result = await docforge.${row.operation}('${input}', { ${fields.join(', ')} });`,
      `await result.save('${destination}');`,
    ].join('\n'),
    python: [
      `result = docforge.${row.operation}(${JSON.stringify(input)}, ${keywords.join(', ')})`,
      `result.save(${JSON.stringify(destination)})`,
    ].join('\n'),
    command: `docforge ${row.operation} ${input} --${target} ${row.to}${out}${flags.join('')}`,
  };
}

/** The calls of a pair as blocks of code that a page shows as tabs. */
export const callBlocks = ({ curl, typescript, python, command }: Call): string =>
  [
    codeBlock('sh tab=curl', curl),
    codeBlock('ts tab=TypeScript', typescript),
    codeBlock('python tab=Python', python),
    codeBlock('sh tab="Command line"', command),
  ].join('\n\n');
