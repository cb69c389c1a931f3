import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { alarmRows, period, type Watched } from './alarm-rows.ts';
import { logMetric } from './log-metric.ts';
import { settingsOf } from './settings.ts';

/**
 * The alarms of the service and the topic they publish to, when they fire and when they recover.
 *
 * Setting: `alarmEmails`, addresses that receive them once their owners have confirmed the subscription. The topic
 * exists without them too, for subscriptions of any kind.
 */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.topic = this.createTopic();
    const action = new SnsAction(this.topic);
    const unfinished = logMetric(this, watched.reconcile.logGroup, 'unfinished', {
      statistic: Stats.MINIMUM,
      period,
    });
    for (const { name, metric, threshold, periods, missingIsFault } of alarmRows(watched, unfinished)) {
      const alarm = new Alarm(this, name, {
        alarmName: `${Aws.STACK_NAME}-${name}`,
        alarmDescription: `docs/operating.md describes ${name} and what to do`,
        metric,
        evaluationPeriods: periods,
        ...('atLeast' in threshold
          ? {
              threshold: threshold.atLeast,
              comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            }
          : { threshold: threshold.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }),
        treatMissingData: missingIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }

  /**
   * Not encrypted with a key: CloudWatch cannot publish with the key that SNS manages, a customer key costs a dollar a month,
   * and the messages contain only names of alarms and numbers.
   */
  private createTopic(): Topic {
    const topic = new Topic(this, 'Topic', { displayName: 'DocForge alarms', enforceSSL: true });
    // enforceSSL adds a policy, which replaces SNS's default policy that allows the account's alarms to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: `${Aws.STACK_NAME}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    for (const email of settingsOf(this).alarmEmails) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
