import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf, monthOf } from '../../lib/accounts/account.ts';
import { usageHistory } from '../../lib/api/account-schemas.ts';
import { filePart } from '../support/api-event.ts';
import { startUserService, type UserService } from '../support/user-service.ts';

let users: UserService;

beforeAll(async () => {
  users = await startUserService();
});

afterAll(() => users.close());

test('returns the operations of a session and the fields of GET /usage with one query', async () => {
  const user = await users.newUser();
  const { json } = await user.call('open-session', { method: 'POST' });
  const token = json.access_token;
  await users.call('upload', { method: 'POST', token, ...filePart('Some text.') });
  await users.call('upload', { method: 'POST', token, ...filePart('More text.') });
  await users.call('upload', { method: 'POST', token, ...filePart('') });
  users.service.takeCalls();

  const history = await user.call('get-usage-history');

  const calls = users.service.takeCalls().map(({ operation }) => operation);
  const usage = await users.call('get-usage', { token });
  const { days, months, ...now } = history.json;
  expect(history.status).toBe(200);
  expect(now).toEqual(usage.json);
  expect(usageHistory.strict().parse(history.json)).toEqual(history.json);
  expect(days.at(-1)).toEqual({ day: dayOf(Date.now()), operations: 2 });
  expect(months.at(-1)).toEqual({ month: monthOf(Date.now()), operations: 2 });
  expect(days.slice(0, -1).every(({ operations }: { operations: number }) => operations === 0)).toBe(true);
  expect(calls).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'Query']);
});
