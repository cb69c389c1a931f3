import { styleText } from 'node:util';
import type { Command, Help } from 'commander';
import { table, wrapped } from './layout.ts';

/** Examples of each command, which its help starts with. */
const examples: Readonly<Record<string, readonly string[]>> = {
  docforge: [
    'docforge convert *.docx --to pdf --out out/',
    'docforge extract scan.pdf --format tables',
    'docforge merge a.pdf b.pdf --out all.pdf',
    'docforge formats docx pdf',
  ],
  convert: [
    'docforge convert report.docx --to pdf',
    'docforge convert *.docx --to pdf --out out/ -O page_size=Letter -O toc:=true',
    'docforge convert *.docx --to pdf --dry-run',
    'curl -s https://example.com | docforge convert - --to markdown > page.md',
  ],
  extract: [
    'docforge extract report.pdf',
    'docforge extract scan.pdf --format tables -O ocr=always',
    'docforge extract *.pdf --format chunks --out chunks/',
  ],
  merge: ['docforge merge a.pdf b.pdf --out all.pdf', 'docforge merge scan-*.png --out scan.pdf'],
  formats: ['docforge formats', 'docforge formats docx', 'docforge formats docx pdf'],
  jobs: ['docforge jobs', 'docforge jobs --status failed --json'],
  job: ['docforge job job_01M8...', 'docforge job job_01M8... --json'],
  result: ['docforge result job_01M8... --out report.pdf', 'docforge result job_01M8... --step draft'],
  cancel: ['docforge cancel job_01M8...'],
  usage: ['docforge usage', 'docforge whoami --json'],
  login: ['docforge login', 'docforge login --url https://docs.example.com --key - < key.txt'],
  mcp: ['docforge mcp --root ~/Documents', 'docforge mcp --local --root ~/Documents'],
  completion: [
    'source <(docforge completion bash)',
    'source <(docforge completion zsh)',
    'docforge completion fish | source',
  ],
};

/** The end of the program's own help. */
const reference = {
  'Exit codes': [
    ['0', 'All documents were converted'],
    ['1', 'At least one document was not converted'],
    ['2', 'The command line is wrong'],
    ['3', 'Not signed in, or the key is not valid'],
    ['4', 'The service cannot be reached'],
    ['130', 'Interrupted with Ctrl-C; running jobs were cancelled'],
  ],
  Environment: [
    ['DOCFORGE_URL', 'URL of the service, instead of the stored one'],
    ['DOCFORGE_API_KEY', 'API key, instead of the stored one'],
    ['NO_COLOR', 'Set it to disable colors'],
  ],
};

/** Lays out the help of a command: what it does, examples, then commands and options by group. */
export const formatHelp = (command: Command, helper: Help): string => {
  const columns = helper.helpWidth ?? 80;
  const title = (text: string): string => styleText('bold', text, { validateStream: false });
  const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
  const rows = <Item>(
    items: readonly Item[],
    groupOf: (item: Item) => string | undefined,
    rowOf: (item: Item) => readonly string[],
  ) =>
    [...Map.groupBy(items, (item) => groupOf(item) ?? 'Options')].map(
      ([group, list]) => [group, list.map(rowOf)] as const,
    );
  const groups = [
    ...rows(
      helper.visibleCommands(command),
      (each) => each.helpGroup(),
      (each) => [[each.name(), ...each.aliases()].join(', '), helper.subcommandDescription(each)],
    ),
    ...rows(
      helper.visibleArguments(command),
      () => 'Arguments',
      (each) => [helper.argumentTerm(each), helper.argumentDescription(each)],
    ),
    ...rows(
      helper.visibleOptions(command),
      (each) => each.helpGroupHeading,
      (each) => [`${each.short === undefined ? '    ' : ''}${each.flags}`, helper.optionDescription(each)],
    ),
    ...(command.parent === null ? Object.entries(reference) : []),
  ];
  const sections = [
    wrapped(`${command.description()}.`, columns).join('\n'),
    `${title('Usage')}\n  ${helper.commandUsage(command)}`,
    ...[examples[command.name()]].flatMap((lines) =>
      lines === undefined ? [] : [`${title('Examples')}\n${lines.map((line) => `  ${line}`).join('\n')}`],
    ),
    ...groups.map(([group, list]) => `${title(group)}\n${indented(table(list, columns - 2))}`),
    ...(command.parent === null ? ['Run docforge help <command> for the options of a command.'] : []),
  ];
  return `${sections.join('\n\n')}\n`;
};
