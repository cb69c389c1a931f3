import type { DeletedCounts, Identity } from '../accounts/delete-account.ts';
import { openAccountObjects } from '../aws/account-objects.ts';
import { openJobQueues } from '../aws/job-queue.ts';
import { openQueueTools } from '../aws/queue-tools.ts';
import type { Table } from '../aws/table.ts';
import { openUserPool } from '../aws/user-pool.ts';
import { openWebhookQueue } from '../aws/webhook-queue.ts';
import { type DeleteCustomer, openCustomerDeletion } from '../billing/delete-customers.ts';
import { readOptionalEnvironment } from '../env.ts';
import type { SendDelivery } from '../webhooks/manage-webhooks.ts';

/** What commands change outside of the table. */
export type Effects = {
  /** Deletes all objects of an account. */
  removeObjects(accountId: string): Promise<DeletedCounts>;
  /** Deletes a user from the pool of the deployment. Returns undefined if it belongs to another provider. */
  removeUser(identity: Identity): Promise<DeletedCounts | undefined>;
  /** Undefined if the deployment does not sell plans, or its key is not known here. */
  readonly deleteCustomer: DeleteCustomer | undefined;
  sendJob: ReturnType<typeof openJobQueues>;
  sendDelivery: SendDelivery;
  queues: ReturnType<typeof openQueueTools>;
};

/** Whether customers can be deleted at the payment provider from here. */
export const hasPayments = (): boolean => readOptionalEnvironment('stripeSecretKey') !== undefined;

/** Opens what the environment names. */
export const openEffects = (table: Table): Effects => {
  const key = readOptionalEnvironment('stripeSecretKey');
  return {
    removeObjects: openAccountObjects(table),
    removeUser: openUserPool(table).removeUser,
    deleteCustomer: key === undefined ? undefined : openCustomerDeletion(key),
    sendJob: openJobQueues(),
    sendDelivery: openWebhookQueue(),
    queues: openQueueTools(),
  };
};
