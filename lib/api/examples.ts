import { largestFileBytes } from '../plan-table.ts';
import { exampleFileId as fileId, exampleJobId as jobId } from './example-ids.ts';
import { indexDocument } from './index-document.ts';
import { functionUploadBytes } from './limits.ts';
import type { routes } from './routes.ts';
import { webhookRouteExamples } from './webhook-route-examples.ts';

/** A value of a request or a response, by the name of the example. */
type Values = Readonly<Record<string, unknown>>;

/** Examples of an endpoint: its bodies by content type, and its responses in JSON by status. */
export type RouteExamples = {
  readonly request?: Readonly<Record<string, Values>>;
  readonly responses?: Readonly<Record<number, Values>>;
};

type PublicRoute = {
  [Name in keyof typeof routes]: (typeof routes)[Name] extends { readonly audience: 'dashboard' }
    ? never
    : Name;
}[keyof typeof routes];

const json = 'application/json';
const form = 'multipart/form-data';

const apiKey = 'df_live_4fT9xQ2mLr7VbN8sYkD3wZ6hPc1u3xqB';
const fileBytes = '(the bytes of the file)';
const sourceHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const resultHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const createdAt = '2026-11-20T09:12:00.000Z';
const expiresAt = '2026-11-20T11:12:00.000Z';
const bucketUrl = 'https://docforge-files.s3.eu-west-1.amazonaws.com';
const fileUrl = `${bucketUrl}/files/${fileId}?X-Amz-Expires=3600&X-Amz-Signature=5d0c`;
const resultUrl = `${bucketUrl}/results/${jobId}/1?X-Amz-Expires=3600&X-Amz-Signature=81af`;

const file = {
  file_id: fileId,
  file_url: fileUrl,
  filename: 'report.pdf',
  size_bytes: 48_213,
  format: 'pdf',
  mime_type: 'application/pdf',
  sha256: sourceHash,
  created_at: createdAt,
  expires_at: expiresAt,
};

const { format: _format, sha256: _sha256, ...uploadedFile } = file;

const queuedJob = {
  job_id: jobId,
  type: 'conversion',
  status: 'queued',
  file_id: fileId,
  filename: 'report.pdf',
  from: 'pdf',
  to: 'markdown',
  progress: null,
  created_at: '2026-11-20T09:12:03.000Z',
  started_at: null,
  completed_at: null,
  expires_at: null,
  output: null,
  report: null,
  error: null,
  attempts: 0,
};

const completeJob = {
  ...queuedJob,
  status: 'complete',
  started_at: '2026-11-20T09:12:03.120Z',
  completed_at: '2026-11-20T09:12:04.410Z',
  expires_at: '2026-11-20T11:12:04.410Z',
  output_url: resultUrl,
  output: { filename: 'report.md', mime_type: 'text/markdown', size_bytes: 9_120, sha256: resultHash },
  report: {
    engine: 'liteparse-pdf-reader + docforge-markdown-writer',
    version: '2.14.7',
    tried: [{ engine: 'liteparse-pdf-reader + docforge-markdown-writer', outcome: 'ok' }],
    pages: 3,
    ocr_pages: 0,
    fonts_substituted: [],
    warnings: [],
    input: { size_bytes: 48_213, sha256: sourceHash },
    output: { size_bytes: 9_120, sha256: resultHash },
    timings_ms: { queued: 120, download: 35, engine: 1_140, store: 62 },
  },
  attempts: 1,
};

const failedJob = {
  ...queuedJob,
  status: 'failed',
  started_at: '2026-11-20T09:12:03.120Z',
  completed_at: '2026-11-20T09:12:03.480Z',
  error: {
    code: 'encrypted_document',
    message: 'The document is password-protected. Remove the password, or pass `options.password`.',
    retryable: false,
  },
  attempts: 1,
};

const { to: _targetOfJob, ...triedJob } = completeJob;

const cancelledJob = { ...queuedJob, status: 'cancelled', completed_at: '2026-11-20T09:12:09.000Z' };

const processingJob = {
  ...queuedJob,
  status: 'processing',
  started_at: '2026-11-20T09:12:03.120Z',
  progress: { done: 1, total: 3, unit: 'pages' },
  attempts: 1,
};

const stepsRequest = [
  { name: 'report', to: 'pdf' },
  { name: 'draft', to: 'pdf', options: { watermark: 'Draft' }, output: true },
  // Not the step before, whose text contains the watermark.
  { format: 'text', inputs: ['report'] },
];

const { to: _target, ...queuedJobOfAny } = queuedJob;
const jobWithSteps = {
  ...queuedJobOfAny,
  type: 'extraction',
  status: 'processing',
  from: 'docx',
  format: 'text',
  steps: [
    {
      name: 'report',
      from: 'docx',
      to: 'pdf',
      status: 'complete',
      progress: null,
      output: null,
      report: {
        engine: 'libreoffice-wasm-office-to-pdf',
        pages: 3,
        input: { size_bytes: 48_213, sha256: sourceHash },
        output: { size_bytes: 9_120, sha256: resultHash },
      },
    },
    {
      name: 'draft',
      from: 'pdf',
      to: 'pdf',
      status: 'processing',
      progress: null,
      output: null,
      report: null,
    },
    {
      name: 'step_3',
      from: 'pdf',
      format: 'text',
      status: 'queued',
      progress: null,
      output: null,
      report: null,
    },
  ],
  progress: { done: 1, total: 3, unit: 'steps' },
  started_at: '2026-11-20T09:12:03.120Z',
  attempts: 2,
};

const presignedTarget = 'https://my-bucket.s3.eu-west-1.amazonaws.com/report.pdf?X-Amz-Signature=5d0c';

const failedDelivery =
  'The target of deliver_to responded with status 403 (AccessDenied). Check that the address is presigned for PUT, had not expired, and that a Content-Type it signs is text/markdown. The result is stored: read it at output_url.';

const jobNotDelivered = {
  ...completeJob,
  report: { ...completeJob.report, warnings: [failedDelivery] },
  delivery: { status: 'failed', http_status: 403, message: failedDelivery },
};

const dryRun = {
  dry_run: true,
  type: 'conversion',
  from: 'pdf',
  to: 'markdown',
  engines: [
    'liteparse-pdf-reader + docforge-markdown-writer',
    'pdf-parse-pdf-reader + docforge-markdown-writer',
  ],
  text_recognition: 'if_needed',
  password_needed: false,
  operations: { counted: 1, left: 38, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
  limit_reached: null,
};

const queued = { queued: { job_id: jobId, status: 'queued' } };
const { to: _to, ...dryRunOfAny } = dryRun;
const dryExtraction = { ...dryRunOfAny, type: 'extraction', format: 'chunks' };
const ended = { complete: completeJob, failed: failedJob, dry_run: dryRun };
const endedExtraction = { ...ended, dry_run: dryExtraction };

const results = {
  chunks: [
    {
      index: 0,
      text: 'Annual report\n\nSales rose by 12 % in 2026.',
      heading: 'Annual report',
      path: ['Annual report'],
      kinds: ['heading', 'paragraph'],
      page_start: 1,
      page_end: 1,
      places: [{ page: 1, box: [72, 64, 523, 140] }],
      char_start: 0,
      char_end: 42,
      token_count: 13,
    },
  ],
  structured: {
    document: {
      title: 'Annual report',
      sections: [{ heading: 'Annual report', content: 'Sales rose by 12 % in 2026.', level: 1, page: 1 }],
    },
    tables: [
      {
        rows: [
          ['Region', 'Sales'],
          ['North', '120'],
        ],
        page: 2,
      },
    ],
    metadata: { pages: 3, language: 'en', file_type: 'pdf' },
  },
  tables: [
    {
      index: 0,
      page: 2,
      caption: 'Sales by region',
      header_rows: 1,
      rows: [
        ['Region', 'Sales'],
        ['North', '120'],
      ],
    },
  ],
  metadata: {
    title: 'Annual report',
    author: 'A. Writer',
    subject: null,
    keywords: null,
    creator: 'Writer',
    producer: 'LibreOffice 24.8',
    created: '2026-11-02T08:00:00Z',
    modified: null,
    encrypted: false,
    encoding: null,
    pages: 3,
    language: 'en',
    file_type: 'pdf',
    size_bytes: 48_213,
    word_count: 1_204,
    character_count: 7_310,
  },
  document: {
    version: 1,
    format: 'pdf',
    blocks: [{ kind: 'heading', level: 1, content: [{ kind: 'text', text: 'Annual report' }], page: 1 }],
  },
};

/** Examples of results by content type. */
export const resultExamples: Readonly<Record<string, Values>> = {
  [json]: results,
  'text/plain': { text: 'Annual report\n\nSales rose by 12 % in 2026.\n' },
  'application/octet-stream': { file: fileBytes },
};

const pagesOption = {
  pages: { type: 'string', description: 'Pages to convert, such as 1-3,5. Default: all pages.' },
};
const pdfToText = { from: 'pdf', engines: ['liteparse-pdf-reader', 'pdf-parse-pdf-reader'] };
const pdfOptions = { type: 'object', properties: pagesOption, additionalProperties: false };
const formatRows = {
  formats: [
    { name: 'pdf', label: 'PDF', extensions: ['pdf'], media_types: ['application/pdf'], aliases: [] },
  ],
  conversions: [{ ...pdfToText, to: 'text', several_files: false, options: pdfOptions }],
  extractions: [{ ...pdfToText, format: 'text', options: pdfOptions }],
};

/** A job in each terminal state. */
export const exampleJobs = { complete: completeJob, failed: failedJob, cancelled: cancelledJob };

/** The examples of each endpoint that clients call. Errors have their own. */
export const examples: Readonly<Record<PublicRoute, RouteExamples>> = {
  authorize: {
    request: {
      [json]: { api_key: { api_key: apiKey } },
      'application/x-www-form-urlencoded': {
        client_credentials: { grant_type: 'client_credentials', client_secret: apiKey },
      },
    },
    responses: {
      200: {
        token: {
          access_token: 'pX3v9ZkQ7cT1mW5sY8bN2dF6gH0jK4lR_oE-uIaVxCw',
          token_type: 'bearer',
          expires_in: 3600,
        },
      },
    },
  },
  upload: {
    request: { [form]: { file: { file: fileBytes } } },
    responses: { 201: { file: uploadedFile } },
  },
  createUpload: {
    request: { [json]: { file: { filename: 'report.pdf', size_bytes: 48_213, sha256: sourceHash } } },
    responses: {
      201: {
        form: {
          file_id: fileId,
          upload: {
            url: bucketUrl,
            fields: {
              key: `incoming/${fileId}`,
              Policy: 'eyJleHBpcmF0aW9uIjoi',
              'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
              'X-Amz-Signature': '5d0c',
            },
            expires_at: '2026-11-20T09:27:00.000Z',
          },
        },
      },
    },
  },
  getFile: { responses: { 200: { file } } },
  listFiles: { responses: { 200: { page: { data: [file], has_more: false, next_cursor: null } } } },
  deleteFile: {},
  convert: {
    request: {
      [json]: {
        file: { file_id: fileId, to: 'markdown', options: { pages: '1-3' } },
        joined: { file_ids: [fileId, 'file_01KAGBZ0A2B4C6D8E1F3G5H7J9'], from: 'pdf', to: 'pdf' },
        url: {
          file_url: 'https://docs.example/report.pdf',
          to: 'text',
          webhook_url: 'https://hooks.example/docforge',
        },
        deliver: { file_id: fileId, to: 'pdf', deliver_to: presignedTarget },
        dry_run: { file_id: fileId, to: 'markdown', dry_run: true },
        steps: { file_id: fileId, steps: stepsRequest },
      },
      [form]: {
        file: { file: fileBytes, to: 'markdown', options: '{"pages":"1-3"}' },
        steps: { file: fileBytes, steps: JSON.stringify(stepsRequest) },
      },
    },
    responses: { 202: queued, 200: ended },
  },
  extract: {
    request: {
      [json]: {
        file: { file_id: fileId, format: 'chunks', options: { max_tokens: 256 } },
        url: { file_url: 'https://docs.example/report.pdf', format: 'structured' },
      },
      [form]: { file: { file: fileBytes, format: 'structured' } },
    },
    responses: { 202: queued, 200: endedExtraction },
  },
  getJob: {
    responses: {
      200: {
        complete: completeJob,
        delivered: { ...completeJob, delivery: { status: 'delivered', http_status: 200 } },
        not_delivered: jobNotDelivered,
        processing: processingJob,
        failed: failedJob,
        steps: jobWithSteps,
      },
    },
  },
  getResult: {},
  listJobs: { responses: { 200: { page: { data: [completeJob], has_more: false, next_cursor: null } } } },
  cancelJob: { responses: { 200: { cancelled: cancelledJob } } },
  deleteJob: {},
  ...webhookRouteExamples,
  trySample: {
    request: {
      [json]: { letter: { sample: 'letter', format: 'markdown' }, pdf: { sample: 'letter', to: 'pdf' } },
    },
    responses: {
      200: {
        complete: {
          ...triedJob,
          filename: 'letter.docx',
          from: 'docx',
          type: 'extraction',
          format: 'markdown',
          result: '# Renewal of the workshop lease\n',
        },
        queued: { ...queuedJob, result: null },
      },
    },
  },
  getIndex: {
    responses: {
      200: {
        index: indexDocument('https://docforge.example/v1', {
          docs: 'https://docforge.example/docs/',
          dashboard: 'https://docforge.example/dashboard/',
        }),
      },
    },
  },
  getFormats: { responses: { 200: { formats: formatRows } } },
  getUsage: {
    responses: {
      200: {
        usage: {
          plan: 'free',
          operations: { used: 12, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
          jobs: { active: 1, max: 3 },
          keys: { used: 1, max: 2 },
          files: { max_bytes: largestFileBytes, max_upload_bytes: functionUploadBytes },
        },
      },
    },
  },
  health: { responses: { 200: { ok: { status: 'ok' } } } },
  getDocs: {},
  getOpenApi: { responses: { 200: { document: { openapi: '3.1.0' } } } },
  getDocumentSchema: {
    responses: { 200: { schema: { $schema: 'https://json-schema.org/draft/2020-12/schema' } } },
  },
};
