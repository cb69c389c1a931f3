import { queueEnvironment } from '../../env.ts';
import { items, missingObjects, objects, ofAccount, sendJobs } from '../../grants.ts';
import { preferHeader } from '../header-schemas.ts';
import { waitsOfAll } from '../limits.ts';
import { json, type RouteRows, routeGroup } from '../route.ts';
import { tryAccountId } from '../try-samples.ts';
import * as schemas from '../try-schemas.ts';

/** Jobs of sample files, for visitors of the first page. */
export const tryRoutes = routeGroup({
  trySample: {
    environment: ['bucketName', 'retentionSeconds', 'waitLimit', ...queueEnvironment],
    grants: [
      ...ofAccount(tryAccountId, [
        items('GetItem', 'files', 'idempotency', 'jobs'),
        items('UpdateItem', 'account', 'usage', 'files', 'idempotency', 'jobs'),
        items('PutItem', 'account', 'jobs', 'idempotency', 'files'),
        items('DeleteItem', 'files', 'idempotency', 'jobs'),
        objects('GetObject', 'results'),
        objects('PutObject', 'files'),
      ]),
      ...ofAccount(waitsOfAll, [items('UpdateItem', 'limits')]),
      sendJobs,
      missingObjects,
    ],
    method: 'POST',
    path: '/try',
    summary: 'Try a sample file',
    description:
      'Converts one of four sample files, or extracts content from it, as a job of the service itself. Requires no token and accepts no other files. All callers share one job for each sample and target while its result lasts; send the same request again until the job has ended, or wait for up to 5 seconds with `Prefer: wait=5`.',
    access: 'anyone',
    rateLimit: 'try',
    headers: preferHeader,
    body: { [json]: schemas.tryBody },
    success: {
      status: 200,
      description: 'The job; it may not have ended yet',
      schema: schemas.triedJob,
      headers: { 'Retry-After': 'Seconds to wait before the request is sent again, while the job is active' },
    },
    errors: [],
  },
} as const satisfies RouteRows);
