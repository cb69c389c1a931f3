import { bytesOf, type Json, type Rule, resourcesOf } from './template.ts';

/** Services whose names are shared by all regions of an account, or by all accounts. */
const global = /^AWS::(CloudFront|IAM|S3)::/;

/** Names that only have to be unique below another resource of the stack. */
const belowAnother = [
  'AWS::IAM::Policy',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolIdentityProvider',
  'AWS::ApiGateway::Stage',
  'AWS::Lambda::Alias',
];

/** The physical name that a template sets explicitly: `Name`, `<Type>Name` or `Domain`, on top or in the resource's configuration. */
const explicitName = (type: string, properties: Json): Json => {
  const last = type.split('::')[2] ?? '';
  const configuration = properties[`${last}Config`] ?? {};
  return configuration.Name ?? properties[`${last}Name`] ?? properties.Name;
};

const domainName = (type: string, properties: Json): Json =>
  type === 'AWS::Cognito::UserPoolDomain' ? properties.Domain : undefined;

const mentions = (name: Json, ...references: readonly string[]): boolean =>
  references.some((reference) => JSON.stringify(name).includes(`AWS::${reference}`));

/**
 * Explicit names do not clash with those of another deployment: regional names contain the stack's name, and names that
 * are global to the account contain the region or the stack's id. The operator is responsible for names in the settings.
 */
export const namesAreUnique: Rule = (template, { api, cognito, region }) =>
  Object.entries(template.Resources).flatMap(([id, { Type, Properties = {} }]) => {
    if (belowAnother.includes(Type)) return [];
    const name = domainName(Type, Properties) ?? explicitName(Type, Properties);
    if (name === undefined || [cognito?.domainPrefix, api?.domain].includes(name)) return [];
    if (global.test(Type))
      return mentions(name, 'Region', 'StackId') || (region && JSON.stringify(name).includes(region))
        ? []
        : [`${id} has the same name in every region`];
    return mentions(name, 'StackName', 'StackId') ? [] : [`${id} has the same name in every stack`];
  });

/** Lengths that the schemas do not have: the property's path and the most bytes that AWS accepts. */
const lengths: readonly (readonly [type: string, path: string, maxBytes: number])[] = [
  ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig.Name', 64],
  ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig.Name', 128],
  ['AWS::CloudFront::CachePolicy', 'CachePolicyConfig.Name', 128],
  ['AWS::CloudFront::CachePolicy', 'CachePolicyConfig.Comment', 128],
  ['AWS::CloudFront::Function', 'Name', 64],
  ['AWS::CloudFront::Function', 'FunctionCode', 10_240],
  ['AWS::CloudFront::Distribution', 'DistributionConfig.Comment', 128],
  ['AWS::Cognito::UserPoolDomain', 'Domain', 63],
  ['AWS::CloudWatch::Alarm', 'AlarmName', 255],
  ['AWS::CloudWatch::Alarm', 'AlarmDescription', 1024],
  ['AWS::Lambda::Function', 'Description', 256],
];

/** A reference in a name is a region, a stack's name or a part of its id; the longest region name has 14 characters. */
const referenceBytes = 25;

const valueAt = (properties: Json, path: string): Json =>
  path.split('.').reduce((value: Json, name) => value?.[name], properties);

/** Names and texts are within the length limits that AWS documents. */
export const textsFit: Rule = (template) =>
  lengths.flatMap(([type, path, maxBytes]) =>
    resourcesOf(template, type).flatMap(([id, properties]) => {
      const value = valueAt(properties, path);
      const bytes = value === undefined ? 0 : bytesOf(value, referenceBytes);
      return bytes > maxBytes ? [`${id}.${path} has ${bytes} bytes of ${maxBytes}`] : [];
    }),
  );
