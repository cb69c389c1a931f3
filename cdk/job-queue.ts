import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { backgroundFunctions } from '../lib/functions/background-functions.ts';
import { maxReceives, visibilityPerTimeout, visibilitySeconds } from '../lib/jobs/job-times.ts';

/** A worker's queue of jobs, and the dead-letter queue that all workers share. */
export class JobQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { deadLetters }: { deadLetters?: Queue } = {}) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
    };
    this.deadLetters =
      deadLetters ??
      new Queue(this, 'DeadLetters', {
        ...common,
        visibilityTimeout: Duration.seconds(
          visibilityPerTimeout * backgroundFunctions.failAbandonedJob.timeoutSeconds,
        ),
      });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }
}
