import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { overview, usageOf } from '../../admin/help.ts';
import { render } from '../../admin/render.ts';
import { commands } from '../../lib/operator/commands.ts';

const longest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

describe('the help', () => {
  it('fits into 80 columns', () => {
    expect(longest(overview)).toBeLessThanOrEqual(80);
    for (const command of commands) expect(longest(usageOf(command))).toBeLessThanOrEqual(80);
  });

  it('has each command once, and each option once', () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { options } of commands) {
      const given = options.map(({ name }) => name);
      expect(new Set(given).size).toBe(given.length);
      for (const name of given) expect(['stack', 'help', 'json', 'dry-run']).not.toContain(name);
    }
  });

  it('is the table of docs/operator.md', async () => {
    const docs = await readFile('docs/operator.md', 'utf8');
    for (const { name, summary } of commands) expect(docs).toContain(`| \`${name}\` | ${summary} |`);
  });
});

describe('a result on a terminal', () => {
  const account = { account_id: `acct_${'0'.repeat(26)}`, email: 'ada@example.test', plan: 'pro' };

  it('is a table if its rows fit, with short times', () => {
    const accounts = [account, { ...account, email: 'b@example.test', at: '2026-11-27T17:09:01.969Z' }];

    expect(render({ accounts, next: null })).toBe(
      [
        'accounts',
        '  account_id                       email             plan  at',
        `  ${account.account_id}  ada@example.test  pro   -`,
        `  ${account.account_id}  b@example.test    pro   2026-11-27T17:09Z`,
        'next  -',
      ].join('\n'),
    );
  });

  it('is a block for each row otherwise, and never cuts an id', () => {
    const job = { ...account, job_id: `job_${'1'.repeat(26)}`, key_id: `key_${'2'.repeat(26)}` };

    const text = render({
      jobs: [job, job],
      limits: { keys: { limit: 1 } },
      active_jobs: [],
      ids: ['a', 'b'],
    });

    expect(longest(text)).toBeLessThanOrEqual(80);
    expect(text.match(new RegExp(job.job_id, 'g'))).toHaveLength(2);
    expect(text).toContain('active_jobs  none');
    expect(text).toContain('ids\n  a\n  b');
    expect(text).toContain('limits\n  keys\n    limit  1');
  });
});
