import { monthOf } from '../accounts/account.ts';
import { AccountError } from '../accounts/manage-accounts.ts';
import { actionLog } from '../aws/action-log.ts';
import { time } from '../http/views/time.ts';
import { accountCommands } from './account-commands.ts';
import { type Command, defaultRows, limitOption } from './command.ts';
import { jobCommands } from './job-commands.ts';
import { keyCommands } from './key-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const listActions: Command = {
  name: 'list-actions',
  summary: 'List what operators did in a month, newest first',
  options: [{ name: 'month', summary: 'As 2026-11. Default: this one', isOptional: true }, limitOption],
  access: 'read',
  onPage: true,
  run: async (call) => {
    const month = call.optional('month') ?? monthOf(call.now);
    if (!/^\d{4}-\d\d$/.test(month))
      throw new AccountError('--month must be a year and a month, as 2026-11.');
    const actions = await actionLog(call.table).list(month, call.count('limit', defaultRows));
    return {
      actions: actions.map(({ at, who, command, outcome, arguments: values }) => ({
        at: time(at),
        who,
        command,
        outcome,
        arguments: Object.entries(values)
          .toSorted()
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      })),
    };
  },
};

/** The commands of the operator, in the order of the help. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...jobCommands,
  ...webhookCommands,
  ...queueCommands,
  listActions,
];
