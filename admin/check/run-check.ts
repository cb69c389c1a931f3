import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { createAccount, createKey, revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { secretHash } from '../../lib/ids.ts';
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

const outcomeOf = async (name: string, run: () => Promise<unknown>): Promise<Line> => {
  try {
    const note = await run();
    return typeof note === 'string' ? { name, note } : { name };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, fault: message.split('\n')[0] ?? '' };
  }
};

/** Deletes the account's objects at once. The reconciler would need hours. */
const deleteObjects = async ({ deployment, accountId }: Session): Promise<void> => {
  const { s3: settings, outputs } = deployment;
  const s3 = new S3Client({ ...settings, forcePathStyle: settings.endpoint !== undefined });
  const Bucket = outputs.BucketName ?? '';
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: `accounts/${accountId}/` });
  for await (const { Contents = [] } of pages) {
    for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  }
  s3.destroy();
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
  const { key: apiKey, keyId } = await createKey({ accountId, name: 'check' }, store, now);
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
      await revokeKey({ accountId, keyId }, store, now);
      await deleteAttempts(session);
      await deleteObjects(session);
      await store.deleteAccount({ accountId, email }, [secretHash(apiKey)]);
    };
    add(await outcomeOf(`clean-up of account ${accountId}`, cleanUp));
  }
  return lines;
};
