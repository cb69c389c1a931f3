import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { BusyError } from '../lib/api-errors.ts';
import { printableJson, printableLines } from '../lib/conversions/base/printable.ts';
import { nearestName } from '../lib/nearest-name.ts';
import type { Command } from '../lib/operator/command.ts';
import { commands } from '../lib/operator/commands.ts';
import { hasPayments, openEffects } from '../lib/operator/effects.ts';
import { isRefusal, runCommand } from '../lib/operator/run-command.ts';
import { waitsUntil } from '../lib/operator/waits-until.ts';
import { type Line, runCheck } from './check/run-check.ts';
import { type Deployment, deployedStack, localDeployment } from './find-deployment.ts';
import { overview, usageOf } from './help.ts';
import { render } from './render.ts';

const lineOf = ({ name, fault, note }: Line, noted: 'skipped' | 'note   '): string => {
  if (fault !== undefined) return `FAILED   ${name}: ${fault}\n`;
  return note === undefined ? `ok       ${name}\n` : `${noted}  ${name}: ${note}\n`;
};

const printLine =
  (noted: 'skipped' | 'note   ') =>
  (line: Line): void => {
    process.stdout.write(printableLines(lineOf(line, noted)));
  };

/** Prints the number of failed checks and sets the exit code. */
const summarize = (lines: readonly Line[]): void => {
  const failed = lines.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(`\n${lines.length} checks, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
};

/** Checks a deployment. */
const check = async (deployment: Deployment): Promise<void> =>
  summarize(await runCheck(deployment, Date.now(), printLine('skipped')));

/** Checks an account before a deployment. */
const preflight = async (stage = process.env.DOCFORGE_STAGE || undefined): Promise<void> => {
  // The other commands do not need the settings.
  const [{ runPreflight }, { SettingError }] = await Promise.all([
    import('./preflight/run-preflight.ts'),
    import('../cdk/settings.ts'),
  ]);
  const file = process.env.DOCFORGE_CONFIG || undefined;
  const lines = runPreflight({ file, stage }, printLine('note   ')).catch((error: unknown) => {
    throw error instanceof SettingError ? new AccountError(error.message, { cause: error }) : error;
  });
  summarize(await lines);
};

/** Prints a result: for people on a terminal, otherwise or with `--json` as JSON. */
const print = (result: unknown, isJson: boolean): void => {
  const text = isJson || !process.stdout.isTTY ? printableJson(result, 2) : printableLines(render(result));
  process.stdout.write(`${text}\n`);
};

/**
 * Writes the result of an export to a new file that only its owner may read. The file is created first, so that an
 * existing one is refused before the export runs.
 */
const writeExport = async (path: string, run: () => Promise<unknown>): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch((cause: Error & { code?: string }) => {
    const problem =
      cause.code === 'EEXIST' ? 'exists. Choose another file' : `cannot be written: ${cause.message}`;
    throw new AccountError(`${path} ${problem}.`, { cause });
  });
  try {
    await file.writeFile(`${printableJson(await run(), 2)}\n`);
  } catch (error) {
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
};

const globalOptions = {
  stack: { type: 'string' },
  stage: { type: 'string' },
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  output: { type: 'string' },
} as const;

const allOptions = {
  ...globalOptions,
  ...Object.fromEntries(
    commands
      .flatMap(({ options }) => options)
      .map(({ name, kind }) => [
        name,
        { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
      ]),
  ),
};

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: allOptions });
  } catch (error) {
    const { code, message } = Object(error);
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    // The message quotes the option.
    const unknown = String(message).split("'")[1] ?? '';
    const nearest = nearestName(
      unknown,
      Object.keys(allOptions).map((name) => `--${name}`),
    );
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new AccountError(`No command has the option ${unknown}.${hint}`, { cause: error });
  }
};

/** Commands that print one line per check. */
const checks = ['check', 'preflight'] as const;

const findCommand = (name: string): Command | (typeof checks)[number] => {
  const found = checks.find((each) => each === name) ?? commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const nearest = nearestName(name, [...commands.map((command) => command.name), ...checks]);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new AccountError(`Unknown command ${JSON.stringify(name)}.${hint}\n\n${overview}`);
};

/** Runs a command until it no longer waits for what is running. */
const finish = async (
  command: Command,
  values: Readonly<Record<string, string>>,
  deployment: Deployment,
  isDryRun: boolean,
): Promise<unknown> => {
  const { table } = deployment;
  const who = await deployment.caller();
  for (let deleted: Record<string, number> = {}; ; ) {
    const context = { table, who, isDryRun, hasPayments: hasPayments(), now: Date.now() };
    const result = await runCommand(command, values, { ...context, effects: () => openEffects(table) });
    const until = waitsUntil(result);
    for (const [name, count] of Object.entries(Object(Object(result).deleted)))
      deleted = { ...deleted, [name]: (deleted[name] ?? 0) + Number(count) };
    if (until === undefined)
      return Object.keys(deleted).length === 0 ? result : { ...Object(result), deleted };
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    process.stderr.write(
      `Waiting ${seconds} s until nothing more can be stored. You can run the command again later.\n`,
    );
    await sleep(seconds * 1000);
  }
};

const run = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  const [name, ...rest] = positionals;
  if (name === undefined) throw new AccountError(overview);
  const command = findCommand(name);
  const help = typeof command === 'string' ? overview : usageOf(command);
  if (values.help === true) throw new AccountError(help);
  if (rest.length > 0)
    throw new AccountError(`${name} has no argument ${JSON.stringify(rest[0])}, only options.\n\n${help}`);
  const given = Object.fromEntries(
    Object.entries(values)
      .filter(([option]) => !Object.hasOwn(globalOptions, option))
      .map(([option, value]) => [option, typeof value === 'string' ? value : '']),
  );
  const [unknown] = typeof command === 'string' ? Object.keys(given) : [];
  if (unknown !== undefined) throw new AccountError(`${name} has no option --${unknown}.`);
  if (values.stage !== undefined && command !== 'preflight')
    throw new AccountError(`${name} has no option --stage.`);
  if (values.output !== undefined && (typeof command === 'string' || command.access !== 'export'))
    throw new AccountError(`${name} has no option --output.`);
  if (command === 'preflight') return preflight(values.stage);
  const deployment =
    values.stack === undefined
      ? await localDeployment(process.env.DOCFORGE_DATA_DIR ?? '.docforge')
      : await deployedStack(values.stack);
  if (command === 'check') return check(deployment);
  Object.assign(process.env, deployment.environment);
  const result = () => finish(command, given, deployment, values['dry-run'] === true);
  if (values.output !== undefined) return writeExport(values.output, result);
  print(await result(), values.json === true);
};

const isKnown = (error: unknown): error is Error =>
  isRefusal(error) || error instanceof BusyError || (error instanceof TypeError && 'code' in error);

try {
  await run();
} catch (error) {
  const text = isKnown(error)
    ? error.message
    : String(error instanceof Error ? (error.stack ?? error.message) : error);
  process.stderr.write(`${printableLines(text)}\n`);
  process.exitCode = 1;
}
