import type { Json } from './template.ts';

export const ref = (Ref: string) => ({ Ref });
export const att = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
export const resource = (Type: string, Properties: Json = {}, more: Json = {}): Json => ({
  Type,
  Properties,
  ...more,
});
export const code = { ZipFile: '' };
export const lambda = (properties: Json = {}): Json =>
  resource('AWS::Lambda::Function', { Code: code, Role: att('Role', 'Arn'), ...properties });
export const mapping = (properties: Json = {}): Json =>
  resource('AWS::Lambda::EventSourceMapping', {
    FunctionName: ref('Worker'),
    EventSourceArn: att('Queue', 'Arn'),
    ...properties,
  });
export const queue = (properties: Json = {}): Json => resource('AWS::SQS::Queue', properties);
export const redrive = (maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: att('Dead', 'Arn'), maxReceiveCount },
});
export const role = (properties: Json = {}): Json =>
  resource('AWS::IAM::Role', { AssumeRolePolicyDocument: {}, ...properties });
export const policy = (Roles: Json, PolicyDocument: Json = {}): Json =>
  resource('AWS::IAM::Policy', { PolicyName: 'Policy', PolicyDocument, Roles });
export const topicPolicy = (Effect: string, Service: string): Json =>
  resource('AWS::SNS::TopicPolicy', {
    Topics: [ref('Topic')],
    PolicyDocument: { Statement: { Effect, Action: 'sns:Publish', Principal: { Service } } },
  });
export const alarm = (actions: Json): Json =>
  resource('AWS::CloudWatch::Alarm', { EvaluationPeriods: 1, ComparisonOperator: 'x', ...actions });
export const rings = { AlarmActions: [ref('Topic')], OKActions: [ref('Topic')] };
export const responseHeaders = (Name: Json): Json =>
  resource('AWS::CloudFront::ResponseHeadersPolicy', { ResponseHeadersPolicyConfig: { Name } });
export const joined = (...parts: Json[]) => ({ 'Fn::Join': ['', parts] });
export const deployment = (more: Json = {}): Json =>
  resource('Custom::CDKBucketDeployment', { DestinationBucketName: ref('Bucket') }, more);
export const emptier = resource('Custom::S3AutoDeleteObjects', { BucketName: ref('Bucket') });
