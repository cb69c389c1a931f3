import { describe, expect, it } from 'vitest';
import { createScope } from '../../../local/template/local-values.ts';
import { place, templateOf } from './wired-template.ts';

describe('createScope', () => {
  it('derives a valid bucket name, the same each time', () => {
    const template = templateOf({ [`Documents${'X'.repeat(80)}`]: { Type: 'AWS::S3::Bucket' } });
    const [bucket] = [...template.resources.values()];

    const names = [1, 2].map(() => createScope(template, place, new Map()).nameOf(bucket!));

    expect(names[0]).toMatch(/^test-documentsx+-[0-9a-f]{8}$/);
    expect(names[0]).toHaveLength(63);
    expect(names[1]).toBe(names[0]);
  });

  it('keeps the name of the template', () => {
    const template = templateOf({
      T: {
        Type: 'AWS::DynamoDB::Table',
        Properties: { TableName: { 'Fn::Sub': `${'$'}{AWS::StackName}-jobs` } },
      },
    });
    const scope = createScope(template, place, new Map());

    expect(scope.valueOf(template.resources.get('T')!)).toEqual({
      ref: 'Test-jobs',
      attributes: {
        Arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Test-jobs',
        StreamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Test-jobs/stream/local',
      },
    });
  });
});
