import { afterAll, beforeAll, expect, it } from 'vitest';
import { callLocally } from '../../../admin/rehearsal/call-locally.ts';
import type { RunningStack } from '../../../local/stack.ts';
import { eventually, startFixture } from '../fixture-stack.ts';

let stack: RunningStack;

beforeAll(async () => {
  stack = await startFixture();
});

afterAll(() => stack.close());

const metric = (line: RegExp) =>
  eventually(
    async () => line.exec(await (await fetch(`${stack.describe().endpoints.watching}/metrics`)).text())?.[1],
  );

it('counts requests and invocations, and serves them as a page and for Prometheus', async () => {
  await fetch(`${stack.baseUrl}/unknown-path`);

  expect(await metric(/^aws_api_gateway_count_total\{api_name="[^"]+"\} (\d+)$/m)).toBe('1');
  const page = await fetch(stack.describe().endpoints.watching);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('All is well');
  expect((await fetch(`${stack.describe().endpoints.watching}/other`)).status).toBe(404);
});

it('responds to GetMetricData of CloudWatch with the sums of all functions', async () => {
  const startedAt = Date.now();
  await stack.invoke(Object.keys(stack.describe().functions).find((id) => id.startsWith('Echo')) ?? '', {});

  const query = (Id: string, MetricName: string) => ({
    Id,
    MetricStat: { Metric: { Namespace: 'AWS/Lambda', MetricName }, Period: 60, Stat: 'Sum' },
  });
  const call = callLocally(stack.describe().endpoints.watching);
  const answer = await call({
    service: 'monitoring',
    region: 'us-east-1',
    target: 'GraniteServiceVersion20100801.GetMetricData',
    input: {
      MetricDataQueries: [query('invocations', 'Invocations'), query('none', 'IteratorAge')],
      StartTime: Math.floor(startedAt / 1000),
      EndTime: Math.ceil(Date.now() / 1000),
    },
  });

  expect(answer).toEqual({
    MetricDataResults: [
      { Id: 'invocations', Values: [expect.any(Number)] },
      { Id: 'none', Values: [] },
    ],
  });
});

it('refuses requests for another host, which a web page could send', async () => {
  const { watching } = stack.describe().endpoints;
  const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
    import('node:http').then(({ get }) =>
      get(watching, { headers: { Host: 'attacker.example' } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode });
      }).on('error', reject),
    );
  });

  expect(status).toBe(421);
});

it('lets only tools that know the secret path inject faults', async () => {
  const { lambda } = stack.describe().endpoints;
  const put = (url: string, body: string) => fetch(url, { method: 'PUT', body }).then(({ status }) => status);

  expect(await put(new URL('/faults', lambda).href, '{}')).toBe(403);
  expect(await put(`${lambda}/faults`, '{"calls": 1}')).toBe(400);
  expect(await put(`${lambda}/faults`, '{}')).toBe(204);
});
