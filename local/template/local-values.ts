import { createHash } from 'node:crypto';
import { functionNameOf } from './function-name.ts';
import { type Json, type JsonRecord, textOf } from './json.ts';
import type { Resource, Template } from './load.ts';
import { resolve, type Scope } from './resolve.ts';

/** The region and account of a stack: the pseudo parameters `AWS::Region` and `AWS::AccountId`. */
export type Place = { readonly region: string; readonly accountId: string };

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export type LocalValue = { readonly ref: string; readonly attributes: Readonly<Record<string, string>> };

/** The scope of a template, with access to the resolved properties of its resources. */
export type LocalScope = Scope & {
  /** A property with its intrinsic functions evaluated. Undefined if the resource does not have it. */
  readonly property: (resource: Resource, name: string) => Json | undefined;
  /** The physical name: the template's, or one derived from the stack name and the logical id. */
  readonly nameOf: (resource: Resource) => string;
  /** The values of `Ref` and `Fn::GetAtt`. Undefined for resource types that do not run locally. */
  readonly valueOf: (resource: Resource) => LocalValue | undefined;
};

type Kind = {
  readonly nameProperty?: string;
  /** The maximum length of such a name. */
  readonly maxLength?: number;
  readonly lowercase?: boolean;
  readonly value: (
    name: string,
    arn: (service: string, rest: string) => string,
    place: Place,
    resource: Resource,
  ) => LocalValue;
};

const named = (service: string, prefix = ''): Kind['value'] => {
  return (name, arn) => ({ ref: name, attributes: { Arn: arn(service, `${prefix}${name}`) } });
};

/** A resource that invokes a function: the ARN of the function, followed by a qualifier. */
const qualified = (
  qualifierOf: (properties: JsonRecord) => string,
  attributes: LocalValue['attributes'] = {},
): Kind => ({
  nameProperty: 'FunctionName',
  value: (reference, arn, _place, { properties }) => ({
    ref: arn('lambda', `function:${functionNameOf(reference)}:${qualifierOf(properties)}`),
    attributes,
  }),
});

/** A table has one stream. The label of a stream on AWS is the time of its creation. */
const streamArnOf = (table: string, arn: (service: string, rest: string) => string): string =>
  arn('dynamodb', `table/${table}/stream/local`);

const kinds: Readonly<Record<string, Kind>> = {
  'AWS::DynamoDB::Table': {
    nameProperty: 'TableName',
    value: (name, arn) => ({
      ref: name,
      attributes: { Arn: arn('dynamodb', `table/${name}`), StreamArn: streamArnOf(name, arn) },
    }),
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    maxLength: 63,
    lowercase: true,
    value: (name, _arn, { region }) => ({
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}`, RegionalDomainName: `${name}.s3.${region}.amazonaws.com` },
    }),
  },
  'AWS::Lambda::Function': { nameProperty: 'FunctionName', value: named('lambda', 'function:') },
  // One version of each function runs, with the number 1.
  'AWS::Lambda::Version': qualified(() => '1', { Version: '1' }),
  'AWS::Lambda::Alias': qualified(({ Name }) => textOf(Name) ?? ''),
  'AWS::Logs::LogGroup': { nameProperty: 'LogGroupName', value: named('logs', 'log-group:') },
  'AWS::IAM::Role': { nameProperty: 'RoleName', value: named('iam', 'role/') },
  'AWS::Events::Rule': { nameProperty: 'Name', value: named('events', 'rule/') },
  'AWS::ApiGateway::RestApi': {
    value: (name) => ({ ref: identifier(name), attributes: {} }),
  },
  'AWS::ApiGateway::DomainName': {
    nameProperty: 'DomainName',
    value: (name, _arn, { region }) => ({
      ref: name,
      attributes: {
        RegionalDomainName: `d-${identifier(name)}.execute-api.${region}.amazonaws.com`,
        RegionalHostedZoneId: 'ZLOCAL',
      },
    }),
  },
  'AWS::ApiGateway::Deployment': { value: (name) => ({ ref: identifier(name), attributes: {} }) },
  'AWS::CloudFront::Distribution': {
    value: (name) => {
      const id = identifier(name);
      return { ref: id, attributes: { DomainName: `${id}.cloudfront.net`, Id: id } };
    },
  },
  'AWS::CloudFront::Function': {
    value: (name, arn) => ({ ref: name, attributes: { FunctionARN: arn('cloudfront', `function/${name}`) } }),
  },
  'AWS::CloudFront::OriginAccessControl': {
    value: (name) => ({ ref: identifier(name), attributes: { Id: identifier(name) } }),
  },
  'AWS::CloudFront::CachePolicy': {
    value: (name) => ({ ref: identifier(name), attributes: { Id: identifier(name) } }),
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    value: (name) => ({ ref: identifier(name), attributes: { Id: identifier(name) } }),
  },
  'AWS::CloudFront::VpcOrigin': {
    value: (name) => ({ ref: identifier(name), attributes: { Id: identifier(name) } }),
  },
  'AWS::ECS::Cluster': { nameProperty: 'ClusterName', value: named('ecs', 'cluster/') },
  'AWS::ECS::Service': {
    nameProperty: 'ServiceName',
    value: (name, arn) => ({ ref: arn('ecs', `service/${name}`), attributes: { Name: name } }),
  },
  'AWS::ECS::TaskDefinition': {
    value: (name, arn) => ({ ref: arn('ecs', `task-definition/${name}:1`), attributes: {} }),
  },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    maxLength: 32,
    value: (name, arn, { region }) => ({
      ref: arn('elasticloadbalancing', `loadbalancer/app/${name}`),
      attributes: { DNSName: `internal-${name}.${region}.elb.amazonaws.com`.toLowerCase() },
    }),
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    maxLength: 32,
    value: (name, arn) => ({
      ref: arn('elasticloadbalancing', `targetgroup/${name}`),
      attributes: { TargetGroupArn: arn('elasticloadbalancing', `targetgroup/${name}`) },
    }),
  },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    value: (name, arn) => ({ ref: arn('secretsmanager', `secret:${name}`), attributes: {} }),
  },
  'AWS::Cognito::UserPoolClient': {
    value: (name) => ({ ref: identifier(name), attributes: { ClientId: identifier(name) } }),
  },
  'AWS::Cognito::UserPoolDomain': {
    nameProperty: 'Domain',
    value: (name) => ({ ref: name, attributes: {} }),
  },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName', value: (name) => ({ ref: name, attributes: {} }) },
};

/**
 * Creates the scope of a template.
 *
 * @param created values that are known only after a resource has been created, by logical id: a queue's URL and ARN. Read
 *   at each use.
 */
export function createScope(
  template: Template,
  place: Place,
  created: ReadonlyMap<string, LocalValue>,
): LocalScope {
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::Region': place.region,
    'AWS::AccountId': place.accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': template.stackName,
    'AWS::StackId': `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${template.stackName}/local`,
  };
  const arn = (service: string, rest: string): string =>
    `arn:aws:${service}:${service === 'iam' ? '' : place.region}:${place.accountId}:${rest}`;

  const scope: LocalScope = {
    ref: (name) => {
      const resource = template.resources.get(name);
      return pseudo[name] ?? template.parameters.get(name) ?? (resource && scope.valueOf(resource)?.ref);
    },
    attribute: (logicalId, attribute) => {
      const resource = template.resources.get(logicalId);
      return resource && scope.valueOf(resource)?.attributes[attribute];
    },
    property: (resource, name) => {
      const value = resource.properties[name];
      return value === undefined ? undefined : resolve(value, scope, `${resource.logicalId}.${name}`);
    },
    nameOf: (resource) => {
      const kind = kinds[resource.type];
      const given = kind?.nameProperty && textOf(scope.property(resource, kind.nameProperty));
      return given || defaultName(template.stackName, resource.logicalId, kind);
    },
    valueOf: (resource) => {
      const known = created.get(resource.logicalId);
      if (known) return known;
      return kinds[resource.type]?.value(scope.nameOf(resource), arn, place, resource);
    },
  };
  return scope;
}

/** Returns CloudFormation's `<stack>-<logical id>`. If that is too long, a hash replaces its end. */
function defaultName(stackName: string, logicalId: string, kind: Kind | undefined): string {
  const full = kind?.lowercase
    ? `${stackName}-${logicalId}`.toLowerCase().replace(/[^a-z0-9-]/g, '-')
    : `${stackName}-${logicalId}`;
  const maxLength = kind?.maxLength ?? 64;
  if (full.length <= maxLength) return full;
  return `${full.slice(0, maxLength - 9)}-${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}

/** Returns ten lower-case characters, like an id of API Gateway. */
function identifier(name: string): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(0, 10);
}
