import { parseArgs } from 'node:util';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { accountStore } from '../lib/aws/account-store.ts';
import { printableJson, printableLines } from '../lib/conversions/base/printable.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { plans } from '../lib/plans.ts';
import { type Line, runCheck } from './check/run-check.ts';
import { commands } from './commands.ts';
import { type Deployment, deployedStack, localDeployment } from './find-deployment.ts';

const usage = [
  'Usage: npm run admin -- COMMAND [--OPTION VALUE ...]',
  '',
  'Commands',
  ...Object.entries(commands).map(
    ([name, { options, summary }]) =>
      `  ${[name, ...options.map((option) => `--${option} ${option.toUpperCase()}`)].join(' ').padEnd(42)}${summary}`,
  ),
  `  ${'check'.padEnd(42)}Check every route, worker, permission and error; exits with 1 if a check fails`,
  '',
  'Options',
  `  ${'--stack NAME'.padEnd(42)}Use a deployed stack. Default: the local stack`,
  '',
  `Plans: ${Object.keys(plans).join(', ')}`,
].join('\n');

const lineOf = ({ name, fault, note }: Line): string => {
  if (fault !== undefined) return `FAILED   ${name}: ${fault}\n`;
  return note === undefined ? `ok       ${name}\n` : `skipped  ${name}: ${note}\n`;
};

/** Prints one line per check and sets the exit code. */
const check = async (deployment: Deployment): Promise<void> => {
  const lines = await runCheck(deployment, Date.now(), (line) =>
    process.stdout.write(printableLines(lineOf(line))),
  );
  const failed = lines.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(`\n${lines.length} checks, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
};

const print = (answer: unknown): void => {
  process.stdout.write(`${printableJson(answer, 2)}\n`);
};

const run = async (): Promise<void> => {
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
  const isCheck = name === 'check';
  if (values.help === true || positionals.length === 0) throw new AccountError(usage);
  if (command === undefined && !isCheck) {
    const nearest = nearestName(name, [...Object.keys(commands), 'check']);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new AccountError(`Unknown command ${JSON.stringify(name)}.${hint}\n\n${usage}`);
  }
  if (rest.length > 0)
    throw new AccountError(`${name} has no argument ${JSON.stringify(rest[0])}, only options.\n\n${usage}`);
  const given = new Map(Object.entries(values));
  for (const option of given.keys()) {
    if (option !== 'stack' && command?.options.includes(option) !== true)
      throw new AccountError(`${name} has no option --${option}.`);
  }
  const value = (option: string): string => {
    const found = given.get(option);
    if (typeof found !== 'string' || found === '') throw new AccountError(`${name} needs --${option}.`);
    return found;
  };
  for (const option of command?.options ?? []) value(option);
  const deployment =
    values.stack === undefined
      ? await localDeployment(process.env.DOCFORGE_DATA_DIR ?? '.docforge')
      : await deployedStack(values.stack);
  if (command === undefined) return check(deployment);
  print(await command.run(value, accountStore(deployment.table), Date.now()));
};

try {
  await run();
} catch (error) {
  const known = error instanceof AccountError || (error instanceof TypeError && 'code' in error);
  process.stderr.write(
    `${printableLines(String(known ? error.message : error instanceof Error ? (error.stack ?? error.message) : error))}\n`,
  );
  process.exitCode = 1;
}
