export type { JobStatus } from '../lib/api/job-statuses.ts';
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
  Format,
  Formats,
  Job,
  JobDelivery,
  JobOutput,
  JobReport,
  JobStep,
  Options,
  Place,
  Progress,
  StoredFile,
  Usage,
  WebhookEndpoint,
} from './types.ts';
export { verifyWebhook, type WebhookHeaders } from './webhook.ts';
