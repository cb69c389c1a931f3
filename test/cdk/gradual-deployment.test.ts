import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAlias, gradualFunctions, rollbackAlarms } from '../../cdk/gradual-deployment.ts';
import { runbook } from '../../cdk/runbook.ts';
import { itLong } from '../support/long-run.ts';
import { resourcesOf, targetOf } from './check/template.ts';
import { everythingAroundCognito } from './settings.ts';
import { type Json, onlyOf, templateOf } from './synthesize-construct.ts';
import { synthesizeStack } from './synthesize-stack.ts';

describe('a version', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docforge-code-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The ids of the versions of a function with this code and environment. */
  const versionsOf = (code: string, VALUE: string): readonly string[] => {
    writeFileSync(join(folder, 'index.js'), code);
    const template = templateOf(
      (stack) =>
        addAlias(
          new LambdaFunction(stack, 'Convert', {
            runtime: Runtime.NODEJS_24_X,
            handler: 'index.handler',
            code: Code.fromAsset(folder),
            environment: { VALUE },
          }),
          'convert',
        ),
      { deployment: 'gradual' },
    );
    const [version, ...more] = resourcesOf(template, 'AWS::Lambda::Version').map(([id]) => id);
    expect(targetOf(onlyOf(template, 'AWS::Lambda::Alias').FunctionVersion)).toBe(version);
    return [version ?? '', ...more];
  };

  it('is created if code or environment change, and not if nothing does', () => {
    const before = versionsOf('one', '1');

    expect(before).toHaveLength(1);
    expect(versionsOf('one', '1')).toEqual(before);
    expect(versionsOf('two', '1')).not.toEqual(before);
    expect(versionsOf('one', '2')).not.toEqual(before);
  });
});

describe('a stack with gradual deployment', () => {
  const template = (): Json => synthesizeStack(everythingAroundCognito);
  const aliases = () => resourcesOf(template(), 'AWS::Lambda::Alias');

  it('has an alias for each function whose versions are deployed gradually', () => {
    expect(aliases().map(([, { Name, FunctionName }]) => [Name, targetOf(FunctionName)])).toEqual(
      gradualFunctions.map((name) => [
        'live',
        expect.stringMatching(new RegExp(`^${name}Function[0-9A-F]{8}$`, 'i')),
      ]),
    );
  });

  it('rolls each of them back on urgent alarms', () => {
    const groups = resourcesOf(template(), 'AWS::CodeDeploy::DeploymentGroup');
    const policies = aliases().map(
      ([id]) => template().Resources[id].UpdatePolicy.CodeDeployLambdaAliasUpdate,
    );

    expect(policies.map(({ DeploymentGroupName }) => targetOf(DeploymentGroupName))).toEqual(
      groups.map(([id]) => id),
    );
    for (const [, { AlarmConfiguration, AutoRollbackConfiguration }] of groups) {
      expect(AlarmConfiguration.Enabled).toBe(true);
      expect(AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      expect(AlarmConfiguration.Alarms.map(({ Name }: Json) => targetOf(Name))).toEqual(
        rollbackAlarms.map((name) => expect.stringMatching(new RegExp(`^Alarms${name}[0-9A-F]{8}$`))),
      );
    }
    expect(rollbackAlarms.map((name) => runbook[name].severity)).toEqual(rollbackAlarms.map(() => 'page'));
  });

  it('sends queues, calls of the API and calls between functions to the aliases', () => {
    const ids = aliases().map(([id]) => id);
    const referring = (value: Json): readonly string[] =>
      ids.filter((id) => JSON.stringify(value).includes(`"Ref":"${id}"`));

    const mappings = resourcesOf(template(), 'AWS::Lambda::EventSourceMapping').flatMap(
      ([, { FunctionName }]) => referring(FunctionName),
    );
    const [[, { Variables }] = ['', {}]] = resourcesOf(template(), 'AWS::ApiGateway::Stage');
    expect([...mappings, ...referring(Variables)].toSorted()).toEqual(ids.toSorted());
    const [convert] = Object.entries<Json>(template().Resources).filter(([id]) => /^ConvertRole/.test(id));
    expect(referring(convert)).toHaveLength(3);
  });

  itLong('creates versions only of functions that a setting changes', () => {
    const versionsOf = (more: object) =>
      resourcesOf(synthesizeStack({ deployment: 'gradual', ...more }), 'AWS::Lambda::Version').map(
        ([id]) => id,
      );
    const before = versionsOf({});

    expect(versionsOf({ alarmEmails: ['operator@example.com'], callsPerSecond: 300 })).toEqual(before);
    const changed = versionsOf({ retentionSeconds: 600 }).filter((id) => !before.includes(id));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(before.length);
  });
});
