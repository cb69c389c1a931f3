import { functionIdOf, type Json, type Rule, resourcesOf, type Template, targetOf } from './template.ts';

/**
 * Lambda may receive a message again while it waits for concurrency; the developer guide recommends six times the
 * timeout.
 */
const visibilityFactor = 6;

/** With fewer receives, messages of a throttled function end up in the dead-letter queue (same guide). */
const leastReceives = 5;

const queues = (template: Template): readonly [string, Json][] => resourcesOf(template, 'AWS::SQS::Queue');

const deadLetterQueues = (template: Template): ReadonlySet<string> =>
  new Set(
    queues(template).flatMap(([, { RedrivePolicy }]) => targetOf(RedrivePolicy?.deadLetterTargetArn) ?? []),
  );

/** Queues with the functions that consume them. */
const consumed = (template: Template): readonly [string, Json, Json][] =>
  queues(template).flatMap(([id, queue]) =>
    resourcesOf(template, 'AWS::Lambda::EventSourceMapping')
      .filter(([, { EventSourceArn }]) => targetOf(EventSourceArn) === id)
      .map(([, { FunctionName }]): [string, Json, Json] => [
        id,
        queue,
        template.Resources[functionIdOf(template, FunctionName) ?? '']?.Properties ?? {},
      ]),
  );

/** A message is deleted as soon as SECURITY.md states. */
export const messagesEnd: Rule = (template) =>
  queues(template).flatMap(([id, { MessageRetentionPeriod }]) =>
    MessageRetentionPeriod === 4 * 86_400 ? [] : [`${id} keeps messages for ${MessageRetentionPeriod} s`],
  );

/** A message stays hidden long enough for its consumer to be throttled and to run. */
export const messagesStayHidden: Rule = (template) =>
  consumed(template).flatMap(([id, { VisibilityTimeout = 30 }, { Timeout = 3 }]) =>
    VisibilityTimeout >= visibilityFactor * Timeout
      ? []
      : [`${id} hides messages for ${VisibilityTimeout} s; its consumer may take ${Timeout} s`],
  );

/** A queue that a function consumes has a dead-letter queue, which gets a message after enough receives. */
export const messagesAreRetried: Rule = (template) =>
  consumed(template).flatMap(([id, { RedrivePolicy }]) => {
    if (deadLetterQueues(template).has(id)) return [];
    const receives = RedrivePolicy?.maxReceiveCount ?? 0;
    return receives >= leastReceives ? [] : [`${id} gives a message up after ${receives} receives`];
  });

/** Every dead-letter queue has an alarm. */
export const deadLettersRing: Rule = (template) => {
  const watched = resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(([, { Dimensions = [] }]) =>
    Dimensions.map(({ Value }: Json) => targetOf(Value)),
  );
  return [...deadLetterQueues(template)].flatMap((id) =>
    watched.includes(id) ? [] : [`${id} has no alarm`],
  );
};
