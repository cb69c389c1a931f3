import { queueEnvironment } from '../../functions/environment-groups.ts';
import { items, missingObjects, objects, sendJobs } from '../../functions/grants.ts';
import { uploadMemoryMegabytes } from '../../functions/memory.ts';
import { json, type RouteTable, replayed } from '../route.ts';
import * as schemas from '../schemas.ts';

/** What the handlers that submit a job share. */
const submits = {
  environment: ['bucketName', ...queueEnvironment],
  grants: [
    items('GetItem', 'files', 'idempotency'),
    items('UpdateItem', 'account', 'usage', 'files'),
    items('PutItem', 'jobs', 'idempotency'),
    sendJobs,
    objects('GetObject', 'incoming', 'files'),
    objects('DeleteObject', 'incoming'),
    objects('PutObject', 'files'),
    missingObjects,
  ],
  memoryMegabytes: uploadMemoryMegabytes,
  success: {
    status: 202,
    description: 'The job is queued',
    schema: schemas.acceptedJob,
    headers: {
      Location: 'Path of the job',
      'Retry-After': 'Seconds to wait before the first read of the job',
      ...replayed,
    },
  },
  errors: [
    'invalid_request',
    'request_too_large',
    'unsupported_media_type',
    'file_not_found',
    'file_not_uploaded',
    'file_expired',
    'empty_file',
    'file_too_large',
    'unsupported_file_type',
    'unsupported_conversion',
    'format_mismatch',
    'too_complex',
    'idempotency_mismatch',
  ],
} as const;

/** What the handlers that read one job share. */
const readsJob = {
  environment: ['bucketName'],
  grants: [items('GetItem', 'jobs'), objects('GetObject', 'results')],
} as const;

/** Jobs. */
export const jobRoutes = {
  convert: {
    ...submits,
    function: 'convert',
    method: 'POST',
    path: '/convert',
    summary: 'Convert a file to another format',
    description: 'Creates a job. GET /formats lists the target formats of each format, with their options.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.convertBody },
  },
  extract: {
    ...submits,
    function: 'extract',
    method: 'POST',
    path: '/extract',
    summary: 'Extract content from a file',
    description: 'Creates a job. GET /formats lists the extract formats of each format, with their options.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: true,
    body: { [json]: schemas.extractBody },
  },
  getJob: {
    ...readsJob,
    function: 'get-job',
    method: 'GET',
    path: '/job/{id}',
    summary: 'Read a job',
    description:
      'Poll every 2 seconds (see Retry-After), or send wait=25 to get the response as soon as the job ends. Each read counts against the 60 calls a minute of the token. A complete job has the URL of its result.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    mayWait: true,
    query: schemas.jobQuery,
    success: {
      status: 200,
      description: 'The job',
      schema: schemas.job,
      headers: { 'Retry-After': 'Seconds to wait before the next read, while the job is active' },
    },
    errors: ['invalid_request', 'job_not_found'],
  },
  getResult: {
    ...readsJob,
    function: 'get-result',
    method: 'GET',
    path: '/job/{id}/result',
    summary: 'Download the result of a job',
    description: 'Redirects to the signed URL of the result. Browsers save it under its file name.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: {
      status: 303,
      description: 'The result is at Location',
      headers: { Location: 'Signed URL of the result' },
    },
    errors: ['job_not_found', 'job_not_complete', 'result_expired'],
  },
  listJobs: {
    function: 'list-jobs',
    environment: ['bucketName'],
    grants: [items('Query', 'jobs'), objects('GetObject', 'results')],
    method: 'GET',
    path: '/jobs',
    summary: 'List the jobs of the account',
    description: 'Newest first. Jobs are kept for 30 days.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    query: schemas.jobsQuery,
    success: { status: 200, description: 'A page of jobs', schema: schemas.jobs },
    errors: ['invalid_request'],
  },
  cancelJob: {
    function: 'cancel-job',
    environment: ['bucketName'],
    grants: [items('UpdateItem', 'jobs', 'account'), items('GetItem', 'jobs')],
    method: 'POST',
    path: '/job/{id}/cancel',
    summary: 'Cancel a job',
    description: 'Ends a job that is queued or processing and frees its slot. Its operation is not refunded.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The cancelled job', schema: schemas.job },
    errors: ['job_not_found', 'job_not_active'],
  },
} as const satisfies RouteTable;
