import type { Account } from '../accounts/account.ts';
import type { Table } from '../aws/table.ts';
import type { Effects } from './effects.ts';

/** An option of a command. */
export type CommandOption = {
  readonly name: string;
  readonly summary: string;
  /** `account`: an account's id or e-mail address. `flag`: has no value. Default: text. */
  readonly kind?: 'account' | 'count' | 'flag';
  readonly isOptional?: true;
  readonly choices?: readonly string[];
  /** Left out of the log of actions, because it is personal data. */
  readonly isPrivate?: true;
};

/** The arguments of one call of a command, and what it works on. */
export type CommandCall = {
  /** The value of a required option. */
  text(name: string): string;
  optional(name: string): string | undefined;
  /** A positive whole number. */
  count(name: string, initial: number): number;
  flag(name: string): boolean;
  /** The account of the option `account`. */
  readonly account: Account;
  /** Refuses writes in a dry run. */
  readonly table: Table;
  /** What a command changes outside of the table. Throws in a dry run. */
  effects(): Effects;
  readonly isDryRun: boolean;
  /** Whether a card for payments can be deleted at the payment provider. */
  readonly hasPayments: boolean;
  /** Ms since the epoch. */
  readonly now: number;
};

/** A command of the operator. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CommandOption[];
  /** `change` and `export` are logged, and `change` has a dry run. */
  readonly access: 'read' | 'export' | 'change';
  /** Whether the operators' page of the dashboard has it. */
  readonly onPage: boolean;
  /** Returns a value that is printed as JSON. In a dry run, it returns what it would do before it does anything. */
  run(call: CommandCall): Promise<unknown>;
};

/** The option that most commands have. */
export const accountOption = {
  name: 'account',
  summary: 'Id or e-mail address of the account',
  kind: 'account',
} as const satisfies CommandOption;

/** The option of commands that print a list. */
export const limitOption = {
  name: 'limit',
  summary: 'Most rows. Default: 20',
  kind: 'count',
  isOptional: true,
} as const satisfies CommandOption;

/** The rows of a list, unless the call asks for another number. */
export const defaultRows = 20;
