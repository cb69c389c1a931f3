import type { Account } from '../accounts/account.ts';
import { AccountError } from '../accounts/manage-accounts.ts';
import { ApiError, UsageLimitError } from '../api-errors.ts';
import { accountStore } from '../aws/account-store.ts';
import { actionLog } from '../aws/action-log.ts';
import { readOnly } from '../aws/read-only.ts';
import type { Table } from '../aws/table.ts';
import { nearestName } from '../nearest-name.ts';
import type { Command, CommandCall, CommandOption } from './command.ts';
import type { Effects } from './effects.ts';

/** Who calls a command, with what, and on what. */
export type CommandContext = {
  readonly table: Table;
  readonly effects: () => Effects;
  readonly hasPayments: boolean;
  /** The AWS identity or the user of the caller. */
  readonly who: string;
  readonly isDryRun: boolean;
  /** Ms since the epoch. */
  readonly now: number;
};

/** Returns true if an error tells the operator what is not possible, and is no fault. */
export const isRefusal = (error: unknown): error is Error =>
  [AccountError, ApiError, UsageLimitError].some((kind) => error instanceof kind);

/** The values of options; that of a flag is empty. */
export type OptionValues = Readonly<Record<string, string>>;

/**
 * Reads the account of an id or an e-mail address.
 *
 * @throws AccountError if there is none
 */
const findAccount = async (text: string, table: Table): Promise<Account> => {
  const store = accountStore(table);
  const id = text.includes('@') ? await store.findByEmail(text.trim().toLowerCase()) : text;
  const account = id === undefined ? undefined : await store.getAccount(id);
  if (account === undefined) throw new AccountError(`No account ${text}`);
  return account;
};

const checkOptions = ({ name, options }: Command, values: OptionValues): void => {
  const known = options.map((option) => option.name);
  const unknown = Object.keys(values).find((given) => !known.includes(given));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known);
    throw new AccountError(
      `${name} has no option --${unknown}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`,
    );
  }
  for (const option of options) {
    const value = values[option.name];
    if (option.kind === 'flag') continue;
    if (value === '' || (value === undefined && option.isOptional !== true))
      throw new AccountError(`${name} needs --${option.name}.`);
  }
};

/** The longest value of an option in the log. */
const loggedCharacters = 200;

/** The arguments in the log: without personal data, which would outlive its account. */
const loggedArguments = (
  options: readonly CommandOption[],
  values: OptionValues,
  account: Account | undefined,
): Record<string, string> =>
  Object.fromEntries(
    options.flatMap(({ name, kind, isPrivate }) => {
      const value = values[name];
      if (value === undefined) return [];
      if (kind === 'account') return [[name, account?.accountId ?? '']];
      return [[name, isPrivate === true ? '…' : value.slice(0, loggedCharacters)]];
    }),
  );

/**
 * Runs a command and logs it, unless it only reads or is a dry run.
 *
 * @throws AccountError if an option is missing, unknown or invalid, or the command is not possible
 */
export const runCommand = async (
  command: Command,
  values: OptionValues,
  context: CommandContext,
): Promise<unknown> => {
  checkOptions(command, values);
  const { isDryRun, now, who, hasPayments } = context;
  if (isDryRun && command.access !== 'change')
    throw new AccountError(`${command.name} changes nothing, so it has no dry run.`);
  const table = isDryRun ? readOnly(context.table) : context.table;
  const { account: given } = values;
  const account = given === undefined ? undefined : await findAccount(given, table);
  const call: CommandCall = {
    text: (name) => values[name] ?? '',
    optional: (name) => values[name],
    count: (name, initial) => {
      const value = values[name];
      if (value === undefined) return initial;
      if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
      throw new AccountError(`--${name} is ${JSON.stringify(value)}. Pass a whole number from 1 to 9999.`);
    },
    flag: (name) => values[name] !== undefined,
    get account() {
      if (account === undefined) throw new Error(`${command.name} has no option account`);
      return account;
    },
    table,
    effects: () => {
      if (isDryRun) throw new Error(`A dry run of ${command.name} must not have effects`);
      return context.effects();
    },
    isDryRun,
    hasPayments,
    now,
  };
  if (isDryRun) return { dry_run: true, ...Object(await command.run(call)) };
  if (command.access === 'read') return command.run(call);
  const action = {
    at: now,
    who,
    command: command.name,
    arguments: loggedArguments(command.options, values, account),
  };
  const end = await actionLog(table).begin(action);
  try {
    const result = await command.run(call);
    await end('done');
    return result;
  } catch (error) {
    await end(`failed: ${isRefusal(error) ? 'refused' : 'error'}`);
    throw error;
  }
};
