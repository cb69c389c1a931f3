import { type AwsCall, AwsCallError } from '../preflight/aws-call.ts';

/** Opens the metrics of a local stack, which responds to the same operation of CloudWatch. */
export const callLocally =
  (watching: string): AwsCall =>
  async ({ service, target = '', input = {} }) => {
    if (service !== 'monitoring') throw new AwsCallError('Unsupported', `A local stack has no ${service}`);
    const response = await fetch(watching, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new AwsCallError(`HTTP ${response.status}`, await response.text());
    return response.json();
  };
