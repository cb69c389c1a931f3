import { describe, expect, it } from 'vitest';
import { environmentBytes, integrationTimeoutMilliseconds } from '../../../local/quotas.ts';
import { type JsonRecord, TemplateError } from '../../../local/template/json.ts';
import type { Template } from '../../../local/template/load.ts';
import { createScope } from '../../../local/template/local-values.ts';
import { readWiring } from '../../../local/wiring.ts';
import { place, runnable, templateOf } from './wired-template.ts';

function read(template: Template) {
  const made = new Map([
    ['Queue', { ref: 'http://q', attributes: { Arn: 'arn:aws:sqs:us-east-1:000000000000:q' } }],
  ]);
  return readWiring(template, createScope(template, place, made));
}

const queue = { Type: 'AWS::SQS::Queue' };

const mapping = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, FunctionName: { Ref: 'Fn' } },
};

describe('readWiring', () => {
  it('runs the bundle of a container image with the command of its configuration', () => {
    const image = {
      ...runnable,
      Properties: { PackageType: 'Image', ImageConfig: { Command: ['index.handler'] } },
    };

    expect(read(templateOf({ Fn: image })).functions).toMatchObject([
      { handler: 'index.handler', directory: import.meta.dirname },
    ]);
  });

  const environmentOf = (bytes: number) => {
    const Variables = {
      A: 'é'.repeat(10),
      B: 'x'.repeat(bytes - JSON.stringify({ A: '', B: '' }).length - 20),
    };
    return { ...runnable, Properties: { ...runnable.Properties, Environment: { Variables } } };
  };

  it.each([environmentBytes - 1, environmentBytes])('reads an environment of %i bytes', (bytes) => {
    const [definition] = read(templateOf({ Fn: environmentOf(bytes) })).functions;

    expect(Buffer.byteLength(JSON.stringify(definition?.environment))).toBe(bytes);
  });

  it('refuses a needed function whose environment is over the quota', () => {
    const resources = { Fn: environmentOf(environmentBytes + 1), Queue: queue, Mapping: mapping };

    expect(() => read(templateOf(resources))).toThrow(
      "Fn: its environment variables take 4097 bytes; Lambda's limit is 4096",
    );
  });

  it('reads a function with the defaults of Lambda', () => {
    expect(read(templateOf({ Fn: runnable })).functions).toEqual([
      {
        logicalId: 'Fn',
        name: 'Test-Fn',
        arn: 'arn:aws:lambda:us-east-1:000000000000:function:Test-Fn',
        aliases: [],
        roleArn: '',
        handler: 'index.handler',
        directory: import.meta.dirname,
        memoryMegabytes: 128,
        scratchMegabytes: 512,
        timeoutSeconds: 3,
        environment: {},
        logFormat: 'Text',
        logLevel: undefined,
        reservedConcurrency: undefined,
      },
    ]);
  });

  it('reads the size of /tmp', () => {
    const large = {
      ...runnable,
      Properties: { ...runnable.Properties, EphemeralStorage: { Size: 3072 } },
    };

    expect(read(templateOf({ Fn: large })).functions).toMatchObject([{ scratchMegabytes: 3072 }]);
  });

  const uri = `arn:aws:lambda:us-east-1:000000000000:function:\${stageVariables.fn}/invocations`;
  const method = (integration: JsonRecord, more: JsonRecord = {}) => ({
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Body: { paths: { '/': { get: { 'x-amazon-apigateway-integration': integration, ...more } } } },
      },
    },
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { Variables: { fn: { Ref: 'Fn' } } } },
  });
  const routeWithTimeout = (timeoutInMillis: number) => ({
    Fn: runnable,
    ...method({ type: 'aws_proxy', timeoutInMillis, uri }),
  });

  it.each([integrationTimeoutMilliseconds - 1, integrationTimeoutMilliseconds])(
    'reads an integration timeout of %i ms',
    (timeout) => {
      expect(read(templateOf(routeWithTimeout(timeout))).api?.routes).toMatchObject([
        { integration: { functionName: 'Test-Fn', timeoutMilliseconds: timeout } },
      ]);
    },
  );

  it('refuses an integration timeout over the quota', () => {
    expect(() => read(templateOf(routeWithTimeout(29_001)))).toThrow(
      'Api: GET /: the integration timeout is 29001 ms; the quota is 29000 ms',
    );
  });

  it('reads a queue mapping with the defaults of Lambda', () => {
    expect(read(templateOf({ Fn: runnable, Queue: queue, Map: mapping })).mappings).toEqual([
      {
        logicalId: 'Map',
        functionName: 'Test-Fn',
        queueArn: 'arn:aws:sqs:us-east-1:000000000000:q',
        batchSize: 10,
        maximumConcurrency: undefined,
        reportsItemFailures: false,
      },
    ]);
  });

  const onStream = (more: JsonRecord) => ({
    Fn: runnable,
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 't' } },
    Map: {
      ...mapping,
      Properties: {
        FunctionName: { Ref: 'Fn' },
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
        StartingPosition: 'TRIM_HORIZON',
        ...more,
      },
    },
  });
  const filter = (Pattern: string) => ({ FilterCriteria: { Filters: [{ Pattern }] } });

  it('reads a mapping on the stream of a table with the defaults of Lambda', () => {
    expect(read(templateOf(onStream({}))).streams).toEqual([
      {
        logicalId: 'Map',
        functionName: 'Test-Fn',
        streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/local',
        tableName: 't',
        batchSize: 100,
        filters: undefined,
        bisects: false,
        reportsItemFailures: false,
        maximumRetries: Number.POSITIVE_INFINITY,
        maximumAgeSeconds: Number.POSITIVE_INFINITY,
        failureQueueArn: undefined,
      },
    ]);
    const own = {
      BatchSize: 7,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:dead' } },
      ...filter('{"eventName":["MODIFY"]}'),
    };
    expect(read(templateOf(onStream(own))).streams).toMatchObject([
      {
        batchSize: 7,
        bisects: true,
        maximumRetries: 3,
        maximumAgeSeconds: 60,
        failureQueueArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
        filters: [{ eventName: ['MODIFY'] }],
      },
    ]);
  });

  it.each([
    [{ StartingPosition: 'LATEST' }, 'Map: a stream is read locally only from TRIM_HORIZON'],
    [filter('{'), 'Map: a filter is not JSON'],
    [filter('{"eventName":"MODIFY"}'), 'Map: eventName of a filter is not an array'],
    [
      filter('{"eventName":[{"prefix":"M"}]}'),
      'Map: eventName of a filter has an operator, which is not supported locally',
    ],
  ])('refuses a mapping on a stream that would run differently on AWS: %j', (more, message) => {
    expect(() => read(templateOf(onStream(more)))).toThrow(message);
  });

  it('does not poll for a disabled mapping', () => {
    const off = { ...mapping, Properties: { ...mapping.Properties, Enabled: false } };

    expect(read(templateOf({ Fn: runnable, Queue: queue, Map: off })).mappings).toEqual([]);
  });

  it('skips a function that cannot run locally if nothing invokes it', () => {
    const python = { ...runnable, Properties: { ...runnable.Properties, Runtime: 'python3.13' } };

    expect(read(templateOf({ Fn: python })).functions).toEqual([]);
  });

  it.each([
    ['rate(1 minute)', 60],
    ['rate(5 minutes)', 300],
    ['rate(2 hours)', 7200],
    ['rate(1 day)', 86_400],
  ])('runs a schedule of %s every %i seconds', (ScheduleExpression, intervalSeconds) => {
    const rule = {
      Type: 'AWS::Events::Rule',
      Properties: {
        Name: 'sweep',
        ScheduleExpression,
        Targets: [{ Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] } }],
      },
    };

    expect(read(templateOf({ Fn: runnable, Sweep: rule })).schedules).toEqual([
      {
        logicalId: 'Sweep',
        functionName: 'Test-Fn',
        ruleArn: 'arn:aws:events:us-east-1:000000000000:rule/sweep',
        intervalSeconds,
      },
    ]);
  });

  /** A function with a queue, some properties of which are others. */
  const invoked = (ofMapping: JsonRecord, ofFunction: JsonRecord = {}) => ({
    Fn: { ...runnable, Properties: { ...runnable.Properties, ...ofFunction } },
    Queue: queue,
    Map: { ...mapping, Properties: { ...mapping.Properties, ...ofMapping } },
  });
  const refersTo = (Ref: string) => invoked({}, { Environment: { Variables: { NAME: { Ref } } } });
  const rule = (ScheduleExpression: string, target: JsonRecord = {}) => ({
    Fn: runnable,
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: { ScheduleExpression, Targets: [{ Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] }, ...target }] },
    },
  });

  it.each<[string, Parameters<typeof templateOf>[0], string]>([
    [
      'a mapping on a Kinesis stream',
      invoked({ EventSourceArn: 'arn:aws:kinesis:us-east-1:0:stream/s' }),
      'Map: only queues and the streams of tables are supported locally as event sources',
    ],
    [
      'an alias that is not in the template',
      invoked({ FunctionName: { 'Fn::Join': ['', [{ Ref: 'Fn' }, ':live']] } }),
      'Map invokes Test-Fn:live, which is not in the template',
    ],
    ['a filter', invoked({ FilterCriteria: {} }), 'Map: FilterCriteria is not supported locally'],
    [
      'a batching window',
      invoked({ MaximumBatchingWindowInSeconds: 5 }),
      'Map: MaximumBatchingWindowInSeconds is not supported locally',
    ],
    [
      'a cron expression',
      rule('cron(0 12 * * ? *)'),
      'Rule: cron(0 12 * * ? *) is not supported locally, use rate(...)',
    ],
    [
      'an input for the target of a rule that its event decides',
      rule('rate(1 minute)', { InputPath: '$.detail' }),
      "Rule: a target's input from the event is not supported locally",
    ],
    [
      'a schedule of EventBridge Scheduler',
      { Fn: runnable, Sweep: { Type: 'AWS::Scheduler::Schedule' } },
      'Sweep: EventBridge Scheduler is not supported locally, use a rule',
    ],
    [
      'a mock integration',
      { Fn: runnable, ...method({ type: 'mock' }) },
      'Api: GET /: integration mock is not supported locally',
    ],
    [
      'an API without a body',
      { Api: { Type: 'AWS::ApiGateway::RestApi' } },
      'Api has no OpenAPI body, which it needs locally',
    ],
    [
      'a variable that the stage does not have',
      { Fn: runnable, ...method({ type: 'aws_proxy', uri: uri.replace('.fn', '.other') }) },
      'Api: GET /: the stage has no variable other',
    ],
    [
      'a variable that refers to a global table',
      { ...refersTo('Table'), Table: { Type: 'AWS::DynamoDB::GlobalTable' } },
      'Fn.Environment: refers to Table, which does not run locally',
    ],
    [
      'a function of another stack',
      { Queue: queue, Map: invoked({ FunctionName: 'other' }).Map },
      'A route or trigger invokes other, which is not a function of Test',
    ],
    [
      'a needed function with layers',
      invoked({}, { Layers: ['arn:x'] }),
      'Fn has layers, which are not supported locally',
    ],
    [
      'a variable that refers to a resource that does not run locally',
      { ...refersTo('Key'), Key: { Type: 'AWS::KMS::Key' } },
      'Fn.Environment: refers to Key, which does not run locally',
    ],
    [
      'a second API',
      { Api: { Type: 'AWS::ApiGateway::RestApi' }, More: { Type: 'AWS::ApiGateway::RestApi' } },
      'Api and More: one REST API at a time runs locally',
    ],
    [
      'an HTTP integration',
      { Fn: runnable, ...method({ type: 'http_proxy', uri: 'http://x' }) },
      'Api: GET /: integration http_proxy is not supported locally',
    ],
    [
      'an authorizer',
      { Fn: runnable, ...method({ type: 'aws_proxy' }, { security: [{ sigv4: [] }] }) },
      'Api: GET /: authorizers and API keys of the gateway are not supported locally',
    ],
  ])('refuses %s and reports where it is', (_title, resources, message) => {
    expect(() => read(templateOf(resources))).toThrow(new TemplateError(message));
  });
});
