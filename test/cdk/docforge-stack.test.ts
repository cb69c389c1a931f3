import { describe, expect, it } from 'vitest';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/api/routes.ts';
import { environmentNames } from '../../lib/env.ts';
import { plans } from '../../lib/plans.ts';
import { itLong } from '../support/long-run.ts';
import { policiesOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';
import {
  functionId,
  isDeployment,
  type Json,
  nameOf,
  ofType,
  only,
  pascal,
  propertiesOf,
  template,
  useWholeStack,
} from './whole-stack.ts';

useWholeStack();

describe('the API', () => {
  const bodyOf = (): Json => only('AWS::ApiGateway::RestApi')[1].Properties.Body;

  type Method = { readonly method: string; readonly path: string; readonly integration: Json };

  const methods = (): Method[] =>
    Object.entries<Json>(bodyOf().paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([key, operation]) => ({
        method: key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase(),
        path,
        integration: operation['x-amazon-apigateway-integration'],
      })),
    );

  /** The logical id of the function that an integration invokes. */
  const invoked = ({ uri }: Json): string => {
    const parts = uri['Fn::Join'][1];
    const name = /^:function:\$\{stageVariables\.(\w+)\}\/invocations$/.exec(parts.at(-1))?.[1] ?? '';
    return nameOf(only('AWS::ApiGateway::Stage')[1].Properties.Variables[name]);
  };

  it('has a method for every route of the contract, HEAD for each GET, and nothing else', () => {
    const endpoints = methods().flatMap(({ method, path }) =>
      method === 'ANY' ? [] : [`${method} ${path}`],
    );

    const contract = Object.values<Route>(routes).flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${path}`),
    );
    expect(endpoints.toSorted()).toEqual(contract.toSorted());
  });

  it('sends every other method and path to the function that rejects it', () => {
    const others = methods().filter(({ method }) => method === 'ANY');

    const paths = Object.keys(bodyOf().paths);
    expect(paths).toEqual(expect.arrayContaining(['/', '/{proxy+}', '/job/{id}', '/job']));
    expect(others.map(({ path }) => path)).toEqual(paths);
    for (const { integration } of others) expect(invoked(integration)).toBe(functionId('AnswerUnrouted'));
  });

  it('sends each route to a function of its own', () => {
    for (const [name, route] of Object.entries<Route>(routes)) {
      const found = methods().find(({ method, path }) => method === route.method && path === route.path);

      expect(found?.integration).toMatchObject({
        type: 'aws_proxy',
        httpMethod: 'POST',
        timeoutInMillis: 29_000,
      });
      expect(invoked(found?.integration)).toBe(functionId(pascal(name)));
    }
  });

  it('invokes the functions with a role that may do nothing else', () => {
    const roles = new Set(methods().map(({ integration }) => nameOf(integration.credentials)));
    const [role = '', ...more] = roles;
    const policies = policiesOf(template).filter(([, { Roles }]) => nameOf(Roles[0]) === role);

    expect(more).toEqual([]);
    expect(template.Resources[role].Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'apigateway.amazonaws.com' },
      },
    ]);
    const statements = policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
    expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction']);
    expect(statements[0].Resource.map(nameOf).toSorted()).toEqual(
      Object.values<Json>(only('AWS::ApiGateway::Stage')[1].Properties.Variables).map(nameOf).toSorted(),
    );
  });

  it('keeps the ids of the API and its stage, on which the address of every client depends', () => {
    expect([only('AWS::ApiGateway::RestApi')[0], only('AWS::ApiGateway::Stage')[0]]).toEqual([
      'ApiRestApiE35FEAFE',
      'ApiRestApiDeploymentStagev157F58EAC',
    ]);
  });

  it('accepts 200 calls a second or as many as the operator sets, and has no metrics of single methods, which are charged', () => {
    const stageOf = ({ Resources }: Json): Json =>
      Object.values<Json>(Resources).find(({ Type }) => Type === 'AWS::ApiGateway::Stage').Properties;

    expect(stageOf(template).MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400, MetricsEnabled: false },
    ]);
    expect(stageOf(synthesizeStack(severalSettings)).MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    ]);
  });

  it('has endpoints with the memory that the operator sets, except those with their own', () => {
    const memoryOf = ({ Resources }: Json): readonly number[] =>
      ['Convert', 'GetUsage', 'GetJob', 'Upload'].map(
        (name) => Resources[functionId(name)].Properties.MemorySize,
      );

    expect(memoryOf(template)).toEqual([1024, 1024, 256, 1769]);
    expect(memoryOf(synthesizeStack(severalSettings))).toEqual([2048, 2048, 256, 1769]);
  });

  it('passes multipart bodies byte for byte', () => {
    const [, api] = only('AWS::ApiGateway::RestApi');

    expect(api.Properties.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
    expect(bodyOf()).toMatchObject({
      'x-amazon-apigateway-binary-media-types': ['multipart/form-data'],
      'x-amazon-apigateway-minimum-compression-size': 16_384,
    });
  });

  it('responds in the form of the contract to requests that reach no function', () => {
    const answers = Object.entries<Json>(bodyOf()['x-amazon-apigateway-gateway-responses']);

    expect(answers.map(([type, { statusCode }]) => [type, statusCode])).toEqual([
      ['MISSING_AUTHENTICATION_TOKEN', '404'],
      ['REQUEST_TOO_LARGE', '413'],
      ['INTEGRATION_TIMEOUT', '503'],
      ['INTEGRATION_FAILURE', '503'],
      ['WAF_FILTERED', '403'],
      ['DEFAULT_4XX', undefined],
      ['DEFAULT_5XX', undefined],
      ['THROTTLED', '429'],
    ]);
    for (const [type, { statusCode, responseTemplates, responseParameters }] of answers) {
      const body = JSON.parse(responseTemplates['application/json']);
      expect(Object.keys(body)).toEqual(
        type === 'THROTTLED' ? ['statusCode', 'error', 'message'] : ['error', 'message'],
      );
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
      });
      // API Gateway reads a value without single quotes as an expression and rejects the deployment.
      const waits = ['503', '429'].includes(statusCode);
      expect(responseParameters['gatewayresponse.header.Retry-After']).toBe(waits ? "'1'" : undefined);
    }
  });
});

describe('the functions', () => {
  const own = (): [string, Json][] =>
    Object.entries(ofType('AWS::Lambda::Function')).filter(
      ([id, { Properties }]) =>
        Properties.Handler === 'index.handler' && Properties.LoggingConfig !== undefined && !isDeployment(id),
    );

  it('run on Node.js 24 with source maps', () => {
    for (const [, { Properties }] of own()) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
      });
    }
  });

  const onX64 = (stack: Json): Json =>
    Object.fromEntries(
      Object.entries<Json>(stack.Resources)
        .filter(([id, { Type }]) => Type === 'AWS::Lambda::Function' && !isDeployment(id))
        .filter(([, { Properties }]) => Properties.Architectures[0] !== 'arm64')
        .map(([id, { Properties }]) => [id.replace(/Function[0-9A-F]{8}$/, ''), Properties.Architectures]),
    );

  it('run on arm64, and the workers on x64', () => {
    expect(onX64(template)).toEqual({
      ConvertDocument: ['x86_64'],
      ConvertLargeDocument: ['x86_64'],
      ConvertOfficeDocument: ['x86_64'],
      ConvertWebPage: ['x86_64'],
      RecognizePages: ['x86_64'],
    });
  });

  itLong('run on arm64 with that setting, but for the worker with Chromium', () => {
    const stack = synthesizeStack({ ...severalSettings, workerArchitecture: 'arm64' });

    expect(onX64(stack)).toEqual({ ConvertWebPage: ['x86_64'] });
  });

  it.each([
    [
      'ConvertDocument',
      [
        'TABLE_NAME',
        'BUCKET_NAME',
        'RETENTION_SECONDS',
        'LEASE_SECONDS',
        'ENGINE_DEADLINE_SECONDS',
        'ENGINE_MEMORY_MEGABYTES',
        'LOCAL_RECEIVER_HOST',
        'MALWARE_SCAN',
        'QUEUE_URL',
        'LARGE_QUEUE_URL',
        'BROWSER_QUEUE_URL',
        'OFFICE_QUEUE_URL',
        'RECOGNITION_QUEUE_URL',
      ],
    ],
    ['Upload', ['TABLE_NAME', 'ORIGIN_SECRET', 'BUCKET_NAME', 'RETENTION_SECONDS']],
    [
      'Convert',
      [
        'TABLE_NAME',
        'ORIGIN_SECRET',
        'BUCKET_NAME',
        'RETENTION_SECONDS',
        'WAIT_LIMIT',
        'LEASE_SECONDS',
        'QUEUE_URL',
        'LARGE_QUEUE_URL',
        'BROWSER_QUEUE_URL',
        'OFFICE_QUEUE_URL',
        'RECOGNITION_QUEUE_URL',
        'WORKER_NAME',
        'BROWSER_WORKER_NAME',
        'OFFICE_WORKER_NAME',
        'LOCAL_RECEIVER_HOST',
        'MALWARE_SCAN',
        'SOURCE_BUCKETS',
        'TARGET_BUCKETS',
      ],
    ],
    ['GetFormats', ['TABLE_NAME', 'ORIGIN_SECRET']],
    ['GetJob', ['TABLE_NAME', 'ORIGIN_SECRET', 'BUCKET_NAME', 'WAIT_LIMIT']],
    ['ListJobs', ['TABLE_NAME', 'ORIGIN_SECRET', 'BUCKET_NAME']],
    ['OpenSession', ['TABLE_NAME', 'ORIGIN_SECRET', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'SIGN_UP', 'OPERATORS']],
    ['CreateKey', ['TABLE_NAME', 'ORIGIN_SECRET', 'OIDC_ISSUER', 'OIDC_CLIENT_ID']],
    ['Authorize', ['TABLE_NAME', 'ORIGIN_SECRET']],
    ['Health', ['TABLE_NAME', 'ORIGIN_SECRET']],
    ['AnswerUnrouted', ['TABLE_NAME', 'ORIGIN_SECRET']],
  ])('%s has exactly the environment variables it needs', (construct, variables) => {
    const { Environment } = template.Resources[functionId(construct)].Properties;

    expect(Object.keys(Environment.Variables).toSorted()).toEqual(
      [...variables, 'NODE_OPTIONS', 'POWERTOOLS_METRICS_NAMESPACE'].toSorted(),
    );
  });

  it('have the retention that the operator sets', async () => {
    const { Resources } = synthesizeStack(severalSettings);

    const told = Object.values<Json>(Resources).flatMap(
      ({ Properties }) => Properties?.Environment?.Variables?.[environmentNames.retentionSeconds] ?? [],
    );
    expect(told).toEqual(Array(11).fill('600'));
  });
});

describe('the worker with LibreOffice', () => {
  it('is a ZIP with its own queue: no asset needs Docker', () => {
    const { Properties } = template.Resources[functionId('ConvertOfficeDocument')];
    const { Environment } = template.Resources[functionId('Convert')].Properties;

    expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Handler: 'index.handler' });
    expect(Properties).not.toHaveProperty('PackageType');
    expect(nameOf(Environment.Variables.OFFICE_QUEUE_URL)).toMatch(/^OfficeJobsQueue/);
    expect(template.Outputs.OfficeQueueUrl.Value).toEqual(Environment.Variables.OFFICE_QUEUE_URL);
  });
});

it('has more workers of each kind than any plan has jobs, so that no account occupies all of them', () => {
  const most = Math.max(...Object.values(plans).map(({ maxActiveJobs }) => maxActiveJobs));

  const concurrencies = propertiesOf('AWS::Lambda::EventSourceMapping').flatMap(
    ({ ScalingConfig, BatchSize }) => (BatchSize === 1 ? [ScalingConfig.MaximumConcurrency] : []),
  );

  expect(concurrencies.length).toBeGreaterThan(0);
  for (const concurrency of concurrencies) expect(concurrency).toBeGreaterThan(most);
});
