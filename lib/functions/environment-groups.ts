/** The queues of all workers. */
export const queueEnvironment = ['queueUrl', 'browserQueueUrl', 'officeQueueUrl'] as const;

/** Access to the payment provider. */
export const paymentEnvironment = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  'stripeStarterPrice',
  'stripeProPrice',
] as const;
