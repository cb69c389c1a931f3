import type * as z from 'zod';
import type * as accounts from '../../lib/api/account-schemas.ts';
import type * as files from '../../lib/api/file-schemas.ts';
import type * as jobs from '../../lib/api/job-schemas.ts';
import type * as service from '../../lib/api/service-schemas.ts';
import type * as hooks from '../../lib/api/webhook-schemas.ts';

/** The responses of the endpoints. Only types, so that the schemas are not in the bundle. */
export type DashboardConfig = z.infer<typeof accounts.dashboardConfig>;
export type Session = z.infer<typeof accounts.session>;
export type ApiKey = z.infer<typeof accounts.apiKey>;
export type ApiKeys = z.infer<typeof accounts.apiKeys>;
export type NewApiKey = z.infer<typeof accounts.newApiKey>;
export type Usage = z.infer<typeof service.usage>;
export type UsageHistory = z.infer<typeof accounts.usageHistory>;
export type Job = z.infer<typeof jobs.job>;
export type Jobs = z.infer<typeof jobs.jobs>;
export type Formats = z.infer<typeof service.formats>;
export type StoredFile = z.infer<typeof files.file>;
export type UploadedFile = z.infer<typeof files.uploadedFile>;
export type PresignedUpload = z.infer<typeof files.presignedUpload>;
export type AcceptedJob = z.infer<typeof jobs.acceptedJob>;
export type Webhook = z.infer<typeof hooks.webhook>;
export type Webhooks = z.infer<typeof hooks.webhooks>;
export type NewWebhook = z.infer<typeof hooks.newWebhook>;
export type WebhookSecret = z.infer<typeof hooks.accountSecret>;
export type Delivery = z.infer<typeof hooks.delivery>;
export type Deliveries = z.infer<typeof hooks.deliveries>;
export type BillingRedirect = z.infer<typeof accounts.billingRedirect>;
