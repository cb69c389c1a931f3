import { parseArgs } from 'node:util';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { accountStore } from '../lib/aws/account-store.ts';
import { commands } from './commands.ts';
import { deployedTable, localTable } from './find-table.ts';

const usage = [
  'usage: npm run admin -- COMMAND [--OPTION VALUE ...]',
  '',
  ...Object.entries(commands).map(
    ([name, { options, summary }]) =>
      `  ${`${name} ${options.map((option) => `--${option} ${option.charAt(0).toUpperCase()}`).join(' ')}`.padEnd(40)}${summary}`,
  ),
  '',
  '  --stack NAME works on a deployed stack; without it the command works on the local stack',
  `  plans: free, starter, pro`,
].join('\n');

const run = async (): Promise<unknown> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stack: { type: 'string' },
      help: { type: 'boolean' },
      ...Object.fromEntries(
        Object.values(commands)
          .flatMap(({ options }) => options)
          .map((name) => [name, { type: 'string' as const }]),
      ),
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help === true || command === undefined || rest.length > 0) throw new AccountError(usage);
  const given = new Map(Object.entries(values));
  for (const option of given.keys()) {
    if (option !== 'stack' && !command.options.includes(option))
      throw new AccountError(`${name} takes no --${option}`);
  }
  const value = (option: string): string => {
    const found = given.get(option);
    if (typeof found !== 'string' || found === '') throw new AccountError(`${name} needs --${option}`);
    return found;
  };
  for (const option of command.options) value(option);
  const table =
    values.stack === undefined
      ? await localTable(process.env.DOCFORGE_DATA_DIR ?? '.docforge')
      : await deployedTable(values.stack);
  return command.run(value, accountStore(table), Date.now());
};

try {
  process.stdout.write(`${JSON.stringify(await run(), undefined, 2)}\n`);
} catch (error) {
  const known = error instanceof AccountError || (error instanceof TypeError && 'code' in error);
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  process.exitCode = 1;
}
