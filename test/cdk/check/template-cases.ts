import {
  att,
  code,
  joined,
  lambda,
  policy,
  queue,
  ref,
  resource,
  responseHeaders,
  role,
} from './resources.ts';
import type { RuleCase } from './rule-case.ts';

/** The rules that hold for resources of every type: their schema, references and names. */
export const templateCases: readonly RuleCase[] = [
  ['fitsSchemas', { Queue: queue({ VisibilityTimeout: '30' }) }, []],
  [
    'fitsSchemas',
    { Queue: resource('AWS::SQS::Tail') },
    ['Queue is of type AWS::SQS::Tail, which CloudFormation does not have'],
  ],
  ['fitsSchemas', { Queue: queue({ Visibility: 1 }) }, ['Queue.Visibility is not a property']],
  [
    'fitsSchemas',
    { Queue: queue({ VisibilityTimeout: 'long' }) },
    ['Queue.VisibilityTimeout is not of type integer'],
  ],
  [
    'fitsSchemas',
    { Queue: queue({ VisibilityTimeout: 1.5 }) },
    ['Queue.VisibilityTimeout is not of type integer'],
  ],
  ['fitsSchemas', { Queue: queue({ Tags: [{ Key: 'a' }] }) }, ['Queue.Tags[0].Value is required']],
  ['fitsSchemas', { Queue: queue({ Tags: 'a' }) }, ['Queue.Tags is not a list']],
  ['fitsSchemas', { Queue: queue({ Tags: ref('Tags') }) }, ['Queue.Tags is text, and must be a array']],
  ['fitsSchemas', { F: resource('AWS::Lambda::Function', { Code: code }) }, ['F.Role is required']],
  ['fitsSchemas', { F: lambda({ Role: ref('AWS::NoValue') }) }, ['F.Role is required']],
  ['fitsSchemas', { F: lambda({ PackageType: 'Tar' }) }, ['F.PackageType is none of Image, Zip']],
  [
    'fitsSchemas',
    { F: lambda({ PackageType: { 'Fn::If': ['Is', 'Zip', 'Tar'] } }) },
    ['F.PackageType is none of Image, Zip'],
  ],
  [
    'fitsSchemas',
    { F: lambda({ Environment: { Variables: ['A'] } }) },
    ['F.Environment.Variables is not a map'],
  ],
  [
    'fitsSchemas',
    { F: lambda({ LoggingConfig: { Group: 'a' } }) },
    ['F.LoggingConfig.Group is not a property'],
  ],
  ['fitsSchemas', { Own: resource('Custom::Thing', { Anything: 1 }) }, ['Own.ServiceToken is required']],

  [
    'refersToWhatExists',
    { Queue: queue({ QueueName: joined(ref('AWS::Region'), ref('AWS::StackName')) }) },
    [],
  ],
  [
    'refersToWhatExists',
    { Queue: queue({ QueueName: ref('Name') }) },
    ['Queue refers to Name, which is not there'],
  ],
  [
    'refersToWhatExists',
    { A: queue(), B: queue({ QueueName: att('A', 'Name') }) },
    ['B refers to A.Name, and AWS::SQS::Queue has no such attribute'],
  ],
  [
    'refersToWhatExists',
    { B: queue({ QueueName: { 'Fn::Sub': `x-\${!Literal}-\${A.Arn}-\${B.Arn}` } }) },
    ['B refers to A.Arn, but there is no A', 'B needs itself: B > B'],
  ],
  ['refersToWhatExists', { A: queue({ QueueName: { 'Fn::Sub': [`\${V}`, { V: 'x' }] } }) }, []],
  [
    'refersToWhatExists',
    { A: queue({}), B: resource('AWS::SQS::Queue', {}, { DependsOn: ['A', 'C'] }) },
    ['B depends on C, which is not there'],
  ],
  [
    'refersToWhatExists',
    { A: resource('AWS::SQS::Queue', {}, { Condition: 'Is' }) },
    ['A has the condition Is, which is not there'],
  ],
  [
    'refersToWhatExists',
    { A: queue({ QueueName: { 'Fn::If': ['Is', 'a', 'b'] } }) },
    ['A has the condition Is, which is not there'],
  ],
  [
    'refersToWhatExists',
    { A: queue({ QueueName: ref('B') }), B: resource('AWS::SQS::Queue', {}, { DependsOn: 'A' }) },
    ['A needs itself: A > B > A'],
  ],

  ['namesAreUnique', { Headers: responseHeaders('docforge') }, ['Headers has the same name in every region']],
  [
    'namesAreUnique',
    { Headers: responseHeaders(joined('docforge', ref('AWS::StackName'))) },
    ['Headers has the same name in every region'],
  ],
  ['namesAreUnique', { Headers: responseHeaders(joined('docforge', ref('AWS::StackId'))) }, []],
  ['namesAreUnique', { Headers: responseHeaders(joined('docforge', ref('AWS::Region'))) }, []],
  [
    'namesAreUnique',
    {
      Access: resource('AWS::CloudFront::OriginAccessControl', { OriginAccessControlConfig: { Name: 'a' } }),
    },
    ['Access has the same name in every region'],
  ],
  [
    'namesAreUnique',
    { Rewrite: resource('AWS::CloudFront::Function', { Name: 'a' }) },
    ['Rewrite has the same name in every region'],
  ],
  [
    'namesAreUnique',
    { Cache: resource('AWS::CloudFront::CachePolicy', { CachePolicyConfig: { Name: 'a' } }) },
    ['Cache has the same name in every region'],
  ],
  ['namesAreUnique', { Role: role({ RoleName: 'a' }) }, ['Role has the same name in every region']],
  [
    'namesAreUnique',
    { Bucket: resource('AWS::S3::Bucket', { BucketName: 'a' }) },
    ['Bucket has the same name in every region'],
  ],
  ['namesAreUnique', { Queue: queue({ QueueName: 'jobs' }) }, ['Queue has the same name in every stack']],
  [
    'namesAreUnique',
    { Domain: resource('AWS::Cognito::UserPoolDomain', { Domain: 'docforge' }) },
    ['Domain has the same name in every stack'],
  ],
  ['namesAreUnique', { Domain: resource('AWS::Cognito::UserPoolDomain', { Domain: 'chosen' }) }, []],
  ['namesAreUnique', { Policy: policy([]) }, []],
];
