import { type PaidPlan, paidPlans } from './plans.ts';
import { type SignUp, signUpModes } from './sign-up.ts';
import {
  type InvokedWorkerName,
  invokedWorkers,
  ofInvokedWorkers,
  type WorkerName,
  workerNames,
  workers,
} from './workers.ts';

const fixedNames = {
  tableName: 'TABLE_NAME',
  bucketName: 'BUCKET_NAME',
  /** The queue of webhooks to deliver. */
  webhookQueueUrl: 'WEBHOOK_QUEUE_URL',
  /** The queue of messages and stream records that could not be processed. */
  deadLetterQueueUrl: 'DEAD_LETTER_QUEUE_URL',
  /**
   * Hosts, separated by commas, that are delivered to this machine, for receivers of a local stack. Never set by the
   * deployed stack, and ignored by a function whose table is not on this machine: see `readLocalReceiverHosts`.
   */
  localReceiverHost: 'LOCAL_RECEIVER_HOST',
  /** Folders of the operator's buckets that jobs may read and write: see `parseBucketFolders`. Optional. */
  sourceBuckets: 'SOURCE_BUCKETS',
  targetBuckets: 'TARGET_BUCKETS',
  /** Not empty if uploaded files are scanned for malware. Optional. */
  malwareScan: 'MALWARE_SCAN',
  /** The number of calls of all accounts that may wait for jobs at once. Optional; by default only the plans limit them. */
  waitLimit: 'WAIT_LIMIT',
  /** Seconds after which a file or a result expires. */
  retentionSeconds: 'RETENTION_SECONDS',
  /** Seconds after which a lease expires unless its worker renews it. */
  leaseSeconds: 'LEASE_SECONDS',
  /** Seconds an engine may spend on one document. */
  engineDeadlineSeconds: 'ENGINE_DEADLINE_SECONDS',
  /** Memory limit of an engine process in megabytes. */
  engineMemoryMegabytes: 'ENGINE_MEMORY_MEGABYTES',
  /** The OpenID Connect issuer of dashboard users. */
  oidcIssuer: 'OIDC_ISSUER',
  /** The dashboard's client id at the issuer, which is the audience of its tokens. */
  oidcClientId: 'OIDC_CLIENT_ID',
  /** Base URL of the API for programs, without a slash at the end. */
  apiUrl: 'API_URL',
  /** Base URL of the dashboard, to which the payment provider redirects. */
  dashboardUrl: 'DASHBOARD_URL',
  /** The Content-Security-Policy of the dashboard, if the API serves it. */
  dashboardPolicy: 'DASHBOARD_POLICY',
  /** URL of the documentation, or of what describes the API without it. */
  docsUrl: 'DOCS_URL',
  /** A secret that only CloudFront sends, as a header, with the address of the viewer. Empty accepts no such header. */
  originSecret: 'ORIGIN_SECRET',
  /** The largest file that `POST /upload` of this deployment accepts, in bytes. */
  uploadLimitBytes: 'UPLOAD_LIMIT_BYTES',
  /** The port on which the upload service listens. */
  port: 'PORT',
  /** The address on which it listens. Optional; by default all of the container. */
  host: 'HOST',
  /** Who may become a user: see `signUpModes`. */
  signUp: 'SIGN_UP',
  /** The operators, separated by spaces: see `isOperator`. Optional. */
  operators: 'OPERATORS',
  /** The support contact. Optional. */
  supportContact: 'SUPPORT_CONTACT',
  /** Not empty if plans are sold. For the functions without the keys of the payment provider. Optional. */
  billingOffered: 'BILLING_OFFERED',
  /** The keys of the payment provider. Optional; all of its variables are set, or none. */
  stripeSecretKey: 'STRIPE_SECRET_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
} as const;

const capitalize = <Text extends string>(text: Text): Capitalize<Text> =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}` as Capitalize<Text>;

type PriceVariable = `stripe${Capitalize<PaidPlan>}Price`;

/** The variable that contains the Stripe price id of a plan. */
export const priceVariable = (plan: PaidPlan): PriceVariable => `stripe${capitalize(plan)}Price`;

const priceNames = Object.fromEntries(
  paidPlans.map((plan) => [priceVariable(plan), `STRIPE_${plan.toUpperCase()}_PRICE`]),
) as Record<PriceVariable, string>;

/** The variable that contains the URL of a worker's queue. */
export const queueVariable = <Name extends WorkerName>(worker: Name): `${Name}QueueUrl` =>
  `${worker}QueueUrl`;

const queueNames = Object.fromEntries(
  workerNames.map((name) => [queueVariable(name), workers[name].variable]),
) as Record<`${WorkerName}QueueUrl`, string>;

/** The variable that contains the name of a worker's function. */
export const workerVariable = <Name extends InvokedWorkerName>(worker: Name): `${Name}WorkerName` =>
  `${worker}WorkerName`;

const workerFunctionNames = Object.fromEntries(
  Object.values(ofInvokedWorkers((name) => [workerVariable(name), invokedWorkers[name].variable])),
) as Record<`${InvokedWorkerName}WorkerName`, string>;

/** The names of the environment variables of the functions. The stack sets them, and the functions read them. */
export const environmentNames = {
  ...fixedNames,
  ...queueNames,
  ...workerFunctionNames,
  ...priceNames,
} as const;

/** An environment variable of the functions. */
export type EnvironmentName = keyof typeof environmentNames;

/** The queues of all workers. */
export const queueEnvironment = workerNames.map(queueVariable);

/** The functions of all workers that calls invoke. */
export const workerEnvironment = Object.values(ofInvokedWorkers(workerVariable));

/** Access to the payment provider. */
export const paymentEnvironment = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  ...paidPlans.map(priceVariable),
] as const;

/**
 * Reads an environment variable.
 *
 * @throws Error if it is not set, which is a fault of the deployment
 */
export const readEnvironment = (name: EnvironmentName): string => {
  const value = process.env[environmentNames[name]];
  if (value === undefined || value === '') {
    throw new Error(`The environment variable ${environmentNames[name]} is not set`);
  }
  return value;
};

/** Reads an optional environment variable. Returns undefined if it is not set or empty. */
export const readOptionalEnvironment = (name: EnvironmentName): string | undefined =>
  process.env[environmentNames[name]] || undefined;

/**
 * Reads an environment variable as a positive number.
 *
 * @throws Error if it is not set or not a positive number
 */
export const readEnvironmentNumber = (name: EnvironmentName): number => {
  const value = Number(readEnvironment(name));
  if (!(value > 0))
    throw new Error(`The environment variable ${environmentNames[name]} is not a positive number`);
  return value;
};

/**
 * Returns who may become a user.
 *
 * @throws Error if the variable is not set or has no known value, so that a fault of the deployment admits nobody
 */
export const readSignUp = (): SignUp => {
  const value = readEnvironment('signUp');
  const found = signUpModes.find((mode) => mode === value);
  if (found === undefined)
    throw new Error(
      `The environment variable ${environmentNames.signUp} is none of ${signUpModes.join(', ')}`,
    );
  return found;
};

/** Returns the number of calls of all accounts that may wait at once; undefined if they are not limited. */
export const readWaitLimit = (): number | undefined =>
  readOptionalEnvironment('waitLimit') === undefined ? undefined : readEnvironmentNumber('waitLimit');

/** The namespace of the metrics: one for each stack of a region. */
export const metricsNamespace = (): string => process.env.POWERTOOLS_METRICS_NAMESPACE || 'DocForge';

/** Returns whether this process is a Lambda function, which serves one call at a time. */
export const isFunction = (): boolean => process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;

/** Returns the endpoint of S3 that the SDK would use in place of the region's; undefined on AWS. */
export const readBucketEndpoint = (): string | undefined =>
  process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined;

/** Returns the endpoint of Cognito that the SDK would use in place of the region's; undefined on AWS. */
export const readPoolEndpoint = (): string | undefined =>
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER || process.env.AWS_ENDPOINT_URL || undefined;

/** Returns the endpoint of Lambda that the SDK would use in place of the region's; undefined on AWS. */
export const readLambdaEndpoint = (): string | undefined =>
  process.env.AWS_ENDPOINT_URL_LAMBDA || process.env.AWS_ENDPOINT_URL || undefined;

/** Returns the endpoint of S3 in signed URLs, if clients reach it at another address than functions do. */
export const readPublicBucketEndpoint = (): string | undefined =>
  process.env.PUBLIC_S3_ENDPOINT || readBucketEndpoint();

/**
 * The hosts that webhooks may address on this machine, over http too. None unless the database is an emulator on this
 * machine, so that a deployed function never calls an internal address, whatever its environment contains.
 */
export const readLocalReceiverHosts = (): readonly string[] => {
  const database = URL.parse(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const isLocal = database !== null && /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(database.hostname);
  return isLocal ? (readOptionalEnvironment('localReceiverHost')?.split(',') ?? []) : [];
};
