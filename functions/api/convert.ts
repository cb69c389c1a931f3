import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openJobSubmission } from '../../lib/aws/job-submission.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { acceptedJob } from '../../lib/http/accepted-job.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { createFormatTable } from '../../lib/jobs/format-table.ts';
import { submitJob } from '../../lib/jobs/submit-job.ts';

const table = openTable();
const submission = openJobSubmission(table);
const formats = createFormatTable(submission.workers);

/** `POST /convert` */
export const handler = apiHandler(routes.convert, rateWindows(table), async ({ event, operation, body }) => {
  const job = await submitJob(
    {
      ...operation,
      type: 'conversion',
      from: body.from,
      target: body.to,
      fileIds: body.file_ids ?? (body.file_id === undefined ? [] : [body.file_id]),
      fileUrl: body.file_url,
      options: body.options ?? {},
    },
    submission,
    formats,
    Date.now(),
  );
  return acceptedJob(event, job);
});
