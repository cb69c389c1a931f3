import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { backgroundFunctions } from '../lib/functions/background-functions.ts';
import { maxReceives, visibilityPerTimeout, workerTimeoutSeconds } from '../lib/jobs/job-times.ts';

/** A queue whose messages one function consumes, and the dead-letter queue that all of them share. */
export class JobQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** @param timeoutSeconds of the function. Default: that of a worker. */
  constructor(
    scope: Construct,
    id: string,
    {
      deadLetters,
      timeoutSeconds = workerTimeoutSeconds,
    }: { deadLetters?: Queue; timeoutSeconds?: number } = {},
  ) {
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
      visibilityTimeout: Duration.seconds(visibilityPerTimeout * timeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }
}
