import type * as z from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { RateLimitName } from './limits.ts';
import * as schemas from './schemas.ts';

/** One endpoint of the contract. */
export type Route = {
  /** Name of the Lambda function's file in `functions/api/`, without `.ts`. */
  readonly function: string;
  readonly method: 'DELETE' | 'GET' | 'POST';
  /** Path relative to the base address, with `{parameters}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** `token`: needs a bearer token. `user`: needs the identity provider's token. `anyone`: needs none. */
  readonly access: 'token' | 'user' | 'anyone';
  /** Whom it is for; left out, whoever calls the API. What is for our own dashboard and its provider is not described. */
  readonly audience?: 'dashboard';
  /** The rate limit that counts its calls; null where calls are not counted. */
  readonly rateLimit: RateLimitName | null;
  /** Whether a call counts as one operation against the monthly cap. */
  readonly countsAsOperation: boolean;
  /** Whether a call can wait, within the plan's limit of waiting calls. */
  readonly mayWait?: true;
  readonly query?: z.ZodObject;
  /** Schema of the body for each content type that the endpoint takes. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly success: {
    readonly status: number;
    readonly description: string;
    readonly schema?: z.ZodType;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Codes of the refusals of its own, beside those that every endpoint shares. */
  readonly errors: readonly ErrorCode[];
};

const json = 'application/json';
const acceptedHeaders = {
  Location: 'Path of the job',
  'Retry-After': 'Seconds until a first look is worth it',
};
const sourceErrors = [
  'invalid_request',
  'request_too_large',
  'unsupported_media_type',
  'file_not_found',
  'file_not_uploaded',
  'file_expired',
  'file_too_large',
  'unsupported_file_type',
  'unsupported_conversion',
  'format_mismatch',
  'too_complex',
] as const;

/** The contract: every endpoint, read by the stack, by the handlers and by the OpenAPI document. */
export const routes = {
  authorize: {
    function: 'authorize',
    method: 'POST',
    path: '/authorize',
    summary: 'Trade an API key for a bearer token',
    description:
      'The token is valid for an hour; use it again rather than asking for one before each call. Stock OAuth 2 clients can send the form body of the client credentials grant.',
    access: 'anyone',
    rateLimit: 'authorize',
    countsAsOperation: false,
    body: { [json]: schemas.authorizeBody, 'application/x-www-form-urlencoded': schemas.authorizeForm },
    success: {
      status: 200,
      description: 'The token',
      schema: schemas.accessToken,
      headers: { 'Cache-Control': 'no-store' },
    },
    errors: [
      'invalid_request',
      'unsupported_grant_type',
      'invalid_api_key',
      'request_too_large',
      'unsupported_media_type',
    ],
  },
  upload: {
    function: 'upload',
    method: 'POST',
    path: '/upload',
    summary: 'Upload a file',
    description:
      'One multipart part named file. The front of a deployed service carries about 4.5 MB in this call; POST /uploads takes the full 25 MB everywhere. The type is told from the bytes.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { 'multipart/form-data': schemas.uploadForm },
    success: {
      status: 201,
      description: 'The file is stored',
      schema: schemas.uploadedFile,
      headers: { Location: 'Signed address of the file' },
    },
    errors: [
      'missing_file',
      'empty_file',
      'multiple_files',
      'invalid_multipart',
      'file_too_large',
      'unsupported_file_type',
      'unsupported_media_type',
    ],
  },
  createUpload: {
    function: 'create-upload',
    method: 'POST',
    path: '/uploads',
    summary: 'Announce a file and upload it straight to storage',
    description:
      'Answers a presigned form. POST its fields and then the part file to its url within 15 minutes, and use the file_id as that of any upload.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.announcedUploadBody },
    success: { status: 201, description: 'The presigned form', schema: schemas.announcedUpload },
    errors: ['file_too_large', 'invalid_request', 'request_too_large', 'unsupported_media_type'],
  },
  convert: {
    function: 'convert',
    method: 'POST',
    path: '/convert',
    summary: 'Convert a file to another format',
    description: 'Creates a job. GET /formats lists what each format can become, with the options.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.convertBody },
    success: {
      status: 202,
      description: 'The job is queued',
      schema: schemas.acceptedJob,
      headers: acceptedHeaders,
    },
    errors: sourceErrors,
  },
  extract: {
    function: 'extract',
    method: 'POST',
    path: '/extract',
    summary: 'Extract content from a file',
    description:
      'Creates a job. GET /formats lists what can be extracted from each format, with the options.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.extractBody },
    success: {
      status: 202,
      description: 'The job is queued',
      schema: schemas.acceptedJob,
      headers: acceptedHeaders,
    },
    errors: sourceErrors,
  },
  getJob: {
    function: 'get-job',
    method: 'GET',
    path: '/job/{id}',
    summary: 'Read a job',
    description:
      'Poll every 2 seconds, as Retry-After says, or send wait=25 to get the response as soon as the job ends. Each read counts against the 60 calls a minute of the token. A complete job has the address of its result.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    mayWait: true,
    query: schemas.jobQuery,
    success: {
      status: 200,
      description: 'The job',
      schema: schemas.job,
      headers: { 'Retry-After': 'Seconds until another look is worth it, while the job is active' },
    },
    errors: ['invalid_request', 'job_not_found'],
  },
  getResult: {
    function: 'get-result',
    method: 'GET',
    path: '/job/{id}/result',
    summary: 'Download the result of a job',
    description: 'Leads to the signed address of the result, which a browser downloads under its file name.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: {
      status: 303,
      description: 'The result is at Location',
      headers: { Location: 'Signed address' },
    },
    errors: ['job_not_found', 'job_not_complete', 'result_expired'],
  },
  getFormats: {
    function: 'get-formats',
    method: 'GET',
    path: '/formats',
    summary: 'List what can be converted and extracted',
    description:
      'Every pair of source and target format and every extract format, with the engines that serve it and its options.',
    query: schemas.formatsQuery,
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The formats', schema: schemas.formats },
    errors: ['invalid_request'],
  },
  getUsage: {
    function: 'get-usage',
    method: 'GET',
    path: '/usage',
    summary: 'Read what the account has used of its plan',
    description: 'Operations of this month, active jobs and API keys, each with its limit.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The usage', schema: schemas.usage },
    errors: [],
  },
  listJobs: {
    function: 'list-jobs',
    method: 'GET',
    path: '/jobs',
    summary: 'List the jobs of the account',
    description: 'The newest first. Jobs are kept for 30 days.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    query: schemas.jobsQuery,
    success: { status: 200, description: 'A page of jobs', schema: schemas.jobs },
    errors: ['invalid_request'],
  },
  cancelJob: {
    function: 'cancel-job',
    method: 'POST',
    path: '/job/{id}/cancel',
    summary: 'Cancel a job',
    description: 'Ends a job that is queued or processing and frees its slot. Its operation stays counted.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The cancelled job', schema: schemas.job },
    errors: ['job_not_found', 'job_not_active'],
  },
  getDashboardConfig: {
    function: 'get-dashboard-config',
    method: 'GET',
    path: '/account/config',
    summary: 'Tell the dashboard where users sign in',
    description: 'Needs no token.',
    access: 'anyone',
    audience: 'dashboard',
    rateLimit: null,
    countsAsOperation: false,
    success: { status: 200, description: 'The configuration', schema: schemas.dashboardConfig },
    errors: [],
  },
  openSession: {
    function: 'open-session',
    method: 'POST',
    path: '/account/session',
    summary: 'Open a session of a signed-in user',
    description:
      'Creates the account at the first sign-in, on the Free plan, and gives a bearer token for the API.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 200, description: 'The session', schema: schemas.session },
    errors: ['email_in_use'],
  },
  closeSession: {
    function: 'close-session',
    method: 'DELETE',
    path: '/account/session',
    summary: 'End the sessions of a signed-in user',
    description: 'Ends every bearer token that sessions of this user were given.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 204, description: 'The sessions are over' },
    errors: ['account_not_found'],
  },
  listKeys: {
    function: 'list-keys',
    method: 'GET',
    path: '/account/keys',
    summary: 'List the API keys',
    description: 'The keys that are not revoked.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 200, description: 'The keys', schema: schemas.apiKeys },
    errors: ['account_not_found'],
  },
  createKey: {
    function: 'create-key',
    method: 'POST',
    path: '/account/keys',
    summary: 'Create an API key',
    description: 'The key is shown in this answer and never again.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'keys',
    countsAsOperation: false,
    body: { [json]: schemas.newApiKeyBody },
    success: { status: 201, description: 'The key', schema: schemas.newApiKey },
    errors: [
      'account_not_found',
      'invalid_request',
      'request_too_large',
      'unsupported_media_type',
      'key_limit_reached',
    ],
  },
  revokeKey: {
    function: 'revoke-key',
    method: 'DELETE',
    path: '/account/keys/{id}',
    summary: 'Revoke an API key',
    description: 'The key and its tokens stop at once.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 204, description: 'The key is revoked' },
    errors: ['account_not_found', 'key_not_found'],
  },
  getUsageHistory: {
    function: 'get-usage-history',
    method: 'GET',
    path: '/account/usage',
    summary: 'Read what was used, now and over time',
    description: 'As GET /usage, with the last 30 days and the last twelve months.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 200, description: 'The usage', schema: schemas.usageHistory },
    errors: ['account_not_found'],
  },
  openCheckout: {
    function: 'open-checkout',
    method: 'POST',
    path: '/account/billing/checkout',
    summary: 'Begin a change to a plan that is paid for',
    description: 'Leads to the payment page.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    body: { [json]: schemas.checkoutBody },
    success: { status: 200, description: 'Where to send the browser', schema: schemas.billingRedirect },
    errors: [
      'account_not_found',
      'invalid_request',
      'request_too_large',
      'unsupported_media_type',
      'billing_not_offered',
    ],
  },
  openBillingPortal: {
    function: 'open-billing-portal',
    method: 'POST',
    path: '/account/billing/portal',
    summary: 'Manage or end a subscription',
    description: 'Leads to the customer portal.',
    access: 'user',
    audience: 'dashboard',
    rateLimit: 'dashboard',
    countsAsOperation: false,
    success: { status: 200, description: 'Where to send the browser', schema: schemas.billingRedirect },
    errors: ['account_not_found', 'billing_not_offered'],
  },
  receiveBillingEvent: {
    function: 'receive-billing-event',
    method: 'POST',
    path: '/billing/webhook',
    summary: 'Take an event of the payment provider',
    description: 'Signed by the provider; the same event counts once, and an older one changes nothing.',
    access: 'anyone',
    audience: 'dashboard',
    rateLimit: null,
    countsAsOperation: false,
    success: { status: 204, description: 'The event was taken' },
    errors: ['invalid_signature', 'billing_not_offered'],
  },
  health: {
    function: 'health',
    method: 'GET',
    path: '/health',
    summary: 'Tell whether the service answers',
    description: 'Needs no token and is not counted.',
    access: 'anyone',
    rateLimit: null,
    countsAsOperation: false,
    success: { status: 200, description: 'The service answers', schema: schemas.health },
    errors: [],
  },
  getOpenApi: {
    function: 'get-openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this description',
    description: 'The OpenAPI 3.1 document of this deployment. Needs no token.',
    access: 'anyone',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'An OpenAPI 3.1 document' },
    errors: [],
  },
} as const satisfies Record<string, Route>;

/** The name of an endpoint of the contract. */
export type RouteName = keyof typeof routes;

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);

/** The names of all endpoints. */
export const routeNames: readonly RouteName[] = Object.keys(routes).filter(isRouteName);
