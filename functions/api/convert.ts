import { convertForm } from '../../lib/api/job-request-schemas.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openJobEndpoint } from '../../lib/endpoints/job-endpoint.ts';
import { stepsOf } from '../../lib/jobs/step-requests.ts';

/** `POST /convert` */
export const handler = endpoint(jobRoutes.convert, (table) => {
  const answer = openJobEndpoint(table);
  return (call) => answer(call, convertForm, (fields) => ({ from: fields.from, steps: stepsOf(fields) }));
});
