import { describe, expect, it } from 'vitest';
import { type Json, TemplateError } from '../../../local/template/json.ts';
import { resolve, type Scope } from '../../../local/template/resolve.ts';

const scope: Scope = {
  ref: (name) => ({ 'AWS::Region': 'eu-west-1', Table: 'the-table', List: ['a', 'b'] })[name],
  attribute: (logicalId, name) =>
    `${logicalId}.${name}` === 'Queue.Arn' ? 'arn:aws:sqs:eu-west-1:0:q' : undefined,
};

/** Fn::Sub's variables, written `<Name>`. */
const sub = (text: string): string => text.replace(/<([^>]+)>/g, '$${$1}');

describe('resolve', () => {
  it.each<[string, Json, Json]>([
    ['keeps plain values', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['resolves a reference', { Ref: 'Table' }, 'the-table'],
    ['resolves an attribute', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:eu-west-1:0:q'],
    ['joins nested values', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 3]] }, 'a/the-table/3'],
    ['substitutes names', { 'Fn::Sub': sub('<AWS::Region>-<Table>') }, 'eu-west-1-the-table'],
    [
      'selects from a split',
      { 'Fn::Select': [5, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Queue', 'Arn'] }] }] },
      'q',
    ],
    ['selects from a referenced list', { 'Fn::Select': ['1', { Ref: 'List' }] }, 'b'],
    ['keeps an object whose only key merely looks like data', { Reference: 'Table' }, { Reference: 'Table' }],
  ])('%s', (_title, value, expected) => {
    expect(resolve(value, scope, 'Thing.Property')).toEqual(expected);
  });

  it.each<[string, Json, string]>([
    [
      'an unknown intrinsic',
      { 'Fn::Cidr': ['10.0.0.0/8', 1] },
      'Thing.Property: Fn::Cidr is not supported locally',
    ],
    ['a condition', { 'Fn::If': ['Always', 'yes', 'no'] }, 'Thing.Property: Fn::If is not supported locally'],
    ['variables of Fn::Sub', { 'Fn::Sub': [sub('<N>'), { N: 'a' }] }, 'Thing.Property: Fn::Sub needs a text'],
    [
      'a resource that does not run locally',
      { Ref: 'Key' },
      'Thing.Property: refers to Key, which does not run locally',
    ],
    [
      'an unknown attribute',
      { 'Fn::GetAtt': ['Queue', 'Color'] },
      'Thing.Property: needs Queue.Color, which does not exist locally',
    ],
    [
      'a selection past the end',
      { 'Fn::Select': [9, ['a']] },
      'Thing.Property: the index of Fn::Select is out of range',
    ],
  ])('reports the resource and property that need %s', (_title, value, message) => {
    expect(() => resolve(value, scope, 'Thing.Property')).toThrow(new TemplateError(message));
  });
});
