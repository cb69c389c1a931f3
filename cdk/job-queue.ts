import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceives, visibilityPerTimeout, visibilitySeconds } from '../lib/jobs/job-times.ts';

/** Seconds after which Lambda ends the function that takes dead letters. */
export const giveUpTimeoutSeconds = 30;

/** A worker's queue of jobs, and the dead-letter queue for messages it could not deal with: one for all workers. */
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
        visibilityTimeout: Duration.seconds(visibilityPerTimeout * giveUpTimeoutSeconds),
      });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }
}
