/**
 * The names of the environment variables of the functions: the stack sets them, the functions read them here, and the
 * tests override them.
 */
export const environmentNames = {
  tableName: 'TABLE_NAME',
  bucketName: 'BUCKET_NAME',
  queueUrl: 'QUEUE_URL',
  /** The queue of the worker with the browser, and of the one with LibreOffice, where they are deployed. Optional. */
  browserQueueUrl: 'BROWSER_QUEUE_URL',
  officeQueueUrl: 'OFFICE_QUEUE_URL',
  /** Seconds a file or a result lives. */
  retentionSeconds: 'RETENTION_SECONDS',
  /** Seconds a worker holds a job without renewing. */
  leaseSeconds: 'LEASE_SECONDS',
  /** Seconds an engine may work on one document. */
  engineDeadlineSeconds: 'ENGINE_DEADLINE_SECONDS',
  /** Megabytes of memory an engine process may hold. */
  engineMemoryMegabytes: 'ENGINE_MEMORY_MEGABYTES',
  /** The OpenID Connect issuer that signs dashboard users in. */
  oidcIssuer: 'OIDC_ISSUER',
  /** The dashboard's client id there: the audience of its tokens. */
  oidcClientId: 'OIDC_CLIENT_ID',
  /** Base address of the dashboard, where the payment provider leads back to. */
  dashboardUrl: 'DASHBOARD_URL',
  /** Whom to ask for another plan. Optional. */
  supportContact: 'SUPPORT_CONTACT',
  /** Not empty where plans are changed by payment; known to the functions that do not get the keys for it. Optional. */
  billingOffered: 'BILLING_OFFERED',
  /** Keys and price ids of the payment provider. Optional, all or none. */
  stripeSecretKey: 'STRIPE_SECRET_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
  stripeStarterPrice: 'STRIPE_STARTER_PRICE',
  stripeProPrice: 'STRIPE_PRO_PRICE',
} as const;

/** An environment variable of ours. */
export type EnvironmentName = keyof typeof environmentNames;

/**
 * The value of an environment variable.
 *
 * @throws Error when it is not set: a fault of the deployment, found at the first call.
 */
export const readEnvironment = (name: EnvironmentName): string => {
  const value = process.env[environmentNames[name]];
  if (value === undefined || value === '') {
    throw new Error(`The environment variable ${environmentNames[name]} is not set`);
  }
  return value;
};

/** The value of an environment variable; undefined where it is not set or empty. */
export const readOptionalEnvironment = (name: EnvironmentName): string | undefined =>
  process.env[environmentNames[name]] || undefined;

/**
 * The value of an environment variable as a positive number.
 *
 * @throws Error when it is not set or not a positive number.
 */
export const readEnvironmentNumber = (name: EnvironmentName): number => {
  const value = Number(readEnvironment(name));
  if (!(value > 0))
    throw new Error(`The environment variable ${environmentNames[name]} is not a positive number`);
  return value;
};
