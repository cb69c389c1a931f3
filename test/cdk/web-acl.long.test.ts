import { expect, it } from 'vitest';
import { type Json, resourcesOf, targetOf } from './check/template.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const only = (template: Json, type: string): Json => {
  const found = resourcesOf(template, type);
  expect(found).toHaveLength(1);
  return found[0]?.[1];
};
const targetsOf = (template: Json): string[] =>
  resourcesOf(template, 'AWS::WAFv2::WebACLAssociation').map(([, { ResourceArn }]) =>
    JSON.stringify(ResourceArn),
  );

it('is in the stack only if the operator sets a limit', () => {
  expect(resourcesOf(synthesizeStack(), 'AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation')).toEqual([]);
});

it('counts a request by the address that CloudFront states if it passed CloudFront, by that of its connection otherwise', () => {
  const { DefaultAction, Rules, Scope } = only(
    synthesizeStack({ rateLimitPerAddress: 2000 }),
    'AWS::WAFv2::WebACL',
  );

  expect([Scope, DefaultAction]).toEqual(['REGIONAL', { Allow: {} }]);
  const [through, direct] = Rules.map(({ Statement }: Json) => Statement.RateBasedStatement);
  const passed = {
    ByteMatchStatement: {
      FieldToMatch: { SingleHeader: { Name: 'x-origin-secret' } },
      PositionalConstraint: 'EXACTLY',
      SearchString: expect.anything(),
      TextTransformations: [{ Priority: 0, Type: 'NONE' }],
    },
  };
  expect(through).toMatchObject({
    AggregateKeyType: 'CUSTOM_KEYS',
    CustomKeys: [{ Header: { Name: 'x-viewer-address' } }],
    Limit: 2000,
    EvaluationWindowSec: 60,
    ScopeDownStatement: passed,
  });
  expect(direct).toMatchObject({
    AggregateKeyType: 'IP',
    Limit: 2000,
    EvaluationWindowSec: 60,
    ScopeDownStatement: { NotStatement: { Statement: passed } },
  });
  expect(JSON.stringify(through)).toContain('{{resolve:secretsmanager:');
});

it('refuses in the form of the contract', () => {
  const { CustomResponseBodies, Rules } = only(
    synthesizeStack({ rateLimitPerAddress: 2000 }),
    'AWS::WAFv2::WebACL',
  );

  for (const { Action } of Rules) {
    const { CustomResponseBodyKey, ResponseCode, ResponseHeaders } = Action.Block.CustomResponse;
    expect([ResponseCode, ResponseHeaders]).toEqual([429, [{ Name: 'Retry-After', Value: '60' }]]);
    expect(JSON.parse(CustomResponseBodies[CustomResponseBodyKey].Content)).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Rate limit exceeded, retry in 60 seconds',
    });
  }
});

it('covers the stage, and the load balancer of uploads', () => {
  const plain = synthesizeStack({ rateLimitPerAddress: 2000 });
  const [stage] = resourcesOf(plain, 'AWS::ApiGateway::Stage')[0] ?? [];

  expect(targetsOf(plain)).toEqual([expect.stringContaining(`"${stage}"`)]);

  const both = synthesizeStack({ rateLimitPerAddress: 2000, largeUploads: true });
  const balancer = resourcesOf(both, 'AWS::ElasticLoadBalancingV2::LoadBalancer')[0]?.[0];
  expect(targetsOf(both)).toEqual([
    expect.stringContaining(`"${stage}"`),
    expect.stringContaining(`"${balancer}"`),
  ]);
  expect(targetOf({ Ref: balancer })).toBe(balancer);
});
