import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startUserService, type TestUser, type UserService } from '../support/user-service.ts';

export let users: UserService;
export let user: TestUser;

export const open = (who: TestUser) => who.call('open-session', { method: 'POST' });

/** The accounts of an e-mail address. */
export const accountsOf = async (email: string): Promise<Record<string, unknown>[]> => {
  const { Items = [] } = await users.service.table.client.send(
    new ScanCommand({
      TableName: users.service.table.name,
      FilterExpression: 'email = :email AND sk = :account',
      ExpressionAttributeValues: { ':email': email, ':account': 'ACCOUNT' },
      ConsistentRead: true,
    }),
  );
  return Items;
};

export const accountIdOf = async (email: string): Promise<string> =>
  String((await accountsOf(email))[0]?.account_id);

/** Starts the service, and gives each test a new user. */
export const useUsers = (): void => {
  beforeAll(async () => {
    users = await startUserService();
  });
  beforeEach(async () => {
    user = await users.newUser();
  });
  afterAll(() => users.close());
};
