import { expect, it } from 'vitest';
import {
  bucketLifecycleDays,
  closingSeconds,
  deadLetterSeconds,
  downloadSeconds,
  engineDeadlineSeconds,
  fileHeldSeconds,
  firstCheckSeconds,
  leaseSeconds,
  longestResendPauseSeconds,
  maxJobSeconds,
  maxReceives,
  queueAgeAlarmSeconds,
  visibilitySeconds,
  workerTimeoutSeconds,
} from '../../../lib/jobs/job-times.ts';
import { longestRetentionDays } from '../../../lib/jobs/longest-retention.ts';

const daySeconds = 86_400;

it('leave a worker time for the slowest download, the engine deadline and the end of the job', () => {
  expect(workerTimeoutSeconds).toBeGreaterThan(downloadSeconds + engineDeadlineSeconds + closingSeconds);
});

it('hides and receives messages as AWS advises', () => {
  expect(visibilitySeconds).toBeGreaterThanOrEqual(6 * workerTimeoutSeconds);
  expect(maxReceives).toBeGreaterThanOrEqual(5);
});

it('trigger the alarms before a job fails that no worker accepts', () => {
  expect(deadLetterSeconds).toBe(maxReceives * visibilitySeconds);
  expect(deadLetterSeconds).toBeLessThan(maxJobSeconds);
  // The alarm on the age, the latest one, goes off 20 minutes after its threshold, which leaves an hour to repair the
  // workers.
  expect(queueAgeAlarmSeconds + 20 * 60).toBeLessThanOrEqual(deadLetterSeconds - 3600);
});

it('sends a message again no less often than SQS delivers it again', () => {
  expect(firstCheckSeconds).toBeLessThanOrEqual(leaseSeconds);
  expect(longestResendPauseSeconds).toBeLessThanOrEqual(visibilitySeconds);
});

it('retains a file longer than any worker can read it', () => {
  expect(fileHeldSeconds).toBeGreaterThan(maxJobSeconds + workerTimeoutSeconds + leaseSeconds);
});

it('leaves a day between the longest retention and the lifecycle, which covers a file of a late job', () => {
  expect(bucketLifecycleDays - longestRetentionDays).toBeGreaterThanOrEqual(1);
  expect(bucketLifecycleDays * daySeconds).toBeGreaterThan(
    longestRetentionDays * daySeconds + fileHeldSeconds,
  );
});
