import { describe, expect, it } from 'vitest';
import { queueConcurrency, reservableQuota, waitLimitOf } from '../../cdk/concurrency.ts';
import { type BackgroundFunction, backgroundFunctions } from '../../lib/functions/background-functions.ts';
import { itLong } from '../support/long-run.ts';
import { resourcesOf } from './check/template.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const ofQueues = Object.values<BackgroundFunction>(backgroundFunctions).filter(
  ({ trigger }) => trigger.on === 'queue',
);

const sharesOf = (quota: number | undefined): readonly number[] =>
  ofQueues.map((row) => queueConcurrency(row, quota));

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Quotas that are too small for reservations. */
const smallQuotas = Array.from({ length: reservableQuota - 10 }, (_, index) => 10 + index);

describe('queues of an account with a small quota', () => {
  it('start at least two executions each, and no more than with a large quota', () => {
    const wrong = smallQuotas.filter((quota) =>
      sharesOf(quota).some((share, index) => share < 2 || share > (ofQueues[index]?.concurrency ?? 0)),
    );

    expect(wrong).toEqual([]);
  });

  it('leave executions to other calls while as many calls wait as may', () => {
    const full = smallQuotas.filter((quota) => sum(sharesOf(quota)) + (waitLimitOf(quota) ?? 0) >= quota);

    // Lambda's minimum of two for each queue is too much for the smallest quotas.
    expect(full.filter((quota) => quota >= 25)).toEqual([]);
  });
});

const maximaInTemplate = (accountConcurrency: number | undefined): readonly number[] =>
  resourcesOf(
    synthesizeStack(accountConcurrency === undefined ? {} : { accountConcurrency }),
    'AWS::Lambda::EventSourceMapping',
  ).flatMap(([, { ScalingConfig }]) => ScalingConfig?.MaximumConcurrency ?? []);

describe('the template', () => {
  it('limits each queue to its share of a quota of 10', () => {
    expect(maximaInTemplate(10)).toEqual(ofQueues.map(() => 2));
  });

  itLong.each([100, reservableQuota - 1])('limits each queue to its share of a quota of %i', (quota) => {
    expect(maximaInTemplate(quota).toSorted()).toEqual(sharesOf(quota).toSorted());
  });

  itLong.each([undefined, reservableQuota, 1000])(
    'limits each queue to the concurrency of its function with a quota of %s',
    (quota) => {
      expect(maximaInTemplate(quota).toSorted()).toEqual(
        ofQueues.map(({ concurrency }) => concurrency).toSorted(),
      );
    },
  );
});
