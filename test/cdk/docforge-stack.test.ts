import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { DocForgeStack } from '../../cdk/docforge-stack.ts';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/api/routes.ts';
import { environmentNames } from '../../lib/env.ts';
import { plans } from '../../lib/plans.ts';
import { tableDefinition } from '../support/table.ts';
import { newApp, synthesiseStack } from './synthesise-stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of every shape
type Json = any;
type Resources = Readonly<Record<string, Json>>;

let template: Json;

beforeAll(() => {
  template = synthesiseStack();
});

const ofType = (type: string): Resources =>
  Object.fromEntries(
    Object.entries<Json>(template.Resources).filter(([, resource]) => resource.Type === type),
  );
const propertiesOf = (type: string): Json[] =>
  Object.values(ofType(type)).map(({ Properties }) => Properties);
/** The only resource of a type, besides those of the dashboard's site. */
const only = (type: string): [string, Json] => {
  const found = Object.entries(ofType(type)).filter(([id]) => !id.startsWith('Dashboard'));
  expect(found).toHaveLength(1);
  return [found[0]?.[0] ?? '', found[0]?.[1]];
};

/** The logical id that an intrinsic function of the template names. */
const nameOf = (value: Json): string => value?.Ref ?? value?.['Fn::GetAtt']?.[0] ?? '';

/** Logical ids of the functions by their construct's id. */
const functionId = (construct: string): string => {
  const [id, ...more] = Object.keys(ofType('AWS::Lambda::Function')).filter((name) =>
    new RegExp(`^${construct}Function[0-9A-F]{8}$`).test(name),
  );
  expect(more).toEqual([]);
  return id ?? '';
};

const statementsOf = (construct: string): Json[] => {
  const role = nameOf(template.Resources[functionId(construct)]?.Properties.Role);
  return propertiesOf('AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some((each: Json) => nameOf(each) === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

const list = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);

/** What a statement allows, as text: the action and on what. */
const allowed = (statement: Json): string[] => {
  const leading = Object.values<Json>(statement.Condition ?? {}).flatMap((each) =>
    Array.isArray(each['dynamodb:LeadingKeys']) ? each['dynamodb:LeadingKeys'] : [],
  );
  const path = (resource: Json): string =>
    typeof resource === 'string'
      ? resource
      : [nameOf(resource), ...list(resource['Fn::Join']?.[1] ?? []).map((each) => nameOf(each) || each)].join(
          '',
        );
  return list(statement.Action).flatMap((action: string) =>
    leading.length > 0
      ? leading.map((key: string) => `${action} ${key}`)
      : list(statement.Resource).map((resource) => `${action} ${path(resource)}`),
  );
};

/** What CDK adds to copy and to empty the dashboard's files; it runs during deployments and at no other time. */
const isDeployment = (id: string): boolean => /^Custom(CDKBucketDeployment|S3AutoDeleteObjects)/.test(id);

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

it.each(['abc', '0', '59', '172801', '90.5', ''])('refuses a retention of %j seconds', (retentionSeconds) => {
  expect(() => synthesiseStack({ retentionSeconds })).toThrow('from 60 to 172800');
});

describe('the API', () => {
  const pathOf = (resourceId: Json): string => {
    if (resourceId['Fn::GetAtt'] !== undefined) return '';
    const { ParentId, PathPart } = template.Resources[resourceId.Ref].Properties;
    return `${pathOf(ParentId)}/${PathPart}`;
  };

  const methods = (): Json[] => propertiesOf('AWS::ApiGateway::Method');

  it('has a method for every route of the contract, HEAD beside GET, and nothing else', () => {
    const endpoints = methods()
      .filter(({ HttpMethod }) => HttpMethod !== 'ANY')
      .map(({ HttpMethod, ResourceId }) => `${HttpMethod} ${pathOf(ResourceId)}`);

    const contract = Object.values<Route>(routes).flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${path}`),
    );
    expect(endpoints.toSorted()).toEqual(contract.toSorted());
  });

  it('leads every other method and path to the function that refuses it', () => {
    const others = methods().filter(({ HttpMethod }) => HttpMethod === 'ANY');

    const resources = Object.keys(ofType('AWS::ApiGateway::Resource')).map((id) => pathOf({ Ref: id }));
    expect(resources).toContain('/{proxy+}');
    expect(others.map(({ ResourceId }) => pathOf(ResourceId)).toSorted()).toEqual(
      ['', ...resources].toSorted(),
    );
    for (const { Integration } of others) {
      expect(JSON.stringify(Integration.Uri)).toContain(`"${functionId('AnswerUnrouted')}"`);
    }
  });

  it('leads each route to a function of its own', () => {
    for (const [name, { method, path }] of Object.entries<Route>(routes)) {
      const found = propertiesOf('AWS::ApiGateway::Method').find(
        ({ HttpMethod, ResourceId }) => HttpMethod === method && pathOf(ResourceId) === path,
      );

      expect(found.Integration).toMatchObject({
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        TimeoutInMillis: 29_000,
      });
      expect(JSON.stringify(found.Integration.Uri)).toContain(`"${functionId(pascal(name))}"`);
    }
  });

  it('carries multipart bodies byte for byte', () => {
    const [, api] = only('AWS::ApiGateway::RestApi');

    expect(api.Properties).toMatchObject({
      BinaryMediaTypes: ['multipart/form-data'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it('answers in the form of the contract where it answers by itself', () => {
    const answers = propertiesOf('AWS::ApiGateway::GatewayResponse');

    expect(answers.map(({ ResponseType, StatusCode }) => [ResponseType, StatusCode])).toEqual([
      ['MISSING_AUTHENTICATION_TOKEN', '404'],
      ['REQUEST_TOO_LARGE', '413'],
      ['INTEGRATION_TIMEOUT', '503'],
      ['INTEGRATION_FAILURE', '503'],
      ['WAF_FILTERED', '403'],
      ['DEFAULT_4XX', undefined],
      ['DEFAULT_5XX', undefined],
      ['THROTTLED', '429'],
    ]);
    for (const { ResponseType, StatusCode, ResponseTemplates, ResponseParameters } of answers) {
      const body = JSON.parse(ResponseTemplates['application/json']);
      expect(Object.keys(body)).toEqual(
        ResponseType === 'THROTTLED' ? ['statusCode', 'error', 'message'] : ['error', 'message'],
      );
      expect(ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
      });
      // API Gateway takes a value without single quotes for an expression and refuses the deployment.
      const waits = ['503', '429'].includes(StatusCode);
      expect(ResponseParameters['gatewayresponse.header.Retry-After']).toBe(waits ? "'1'" : undefined);
    }
  });
});

describe('the functions', () => {
  const own = (): [string, Json][] =>
    Object.entries(ofType('AWS::Lambda::Function')).filter(
      ([id, { Properties }]) =>
        Properties.Handler === 'index.handler' && Properties.LoggingConfig !== undefined && !isDeployment(id),
    );

  it('are one for each route, one for everything else, and the four of the jobs', () => {
    expect(own()).toHaveLength(Object.keys(routes).length + 5);
  });

  it('run on Node.js 24 with source maps', () => {
    for (const [, { Properties }] of own()) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
      });
    }
  });

  it('have each a role and a log group of their own', () => {
    const roles = own().map(([, { Properties }]) => nameOf(Properties.Role));
    const groups = own().map(([, { Properties }]) => nameOf(Properties.LoggingConfig.LogGroup));

    expect(new Set(roles).size).toBe(own().length);
    expect(new Set(groups).size).toBe(own().length);
  });

  it('leave API Gateway time to answer for them', () => {
    for (const name of Object.keys(routes)) {
      expect(template.Resources[functionId(pascal(name))].Properties.Timeout).toBe(29);
    }
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
      ],
    ],
    ['Upload', ['TABLE_NAME', 'BUCKET_NAME', 'RETENTION_SECONDS']],
    ['Convert', ['TABLE_NAME', 'BUCKET_NAME', 'QUEUE_URL', 'BROWSER_QUEUE_URL', 'OFFICE_QUEUE_URL']],
    ['GetFormats', ['TABLE_NAME', 'QUEUE_URL', 'BROWSER_QUEUE_URL', 'OFFICE_QUEUE_URL']],
    ['GetJob', ['TABLE_NAME', 'BUCKET_NAME']],
    ['ListJobs', ['TABLE_NAME', 'BUCKET_NAME']],
    ['OpenSession', ['TABLE_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID']],
    ['CreateKey', ['TABLE_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID']],
    ['Authorize', ['TABLE_NAME']],
    ['Health', []],
  ])('%s knows exactly what it needs', (construct, variables) => {
    const { Environment } = template.Resources[functionId(construct)].Properties;

    expect(Object.keys(Environment.Variables).toSorted()).toEqual([...variables, 'NODE_OPTIONS'].toSorted());
  });

  it('are told the retention that the operator chose', async () => {
    const { Resources } = synthesiseStack({ retentionSeconds: '600' });

    const told = Object.values<Json>(Resources).flatMap(
      ({ Properties }) => Properties?.Environment?.Variables?.[environmentNames.retentionSeconds] ?? [],
    );
    expect(told).toEqual(['600', '600', '600', '600']);
  });
});

describe('what the functions may do', () => {
  const statements = (): Json[] =>
    Object.entries(ofType('AWS::IAM::Policy')).flatMap(([id, { Properties }]) =>
      isDeployment(id) ? [] : Properties.PolicyDocument.Statement,
    );

  it('is never everything, nor on everything', () => {
    expect(statements().length).toBeGreaterThan(10);
    for (const { Action, Resource, Effect } of statements()) {
      expect(Effect).toBe('Allow');
      for (const action of list(Action)) expect(action).not.toContain('*');
      expect(list(Resource)).not.toContain('*');
    }
  });

  it('is bound to partitions of the table wherever it touches items', () => {
    const touching = statements().filter(({ Action }) =>
      list(Action).some((action) => action.startsWith('dynamodb:')),
    );

    expect(touching.length).toBeGreaterThan(10);
    for (const { Condition } of touching) {
      const patterns = Object.entries<Json>(Condition).find(([operator]) =>
        operator.startsWith('ForAllValues:'),
      );
      expect(patterns?.[1]['dynamodb:LeadingKeys'].length).toBeGreaterThan(0);
      expect(patterns?.[1]['dynamodb:LeadingKeys']).not.toContain('*');
    }
  });

  it('holds for a request that names no key at all, for which ForAllValues would be true', () => {
    const conditions = statements()
      .filter(({ Action }) => list(Action).some((action) => /^dynamodb:(?!Query)/.test(action)))
      .map(({ Condition }) => Condition.Null);

    for (const condition of conditions) expect(condition).toEqual({ 'dynamodb:LeadingKeys': 'false' });
  });

  it('is for get-job to read jobs, count its caller and sign results', () => {
    const [bucket] = only('AWS::S3::Bucket');
    const log = nameOf(template.Resources[functionId('GetJob')].Properties.LoggingConfig.LogGroup);

    expect(statementsOf('GetJob').flatMap(allowed).toSorted()).toEqual([
      'dynamodb:GetItem ACCOUNT#*#ACCOUNT',
      'dynamodb:GetItem ACCOUNT#*#JOBS',
      'dynamodb:PutItem ACCOUNT#*#LIMITS',
      'dynamodb:UpdateItem ACCOUNT#*#LIMITS',
      'dynamodb:UpdateItem RATE#*',
      'dynamodb:UpdateItem TOKEN#*',
      `logs:CreateLogStream ${log}`,
      `logs:PutLogEvents ${log}`,
      `s3:GetObject ${bucket}/accounts/*/results/*`,
    ]);
  });

  it('is for health to write its log and nothing else', () => {
    expect(statementsOf('Health').flatMap(({ Action }) => Action)).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]);
  });

  /** What each function may do with keys, their hashes and tokens, besides counting; nothing where it is not named. */
  const touchesKeys: Readonly<Record<string, readonly string[]>> = {
    authorize: ['DeleteItem TOKEN#*', 'GetItem KEYHASH#*', 'PutItem TOKEN#*', 'UpdateItem ACCOUNT#*#KEYS'],
    openSession: ['DeleteItem TOKEN#*', 'PutItem TOKEN#*', 'UpdateItem ACCOUNT#*#KEYS'],
    closeSession: ['DeleteItem ACCOUNT#*#KEYS', 'DeleteItem TOKEN#*', 'GetItem ACCOUNT#*#KEYS'],
    listKeys: ['Query ACCOUNT#*#KEYS'],
    createKey: ['PutItem ACCOUNT#*#KEYS', 'PutItem KEYHASH#*'],
    revokeKey: [
      'DeleteItem KEYHASH#*',
      'DeleteItem TOKEN#*',
      'GetItem ACCOUNT#*#KEYS',
      'UpdateItem ACCOUNT#*#KEYS',
    ],
  };

  it.each(Object.keys(routes))('is for %s to touch keys and tokens as far as it must', (name) => {
    const found = statementsOf(pascal(name))
      .flatMap(allowed)
      .filter((each) => /KEYHASH|#KEYS|TOKEN/.test(each) && each !== 'dynamodb:UpdateItem TOKEN#*');

    expect(found.toSorted()).toEqual((touchesKeys[name] ?? []).map((each) => `dynamodb:${each}`));
  });

  const counts: Readonly<Record<string, readonly string[]>> = {
    token: ['dynamodb:UpdateItem RATE#*', 'dynamodb:UpdateItem TOKEN#*'],
    user: ['dynamodb:UpdateItem RATE#*'],
  };

  it.each(Object.entries<Route>(routes).filter(([, { access }]) => access !== 'anyone'))(
    'is for %s to count those who call it and no others',
    (name, { access }) => {
      const found = statementsOf(pascal(name)).flatMap(allowed);

      expect(found.filter((each) => /UpdateItem (RATE|TOKEN)/.test(each)).toSorted()).toEqual(counts[access]);
    },
  );

  it.each(Object.entries<Route>(routes))(
    'is for %s to know who signs in where it must',
    (name, { access }) => {
      const found = statementsOf(pascal(name)).flatMap(allowed);

      const expected = access !== 'user' ? [] : ['dynamodb:GetItem IDENTITY#*'];
      const changes = {
        openSession: ['dynamodb:ConditionCheckItem IDENTITY#*', 'dynamodb:PutItem IDENTITY#*'],
        closeSession: ['dynamodb:UpdateItem IDENTITY#*'],
      };
      const further = Object.entries(changes).flatMap(([each, actions]) => (each === name ? actions : []));
      expect(found.filter((each) => each.includes('IDENTITY')).toSorted()).toEqual(
        [...expected, ...further].toSorted(),
      );
    },
  );
});

describe('storage', () => {
  it('is the table that the tests of the functions stand on', () => {
    const [, table] = only('AWS::DynamoDB::Table');

    expect(table).toMatchObject({ DeletionPolicy: 'Retain', Properties: tableDefinition });
    expect(table.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
    });
  });

  it('is a bucket that is private, encrypted and emptied in days', () => {
    const [, bucket] = only('AWS::S3::Bucket');

    expect(bucket.DeletionPolicy).toBe('Retain');
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: {
        Rules: [
          {
            Status: 'Enabled',
            ExpirationInDays: 3,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      },
    });
  });

  it('lets pages of any origin use signed addresses, which are what allows it', () => {
    const [, bucket] = only('AWS::S3::Bucket');

    expect(bucket.Properties.CorsConfiguration.CorsRules).toEqual([
      {
        AllowedOrigins: ['*'],
        AllowedMethods: ['GET', 'HEAD', 'POST'],
        AllowedHeaders: ['*'],
        ExposedHeaders: ['Content-Disposition', 'Content-Length', 'ETag'],
        MaxAge: 3600,
      },
    ]);
  });

  it.each([
    ['AWS::S3::BucketPolicy', 2],
    ['AWS::SQS::QueuePolicy', 3],
  ])('is reached over TLS only (%s)', (type, count) => {
    for (const { PolicyDocument } of propertiesOf(type)) {
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
    expect(propertiesOf(type).length).toBe(count);
  });
});

describe('the queues', () => {
  const queues = (): [string, Json][] => Object.entries(ofType('AWS::SQS::Queue'));
  const redrivesTo = (): string =>
    queues().flatMap(
      ([, { Properties }]) => nameOf(Properties.RedrivePolicy?.deadLetterTargetArn) || [],
    )[0] ?? '';

  it('hands a message that was received five times to the dead-letter queue', () => {
    const waiting = queues().filter(([id]) => id !== redrivesTo());

    expect(waiting).toHaveLength(2);
    for (const [, { Properties }] of waiting) {
      expect(Properties.RedrivePolicy.maxReceiveCount).toBe(5);
      expect(nameOf(Properties.RedrivePolicy.deadLetterTargetArn)).toBe(redrivesTo());
    }
    expect(queues().map(([id]) => id)).toContain(redrivesTo());
  });

  it('hides a message for six times as long as a worker may take', () => {
    const main = queues().find(([, { Properties }]) => Properties.RedrivePolicy !== undefined)?.[1];
    const { Timeout } = template.Resources[functionId('ConvertDocument')].Properties;

    expect(main.Properties.VisibilityTimeout).toBe(6 * Timeout);
  });

  it('is encrypted, the dead letters too', () => {
    expect(queues().map(([, { Properties }]) => Properties.SqsManagedSseEnabled)).toEqual([true, true, true]);
  });

  const mappingOf = (construct: string): Json =>
    propertiesOf('AWS::Lambda::EventSourceMapping').find(
      ({ FunctionName }) => nameOf(FunctionName) === functionId(construct),
    );

  it('gives a worker one document at a time, and as many workers as are allowed', () => {
    expect(mappingOf('ConvertDocument')).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 60 },
    });
    expect(mappingOf('ConvertWebPage')).toMatchObject({
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 60 },
    });
    const taken = ['ConvertDocument', 'ConvertWebPage'].map((name) => nameOf(mappingOf(name).EventSourceArn));
    expect(new Set(taken).size).toBe(2);
    expect(taken).not.toContain(redrivesTo());
  });

  it('has its dead letters dealt with', () => {
    expect(mappingOf('GiveUpJob')).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
    expect(nameOf(mappingOf('GiveUpJob').EventSourceArn)).toBe(redrivesTo());
  });

  it('is reconciled every minute', () => {
    const [, rule] = only('AWS::Events::Rule');

    expect(rule.Properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(nameOf(rule.Properties.Targets[0].Arn)).toBe(functionId('Reconcile'));
  });
});

describe('the worker with LibreOffice', () => {
  it('is a container image with a queue of its own, where the operator asks for it', async () => {
    const { Resources, Outputs } = synthesiseStack({ libreOffice: 'true' });

    const resources = Object.entries<Json>(Resources);
    const [, worker] = resources.find(([id]) => id.startsWith('ConvertOfficeDocumentFunction')) ?? [];
    expect(worker.Properties).toMatchObject({
      PackageType: 'Image',
      ImageConfig: { Command: ['index.handler'] },
      Architectures: ['x86_64'],
    });
    expect(worker.Properties).not.toHaveProperty('Runtime');
    expect(resources.filter(([, { Type }]) => Type === 'AWS::SQS::Queue')).toHaveLength(4);
    const [, convert] = resources.find(([id]) => /^ConvertFunction[0-9A-F]{8}$/.test(id)) ?? [];
    expect(nameOf(convert.Properties.Environment.Variables.OFFICE_QUEUE_URL)).toMatch(/^OfficeJobsQueue/);
    expect(Outputs.OfficeQueueUrl.Value).toEqual(convert.Properties.Environment.Variables.OFFICE_QUEUE_URL);
  });

  it('is not there otherwise, and no queue is named', () => {
    const { Environment } = template.Resources[functionId('Convert')].Properties;

    expect(functionId('ConvertOfficeDocument')).toBe('');
    expect(Environment.Variables.OFFICE_QUEUE_URL).toBe('');
  });
});

describe('the dashboard', () => {
  /** A value of the template as text, with references as `<id>` and `<id.attribute>`. */
  const textOf = (value: Json): string => {
    if (typeof value === 'string') return value;
    if (value.Ref !== undefined) return `<${value.Ref}>`;
    if (value['Fn::GetAtt'] !== undefined) return `<${value['Fn::GetAtt'].join('.')}>`;
    return value['Fn::Join'][1].map(textOf).join(value['Fn::Join'][0]);
  };

  it('may connect to its own origin, to who signs users in, and to where signed addresses lead', () => {
    const [bucket] = only('AWS::S3::Bucket');
    const [pool] = only('AWS::Cognito::UserPool');
    const [domain] = only('AWS::Cognito::UserPoolDomain');
    const headers = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy')[0].ResponseHeadersPolicyConfig
      .SecurityHeadersConfig;

    const directives = textOf(headers.ContentSecurityPolicy.ContentSecurityPolicy).split('; ');
    const pages = `https://<${domain}>.auth.<AWS::Region>.amazoncognito.com`;
    expect(directives).toContain(
      `connect-src 'self' <${pool}.ProviderURL>/ ${pages} https://<${bucket}.RegionalDomainName>`,
    );
    expect(directives).toContain(`form-action 'self' ${pages}`);
  });

  it('is where signing in leads back to, under the address that functions are told', () => {
    const [, client] = only('AWS::Cognito::UserPoolClient');
    const [distribution] = Object.keys(ofType('AWS::CloudFront::Distribution'));

    const address = `https://<${distribution}.DomainName>/dashboard/`;
    expect(client.Properties.CallbackURLs.map(textOf)).toEqual([address]);
    const { Variables } = template.Resources[functionId('OpenCheckout')].Properties.Environment;
    expect(textOf(Variables.DASHBOARD_URL)).toBe(address);
  });

  it('signs users in elsewhere where the operator says so', async () => {
    const { Resources } = synthesiseStack({ oidcIssuer: 'https://login.example', oidcClientId: 'docforge' });

    const told = Object.values<Json>(Resources).flatMap(({ Properties }) => {
      const variables = Properties?.Environment?.Variables ?? {};
      return variables.OIDC_ISSUER === undefined ? [] : [[variables.OIDC_ISSUER, variables.OIDC_CLIENT_ID]];
    });
    expect(new Set(told.map(String))).toEqual(new Set(['https://login.example,docforge']));
    expect(Object.values<Json>(Resources).filter(({ Type }) => Type.startsWith('AWS::Cognito'))).toEqual([]);
  });
});

it('keeps no log for ever', () => {
  const groups = propertiesOf('AWS::Logs::LogGroup');

  expect(groups).toHaveLength(Object.keys(routes).length + 8);
  for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(30);
});

describe('the rules of AWS Solutions', () => {
  /** Synthesises with the checks and gives what they found and nobody has given a reason for. */
  const findings = async (build: (app: App) => unknown): Promise<string[]> => {
    const app = newApp();
    build(app);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const failed = await Promise.resolve()
      .then(() => app.synth())
      .then(
        () => '',
        (error: unknown) => String(error),
      );
    const report = JSON.parse(await readFile(join(app.outdir, 'validation-report.json'), 'utf8'));
    await rm(app.outdir, { recursive: true });
    const violated = report.pluginReports.flatMap((each: Json) =>
      each.violations.map(({ ruleName }: Json) => ruleName),
    );
    return [...violated, ...(failed === '' ? [] : [failed])];
  };

  it('find something in a bucket that anybody may speak to without TLS', async () => {
    const found = await findings((app) => new Bucket(new Stack(app, 'Careless'), 'Bucket'));

    expect(found.join()).toContain('AwsSolutions-S10');
  });

  it('find nothing in the service that nobody has given a reason for', async () => {
    expect(await findings((app) => new DocForgeStack(app, 'DocForge', {}))).toEqual([]);
  });
});

it('has more workers of each kind than any plan has jobs, so that no account has all of them', () => {
  const most = Math.max(...Object.values(plans).map(({ maxActiveJobs }) => maxActiveJobs));

  const concurrencies = propertiesOf('AWS::Lambda::EventSourceMapping').flatMap(
    ({ ScalingConfig, BatchSize }) => (BatchSize === 1 ? [ScalingConfig.MaximumConcurrency] : []),
  );

  expect(concurrencies.length).toBeGreaterThan(0);
  for (const concurrency of concurrencies) expect(concurrency).toBeGreaterThan(most);
});
