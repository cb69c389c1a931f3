import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AccountError, createAccount, createKey } from '../lib/accounts/manage-accounts.ts';
import { accountStore } from '../lib/aws/account-store.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { readyMadeUsers } from './identity-provider/users.ts';
import type { RunningStack } from './stack.ts';
import { writeAtomically } from './write-atomically.ts';

/** Without an address if the account was created by an earlier version. */
const localAccount = z.object({ account_id: z.string(), api_key: z.string(), email: z.string().optional() });

const [owner] = readyMadeUsers;

/** Returns the local account and its key. Creates them in a new data folder. */
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
  const create = (email: string) => createAccount({ email, plan: 'pro' }, store, now);
  // An interrupted first start may have left an account without its key.
  const { accountId, email } = await create(owner.email).catch((error: unknown) => {
    if (!(error instanceof AccountError)) throw error;
    return create(`local-${now}@localhost`);
  });
  const { key } = await createKey({ accountId, name: 'first conversion' }, store, now);
  const account = { account_id: accountId, api_key: key, email };
  await writeAtomically(path, `${JSON.stringify(account, undefined, 2)}\n`);
  table.client.destroy();
  return account;
};

/** Creates an account if necessary. Returns the lines of the banner: its API key and a first conversion. */
export async function firstRun(stack: RunningStack): Promise<readonly string[]> {
  const account = await ensureAccount(stack);
  const { DashboardUrl } = stack.describe().outputs;
  return [
    ...(DashboardUrl === undefined
      ? []
      : [
          `Dashboard: ${DashboardUrl} (sign in as any user, no password)`,
          ...(account.email === owner.email ? [`  ${owner.name} owns the account of the key below.`] : []),
        ]),
    `Documentation: ${stack.baseUrl}/docs/`,
    '',
    `API key of account ${account.account_id} (plan pro):`,
    '',
    `  ${account.api_key}`,
    '',
    'To convert a first document, paste this into another terminal:',
    '',
    `  URL=${stack.baseUrl} KEY=${account.api_key}`,
    `  field() { sed -n 's/.*"'$1'":"\\([^"]*\\)".*/\\1/p'; }`,
    `  echo 'Hello, Γειά, Привет, שלום, नमस्ते, 你好' > hello.txt`,
    `  TOKEN=$(curl -s $URL/authorize -H 'Content-Type: application/json' -d '{"api_key":"'$KEY'"}' | field access_token)`,
    `  FILE=$(curl -s $URL/upload -H "Authorization: Bearer $TOKEN" -F file=@hello.txt | field file_id)`,
    `  JOB=$(curl -s $URL/convert -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"file_id":"'$FILE'","to":"pdf"}' | field job_id)`,
    `  curl -s "$URL/job/$JOB?wait=25" -H "Authorization: Bearer $TOKEN"; echo`,
    `  curl -sL $URL/job/$JOB/result -H "Authorization: Bearer $TOKEN" -o hello.pdf`,
  ];
}
