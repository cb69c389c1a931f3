import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAccount, createKey } from '../lib/accounts/manage-accounts.ts';
import { accountStore } from '../lib/aws/account-store.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import type { RunningStack } from './stack.ts';
import { writeAtomically } from './write-atomically.ts';

const localAccount = z.object({ account_id: z.string(), api_key: z.string() });

/** The local account with its key, made for a new data folder and kept in it. */
const ensureAccount = async (stack: RunningStack): Promise<z.output<typeof localAccount>> => {
  const path = join(stack.dataDirectory, 'local-account.json');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return localAccount.parse(JSON.parse(kept));
  const table = openTable(stack.describe().outputs.TableName, {
    region: stack.aws.region,
    credentials: stack.aws.credentials,
    endpoint: stack.aws.endpoints.dynamodb,
  });
  const store = accountStore(table);
  const now = Date.now();
  // A name of its own, for a first start that was interrupted has left an account behind that nobody has the key of.
  const { accountId } = await createAccount({ email: `local-${now}@localhost`, plan: 'pro' }, store, now);
  const { key } = await createKey({ accountId, name: 'first conversion' }, store, now);
  const account = { account_id: accountId, api_key: key };
  await writeAtomically(path, `${JSON.stringify(account, undefined, 2)}\n`);
  table.client.destroy();
  return account;
};

/** Makes sure that there is an account, and gives a first conversion to copy and paste. */
export async function firstRun(stack: RunningStack): Promise<readonly string[]> {
  const account = await ensureAccount(stack);
  const { DashboardUrl } = stack.describe().outputs;
  return [
    ...(DashboardUrl === undefined ? [] : [`Dashboard: ${DashboardUrl} (sign in as anybody you like)`, '']),
    `Account ${account.account_id} (plan pro) has the API key`,
    '',
    `  ${account.api_key}`,
    '',
    'A first conversion, to copy and paste into another terminal:',
    '',
    `  URL=${stack.baseUrl} KEY=${account.api_key}`,
    `  field() { sed -n 's/.*"'$1'":"\\([^"]*\\)".*/\\1/p'; }`,
    `  echo 'Hello, Γειά, Привет, שלום, नमस्ते, 你好' > hello.txt`,
    `  TOKEN=$(curl -s $URL/authorize -H 'Content-Type: application/json' -d '{"api_key":"'$KEY'"}' | field access_token)`,
    `  FILE=$(curl -s $URL/upload -H "Authorization: Bearer $TOKEN" -F file=@hello.txt | field file_id)`,
    `  JOB=$(curl -s $URL/convert -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"file_id":"'$FILE'","to":"pdf"}' | field job_id)`,
    `  curl -s "$URL/job/$JOB?wait=25" -H "Authorization: Bearer $TOKEN"; echo`,
    `  curl -sL $URL/job/$JOB/result -H "Authorization: Bearer $TOKEN" -o hello.pdf`,
    '',
    `All endpoints: ${stack.baseUrl}/openapi.json`,
  ];
}
