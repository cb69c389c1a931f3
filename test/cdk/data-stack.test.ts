import { rmSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { findLosses } from '../../cdk/deploy/find-losses.ts';
import { firstDeploymentKey } from '../../cdk/first-deployment.ts';
import type { StageSettings } from '../../cdk/settings.ts';
import { itLong } from '../support/long-run.ts';
import { type Json, resourcesOf } from './check/template.ts';
import { everythingAroundCognito, otherIssuer } from './settings.ts';
import { addStage, newApp, synthesizeStack, synthesizeStacks } from './synthesize-stack.ts';

const stateful = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::Cognito::UserPool',
];
const { adopt } = everythingAroundCognito;

const typesOf = ({ Resources = {} }: Json): string[] =>
  Object.values<Json>(Resources).map(({ Type }) => Type);

describe('the data stack', () => {
  it('contains the table, the bucket and the user pool, and the other stack none of them', () => {
    const { data, service } = synthesizeStacks();

    expect(typesOf(data).toSorted()).toEqual(stateful.toSorted());
    const own = resourcesOf(service, ...stateful).map(([id]) => id);
    expect(own).toEqual(['DashboardBucketA782FB5B', 'DashboardBucketPolicyD410183D']);
  });

  it('protects the table, and creates it last, because a protected table cannot be rolled back', () => {
    const table = synthesizeStacks().data.Resources.StorageTableB43FDCE7;

    expect(table.Properties.DeletionProtectionEnabled).toBe(true);
    expect(table.DependsOn).toEqual([
      'IdentityUserPool96FE3B9B',
      'StorageBucketPolicy49CFBD91',
      'StorageBucket5CB7C8EA',
    ]);
  });

  it('is first deployed so that a rollback deletes everything, and protected without replacing anything', () => {
    const app = newApp({ builtinCloudFormationValidation: false, context: { [firstDeploymentKey]: 'true' } });
    const { data } = addStage(app, {});
    const first = Template.fromStack(data ?? expect.fail()).toJSON();
    rmSync(app.outdir, { recursive: true });
    const protectionOf = ({ Resources }: Json) => [
      Resources.StorageTableB43FDCE7.Properties.DeletionProtectionEnabled,
      Resources.IdentityUserPool96FE3B9B.Properties.DeletionProtection,
      Object.values<Json>(Resources).flatMap(({ DeletionPolicy }) => DeletionPolicy ?? []),
    ];

    expect(protectionOf(first)).toEqual([false, 'INACTIVE', Array(3).fill('RetainExceptOnCreate')]);
    const next = synthesizeStacks().data;
    expect(protectionOf(next)).toMatchObject([true, 'ACTIVE', expect.arrayContaining(['Retain'])]);
    expect(findLosses(first, next)).toEqual([]);
  });

  itLong('has no user pool with another issuer', () => {
    expect(typesOf(synthesizeStacks(otherIssuer).data)).not.toContain('AWS::Cognito::UserPool');
  });

  it('exports what the other stack imports', () => {
    const { data, service } = synthesizeStacks();

    const exported = Object.values<Json>(data.Outputs).map(({ Export }) => Export.Name);
    const imported = [...JSON.stringify(service).matchAll(/"Fn::ImportValue":"([^"]+)"/g)];
    expect(imported.length).toBeGreaterThan(10);
    for (const [, name] of imported) expect(exported).toContain(name);
  });
});

describe('adopted data', () => {
  const variableOf = (template: Json, name: string): Json[] =>
    resourcesOf(template, 'AWS::Lambda::Function').flatMap(
      ([, { Environment }]) => Environment?.Variables?.[name] ?? [],
    );

  itLong('leaves nothing for a data stack', () => {
    expect(synthesizeStacks({ adopt }).data).toEqual({});
    const { userPool: _, ...others } = adopt;
    expect(synthesizeStacks({ ...otherIssuer, adopt: others }).data).toEqual({});
  });

  it('is used by the functions, the stream of the table included', () => {
    const { service } = synthesizeStacks({ adopt });

    expect(new Set(variableOf(service, 'TABLE_NAME'))).toEqual(
      new Set(['DocForge-StorageTableB43FDCE7-1ABCDEFGHIJKL']),
    );
    expect(new Set(variableOf(service, 'BUCKET_NAME'))).toEqual(new Set([adopt.bucket]));
    expect(service.Outputs.UserPoolId.Value).toBe(adopt.userPool);
    expect(new Set(variableOf(service, 'OIDC_ISSUER').map((value) => JSON.stringify(value)))).toEqual(
      new Set([
        JSON.stringify({
          'Fn::Join': [
            '',
            [
              'https://cognito-idp.',
              { Ref: 'AWS::Region' },
              '.',
              { Ref: 'AWS::URLSuffix' },
              `/${adopt.userPool}`,
            ],
          ],
        }),
      ]),
    );
    const sources = resourcesOf(service, 'AWS::Lambda::EventSourceMapping').map(
      ([, { EventSourceArn }]) => EventSourceArn,
    );
    expect(sources).toContain(adopt.tableStream);
    expect(JSON.stringify(service)).not.toContain('Fn::ImportValue');
  });

  itLong.each<[string, StageSettings, readonly string[]]>([
    ['the table', { adopt: { tableStream: adopt.tableStream } }, ['AWS::DynamoDB::Table']],
    ['the bucket', { adopt: { bucket: adopt.bucket } }, ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy']],
    ['the user pool', { adopt: { userPool: adopt.userPool } }, ['AWS::Cognito::UserPool']],
  ])('can be only %s', (_name, settings, left) => {
    const types = typesOf(synthesizeStacks(settings).data);

    expect(types.toSorted()).toEqual(stateful.filter((type) => !left.includes(type)).toSorted());
  });
});

/**
 * Resources of a stack from before the data had its own, which an update must not replace: it would lose messages, change addresses, or
 * fail because a name is taken.
 */
const kept = [
  'AlarmsTopic3A2DFEBA',
  'ApiRestApiDeploymentStagev157F58EAC',
  'ApiRestApiE35FEAFE',
  'DashboardBucketA782FB5B',
  'DashboardDistribution90702DDE',
  'IdentityBrandingAFD66D4B',
  'IdentityUserPoolDashboardClientBB3637B0',
  'IdentityUserPoolDomain56C2A4C9',
  'JobsDeadLetters8D991969',
  'JobsQueue24944186',
  'LargeJobsQueue49E160D8',
  'OfficeJobsQueue866CD65A',
  'OriginSecret9A421E71',
  'RecognitionJobsQueueA2B1C8D9',
  'WebPageJobsQueueF1C5E777',
  'WebhooksQueueCBC86013',
];

/** Those that such a stack gives up, and that it retains then. */
const moved = ['IdentityUserPool96FE3B9B', 'StorageBucket5CB7C8EA', 'StorageTableB43FDCE7'];

describe('the update of a stack that contains its data', () => {
  it('replaces nothing that clients or messages depend on', () => {
    expect(Object.keys(synthesizeStacks({ adopt }).service.Resources)).toEqual(expect.arrayContaining(kept));
  });

  it('gives up exactly the data, which the data stack can import under the same ids', () => {
    const { data, service } = synthesizeStacks();

    expect(Object.keys(service.Resources)).not.toEqual(expect.arrayContaining([moved[0]]));
    for (const id of moved) {
      expect(service.Resources).not.toHaveProperty(id);
      expect(data.Resources[id].DeletionPolicy).toMatch(/^Retain/);
    }
  });

  it('has no resource twice', () => {
    const { data, service } = synthesizeStacks();
    const both = synthesizeStack();

    expect(Object.keys(both.Resources)).toHaveLength(
      Object.keys(data.Resources).length + Object.keys(service.Resources).length,
    );
  });
});
