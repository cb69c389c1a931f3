import type { Table } from '../../lib/aws/table.ts';
import { commands } from '../../lib/operator/commands.ts';
import type { Effects } from '../../lib/operator/effects.ts';
import { type OptionValues, runCommand } from '../../lib/operator/run-command.ts';

/** Settings of a call besides its options. */
export type OperatorSettings = {
  readonly effects?: Partial<Effects>;
  readonly isDryRun?: boolean;
  readonly now?: number;
};

/** Returns what runs a command of the operator on a table, with the effects that it names and no other. */
export const operatorOf =
  (table: Table, common: OperatorSettings = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: commands return JSON of different shapes
  async (name: string, values: OptionValues = {}, settings: OperatorSettings = {}): Promise<any> => {
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new Error(`No command ${name}`);
    const { effects = {}, isDryRun = false, now = Date.now() } = { ...common, ...settings };
    return runCommand(command, values, {
      table,
      effects: () => effects as Effects,
      hasPayments: effects.deleteCustomer !== undefined,
      who: 'arn:aws:iam::000000000000:user/test',
      isDryRun,
      now,
    });
  };
