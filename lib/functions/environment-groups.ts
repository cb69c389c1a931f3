import { priceVariable } from '../env.ts';
import { paidPlans } from '../plans.ts';

/** The queues of all workers. */
export const queueEnvironment = ['queueUrl', 'browserQueueUrl', 'officeQueueUrl'] as const;

/** Access to the payment provider. */
export const paymentEnvironment = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  ...paidPlans.map(priceVariable),
] as const;
