import { type Json, listOf, type Rule, resourcesOf, type Template, targetOf } from './template.ts';

/** Whether a topic's policy lets CloudWatch publish. A topic with its own policy loses SNS's default one. */
const takesAlarms = (template: Template, topic: string): boolean =>
  resourcesOf(template, 'AWS::SNS::TopicPolicy')
    .filter(([, { Topics }]) => Topics.some((each: Json) => targetOf(each) === topic))
    .flatMap(([, { PolicyDocument }]) => listOf(PolicyDocument.Statement))
    .some(
      ({ Effect, Action, Principal }) =>
        Effect === 'Allow' &&
        listOf(Action).includes('sns:Publish') &&
        listOf(Principal?.Service).includes('cloudwatch.amazonaws.com'),
    );

/** Every alarm notifies a topic of the stack, which lets it publish, when it goes off and when it ends. */
export const alarmsReachSomebody: Rule = (template) =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(([id, { AlarmActions, OKActions }]) => [
    ...(listOf(OKActions).length > 0 ? [] : [`${id} does not say when it is over`]),
    ...(listOf(AlarmActions).length > 0 ? [] : [`${id} has no action`]),
    ...listOf(AlarmActions)
      .map((action) => targetOf(action) ?? '')
      .filter((topic) => !takesAlarms(template, topic))
      .map((topic) => `${id} publishes to ${topic}, which does not let CloudWatch`),
  ]);
