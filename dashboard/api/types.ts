import type * as z from 'zod';
import type * as schemas from '../../lib/api/schemas.ts';

/** The responses of the endpoints. Only types, so that the schemas are not in the bundle. */
export type DashboardConfig = z.infer<typeof schemas.dashboardConfig>;
export type Session = z.infer<typeof schemas.session>;
export type ApiKey = z.infer<typeof schemas.apiKey>;
export type ApiKeys = z.infer<typeof schemas.apiKeys>;
export type NewApiKey = z.infer<typeof schemas.newApiKey>;
export type Usage = z.infer<typeof schemas.usage>;
export type UsageHistory = z.infer<typeof schemas.usageHistory>;
export type Job = z.infer<typeof schemas.job>;
export type Jobs = z.infer<typeof schemas.jobs>;
export type Formats = z.infer<typeof schemas.formats>;
export type UploadedFile = z.infer<typeof schemas.uploadedFile>;
export type AnnouncedUpload = z.infer<typeof schemas.announcedUpload>;
export type AcceptedJob = z.infer<typeof schemas.acceptedJob>;
export type BillingRedirect = z.infer<typeof schemas.billingRedirect>;
