import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { findLosses } from '../../../cdk/deploy/find-losses.ts';
import { recordSettings, settingsMember } from '../../../cdk/deploy/recorded-settings.ts';
import { checkSettings, type StageSettings } from '../../../cdk/settings.ts';
import { planTable } from '../../../lib/plan-table.ts';
import { everythingAroundCognito, otherIssuer } from '../settings.ts';

const retained = { UpdateReplacePolicy: 'Retain', DeletionPolicy: 'Retain' };

const resources = {
  Table: {
    ...retained,
    Type: 'AWS::DynamoDB::Table',
    Properties: { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }], BillingMode: 'PAY_PER_REQUEST' },
  },
  Bucket: { ...retained, Type: 'AWS::S3::Bucket', Properties: {} },
  SiteBucket: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Delete' },
  Pool: { ...retained, Type: 'AWS::Cognito::UserPool' },
  Pages: {
    Type: 'AWS::Cognito::UserPoolDomain',
    Properties: { Domain: 'docs', UserPoolId: { Ref: 'Pool' } },
  },
  Queue: { Type: 'AWS::SQS::Queue' },
};

const templateOf = (stage: StageSettings, own: object = resources) => ({
  Metadata: { [settingsMember]: JSON.parse(JSON.stringify(checkSettings(stage, 'test'))) },
  Resources: own,
});

const without = (name: keyof typeof resources) => {
  const { [name]: _removed, ...rest } = resources;
  return rest;
};

const named = (losses: ReturnType<typeof findLosses>): readonly string[] => losses.map(({ name }) => name);

const { api, billing, dashboard, cognito } = everythingAroundCognito;

it('finds nothing in the same deployment, in a first one, and in settings that take nothing from anybody', () => {
  const { plans: _plans, ...settings } = everythingAroundCognito;
  const all = templateOf(settings);

  expect(findLosses(all, all)).toEqual([]);
  expect(findLosses({}, all)).toEqual([]);
  expect(findLosses(templateOf({}), all)).toEqual([]);
  expect(
    findLosses(templateOf({ retentionSeconds: 7200, signUp: 'open' }), templateOf({ retentionSeconds: 60 })),
  ).toEqual([]);
});

describe('of the settings', () => {
  it.each<[string, StageSettings, StageSettings, string]>([
    ['billing', { billing }, {}, 'Stripe events no longer change plans'],
    ['apiDomain', { api }, {}, 'https://api.example.com no longer serves the API'],
    ['dashboard', { dashboard }, {}, 'https://docs.example.com no longer serves the dashboard'],
    [
      'dashboard',
      { dashboard },
      { dashboard: { ...dashboard, domain: 'new.example.com' } },
      'https://docs.example.com no longer',
    ],
    [
      'identity',
      otherIssuer,
      {},
      'users sign in at the user pool instead of https://login.example.com/tenant with the client docforge',
    ],
    ['identity', {}, otherIssuer, 'instead of the user pool'],
    [
      'identity',
      otherIssuer,
      { oidc: { ...otherIssuer.oidc, clientId: 'other' } },
      'with the client other instead of',
    ],
    ['google', { cognito: { google: cognito.google } }, {}, 'with Google can no longer'],
    ['broker', { cognito: { broker: cognito.broker } }, {}, 'with GitHub can no longer'],
    ['domainPrefix', { cognito: { domainPrefix: 'docs' } }, {}, 'the sign-in pages move from docs'],
    ['largeUploads', { largeUploads: true }, {}, 'the base URL of the API changes'],
    [
      'plans',
      { plans: planTable },
      { plans: { free: planTable.free, pro: planTable.pro } },
      'accounts of the plan starter are treated as those of free',
    ],
  ])('finds the loss of %s', (name, before, after, effect) => {
    const losses = findLosses(templateOf(before), templateOf(after));

    expect(losses).toEqual([{ name, effect: expect.stringContaining(effect) }]);
  });

  it('finds a default plan that a list of plans leaves out', () => {
    const own = { plans: { free: planTable.free, starter: planTable.starter } };

    expect(named(findLosses(templateOf({}), templateOf(own)))).toEqual(['plans']);
    expect(
      named(
        findLosses(
          templateOf({ plans: { ...planTable, big: { ...planTable.pro, price: 99 } } }),
          templateOf({}),
        ),
      ),
    ).toEqual(['plans']);
  });

  it('compares only resources with a stack of a version that recorded no settings', () => {
    expect(findLosses({ Resources: resources }, templateOf({}))).toEqual([]);
    expect(named(findLosses({ Resources: resources }, templateOf({}, without('Table'))))).toEqual(['table']);
  });
});

describe('of the resources', () => {
  it.each([
    [
      'Table',
      'table',
      'Table (AWS::DynamoDB::Table) leaves the stack with its data, and stays in the account',
    ],
    ['Bucket', 'bucket', 'Bucket (AWS::S3::Bucket) leaves the stack'],
    ['Pool', 'pool', 'Pool (AWS::Cognito::UserPool) leaves the stack'],
    ['Pages', 'signInPages', 'Pages (AWS::Cognito::UserPoolDomain) is deleted'],
  ] as const)('finds a removed %s', (id, name, effect) => {
    expect(findLosses(templateOf({}), templateOf({}, without(id)))).toEqual([
      { name, effect: expect.stringContaining(effect) },
    ]);
  });

  it('finds a replaced table and replaced sign-in pages', () => {
    const key = [{ AttributeName: 'id', KeyType: 'HASH' }];
    const changed = {
      ...resources,
      Table: { ...resources.Table, Properties: { ...resources.Table.Properties, KeySchema: key } },
      Pages: { ...resources.Pages, Properties: { Domain: 'papers', UserPoolId: { Ref: 'Pool' } } },
    };

    expect(findLosses(templateOf({}), templateOf({}, changed)).map(({ effect }) => effect)).toEqual([
      'Table (AWS::DynamoDB::Table) is replaced by an empty one, because KeySchema changes',
      'Pages (AWS::Cognito::UserPoolDomain) is replaced by an empty one, because Domain changes',
    ]);
  });

  it('ignores changes in place, and resources without data', () => {
    const changed = {
      ...without('Queue'),
      Table: {
        ...resources.Table,
        Properties: { ...resources.Table.Properties, BillingMode: 'PROVISIONED' },
      },
    };

    expect(findLosses(templateOf({}), templateOf({}, changed))).toEqual([]);
    expect(findLosses(templateOf({}), templateOf({}, without('SiteBucket')))).toEqual([]);
  });
});

it('records the settings in the template of each stack', () => {
  const app = new App();
  const stack = new Stack(app, 'Test');
  stack.templateOptions.metadata = { other: 1 };

  recordSettings(app, checkSettings({ billing }, 'test'));

  expect(stack.templateOptions.metadata).toEqual({
    other: 1,
    [settingsMember]: expect.objectContaining({ stackName: 'DocForge', billing }),
  });
});

describe('of data that the next deployment adopts', () => {
  const { adopt } = everythingAroundCognito;
  const { Table: _table, Bucket: _bucket, Pool: _pool, ...others } = resources;
  const service = {
    ...others,
    Pages: { ...others.Pages, Properties: { ...others.Pages.Properties, UserPoolId: adopt.userPool } },
  };
  const single = { Resources: resources };

  it('finds nothing if a stack that contained the data adopts all of it', () => {
    expect(findLosses(single, templateOf({ adopt }, service))).toEqual([]);
  });

  it('finds what is not adopted', () => {
    const { tableStream: _, ...rest } = adopt;

    expect(named(findLosses(single, templateOf({ adopt: rest }, service)))).toEqual(['table']);
    expect(named(findLosses(single, templateOf({}, service)))).toEqual([
      'table',
      'bucket',
      'pool',
      'signInPages',
    ]);
  });

  it('finds an adopted resource that is not the same any more', () => {
    const losses = findLosses(
      templateOf({ adopt }, {}),
      templateOf({ adopt: { ...adopt, bucket: 'other' } }, {}),
    );

    expect(losses).toEqual([{ name: 'bucket', effect: `the service uses other instead of ${adopt.bucket}` }]);
    expect(named(findLosses(templateOf({ adopt }, {}), templateOf({}, {})))).toEqual([
      'table',
      'bucket',
      'pool',
    ]);
  });
});
