import { expect, it } from 'vitest';
import { rules } from './rules.ts';
import type { Json } from './template.ts';

const ref = (Ref: string) => ({ Ref });
const att = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
const resource = (Type: string, Properties: Json = {}, more: Json = {}): Json => ({
  Type,
  Properties,
  ...more,
});

const code = { ZipFile: '' };
const lambda = (properties: Json = {}): Json =>
  resource('AWS::Lambda::Function', { Code: code, Role: att('Role', 'Arn'), ...properties });
const mapping = (properties: Json = {}): Json =>
  resource('AWS::Lambda::EventSourceMapping', {
    FunctionName: ref('Worker'),
    EventSourceArn: att('Queue', 'Arn'),
    ...properties,
  });
const queue = (properties: Json = {}): Json => resource('AWS::SQS::Queue', properties);
const redrive = (maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: att('Dead', 'Arn'), maxReceiveCount },
});
const role = (properties: Json = {}): Json =>
  resource('AWS::IAM::Role', { AssumeRolePolicyDocument: {}, ...properties });
const policy = (Roles: Json, PolicyDocument: Json = {}): Json =>
  resource('AWS::IAM::Policy', { PolicyName: 'Policy', PolicyDocument, Roles });
const topicPolicy = (Effect: string, Service: string): Json =>
  resource('AWS::SNS::TopicPolicy', {
    Topics: [ref('Topic')],
    PolicyDocument: { Statement: { Effect, Action: 'sns:Publish', Principal: { Service } } },
  });
const alarm = (actions: Json): Json =>
  resource('AWS::CloudWatch::Alarm', { EvaluationPeriods: 1, ComparisonOperator: 'x', ...actions });
const rings = { AlarmActions: [ref('Topic')], OKActions: [ref('Topic')] };
const responseHeaders = (Name: Json): Json =>
  resource('AWS::CloudFront::ResponseHeadersPolicy', { ResponseHeadersPolicyConfig: { Name } });
const joined = (...parts: Json[]) => ({ 'Fn::Join': ['', parts] });
const deployment = (more: Json = {}): Json =>
  resource('Custom::CDKBucketDeployment', { DestinationBucketName: ref('Bucket') }, more);
const emptier = resource('Custom::S3AutoDeleteObjects', { BucketName: ref('Bucket') });

/** Templates with one fault each, or none, by the rule they break. */
const cases: readonly (readonly [keyof typeof rules, Json, readonly string[]])[] = [
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

  [
    'textsFit',
    { Headers: responseHeaders('x'.repeat(129)) },
    ['Headers.ResponseHeadersPolicyConfig.Name has 129 bytes of 128'],
  ],
  [
    'textsFit',
    { Rewrite: resource('AWS::CloudFront::Function', { Name: joined('x'.repeat(40), ref('AWS::Region')) }) },
    ['Rewrite.Name has 65 bytes of 64'],
  ],

  [
    'bucketsEmptyThemselves',
    { Bucket: resource('AWS::S3::Bucket') },
    ['Bucket is deleted with the stack and not emptied before'],
  ],
  ['bucketsEmptyThemselves', { Bucket: resource('AWS::S3::Bucket', {}, { DeletionPolicy: 'Retain' }) }, []],
  [
    'bucketsEmptyThemselves',
    { Bucket: resource('AWS::S3::Bucket'), Empty: emptier, Files: deployment() },
    ['Files fills Bucket before Empty can empty it'],
  ],
  [
    'bucketsEmptyThemselves',
    {
      Bucket: resource('AWS::S3::Bucket'),
      Empty: emptier,
      Files: deployment({ DependsOn: ['Empty'] }),
      Page: deployment({ DependsOn: ['Files'] }),
    },
    [],
  ],

  [
    'messagesStayHidden',
    { Queue: queue({ VisibilityTimeout: 59 }), Worker: lambda({ Timeout: 10 }), Map: mapping() },
    ['Queue hides messages for 59 s; its consumer may take 10 s'],
  ],
  [
    'messagesStayHidden',
    { Queue: queue({ VisibilityTimeout: 60 }), Worker: lambda({ Timeout: 10 }), Map: mapping() },
    [],
  ],
  [
    'messagesStayHidden',
    { Queue: queue(), Worker: lambda({ Timeout: 10 }), Map: mapping() },
    ['Queue hides messages for 30 s; its consumer may take 10 s'],
  ],

  [
    'messagesAreRetried',
    { Queue: queue(), Worker: lambda(), Map: mapping() },
    ['Queue gives a message up after 0 receives'],
  ],
  [
    'messagesAreRetried',
    { Queue: queue(redrive(4)), Dead: queue(), Worker: lambda(), Map: mapping() },
    ['Queue gives a message up after 4 receives'],
  ],
  ['messagesAreRetried', { Queue: queue(redrive(5)), Dead: queue(), Worker: lambda(), Map: mapping() }, []],

  ['deadLettersRing', { Queue: queue(redrive(5)), Dead: queue() }, ['Dead has no alarm']],
  [
    'deadLettersRing',
    {
      Queue: queue(redrive(5)),
      Dead: queue(),
      Alarm: alarm({ Dimensions: [{ Name: 'QueueName', Value: att('Dead', 'QueueName') }] }),
    },
    [],
  ],

  [
    'alarmsReachSomebody',
    { Alarm: alarm({}) },
    ['Alarm does not say when it is over', 'Alarm has no action'],
  ],
  [
    'alarmsReachSomebody',
    { Alarm: alarm(rings), Topic: resource('AWS::SNS::Topic') },
    ['Alarm publishes to Topic, which does not let CloudWatch'],
  ],
  [
    'alarmsReachSomebody',
    { Alarm: alarm(rings), Policy: topicPolicy('Deny', 'cloudwatch.amazonaws.com') },
    ['Alarm publishes to Topic, which does not let CloudWatch'],
  ],
  [
    'alarmsReachSomebody',
    { Alarm: alarm(rings), Policy: topicPolicy('Allow', 'events.amazonaws.com') },
    ['Alarm publishes to Topic, which does not let CloudWatch'],
  ],
  [
    'alarmsReachSomebody',
    { Alarm: alarm(rings), Policy: topicPolicy('Allow', 'cloudwatch.amazonaws.com') },
    [],
  ],

  [
    'environmentsFit',
    { F: lambda({ Environment: { Variables: { A: 'x'.repeat(4096) } } }) },
    ['F has 4097 bytes of environment'],
  ],
  ['environmentsFit', { F: lambda({ Environment: { Variables: { A: 'x'.repeat(4095) } } }) }, []],
  [
    'environmentsFit',
    {
      F: lambda({
        Environment: {
          Variables: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index + 10, ref('A')])),
        },
      }),
    },
    ['F has 4242 bytes of environment'],
  ],

  ['memoryIsAvailable', { F: lambda({ MemorySize: 3009 }) }, ['F has 3009 MB; a new account may use 3008']],

  [
    'gatewayOutlastsFunctions',
    {
      F: lambda({ Timeout: 30 }),
      Method: resource('AWS::ApiGateway::Method', {
        Integration: { Uri: joined('arn:', att('F', 'Arn'), '/invocations') },
      }),
    },
    ['F may take 30 s, the gateway waits for 29 s'],
  ],

  ['logsEnd', { F: lambda() }, ['F has no log group in the stack, so Lambda makes one that stays for ever']],
  [
    'logsEnd',
    { F: lambda({ LoggingConfig: { LogGroup: ref('Log') } }), Log: resource('AWS::Logs::LogGroup') },
    ['Log keeps its lines for ever'],
  ],
  [
    'logsEnd',
    {
      F: lambda({ LoggingConfig: { LogGroup: ref('Log') } }),
      Log: resource('AWS::Logs::LogGroup', { RetentionInDays: 30 }),
    },
    [],
  ],

  ['rolesAreOwn', { A: lambda(), B: lambda(), Role: role() }, ['B and A share Role']],
  [
    'rolesAreOwn',
    { A: lambda(), Role: role({ ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] }) },
    ['Role has managed policies'],
  ],
  [
    'rolesAreOwn',
    { A: lambda(), Role: role(), Other: role(), Policy: policy([ref('Role'), ref('Other')]) },
    ['Policy belongs to several roles'],
  ],
  [
    'rolesAreOwn',
    { A: lambda(), Role: role(), Policy: policy([ref('Role')], { Sid: 'x'.repeat(10_240) }) },
    ['Role has 10252 bytes of policies'],
  ],

  [
    'reservationsServeQueues',
    {
      Worker: lambda({ ReservedConcurrentExecutions: 9 }),
      Map: mapping({ ScalingConfig: { MaximumConcurrency: 10 } }),
    },
    ['Worker reserves 9, and its queue uses 10 at once'],
  ],
  [
    'reservationsServeQueues',
    { Worker: lambda({ ReservedConcurrentExecutions: 4 }), Map: mapping() },
    ['Worker reserves 4, and its queue uses 5 at once'],
  ],
  ['reservationsServeQueues', { Worker: lambda(), Map: mapping() }, []],

  [
    'fitsCloudFormation',
    Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`Q${index}`, queue()])),
    ['Resources are 501 of 500'],
  ],
];

it.each(
  cases.map(
    ([name, Resources, faults]) => [name, faults.join('; ') || 'nothing', Resources, faults] as const,
  ),
)('%s finds: %s', (name, _title, Resources, faults) => {
  expect(rules[name]({ Resources }, { cognitoDomainPrefix: 'chosen' })).toEqual(faults);
});

it('has a broken template for every rule', () => {
  const broken = cases.filter(([, , faults]) => faults.length > 0).map(([name]) => name);

  expect(new Set(broken)).toEqual(new Set(Object.keys(rules)));
});

it('finds outputs without a value or of something that is not there', () => {
  const Outputs = { A: { Description: 'a' }, B: { Value: att('Queue', 'Arn') }, C: { Value: ref('Queue') } };

  expect(rules.refersToWhatExists({ Resources: {}, Outputs }, {})).toEqual([
    'A has no value',
    'B refers to Queue.Arn, but there is no Queue',
    'C refers to Queue, which is not there',
  ]);
});
