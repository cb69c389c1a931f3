import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { alarmRows, type Watched } from './alarm-rows.ts';
import { createBudget } from './budget.ts';
import { descriptionOf, runbook, type Severity } from './runbook.ts';
import { settingsOf } from './settings.ts';

/**
 * The alarms of the service and the two topics they publish to, by severity, when they fire and when they recover.
 *
 * Settings: `alarmEmails` and `ticketEmails`, addresses that receive them once their owners have confirmed the subscription. The topics
 * exist without them too, for subscriptions of any kind. `monthlyBudget` adds what watches the costs.
 */
export class Alarms extends Construct {
  readonly topics: Readonly<Record<Severity, Topic>>;
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { alarmEmails, ticketEmails = alarmEmails, monthlyBudget } = settingsOf(this);
    this.topics = {
      page: this.createTopic('Topic', 'DocForge alarms', alarmEmails),
      ticket: this.createTopic('Tickets', 'DocForge tickets', ticketEmails),
    };
    if (monthlyBudget !== undefined) createBudget(this, monthlyBudget, this.topics.page);
    for (const { name, metric, threshold, periods, missingIsFault } of alarmRows(watched)) {
      const { severity } = runbook[name];
      const alarm = new Alarm(this, name, {
        alarmName: `${Aws.STACK_NAME}-${name}`,
        alarmDescription: descriptionOf(name),
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
      const action = new SnsAction(this.topics[severity]);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
      this.alarms.push(alarm);
    }
  }

  /**
   * Not encrypted with a key: CloudWatch cannot publish with the key that SNS manages, a customer key costs a dollar a month,
   * and the messages contain only names of alarms and numbers.
   */
  private createTopic(id: string, displayName: string, emails: readonly string[]): Topic {
    const topic = new Topic(this, id, { displayName, enforceSSL: true });
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
    for (const email of emails) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
