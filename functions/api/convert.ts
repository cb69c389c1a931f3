import { convertForm } from '../../lib/api/job-request-schemas.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { readJobForm } from '../../lib/http/job-form.ts';
import { openJobEndpoint, sourceOf } from '../../lib/job-endpoints/job-endpoint.ts';
import { stepsOf } from '../../lib/jobs/step-requests.ts';
import { plans } from '../../lib/plans.ts';

const { windows, answer, answerDryRun } = openJobEndpoint();

/** `POST /convert` */
export const handler = apiHandler(jobRoutes.convert, windows, async (call) => {
  const { event, operation, body, refuse } = call;
  const form = await readJobForm(event, convertForm, plans[operation.plan].maxFileBytes, refuse);
  const fields = form?.fields ?? body;
  const { from, dry_run, webhook_url: webhookUrl, deliver_to: deliverTo } = fields;
  const request = { ...operation, from, webhookUrl, deliverTo, steps: stepsOf(fields) };
  const source = form ?? sourceOf(body);
  return dry_run === true ? answerDryRun(request, source) : answer(call, request, source);
});
