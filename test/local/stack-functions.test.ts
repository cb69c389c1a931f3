import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../local/function-host/environment.ts';
import { asynchronousPayloadBytes, invocationPayloadBytes } from '../../local/quotas.ts';
import type { RunningStack } from '../../local/stack.ts';
import { eventually, isAlive, startFixture } from './fixture-stack.ts';

let stack: RunningStack;
const reports: string[] = [];
beforeAll(async () => {
  process.env.LEAKED = 'from the user';
  stack = await startFixture({
    environment: { GREETING: 'overridden' },
    report: (line) => reports.push(line),
  });
});
afterAll(async () => {
  delete process.env.LEAKED;
  await stack.close();
});

const logicalIdOf = (prefix: string): string =>
  Object.keys(stack.describe().functions).find((id) => id.startsWith(prefix)) ?? '';

async function invoke(prefix: string, body: string, headers: Record<string, string> = {}) {
  const url = `${stack.describe().endpoints.lambda}/2015-03-31/functions/${logicalIdOf(prefix)}/invocations`;
  const response = await fetch(url, { method: 'POST', body, headers });
  return {
    status: response.status,
    functionError: response.headers.get('x-amz-function-error'),
    body: await response.text(),
  };
}

describe('a function', () => {
  it.each([
    [invocationPayloadBytes - 1, undefined],
    [invocationPayloadBytes, undefined],
    [invocationPayloadBytes + 1, 'Function.ResponseSizeTooLarge'],
  ])('that returns %i bytes fails with %s', async (bytes, errorType) => {
    const outcome = await stack.invoke(logicalIdOf('Faulty'), { fault: 'sized', bytes });

    expect(outcome.ok ? undefined : outcome.failure.errorType).toBe(errorType);
    if (outcome.ok) expect(Buffer.byteLength(outcome.payload)).toBe(bytes);
  });

  it('has only the environment variables of its template and of Lambda', async () => {
    const outcome = await stack.invoke(logicalIdOf('Echo'), {});

    if (!outcome.ok) throw new Error(outcome.failure.errorMessage);
    const { environment, remaining, context } = JSON.parse(outcome.payload);
    const { access, aws } = stack;
    const own = access.credentialsOf(`Fixture-${logicalIdOf('Echo')}`);
    const { directory } = { directory: environment.TMPDIR };
    expect(environment).toEqual({
      TABLE: stack.describe().outputs.TableName,
      BUCKET: expect.stringMatching(/^fixture-bucket[0-9a-f]{8}$/),
      QUEUE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/Fixture-Queue[0-9A-F]{8}$/),
      GREETING: 'overridden',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: own.accessKeyId,
      AWS_SECRET_ACCESS_KEY: own.secretAccessKey,
      AWS_SESSION_TOKEN: own.sessionToken,
      AWS_ENDPOINT_URL_DYNAMODB: aws.endpoints.dynamodb,
      AWS_ENDPOINT_URL_S3: aws.endpoints.s3,
      AWS_ENDPOINT_URL_SQS: aws.endpoints.sqs,
      AWS_ENDPOINT_URL_LAMBDA: new URL(stack.describe().endpoints.lambda).origin,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: `Fixture-${logicalIdOf('Echo')}`,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/Fixture-${logicalIdOf('Echo')}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_LAMBDA_LOG_FORMAT: 'Text',
      AWS_LAMBDA_MAX_CONCURRENCY: '1000',
      LAMBDA_TASK_ROOT: expect.stringMatching(/\/fixture\/functions$/),
      _HANDLER: 'index.echo',
      PATH: expect.stringMatching(/:\/usr\/local\/bin:\/usr\/bin:\/bin$/),
      HOME: directory,
      TMPDIR: expect.stringContaining(stack.dataDirectory),
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
    });
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(10_000);
    expect(context).toEqual({
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      functionName: `Fixture-${logicalIdOf('Echo')}`,
      functionVersion: '$LATEST',
      memoryLimitInMB: '512',
      logGroupName: `/aws/lambda/Fixture-${logicalIdOf('Echo')}`,
      logStreamName: 'local',
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:Fixture-${logicalIdOf('Echo')}`,
    });
  });

  it('gets no override of a variable that it does not declare', async () => {
    const { body } = await invoke('Isolated', '{}');

    expect(JSON.parse(body).environment).not.toHaveProperty('GREETING');
  });

  it('returns its result to an invocation over HTTP', async () => {
    expect(await invoke('Clock', '{"a":[1,"é"]}')).toEqual({
      status: 200,
      functionError: null,
      body: '{"a":[1,"é"]}',
    });
  });

  it.each([
    ['throws', 'TypeError', 'no such luck'],
    [
      'exits',
      'Runtime.ExitError',
      expect.stringMatching(/^RequestId: \S+ Error: Runtime exited with error: exit status 3$/),
    ],
    [
      'killed',
      'Runtime.ExitError',
      expect.stringMatching(/^RequestId: \S+ Error: Runtime exited with error: signal: killed$/),
    ],
    [
      'never',
      'Sandbox.Timedout',
      expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 3.00 seconds$/),
    ],
  ])(
    'that %s answers the failure that Lambda answers, and the next invocation succeeds',
    async (fault, errorType, errorMessage) => {
      const { status, functionError, body } = await invoke('Faulty', JSON.stringify({ fault }));

      expect({ status, functionError }).toEqual({ status: 200, functionError: 'Unhandled' });
      expect(JSON.parse(body)).toMatchObject({ errorType, errorMessage });
      expect(await invoke('Faulty', '{"fault":"empty"}')).toEqual({
        status: 200,
        functionError: null,
        body: '{"statusCode":204}',
      });
    },
  );

  it('without a handler fails each invocation', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { body } = await invoke('Broken', '{}');
      expect(JSON.parse(body)).toEqual({
        errorType: 'Runtime.HandlerNotFound',
        errorMessage: 'index.missing is undefined or not exported',
        trace: [],
      });
    }
    await eventually(() => stack.describe().functions[logicalIdOf('Broken')]?.pids.length === 0 || undefined);
  });

  it('reports a failure on the terminal in one line', async () => {
    await invoke('Faulty', '{"fault":"throws"}');

    expect(reports).toContain(`${logicalIdOf('Faulty')}: TypeError: no such luck`);
  });

  it.each([
    ['an event', 202, { 'X-Amz-Invocation-Type': 'Event' }, '{}', ''],
    [
      'an event of 1 MB',
      202,
      { 'X-Amz-Invocation-Type': 'Event' },
      JSON.stringify('x'.repeat(asynchronousPayloadBytes - 2)),
      '',
    ],
    [
      'a larger event',
      413,
      { 'X-Amz-Invocation-Type': 'Event' },
      JSON.stringify('x'.repeat(asynchronousPayloadBytes - 1)),
      '{"Type":"User","Message":"1048577 byte payload is too large for the Event invocation type (limit 1048576 bytes)"}',
    ],
    ['no JSON', 400, {}, '{', '{"Type":"User","Message":"The payload is not JSON"}'],
    [
      'a web page',
      403,
      { Origin: 'http://evil' },
      '{}',
      '{"Type":"User","Message":"This operation is not supported"}',
    ],
  ])('invoked by %s answers %i', async (_title, status, headers, payload, body) => {
    expect(await invoke('Clock', payload, headers)).toEqual({ status, functionError: null, body });
  });

  it.each([
    ['', 'Request is missing Authentication Token'],
    ['/guessed', 'This operation is not supported'],
    ['/', 'This operation is not supported'],
  ])('cannot be invoked without a signature or the secret of the endpoint (%s)', async (prefix, Message) => {
    const { origin } = new URL(stack.describe().endpoints.lambda);
    const path = `/2015-03-31/functions/${logicalIdOf('Clock')}/invocations`;

    const response = await fetch(`${origin}${prefix}${path}`, { method: 'POST', body: '{}' });

    expect([response.status, await response.json()]).toEqual([403, { Type: 'User', Message }]);
  });

  const invokeSigned = async (name: string, credentials: Credentials) => {
    const { hostname, port, host } = new URL(stack.describe().endpoints.lambda);
    const path = `/2015-03-31/functions/${encodeURIComponent(`Fixture-${name}`)}/invocations`;
    const signer = new SignatureV4({
      credentials,
      region: 'us-east-1',
      service: 'lambda',
      sha256: new DynamoDBClient({ region: 'us-east-1' }).config.sha256,
    });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: 'http:',
      hostname,
      port: Number(port),
      path,
      query: {},
      headers: { host },
      body: '{}',
    });
    return fetch(`http://${host}${path}`, { method: 'POST', body: '{}', headers });
  };

  it.each<[string, number, (own: Credentials) => Credentials, string]>([
    ['the administrator', 200, () => stack.aws.credentials, '{'],
    [
      'a role without the permission',
      403,
      (own) => own,
      'is not authorized to perform: lambda:InvokeFunction on resource: arn:aws:lambda:us-east-1:000000000000:function:Fixture-Clock',
    ],
    [
      'a wrong key',
      403,
      (own) => ({ ...own, secretAccessKey: 'wrong' }),
      'The request signature we calculated does not match',
    ],
  ])('is invoked with a signature of %s: %i', async (_title, status, credentialsOf, text) => {
    const own = stack.access.credentialsOf(`Fixture-${logicalIdOf('Echo')}`);

    const response = await invokeSigned(logicalIdOf('Clock'), credentialsOf(own));

    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
  });

  it.each([
    [':live', 200, '{}'],
    [':next', 403, 'function:Fixture-Clock'],
    ['', 403, 'function:Fixture-Clock'],
  ])('is invoked by the alias that the role allows, and not as Clock%s: %i', async (alias, status, text) => {
    const response = await invokeSigned(
      `${logicalIdOf('Clock')}${alias}`,
      stack.access.credentialsOf(`Fixture-${logicalIdOf('Echo')}`),
    );

    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
  });

  it('is not found by an alias that it does not have', async () => {
    const response = await invokeSigned(`${logicalIdOf('Clock')}:next`, stack.aws.credentials);

    expect([response.status, response.headers.get('x-amzn-errortype')]).toEqual([
      404,
      'ResourceNotFoundException',
    ]);
  });

  it('that does not exist is not found', async () => {
    const url = `${stack.describe().endpoints.lambda}/2015-03-31/functions/nobody/invocations`;
    const response = await fetch(url, { method: 'POST', body: '{}' });

    expect([response.status, await response.json()]).toEqual([
      404,
      { Type: 'User', Message: 'Function not found: nobody' },
    ]);
    await expect(stack.invoke('nobody', {})).rejects.toThrow('No function nobody in Fixture');
  });
});

describe('closing a stack', () => {
  it('leaves no process of its functions', async () => {
    const other = await startFixture();
    await fetch(`${other.baseUrl}/echo?as=pid`);
    const pids = Object.values(other.describe().functions).flatMap((running) => running.pids);
    expect(pids).toHaveLength(1);

    await other.close();

    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(`${other.baseUrl}/echo`)).rejects.toThrow();
  });

  it('refuses to start with an override that no function declares', async () => {
    await expect(startFixture({ environment: { TYPO: '1' } })).rejects.toThrow(
      'Cannot override TYPO: no function declares it',
    );
  });
});
