import { describe, expect, it } from 'vitest';
import { changeKind, overLimitTexts, priceOf, supportLink } from '../../dashboard/plan/plan-texts.ts';
import { planNames, plans } from '../../lib/plans.ts';

const usage = (operations: number, jobs: number, keys: number) => ({
  operations: { used: operations, limit: 5000, resets_at: '2026-12-01T00:00:00.000Z' },
  jobs: { active: jobs, max: 20 },
  keys: { used: keys, max: 10 },
});

describe('the plans', () => {
  it('are sorted from the smallest to the largest, with their prices', () => {
    expect(planNames.map((plan) => [plan, priceOf(plan)])).toEqual([
      ['free', '$0'],
      ['starter', '$29'],
      ['pro', '$79'],
    ]);
  });

  it('are an upgrade or a downgrade of each other', () => {
    expect(planNames.map((plan) => changeKind('starter', plan))).toEqual(['downgrade', 'current', 'upgrade']);
  });
});

describe('a change to a smaller plan', () => {
  it('explains for each limit what stays and what is not accepted', () => {
    const words = overLimitTexts(usage(1284, 4, 3), plans.free);

    expect(words).toHaveLength(3);
    expect(words[0]).toContain('You have 3 API keys and the plan includes 2. All of them keep working');
    expect(words[1]).toContain('New operations are accepted once the month resets.');
    expect(words[2]).toContain('All of them will finish');
  });

  it('has no text if the usage fits', () => {
    expect(overLimitTexts(usage(50, 3, 2), plans.free)).toEqual([]);
  });
});

describe('the support contact', () => {
  it.each([
    ['help@example.com', 'mailto:help@example.com'],
    ['https://example.com/help', 'https://example.com/help'],
    ['javascript:alert(1)', undefined],
    ['http://example.com', undefined],
    ['Ask at the front desk', undefined],
  ])('%s links to %s', (support, link) => {
    expect(supportLink(support)).toBe(link);
  });
});
