import { beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import type { TestAnswer } from '../support/api-event.ts';
import { readItem } from '../support/table.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

beforeAll(() => {
  process.env.SOURCE_BUCKETS = 'my-bucket/in,my-bucket/of/{account}';
  process.env.TARGET_BUCKETS = 'my-bucket/out/{account}';
});

const convert = (json: object): Promise<TestAnswer> =>
  call('convert', { method: 'POST', json: { from: 'text', to: 'pdf', ...json } });

const withAccount = (address: string): string => address.replace('ACCOUNT', tenant.accountId);

describe('an s3 address', () => {
  it('that the operator allows to the account is stored on the job', async () => {
    const file_url = withAccount('s3://my-bucket/of/ACCOUNT/a.txt');
    const deliver_to = withAccount('s3://my-bucket/out/ACCOUNT/a.pdf');

    const { status, json } = await convert({ file_url, deliver_to });

    expect(status).toBe(202);
    expect(await readItem(service.table, keys.job(tenant.accountId, json.job_id))).toMatchObject({
      source_url: file_url,
      deliver_to,
    });
  });

  it.each([
    's3://my-bucket/other/a.txt',
    's3://my-bucket/in/../other/a.txt',
    's3://my-bucket/of/acct_another/a.txt',
    's3://no-such-bucket/in/a.txt',
    's3://docforge-bucket/accounts/ACCOUNT/files/a',
    'S3://my-bucket/in/a.txt',
    's3:my-bucket/in/a.txt',
  ])('that is not is refused with one message, as a source and as a target (%s)', async (address) => {
    const answers = [
      await convert({ file_url: withAccount(address) }),
      await convert({ file_url: withAccount(address), dry_run: true }),
      await convert({ file_url: 's3://my-bucket/in/a.txt', deliver_to: withAccount(address) }),
    ];

    const problem =
      'the operator does not allow this S3 address. Ask the operator for the allowed buckets and prefixes, or send a presigned https URL.';
    expect(answers.map(({ status, json }) => [status, json.error, json.message])).toEqual([
      [400, 'invalid_request', `file_url: ${problem}`],
      [400, 'invalid_request', `file_url: ${problem}`],
      [400, 'invalid_request', `deliver_to: ${problem}`],
    ]);
  });

  it('of a source is no target, nor the other way round', async () => {
    const target = withAccount('s3://my-bucket/out/ACCOUNT/a.txt');

    expect((await convert({ file_url: target })).json.message).toMatch(/^file_url: /);
    expect(
      (await convert({ file_url: 's3://my-bucket/in/a', deliver_to: 's3://my-bucket/in/a' })).json.message,
    ).toMatch(/^deliver_to: /);
  });
});
