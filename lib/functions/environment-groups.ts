import { priceVariable, queueVariable } from '../env.ts';
import { paidPlans } from '../plans.ts';
import { workerNames } from '../workers.ts';

/** The queues of all workers. */
export const queueEnvironment = workerNames.map(queueVariable);

/** Access to the payment provider. */
export const paymentEnvironment = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  ...paidPlans.map(priceVariable),
] as const;
