import * as z from 'zod';
import { queueEnvironment, workerEnvironment } from '../../env.ts';
import { invokeWorkers, items, missingObjects, objects, sendJobs } from '../../grants.ts';
import * as requests from '../job-request-schemas.ts';
import * as schemas from '../job-schemas.ts';
import { byToken, json, type RouteRows, replayed, routeGroup } from '../route.ts';

const preference = { 'Preference-Applied': '`wait=N` if the request waited (RFC 7240, 3)' } as const;

/** What the handlers that submit a job share. */
const submits = {
  environment: [
    'bucketName',
    'retentionSeconds',
    'waitLimit',
    'leaseSeconds',
    ...queueEnvironment,
    ...workerEnvironment,
    'localReceiverHost',
    'sourceBuckets',
    'targetBuckets',
    'malwareScan',
  ],
  grants: [
    // The account, for dry runs and steps, is in the grants of the rate limit.
    items('GetItem', 'files', 'idempotency', 'jobs'),
    items('UpdateItem', 'account', 'usage', 'files', 'idempotency', 'jobs'),
    items('PutItem', 'jobs', 'idempotency', 'files'),
    items('DeleteItem', 'files', 'idempotency', 'jobs'),
    sendJobs,
    invokeWorkers,
    objects('GetObject', 'incoming', 'files', 'results'),
    objects('DeleteObject', 'incoming', 'files'),
    objects('PutObject', 'files'),
    missingObjects,
  ],
  success: {
    status: 202,
    description: 'The job is queued',
    schema: schemas.acceptedJob,
    headers: {
      Location: 'Path of the job',
      'Retry-After': 'Seconds to wait before reading the job',
      ...replayed,
      ...preference,
    },
  },
  alternatives: [
    {
      status: 200,
      description:
        'The job, if it ended while the request waited, or its result, if that is a small text, the file is in the body and Accept does not include JSON; with dry_run, what the request would do',
      schema: z.union([schemas.job, schemas.dryRun]),
      texts: { 'text/*': '# Quarterly report\n\nRevenue grew by 4.1 %.\n' },
      headers: {
        Location: 'Path of the job',
        'Content-Disposition': 'Name of the result, if the response is the result',
        ...replayed,
        ...preference,
      },
    },
    {
      status: 303,
      description:
        'The result of the job is at Location: the request waited, the job is complete, and Accept does not include JSON',
      headers: { Location: 'Signed URL of the result', ...replayed, ...preference },
    },
  ],
  mayWait: true,
  errors: [
    'missing_file',
    'multiple_files',
    'invalid_multipart',
    'file_not_found',
    'file_not_uploaded',
    'file_expired',
    'empty_file',
    'file_too_large',
    'unsupported_file_type',
    'unsupported_conversion',
    'format_mismatch',
    'too_complex',
    'idempotency_in_flight',
    'idempotency_mismatch',
    'job_failed',
  ],
} as const;

const inOneCall =
  ' Send `file_id` in JSON, or the file itself as multipart/form-data with the same fields (`options` and `steps` as JSON); that upload counts as a second operation. With `Prefer: wait=25`, the response is the job as soon as it ends, or, if `Accept` does not include JSON (such as application/octet-stream), a redirect to the result. A text of up to 1 MB (`text/*`) from a file of up to 4 MB is the response itself, and neither file nor result is stored, unless the request has an Idempotency-Key, `deliver_to` or `webhook_url`. With `dry_run: true`, the response is what the request would do; a plan limit is then part of the response (`limit_reached`) instead of a 429.';

/** What the handlers that read one job share. */
const readsJob = {
  environment: ['bucketName'],
  grants: [items('GetItem', 'jobs'), objects('GetObject', 'results')],
} as const;

/** What the handlers that may wait for a job share. */
const waitsForJob = {
  ...readsJob,
  environment: [...readsJob.environment, 'waitLimit'],
  // They mostly wait.
  memoryMegabytes: 256,
  mayWait: true,
} as const;

/** Jobs. */
export const jobRoutes = routeGroup({
  convert: {
    ...byToken,
    ...submits,
    method: 'POST',
    path: '/convert',
    summary: 'Convert a file to another format',
    description: `Creates a job. GET /formats lists the target formats of each format, with their options. \`steps\` runs several conversions and extractions one after the other in one job, which uses one slot; each step counts as an operation.${inOneCall}`,
    countsAsOperation: true,
    body: { [json]: requests.convertBody, 'multipart/form-data': requests.convertForm },
  },
  extract: {
    ...byToken,
    ...submits,
    method: 'POST',
    path: '/extract',
    summary: 'Extract content from a file',
    description: `Creates a job. GET /formats lists the extract formats of each format, with their options.${inOneCall}`,
    countsAsOperation: true,
    body: { [json]: requests.extractBody, 'multipart/form-data': requests.extractForm },
  },
  getJob: {
    ...byToken,
    ...waitsForJob,
    method: 'GET',
    path: '/job/{id}',
    summary: 'Read a job',
    description:
      'Poll every 2 seconds (see Retry-After), or send wait=25 to get the response as soon as the job ends. With `Accept: text/event-stream`, the response is the next change of the job as an event, within 25 seconds; reconnect with its `Last-Event-ID` for the next one, as event stream clients do. Each request counts towards the 60 requests per minute of the token. A complete job contains the URL of its result.',
    headers: schemas.eventHeader,
    query: schemas.jobQuery,
    success: {
      status: 200,
      description: 'The job',
      schema: schemas.job,
      texts: {
        'text/event-stream':
          'retry: 2000\nid: processing-3\nevent: processing\ndata: {"job_id":"job_01KAGB…"}\n\n',
      },
      headers: { 'Retry-After': 'Seconds to wait before the next request, while the job is active' },
    },
    alternatives: [
      {
        status: 204,
        description:
          'The job has ended and the client has received its last event. Event stream clients stop reconnecting',
      },
    ],
    errors: ['job_not_found'],
  },
  getResult: {
    ...byToken,
    ...waitsForJob,
    method: 'GET',
    path: '/job/{id}/result',
    summary: 'Download the result of a job',
    description:
      'Redirects to the signed URL of the result of the job or of a step. Browsers save the file under its name. With wait=25, the response comes as soon as the job ends. A text of up to 1 MB (`text/*`) is the response itself if `Accept` includes neither JSON nor everything (such as text/plain); it is compressed if the client accepts gzip.',
    query: schemas.resultQuery,
    success: {
      status: 303,
      description: 'The result is at Location',
      headers: { Location: 'Signed URL of the result' },
    },
    alternatives: [
      {
        status: 200,
        description:
          'The result itself, if that is a small text and Accept includes neither JSON nor everything',
        texts: { 'text/*': '# Quarterly report\n\nRevenue grew by 4.1 %.\n' },
        headers: { 'Content-Disposition': 'Name of the result' },
      },
    ],
    errors: ['job_not_found', 'job_not_complete', 'result_expired'],
  },
  listJobs: {
    ...byToken,
    environment: ['bucketName'],
    grants: [items('Query', 'jobs'), objects('GetObject', 'results')],
    method: 'GET',
    path: '/jobs',
    summary: 'List the jobs of the account',
    description:
      'Lists the newest first, filtered by status, type and source format. Jobs are kept for 30 days.',
    query: schemas.jobsQuery,
    success: { status: 200, description: 'A page of jobs', schema: schemas.jobs },
    errors: [],
  },
  cancelJob: {
    ...byToken,
    environment: ['bucketName'],
    grants: [items('UpdateItem', 'jobs', 'account'), items('GetItem', 'jobs')],
    method: 'POST',
    path: '/job/{id}/cancel',
    summary: 'Cancel a job',
    description: 'Ends a queued or processing job and frees its slot. The operation is not refunded.',
    success: { status: 200, description: 'The cancelled job', schema: schemas.job },
    errors: ['job_not_found', 'job_not_active'],
  },
  deleteJob: {
    ...byToken,
    environment: ['bucketName'],
    grants: [
      items('GetItem', 'jobs'),
      items('Query', 'jobs'),
      items('UpdateItem', 'jobs'),
      objects('DeleteObject', 'results'),
    ],
    method: 'DELETE',
    path: '/job/{id}',
    summary: 'Delete a job',
    description: 'Deletes a job that has ended, and its result, before the response.',
    success: { status: 204, description: 'The job is deleted' },
    errors: ['job_not_found', 'job_active'],
  },
} as const satisfies RouteRows);
