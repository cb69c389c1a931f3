import {
  alarm,
  att,
  deployment,
  emptier,
  joined,
  lambda,
  mapping,
  policy,
  queue,
  redrive,
  ref,
  resource,
  responseHeaders,
  rings,
  role,
  topicPolicy,
} from './resources.ts';
import type { RuleCase } from './rule-case.ts';

/** The rules for buckets, queues, functions and the size of the template. */
export const serviceCases: readonly RuleCase[] = [
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
  ...['Retain', 'RetainExceptOnCreate'].map(
    (DeletionPolicy): RuleCase => [
      'bucketsEmptyThemselves',
      { Bucket: resource('AWS::S3::Bucket', {}, { DeletionPolicy }) },
      [],
    ],
  ),
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
