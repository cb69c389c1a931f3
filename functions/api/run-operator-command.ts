import { Logger } from '@aws-lambda-powertools/logger';
import { isOperator } from '../../lib/accounts/operators.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { readOptionalEnvironment } from '../../lib/env.ts';
import { commands } from '../../lib/operator/commands.ts';
import { type Effects, hasPayments, openEffects } from '../../lib/operator/effects.ts';
import { isRefusal, runCommand } from '../../lib/operator/run-command.ts';

const onPage = commands.filter((command) => command.onPage);

/** The commands as the page shows them. */
const help = onPage.map(({ name, summary, options, access }) => ({ name, summary, access, options }));

/** `POST /account/operator` */
export const handler = userEndpoint(accountRoutes.runOperatorCommand, (table, identities) => {
  const log = new Logger({ serviceName: 'run-operator-command' });
  let opened: Effects | undefined;
  const effects = () => {
    opened ??= openEffects(table);
    return opened;
  };
  return async ({ user, body, refuse }) => {
    // As for a path that does not exist, so that nobody learns who the operators are.
    if (!isOperator(user, readOptionalEnvironment('operators')))
      return refuse('not_found', 'No such endpoint. GET /openapi.json lists all endpoints.');
    // Refuses one who has signed out or is suspended.
    const accountId = await accountOf(user, identities);
    if (body.command === 'help') return { body: { result: { commands: help } } };
    const command = onPage.find(({ name }) => name === body.command);
    if (command === undefined)
      return refuse(
        'invalid_request',
        `there is no command ${JSON.stringify(body.command)}. Send help for a list.`,
        {
          field: 'command',
        },
      );
    const context = {
      table,
      effects,
      hasPayments: hasPayments(),
      who: `operator ${accountId}`,
      isDryRun: body.dry_run,
      now: Date.now(),
    };
    try {
      return { body: { result: await runCommand(command, body.options, context) } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.warn('A command of an operator was refused', { command: command.name });
      return refuse('invalid_request', error.message, { cause: error });
    }
  };
});
