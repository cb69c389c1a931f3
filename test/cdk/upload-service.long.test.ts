import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleService } from '../../cdk/bundle.ts';
import { uploadTimes } from '../../lib/api/limits.ts';
import { environmentNames } from '../../lib/env.ts';
import { uploadService } from '../../lib/functions/upload-service.ts';
import { type Json, policiesOf, resourcesOf, targetOf } from './check/template.ts';
import { synthesizeStack } from './synthesize-stack.ts';

let template: Json;

beforeAll(() => {
  template = synthesizeStack({ largeUploads: true });
}, 120_000);

const propertiesOf = (type: string, id = ''): Json =>
  resourcesOf(template, type).find(([logicalId]) => logicalId.startsWith(id))?.[1];
const distribution = (): Json => propertiesOf('AWS::CloudFront::Distribution').DistributionConfig;
const container = (): Json => propertiesOf('AWS::ECS::TaskDefinition').ContainerDefinitions[0];
const environmentOf = ({ Environment }: Json): Record<string, Json> =>
  Object.fromEntries(Environment.map(({ Name, Value }: Json) => [Name, Value]));

it('is left out without the setting', () => {
  for (const settings of [{}, { largeUploads: false }]) {
    const plain = synthesizeStack(settings);

    expect(resourcesOf(plain, 'AWS::ECS::Service', 'AWS::EC2::VPC')).toEqual([]);
    expect(JSON.stringify(plain.Outputs.BaseUrl)).toContain('execute-api');
  }
});

describe('the front', () => {
  it.each(['/upload', '/v1/upload'])('sends %s with any method to the load balancer, uncached', (path) => {
    const behaviour = distribution().CacheBehaviors.find(({ PathPattern }: Json) => PathPattern === path);
    const origin = distribution().Origins.find(({ Id }: Json) => Id === behaviour.TargetOriginId);

    expect(behaviour.AllowedMethods).toContain('DELETE');
    expect(behaviour.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(JSON.stringify(behaviour.FunctionAssociations)).toContain('OriginSecretViewer');
    expect(origin.VpcOriginConfig.VpcOriginId).toBeDefined();
    expect(origin.OriginCustomHeaders[0].HeaderName).toBe('X-Origin-Secret');
  });

  it('is the base URL', () => {
    expect(JSON.stringify(template.Outputs.BaseUrl)).toContain('DashboardDistribution');
  });

  it('matches uploads before other paths of the stage', () => {
    const patterns = distribution().CacheBehaviors.map(({ PathPattern }: Json) => PathPattern);

    expect(patterns.indexOf('/v1/upload')).toBeLessThan(patterns.indexOf('/v1/*'));
  });
});

it('has a load balancer in private subnets, and tasks in public ones', () => {
  const isPublic = (id: Json): Json => template.Resources[targetOf(id) ?? ''].Properties.MapPublicIpOnLaunch;
  const { Subnets } = propertiesOf('AWS::ElasticLoadBalancingV2::LoadBalancer');
  const { AwsvpcConfiguration } = propertiesOf('AWS::ECS::Service').NetworkConfiguration;

  expect(Subnets.map(isPublic)).toEqual([false, false]);
  expect(AwsvpcConfiguration.Subnets.map(isPublic)).toEqual([true, true]);
  const routed = resourcesOf(template, 'AWS::EC2::Route').map(([id]) => id);
  expect(routed).toHaveLength(2);
  for (const id of routed) expect(id).toContain('publicSubnet');
});

it('has a load balancer that only CloudFront reaches', () => {
  expect(propertiesOf('AWS::ElasticLoadBalancingV2::LoadBalancer').Scheme).toBe('internal');
  expect(propertiesOf('AWS::CloudFront::VpcOrigin').VpcOriginEndpointConfig).toMatchObject({
    HTTPPort: 80,
    OriginProtocolPolicy: 'http-only',
  });
  const taskIngress = propertiesOf('AWS::EC2::SecurityGroupIngress');
  expect(targetOf(taskIngress.SourceSecurityGroupId)).toContain('LoadBalancerGroup');
  expect(
    propertiesOf('AWS::EC2::SecurityGroup', 'UploadsNetworkTaskGroup').SecurityGroupIngress,
  ).toBeUndefined();
});

describe('the container', () => {
  it('runs a public image with Node, as its user', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(container()).toMatchObject({
      Image: `public.ecr.aws/docker/library/node:${devDependencies.node}-slim`,
      User: 'node',
    });
    expect(container().Command[0]).toBe('node');
  });

  it('runs on arm64, with a program that has no native code', () => {
    const { RuntimePlatform } = propertiesOf('AWS::ECS::TaskDefinition');
    const folder = mkdtempSync(join(tmpdir(), 'docforge-program-'));
    try {
      const path = join(folder, 'program.mjs');
      bundleService(uploadService.file, path);
      const program = readFileSync(path, 'utf8');
      expect(RuntimePlatform).toEqual({ CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' });
      // The whole program is this file, so it could only load native code from elsewhere.
      expect(program).not.toMatch(/process\.dlopen|\.node["'`]/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the environment of the row, and what its start reads', () => {
    expect(Object.keys(environmentOf(container())).toSorted()).toEqual(
      [
        'ASSET_BUCKET',
        'ASSET_KEY',
        'ASSET_SHA256',
        'MALLOC_ARENA_MAX',
        'MALLOC_MMAP_THRESHOLD_',
        'POWERTOOLS_METRICS_NAMESPACE',
        ...uploadService.environment.map((name) => environmentNames[name]),
      ].toSorted(),
    );
  });

  it('may do what the row grants, and read its program', () => {
    const role = targetOf(propertiesOf('AWS::ECS::TaskDefinition').TaskRoleArn);
    const statements = policiesOf(template)
      .filter(([, { Roles }]) => targetOf(Roles[0]) === role)
      .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
    const ofFunction = policiesOf(template)
      .filter(([id]) => /^UploadRole/.test(id))
      .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'));
    const program = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('.mjs'));

    expect(program).toMatchObject([{ Action: 's3:GetObject', Effect: 'Allow' }]);
    expect(statements.filter((statement) => !program.includes(statement))).toEqual(ofFunction);
    expect(ofFunction.length).toBeGreaterThan(3);
  });

  it('may only write its log before it runs', () => {
    const role = targetOf(propertiesOf('AWS::ECS::TaskDefinition').ExecutionRoleArn);
    const actions = policiesOf(template)
      .filter(([, { Roles }]) => targetOf(Roles[0]) === role)
      .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
      .flatMap(({ Action }) => Action);

    expect(actions).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
  });

  it('ends its uploads before it is stopped, and is rolled back if it does not start', () => {
    const { TargetGroupAttributes } = propertiesOf('AWS::ElasticLoadBalancingV2::TargetGroup');

    expect(TargetGroupAttributes).toContainEqual({
      Key: 'deregistration_delay.timeout_seconds',
      Value: String(uploadTimes.totalSeconds),
    });
    expect(propertiesOf('AWS::ECS::Service').DeploymentConfiguration).toMatchObject({
      DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      MinimumHealthyPercent: 100,
    });
  });

  it('is scaled by its uploads in flight', () => {
    const filter = propertiesOf('AWS::Logs::MetricFilter');
    const policy = propertiesOf('AWS::ApplicationAutoScaling::ScalingPolicy');

    expect(filter.MetricTransformations[0]).toMatchObject({ MetricValue: '$.uploadsInFlight' });
    expect(policy.TargetTrackingScalingPolicyConfiguration).toMatchObject({
      CustomizedMetricSpecification: { MetricName: 'UploadsInFlight', Statistic: 'Average' },
      TargetValue: 20,
    });
  });
});

it('contains no secret', () => {
  expect(JSON.stringify(template)).toContain('{{resolve:secretsmanager:');
  expect(propertiesOf('AWS::SecretsManager::Secret').GenerateSecretString.PasswordLength).toBe(48);
});
