import { expect, it } from 'vitest';
import { createInjectedFaults } from '../../local/injected-faults.ts';

const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' };

it('fails the calls of a role until the faults are replaced', () => {
  const faults = createInjectedFaults();
  expect(faults.kindOf('ConvertFunction', request)).toBeUndefined();

  faults.set({ calls: [{ actions: 's3:', kind: 'access-denied', role: 'Convert' }], disabled: ['f'] });

  expect(faults.kindOf('ConvertFunction', request)).toBe('access-denied');
  expect(faults.kindOf('GetJobFunction', request)).toBeUndefined();
  expect(faults.kindOf('ConvertFunction', { ...request, action: 'sqs:SendMessage' })).toBeUndefined();
  expect([faults.isDisabled('f'), faults.isDisabled('g')]).toEqual([true, false]);
  faults.set({});
  expect(faults.kindOf('ConvertFunction', request)).toBeUndefined();
  expect(faults.isDisabled('f')).toBe(false);
});

it('fails calls for the items of one account, after longer and longer pauses', () => {
  const faults = createInjectedFaults();
  const of = (key: string) => ({
    action: 'dynamodb:PutItem',
    resource: 'arn:aws:dynamodb:us-east-1:0:table/t',
    context: { 'dynamodb:leadingkeys': [key] },
  });
  faults.set({
    calls: [{ actions: 'dynamodb:', kind: 'lost-answer', partition: 'ACCOUNT#a#', every: 1 }],
  });

  expect(faults.kindOf('F', of('ACCOUNT#b#JOBS'))).toBeUndefined();
  expect(Array.from({ length: 9 }, () => faults.kindOf('F', of('ACCOUNT#a#JOBS')) ?? '')).toEqual([
    '',
    'lost-answer',
    '',
    '',
    'lost-answer',
    '',
    '',
    '',
    'lost-answer',
  ]);
});

it.each([
  { calls: 's3:' },
  { calls: [{ actions: 's3:' }] },
  { calls: [{ kind: 'throttled' }] },
  { disabled: 'f' },
])('refuses %j and keeps what was set', (value) => {
  const faults = createInjectedFaults();
  faults.set({ disabled: ['f'] });

  expect(() => faults.set(value)).toThrow();
  expect(faults.isDisabled('f')).toBe(true);
});
