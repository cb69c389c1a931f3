import { createAccount, createKey, getAccount } from '../../lib/accounts/manage-accounts.ts';
import { suspendAccount } from '../../lib/accounts/suspend-account.ts';
import { openAccountObjects } from '../../lib/aws/account-objects.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { deletionStore } from '../../lib/aws/delete-account.ts';
import { suspensionStore } from '../../lib/aws/suspension-store.ts';
import { largestPlan } from '../../lib/plans.ts';
import type { Deployment } from '../find-deployment.ts';
import { caller } from './call.ts';
import { deleteAttempts, permissionChecks } from './permissions.ts';
import { refusalChecks } from './refusals.ts';
import { routeChecks } from './routes.ts';
import type { Check, Session } from './session.ts';
import { workerChecks } from './workers.ts';

/** The outcome of a check: `fault` if it failed, `note` if it was skipped. */
export type Line = { readonly name: string; readonly fault?: string; readonly note?: string };

const checks: readonly Check[] = [...routeChecks, ...workerChecks, ...permissionChecks, ...refusalChecks];

/** Runs a check and returns its outcome. */
export const outcomeOf = async (name: string, run: () => Promise<unknown>): Promise<Line> => {
  try {
    const note = await run();
    return typeof note === 'string' ? { name, note } : { name };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, fault: message.split('\n')[0] ?? '' };
  }
};

/**
 * Checks a deployment with a new account, which is deleted at the end: each route, a document for each worker, the
 * permissions of a function, and errors.
 *
 * @param onLine called with each outcome
 */
export const runCheck = async (
  deployment: Deployment,
  now: number,
  onLine: (line: Line) => void,
): Promise<readonly Line[]> => {
  const { table, outputs } = deployment;
  const store = accountStore(table);
  const email = `check-${crypto.randomUUID()}@docforge.invalid`;
  const { accountId } = await createAccount({ email, plan: largestPlan }, store, now);
  const { key: apiKey } = await createKey({ accountId, name: 'check' }, store, now);
  const session: Session = {
    deployment,
    table,
    call: caller((outputs.BaseUrl ?? '').replace(/\/$/, '')),
    accountId,
    apiKey,
    token: '',
    fileId: '',
    jobId: '',
    webhookId: '',
  };
  const lines: Line[] = [];
  const add = (line: Line): void => {
    lines.push(line);
    onLine(line);
  };
  try {
    for (const { name, run } of checks) add(await outcomeOf(name, () => run(session)));
  } finally {
    const cleanUp = async (): Promise<void> => {
      await deleteAttempts(session);
      Object.assign(process.env, deployment.environment);
      const deletion = deletionStore(table);
      const account = await getAccount(accountId, store);
      await suspendAccount({ accountId, reason: 'Checked' }, suspensionStore(table), now);
      await openAccountObjects(table)(accountId);
      await deletion.removeItems(accountId);
      await deletion.finish(account);
    };
    add(await outcomeOf(`clean-up of account ${accountId}`, cleanUp));
  }
  return lines;
};
