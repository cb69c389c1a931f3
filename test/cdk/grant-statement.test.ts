import { expect, it } from 'vitest';
import type { StageSettings } from '../../cdk/settings.ts';
import { itLong } from '../support/long-run.ts';
import { type Json, policiesOf } from './check/template.ts';
import { everythingAroundCognito, severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** The statements of all policies whose resources are in buckets of the operator, by the construct of the policy's role. */
const statementsOf = (settings: StageSettings): [string, string[]][] =>
  policiesOf(synthesizeStack(settings)).flatMap(([id, { PolicyDocument }]) =>
    PolicyDocument.Statement.flatMap(({ Action, Resource }: Json) => {
      const patterns = [Resource].flat().flatMap((resource: Json) => {
        const text = JSON.stringify(resource);
        return /"(?<arn>:s3:::my-[^"]*)"/.exec(text)?.groups?.arn ?? [];
      });
      return patterns.length === 0 ? [] : [[id.replace(/Role.*/, ''), [Action, ...patterns].flat()]];
    }),
  );

it('grants the workers, and no other function, the listed folders', () => {
  expect(statementsOf(severalSettings)).toEqual(
    ['ConvertDocument', 'ConvertLargeDocument', 'ConvertWebPage', 'ConvertOfficeDocument'].flatMap(
      (worker) => [
        [worker, ['s3:GetObject', ':s3:::my-bucket/in/*', ':s3:::my-shared/*']],
        [worker, ['s3:PutObject', ':s3:::my-bucket/out/*/*']],
      ],
    ),
  );
});

it('grants nothing unless folders are listed', () => {
  expect(statementsOf({})).toEqual([]);
});

itLong('grants no writing to folders of sources', () => {
  expect(statementsOf({ buckets: { sources: ['my-bucket/in'] } }).map(([, [action]]) => action)).toEqual([
    's3:GetObject',
    's3:GetObject',
    's3:GetObject',
    's3:GetObject',
  ]);
});

itLong("lets every role with grants use the operator's key, and no other key", () => {
  const { kmsKeyArn } = everythingAroundCognito;
  const policies = policiesOf(synthesizeStack({ kmsKeyArn }));
  const statements = policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as Json[]);
  const touching = (prefix: RegExp) => policies.filter(([, policy]) => prefix.test(JSON.stringify(policy)));

  const keys = statements.filter(({ Action }) => /"kms:/.test(JSON.stringify(Action)));
  expect(new Set(keys.map(({ Resource }) => Resource))).toEqual(new Set([kmsKeyArn]));
  expect(touching(/"dynamodb:(?:Get|Put|Update)Item"/).length).toBeGreaterThan(20);
  for (const [id, policy] of touching(/"dynamodb:(?:Get|Put|Update)Item"/))
    expect(JSON.stringify(policy), id).toContain('kms:Decrypt');
});
