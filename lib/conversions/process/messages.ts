import * as z from 'zod';
import { faultRecord } from '../base/fault-record.ts';
import type { Attempt, ConversionReport, Progress } from '../engine/engine.ts';
import type { Recognition } from '../engine/recognition.ts';
import { type JobErrorCode, jobErrors } from '../errors.ts';
import type { PlanMessage } from '../routing/plan.ts';

/** A part in a shared text recognition. Recognized pages are in files, each of which one process wrote. */
export type RecognitionTask =
  | Exclude<Recognition, { role: 'assemble' }>
  | { readonly role: 'assemble'; readonly paths: readonly string[]; readonly failed: readonly number[] };

/** The parent's request for a document: its plan, paths and names, but no bytes. */
export interface ConvertMessage {
  readonly plan: PlanMessage;
  readonly filename?: string | undefined;
  readonly maxResultBytes?: number | undefined;
  readonly inputPath: string;
  /** Additional files of a request with several. */
  readonly furtherPaths: readonly string[];
  readonly outputPath: string;
  /** A folder for this job, deleted after it. */
  readonly workDirectory: string;
  /** The part in a text recognition that several processes share. */
  readonly recognition?: RecognitionTask | undefined;
  /** Engines that this document killed before. */
  readonly tried: readonly Attempt[];
}

/** The parent's request to remove everything that documents left. */
export interface ResetMessage {
  readonly type: 'reset';
}

const outcome = z.enum([
  'used',
  'refused',
  'failed',
  'crashed',
  'timed_out',
  'out_of_memory',
  'not_installed',
  'passed_over',
]);
const attempt: z.ZodType<Attempt> = z.object({
  engine: z.string(),
  outcome,
  options: z.array(z.string()).optional(),
});

const report: z.ZodType<ConversionReport> = z.object({
  engine: z.string(),
  version: z.string(),
  tried: z.array(attempt),
  pages: z.number().nullable(),
  ocr_pages: z.number(),
  fonts_substituted: z.array(z.string()),
  warnings: z.array(z.string()),
});

const progress: z.ZodType<Progress> = z.object({
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['pages', 'lines', 'rows']),
});

const code = z.custom<JobErrorCode>((value) => typeof value === 'string' && Object.hasOwn(jobErrors, value));
const error = z.object({ code, message: z.string(), detail: z.string(), record: faultRecord });

// Whether an engine failed unforeseen, so that the child should handle no further document.
const hasFailed = z.boolean();

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    sandbox: z.object({
      seccomp: z.boolean(),
      landlock: z.boolean(),
      unprivileged: z.boolean(),
      undumpable: z.boolean(),
    }),
  }),
  z.object({
    type: z.literal('engine'),
    name: z.string(),
    refusal: error.optional(),
  }),
  z.object({ type: z.literal('progress'), progress }),
  z.object({
    type: z.literal('done'),
    mimeType: z.string(),
    extension: z.string(),
    report,
    hasFailed,
    phases: z.record(z.string(), z.number()),
  }),
  z.object({ type: z.literal('unrecognized'), pages: z.array(z.int().positive()) }),
  z.object({ type: z.literal('failed'), error, hasFailed }),
  // Whether the child may serve another tenant.
  z.object({ type: z.literal('reset'), isClean: z.boolean() }),
]);

/** A message from the child. It is parsed because a compromised child may send anything. */
export type ChildMessage = z.infer<typeof messageSchema>;

/** Parses a child's message; undefined if it is invalid. */
export function parseChildMessage(message: unknown): ChildMessage | undefined {
  return messageSchema.safeParse(message).data;
}
