import { describe, expect, it } from 'vitest';
import { itLong } from '../support/long-run.ts';
import { tableDefinition } from '../support/table.ts';
import { otherIssuer } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';
import {
  functionId,
  type Json,
  nameOf,
  ofType,
  only,
  propertiesOf,
  template,
  useWholeStack,
} from './whole-stack.ts';

useWholeStack();

describe('storage', () => {
  it("is the table that the functions' tests use", () => {
    const [, table] = only('AWS::DynamoDB::Table');

    expect(table).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: tableDefinition,
    });
    expect(table.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
    });
  });

  it('is a private, encrypted bucket with a lifecycle of days', () => {
    const [, bucket] = only('AWS::S3::Bucket');

    expect(bucket).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
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
    });
    // Without a prefix, it covers every object.
    expect(bucket.Properties.LifecycleConfiguration.Rules).toEqual([
      {
        Status: 'Enabled',
        ExpirationInDays: 3,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
  });

  it('lets pages of any origin use signed URLs, which are the authorization', () => {
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
    ['AWS::SQS::QueuePolicy', 7],
  ])('is accessible over TLS only (%s)', (type, count) => {
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

  const mappingOf = (construct: string): Json =>
    propertiesOf('AWS::Lambda::EventSourceMapping').find(
      ({ FunctionName }) => nameOf(FunctionName) === functionId(construct),
    );

  it('passes a worker one document at a time, up to the maximum concurrency', () => {
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

  it('passes announce-job the ends of jobs from the stream of the table, and retries them for half of its life', () => {
    const { StreamSpecification } = only('AWS::DynamoDB::Table')[1].Properties;
    const { FilterCriteria, ...mapping } = mappingOf('AnnounceJob');

    expect(StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(mapping).toMatchObject({
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 12 * 3600,
      MaximumRetryAttempts: 50,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(nameOf(mapping.EventSourceArn)).toBe(only('AWS::DynamoDB::Table')[0]);
    expect(nameOf(mapping.DestinationConfig.OnFailure.Destination)).toBe(redrivesTo());
    expect(FilterCriteria.Filters.map(({ Pattern }: Json) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['MODIFY'],
        dynamodb: {
          OldImage: { job_status: { S: ['queued', 'processing'] } },
          NewImage: { job_status: { S: ['complete', 'failed', 'cancelled'] } },
        },
      },
      {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { job_status: { S: ['complete', 'failed', 'cancelled'] } } },
      },
    ]);
  });

  it('never allows a deployed function to send webhooks to itself or its network', () => {
    const values = propertiesOf('AWS::Lambda::Function').flatMap(({ Environment }) => {
      const value = Environment?.Variables?.LOCAL_RECEIVER_HOST;
      return value === undefined ? [] : [value];
    });

    expect(values).toEqual(Array(10).fill(''));
  });

  it('has its dead letters processed', () => {
    expect(mappingOf('FailAbandonedJob')).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(nameOf(mappingOf('FailAbandonedJob').EventSourceArn)).toBe(redrivesTo());
  });

  it('is reconciled every minute', () => {
    const [, rule] = only('AWS::Events::Rule');

    expect(rule.Properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(nameOf(rule.Properties.Targets[0].Arn)).toBe(functionId('Reconcile'));
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

  it('may connect to its own origin, the identity provider and the origins of signed URLs', () => {
    const [bucket] = only('AWS::S3::Bucket');
    const [pool] = only('AWS::Cognito::UserPool');
    const [domain] = only('AWS::Cognito::UserPoolDomain');
    const security = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy')
      .map(({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.SecurityHeadersConfig)
      .find((config) =>
        textOf(config?.ContentSecurityPolicy.ContentSecurityPolicy ?? '').includes('amazoncognito'),
      );

    const directives = textOf(security.ContentSecurityPolicy.ContentSecurityPolicy).split('; ');
    const pages = `https://<${domain}>.auth.<AWS::Region>.amazoncognito.com`;
    expect(directives).toContain(
      `connect-src 'self' <${pool}.ProviderURL>/ ${pages} https://<${bucket}.RegionalDomainName>`,
    );
    expect(directives).toContain(`form-action 'self' ${pages}`);
  });

  it('states the authentication scheme in all responses of the API that are not cached', () => {
    const [{ DistributionConfig }] = propertiesOf('AWS::CloudFront::Distribution');
    const { CacheBehaviors, DefaultCacheBehavior, Origins } = DistributionConfig;
    const apiOrigins = Origins.filter(({ CustomOriginConfig }: Json) => CustomOriginConfig !== undefined);
    const behaviours = [DefaultCacheBehavior, ...CacheBehaviors].filter(
      ({ TargetOriginId, FunctionAssociations }: Json) =>
        FunctionAssociations !== undefined && apiOrigins.some(({ Id }: Json) => Id === TargetOriginId),
    );

    const headers = behaviours.map(
      ({ ResponseHeadersPolicyId }) =>
        template.Resources[nameOf(ResponseHeadersPolicyId)].Properties.ResponseHeadersPolicyConfig
          .CustomHeadersConfig.Items,
    );
    const challenge = [{ Header: 'WWW-Authenticate', Value: 'Bearer', Override: false }];
    expect(headers).toEqual([challenge, challenge]);
  });

  it('is the redirect target of sign-in, at the address that functions have', () => {
    const [, client] = only('AWS::Cognito::UserPoolClient');
    const [distribution] = Object.keys(ofType('AWS::CloudFront::Distribution'));

    const address = `https://<${distribution}.DomainName>/dashboard/`;
    expect(client.Properties.CallbackURLs.map(textOf)).toEqual([address]);
    const { Variables } = template.Resources[functionId('OpenCheckout')].Properties.Environment;
    expect(textOf(Variables.DASHBOARD_URL)).toBe(address);
  });

  itLong('uses another identity provider if the operator sets one', async () => {
    const { Resources } = synthesizeStack(otherIssuer);

    const told = Object.values<Json>(Resources).flatMap(({ Properties }) => {
      const variables = Properties?.Environment?.Variables ?? {};
      return variables.OIDC_ISSUER === undefined ? [] : [[variables.OIDC_ISSUER, variables.OIDC_CLIENT_ID]];
    });
    expect(new Set(told.map(String))).toEqual(new Set(['https://login.example.com/tenant,docforge']));
    expect(Object.values<Json>(Resources).filter(({ Type }) => Type.startsWith('AWS::Cognito'))).toEqual([]);
  });
});
