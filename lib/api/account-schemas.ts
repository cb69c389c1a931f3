import * as z from 'zod';
import { paidPlans } from '../plans.ts';
import { signUpModes } from '../sign-up.ts';
import { timestamp } from './schemas.ts';
import { usage } from './service-schemas.ts';

/** Response of `GET /account/config`: the configuration of the dashboard before sign-in. */
export const dashboardConfig = z.object({
  issuer: z.url().describe('The OpenID Connect issuer'),
  client_id: z.string(),
  scope: z.string(),
  api_url: z.url().describe('Base address of the API for programs'),
  sign_up: z.enum(signUpModes).describe('Who can sign up: anyone, invited people, or nobody'),
  billing: z.boolean().describe('True if users can buy a plan. Otherwise the operator changes plans'),
  support: z.string().nullable().describe('Contact for plan changes: an e-mail address or a URL'),
});

/** Response of `POST /account/session`. */
export const session = z.object({
  email: z.string(),
  plan: z.string(),
  access_token: z.string().describe('Bearer token for the API'),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  is_operator: z.literal(true).optional().describe('Set if the user may use the page of operators'),
});

/** Body of `POST /account/operator`. */
export const operatorBody = z.strictObject({
  command: z.string().max(100).describe('Name of a command, or help for the list of commands'),
  options: z.record(z.string().max(100), z.string().max(2000)).default({}),
  dry_run: z.boolean().default(false).describe('Returns what the command would change'),
});

/** Response of `POST /account/operator`. */
export const operatorResult = z.object({ result: z.unknown() });

/** An API key without its secret. */
export const apiKey = z.object({
  key_id: z.string(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key'),
  last_four: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});

/** Response of `GET /account/keys`: the keys that are not revoked, the newest first. */
export const apiKeys = z.object({ data: z.array(apiKey), max: z.int() });

/** Body of `POST /account/keys`. */
export const newApiKeyBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
});

/** Response of `POST /account/keys`; the key is never shown again. */
export const newApiKey = apiKey.extend({ key: z.string() });

/** Response of `GET /account/usage`. */
export const usageHistory = usage.extend({
  days: z
    .array(z.object({ day: z.iso.date(), operations: z.int() }))
    .describe('The last 30 days, oldest first, including days without operations'),
  months: z
    .array(z.object({ month: z.string().regex(/^\d{4}-\d\d$/), operations: z.int() }))
    .describe('The last twelve months, oldest first'),
});

/** Body of `POST /account/billing/checkout`. */
export const checkoutBody = z.strictObject({ plan: z.enum(paidPlans) });

/** Response of the billing endpoints: the URL to redirect the browser to. */
export const billingRedirect = z.object({ url: z.url() });
