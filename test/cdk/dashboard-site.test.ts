import { describe, expect, it } from 'vitest';
import { DashboardSite } from '../../cdk/dashboard-site.ts';
import { OriginSecret } from '../../cdk/origin-secret.ts';
import type { StageSettings } from '../../cdk/settings.ts';
import { createViewerRequest } from '../../local/gateway/viewer-request.ts';
import { type Json, onlyOf, templateOf } from './synthesize-construct.ts';

const synthesize = (settings: StageSettings = {}): { template: Json; site: DashboardSite } => {
  const made: DashboardSite[] = [];
  const template = templateOf((stack) => {
    made.push(
      new DashboardSite(stack, 'Dashboard', {
        restApiId: 'api1',
        stageName: 'v1',
        originSecret: new OriginSecret(stack, 'OriginSecret'),
        uploads: undefined,
        uploadLimitBytes: 4_500_000,
        connectSources: ['https://login.example', 'https://bucket.example'],
        signInOrigins: ['https://login.example'],
      }),
    );
  }, settings);
  return { template, site: made[0] as DashboardSite };
};

const { template } = synthesize();
const distribution = onlyOf(template, 'AWS::CloudFront::Distribution').DistributionConfig;
const originOf = (behaviour: Json): Json =>
  distribution.Origins.find(({ Id }: Json) => Id === behaviour.TargetOriginId);
const behaviourFor = (pattern: string): Json =>
  distribution.CacheBehaviors.find(({ PathPattern }: Json) => PathPattern === pattern);
const onlyNamed = (part: string): Json =>
  Object.entries<Json>(template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::CloudFront::Function' && id.includes(part),
  )?.[1].Properties;
const secretReference = {
  'Fn::Join': [
    '',
    ['{{resolve:secretsmanager:', { Ref: expect.stringMatching(/^OriginSecret/) }, ':SecretString:::}}'],
  ],
};
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('the distribution', () => {
  it('forwards all other paths to the API stage, over TLS 1.2, uncached', () => {
    const behaviour = distribution.DefaultCacheBehavior;

    expect(behaviour).toMatchObject({
      AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']),
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHost,
      ViewerProtocolPolicy: 'https-only',
    });
    expect(originOf(behaviour)).toMatchObject({
      OriginPath: '/v1',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    expect(JSON.stringify(originOf(behaviour).DomainName)).toContain('api1.execute-api.');
  });

  it('states the address of the client and its own secret to the API', () => {
    const { FunctionCode } = onlyNamed('Viewer');
    const run = createViewerRequest(FunctionCode);
    const rawHeaders = ['x-viewer-address', '192.0.2.99', 'Accept', '*/*'];

    expect(run({ method: 'GET', uri: '/usage', rawHeaders, ip: '192.0.2.1' })).toEqual({
      uri: '/usage',
      rawHeaders: ['x-viewer-address', '192.0.2.1', 'Accept', '*/*'],
    });
    for (const behaviour of [distribution.DefaultCacheBehavior, behaviourFor('/v1/*')]) {
      expect(JSON.stringify(behaviour.FunctionAssociations)).toContain('Viewer');
      expect(originOf(behaviour).OriginCustomHeaders).toEqual([
        { HeaderName: 'X-Origin-Secret', HeaderValue: secretReference },
      ]);
    }
  });

  it('caches the public configuration for a minute, whatever the request contains', () => {
    const behaviour = behaviourFor('/account/config');
    const policy = onlyOf(template, 'AWS::CloudFront::CachePolicy').CachePolicyConfig;

    expect(originOf(behaviour).OriginPath).toBe('/v1');
    expect(behaviour.OriginRequestPolicyId).toBeUndefined();
    expect(policy).toMatchObject({
      MinTTL: 60,
      DefaultTTL: 60,
      MaxTTL: 60,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
  });

  it('accepts paths that start with the stage name, as responses contain them', () => {
    expect(behaviourFor('/v1/*')).toMatchObject({ CachePolicyId: cachingDisabled });
    expect(originOf(behaviourFor('/v1/*')).OriginPath).toBeUndefined();
  });

  it("is the only reader of the dashboard's files", () => {
    expect(originOf(behaviourFor('/dashboard*')).OriginAccessControlId).toBeDefined();
    expect(onlyOf(template, 'AWS::CloudFront::OriginAccessControl').OriginAccessControlConfig).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
    expect(onlyOf(template, 'AWS::S3::Bucket').PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const [denied, emptying, read, ...others] = onlyOf(template, 'AWS::S3::BucketPolicy').PolicyDocument
      .Statement;
    expect(denied).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    // CDK's function that empties the bucket before CloudFormation deletes it.
    expect(emptying.Action).not.toContain('s3:GetObject');
    expect(JSON.stringify(emptying.Principal)).toContain('CustomS3AutoDeleteObjects');
    expect(read).toMatchObject({
      Action: ['s3:GetObject', 's3:ListBucket'],
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    });
    expect(others).toEqual([]);
  });

  it('has its own domain with TLS 1.2 if the operator sets one', () => {
    const own = synthesize({
      dashboard: {
        domain: 'docs.example',
        certificate: 'arn:aws:acm:us-east-1:000000000000:certificate/1',
      },
    });

    expect(own.site.url).toBe('https://docs.example/dashboard/');
    expect(onlyOf(own.template, 'AWS::CloudFront::Distribution').DistributionConfig).toMatchObject({
      Aliases: ['docs.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
  });
});

describe('the deployed files', () => {
  const deployments = Object.values<Json>(template.Resources).filter(
    ({ Type }) => Type === 'Custom::CDKBucketDeployment',
  );

  it('are immutable except the pages that reference them, which are deployed last', () => {
    const [files, page, siteFiles, sitePages, ...others] = deployments;

    expect(files.Properties).toMatchObject({
      Exclude: ['index.html'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(page.Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['index.html'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'no-store' },
    });
    expect(page.DependsOn.join()).toContain('FilesCustomResource');
    expect(siteFiles.Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['site/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(sitePages.Properties).toMatchObject({
      Exclude: ['site/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=300' },
    });
    expect(sitePages.DependsOn.join()).toContain('SiteFilesCustomResource');
    expect(others).toEqual([]);
  });
});
