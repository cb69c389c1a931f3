import { extractForm } from '../../lib/api/job-request-schemas.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openJobEndpoint } from '../../lib/endpoints/job-endpoint.ts';
import { stepsOf } from '../../lib/jobs/step-requests.ts';

/** `POST /extract` */
export const handler = endpoint(jobRoutes.extract, (table) => {
  const answer = openJobEndpoint(table);
  return (call) =>
    answer(call, extractForm, ({ format, options }) => ({
      from: undefined,
      steps: stepsOf({ format, options }),
    }));
});
