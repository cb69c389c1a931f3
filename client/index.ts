/** The package `docforge-client`. */
export type { Credentials } from './api.ts';
export {
  type ConversionTarget,
  type ConvertOptions,
  DocForge,
  type DocForgeSettings,
  type DryRunRequest,
  type ExtractOptions,
  type JobEnding,
  type JobSource,
  type Options,
  type RunOptions,
  type WaitOptions,
} from './docforge.ts';
export { DocForgeError, type ErrorCode, JobFailedError } from './errors.ts';
export type { DocumentInput, UploadInput } from './input.ts';
export type { Result } from './result.ts';
export type { Fetch } from './send.ts';
export type { SavedToken, TokenCache } from './token.ts';
export type {
  AcceptedJob,
  Chunk,
  ConversionStep,
  DryRun,
  ExtractFormat,
  File as StoredFile,
  FormatName as Format,
  Formats,
  Job,
  JobDelivery,
  JobOutput,
  JobProgress as Progress,
  JobReport,
  JobStatus,
  JobStep,
  Place,
  Usage,
  Webhook as WebhookEndpoint,
} from './types.ts';
export { verifyWebhook, type WebhookHeaders } from './webhook.ts';
