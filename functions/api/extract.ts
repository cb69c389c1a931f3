import { extractForm } from '../../lib/api/job-request-schemas.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { readJobForm } from '../../lib/http/job-form.ts';
import { openJobEndpoint, sourceOf } from '../../lib/job-endpoints/job-endpoint.ts';
import { stepsOf } from '../../lib/jobs/step-requests.ts';
import { plans } from '../../lib/plans.ts';

const { windows, answer, answerDryRun } = openJobEndpoint();

/** `POST /extract` */
export const handler = apiHandler(jobRoutes.extract, windows, async (call) => {
  const { event, operation, body, refuse } = call;
  const form = await readJobForm(event, extractForm, plans[operation.plan].maxFileBytes, refuse);
  const { format, options, dry_run, webhook_url: webhookUrl, deliver_to: deliverTo } = form?.fields ?? body;
  const steps = stepsOf({ format, options });
  const request = { ...operation, from: undefined, webhookUrl, deliverTo, steps };
  const source = form ?? sourceOf(body);
  return dry_run === true ? answerDryRun(request, source) : answer(call, request, source);
});
