import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize } from '../../lib/accounts/authorize.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { isApiKey } from '../../lib/ids.ts';
import { commands } from '../../lib/operator/commands.ts';
import { isLong, itLong } from '../support/long-run.ts';
import { operatorOf } from '../support/operator.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { credentials, region, startTestTable, type TestTable } from '../support/table.ts';

let database: TestTable;
let dataFolder: string;

beforeAll(async () => {
  database = await startTestTable();
  dataFolder = await mkdtemp(join(tmpdir(), 'docforge-admin-'));
  const stack = {
    region,
    credentials,
    endpoints: { dynamodb: database.endpoint },
    outputs: { TableName: database.table.name },
  };
  await writeFile(join(dataFolder, 'stack.json'), JSON.stringify(stack));
});

afterAll(async () => {
  await database.close();
  await rm(dataFolder, { recursive: true });
});

/** The output and exit code of a command. */
type Printed = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const run = (options: readonly string[], folder = dataFolder): Promise<Printed> => {
  const { promise, resolve } = Promise.withResolvers<Printed>();
  const env = programEnvironment({ DOCFORGE_DATA_DIR: folder });
  const child = execFile(process.execPath, ['admin/cli.ts', ...options], { env }, (_error, stdout, stderr) =>
    resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
  );
  return promise;
};

/** Runs a command that succeeds. Returns its output, parsed as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: commands return JSON of different shapes
const admin = async (...options: string[]): Promise<any> => {
  const { exitCode, stdout, stderr } = await run(options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** Runs a command without a process in the short run, for commands after the first ones: the program passes all their options on alike. */
const adminBriefly = async (name: string, values: Readonly<Record<string, string>>) =>
  isLong
    ? admin(name, ...Object.entries(values).flatMap(([option, value]) => [`--${option}`, value]))
    : operatorOf(database.table)(name, values);

/** Runs a command that fails. Returns its error output. */
const refusal = async (...options: string[]): Promise<string> => {
  const { exitCode, stdout, stderr } = await run(options);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return stderr;
};

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it('manages an account from creation to revocation', async () => {
  const account = await admin('create-account', '--email', 'Ada@Example.test', '--plan', 'free');
  const accountId = account.account_id;
  const key = await admin('create-key', '--account', accountId, '--name', ' production ');
  const token = await authorize(key.key, tokenStore(database.table), Date.now());
  const listed = await admin('list-keys', '--account', accountId);
  const moved = await adminBriefly('set-plan', { account: accountId, plan: 'starter' });
  const used = await adminBriefly('show-usage', { account: accountId });
  const revoked = await adminBriefly('revoke-key', { account: accountId, key: key.key_id });
  const after = await adminBriefly('list-keys', { account: accountId });

  expect(account).toEqual({
    account_id: expect.stringMatching(/^acct_/),
    email: 'ada@example.test',
    plan: 'free',
    state: 'active',
    created_at: time,
  });
  expect(key).toEqual({
    key_id: expect.stringMatching(/^key_/),
    name: 'production',
    key: expect.any(String),
  });
  expect(isApiKey(key.key)).toBe(true);
  expect(token).toHaveLength(43);
  const view = {
    key_id: key.key_id,
    name: 'production',
    key: `df_live_…${key.key.slice(-4)}`,
    created_at: time,
    last_used_at: time,
    revoked_at: null,
  };
  expect(listed).toEqual({ keys: [view] });
  expect(moved).toEqual({ ...account, plan: 'starter' });
  expect(used).toEqual({
    plan: 'starter',
    operations: { used: 0, limit: 5000, resets_at: time },
    jobs: { active: 0, max: 20 },
    keys: { used: 1, max: 10 },
  });
  expect(revoked).toEqual({ key_id: key.key_id, revoked: true });
  expect(after).toEqual({ keys: [{ ...view, revoked_at: time }] });
  await expect(authorize(key.key, tokenStore(database.table), Date.now())).rejects.toMatchObject({
    code: 'invalid_api_key',
  });
});

describe('an invalid command', () => {
  itLong.each([
    [['create-account', '--email', 'x@example.test'], 'create-account needs --plan.\n'],
    [['show-usage', '--account', 'acct_x', '--key', 'key_x'], 'show-usage has no option --key.\n'],
    [['show-usage', '--account', 'acct_x'], 'No account acct_x\n'],
  ])('prints the reason: %j', async (options, message) => {
    expect(await refusal(...options)).toBe(message);
  });

  it('reports an unknown option with the nearest one', async () => {
    expect(await refusal('show-usage', '--accout', 'acct_x')).toBe(
      'No command has the option --accout. Did you mean --account?\n',
    );
  });

  it('reports that the check of an account has no region', async () => {
    expect(await refusal('preflight')).toBe('No region is set. Set region in the settings, or AWS_REGION.\n');
  });

  const unusable: readonly (readonly [string[], string])[] = [
    [
      ['create-acount'],
      'Unknown command "create-acount". Did you mean create-account?\n\nUsage: npm run admin -- COMMAND',
    ],
    [
      ['list-keys', 'more'],
      'list-keys has no argument "more", only options.\n\nUsage: npm run admin -- list-keys',
    ],
  ];
  it.each(unusable.slice(0, isLong ? undefined : 1))(
    'states what is wrong before the usage: %j',
    async (options, start) => {
      expect((await refusal(...options)).slice(0, start.length)).toBe(start);
    },
  );

  itLong('prints the usage', async () => {
    const output = await refusal();

    expect(output).toMatch(/^Usage: npm run admin -- COMMAND/);
    for (const { name } of commands) expect(output).toContain(`\n  ${name} `);
    expect(output).toContain('\n  check ');
  });

  it('reports that no stack is running', async () => {
    const { exitCode, stdout, stderr } = await run(['list-keys', '--account', 'a'], join(dataFolder, 'none'));

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /^No local stack is running on .*none\. Start it with npm start, or pass --stack for a deployed one\.$/m,
    );
  });
});
