import { expect, it } from 'vitest';
import { sessionKeyId } from '../../../lib/accounts/session.ts';
import { routes } from '../../../lib/api/routes.ts';
import { operationOf } from '../../../lib/limits/operation.ts';
import { limitsOf } from '../../../lib/plans.ts';

it('has the API key of its call, and none for a session', () => {
  const caller = { accountId: 'acct', limits: limitsOf('pro') };

  const ofKey = operationOf(routes.convert, { ...caller, keyId: 'key_1' });
  const ofSession = operationOf(routes.convert, { ...caller, keyId: sessionKeyId });

  expect([ofKey.keyId, ofSession.keyId]).toEqual(['key_1', undefined]);
});
