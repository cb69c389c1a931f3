import { expect, it } from 'vitest';
import { itLong } from '../support/long-run.ts';
import { type Json, policiesOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** The statements of all policies whose resources are in buckets of the operator, by the construct of the policy's role. */
const statementsOf = (context: Readonly<Record<string, string>>): [string, string[]][] =>
  policiesOf(synthesizeStack(context)).flatMap(([id, { PolicyDocument }]) =>
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
  expect(statementsOf({ sourceBuckets: 'my-bucket/in' }).map(([, [action]]) => action)).toEqual([
    's3:GetObject',
    's3:GetObject',
    's3:GetObject',
    's3:GetObject',
  ]);
});

it.each([
  [
    { sourceBuckets: 'my-bucket/*' },
    'sourceBuckets is my-bucket/*; "my-bucket/*" is not a bucket or bucket/prefix',
  ],
  [
    { targetBuckets: 's3://my-bucket' },
    'targetBuckets is s3://my-bucket; "s3://my-bucket" is not a bucket or bucket/prefix',
  ],
  [{ sourceBuckets: 'my-bucket,'.repeat(101) }, 'it has more than 1000 characters'],
])('refuses %j', (context, message) => {
  expect(() => synthesizeStack(context)).toThrow(message);
});
