import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { itLong } from '../support/long-run.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { changeItem } from '../support/table.ts';
import { takenSlots } from '../support/tenant.ts';
import { simplePdf } from './support/documents.ts';
import { startIdleStack } from './support/idle-stack.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { startReceiver } from './support/webhook-receiver.ts';

const stack = inject('stack');
let cwd = '';
let tenant: Tenant;

const docforge = (...args: string[]) => runCommand(args, { cwd });
const jobsOfTenant = async (owner = tenant) => {
  const { json } = await owner.call({ path: '/jobs', token: await owner.authorize() });
  return json.data;
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docforge-cli-'));
  tenant = await createTenant(stack);
  const input = `${tenant.apiKey}\n`;
  await mkdir(join(cwd, '.config', 'docforge'), { recursive: true });
  await chmod(join(cwd, '.config', 'docforge'), 0o777);
  const { code, stderr } = await runCommand(['login', '--url', `${stack.baseUrl}/`, '--key', '-'], {
    cwd,
    input,
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining('plan pro')]);
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

test('stores the key for this user only, and exchanges it once', async () => {
  const config = join(cwd, '.config', 'docforge', 'config.json');

  expect((await stat(config)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(config))).mode & 0o777).toBe(0o700);
  expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({ url: stack.baseUrl, apiKey: tenant.apiKey });
  await docforge('jobs');
  const cache = join(cwd, '.cache', 'docforge');
  const [token = ''] = await readdir(cache);
  const before = await readFile(join(cache, token), 'utf8');
  await docforge('jobs');
  expect((await stat(join(cache, token))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(cache, token), 'utf8')).toBe(before);
});

test('converts files with any names, in parallel, and reports those that fail', async () => {
  await writeFile(join(cwd, `Übersicht "1" & 'x'.txt`), 'Grüße');
  await writeFile(join(cwd, 'two.txt'), 'Two');
  await writeFile(join(cwd, 'bad.pdf'), '%PDF-1.4 garbage');
  await writeFile(join(cwd, 'empty.txt'), '');

  const run = await docforge(
    'convert',
    `Übersicht "1" & 'x'.txt`,
    'two.txt',
    'bad.pdf',
    'empty.txt',
    '--to',
    'html',
    '--out',
    'out/',
  );

  expect(run.code).toBe(1);
  expect(await readdir(join(cwd, 'out'))).toEqual(['two.html', `Übersicht "1" & 'x'.html`]);
  expect(await readFile(join(cwd, 'out', `Übersicht "1" & 'x'.html`), 'utf8')).toContain('Grüße');
  expect(run.stderr.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^docforge: bad\.pdf: The PDF is damaged/),
    expect.stringMatching(/^docforge: empty\.txt: .*is empty/),
  ]);
});

itLong('extracts, merges and lists', async () => {
  await writeFile(join(cwd, 'a.pdf'), simplePdf(['First']));
  await writeFile(join(cwd, 'b.pdf'), simplePdf(['Second']));

  const merged = await docforge('merge', 'b.pdf', 'a.pdf', '--out', 'all.pdf');
  const text = await docforge('extract', 'all.pdf', '--format', 'text', '--out', '-', '--option', 'pages=1');
  const jobs = await docforge('jobs', '--json', '--limit', '2', '--status', 'complete');
  const formats = await docforge('formats', 'pdf');

  expect(merged.stdout).toMatch(/^b\.pdf \+ a\.pdf -> all\.pdf \(\d+ bytes, 2 pages\)\n$/);
  expect(text.stdout).toContain('Second');
  expect(text.stdout).not.toContain('First');
  expect(JSON.parse(jobs.stdout)).toMatchObject([{ format: 'text' }, { to: 'pdf' }]);
  expect(formats.stdout).toMatch(/^pdf\n {2}convert to {2}pdf, text, markdown/);
});

const withoutSizes = (text: string): string => text.replaceAll(/\d+ bytes/g, 'N bytes');

itLong.each<[name: string, steps: unknown, code: number]>([
  [
    'result',
    [{ name: 'marked', to: 'pdf', options: { watermark: 'X' }, output: true }, { format: 'text' }],
    0,
  ],
  ['archive', [{ to: 'png' }, { to: 'pdf' }], 1],
  ['document', [{ to: 'pdf', options: { pages: '7' } }], 1],
])('steps run in this process as in the service: %s', async (name, steps, code) => {
  await writeFile(join(cwd, 'two-pages.pdf'), simplePdf(['First', 'Second']));
  await writeFile(join(cwd, `${name}.json`), JSON.stringify(steps));
  const args = ['convert', 'two-pages.pdf', '--steps', `${name}.json`, '--force', '--out', `same-${name}/`];

  const served = await docforge(...args);
  const local = await docforge(...args, '--local');

  expect(withoutSizes(local.stdout)).toBe(withoutSizes(served.stdout));
  expect(local.stderr).toBe(served.stderr);
  expect([local.code, served.code]).toEqual([code, code]);
});

itLong('announces the job to one address, and delivers its result to another', async () => {
  const [hooks, target] = [await startReceiver(), await startReceiver()];
  await writeFile(join(cwd, 'ended.txt'), 'The harvest of 2026.');
  const args = ['extract', 'ended.txt', '--out', 'ended/', '--force', '--deliver-to'];
  try {
    const run = await docforge(...args, `${target.url}?signature=secret`, '--webhook-url', hooks.url);
    const [announced] = await hooks.take(1);
    const refused = await docforge(...args, 'http://127.0.0.1:1/');
    const checked = await docforge(...args, 'http://127.0.0.1:1/', '--dry-run');

    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(announced?.body ?? '')).toMatchObject({
      type: 'job.completed',
      data: { delivery: { status: 'delivered' } },
    });
    expect(target.received.map(({ method, body }) => [method, body])).toEqual([
      ['PUT', await readFile(join(cwd, 'ended', 'ended.txt'), 'utf8')],
    ]);
    for (const { code, stderr } of [refused, checked])
      expect([code, stderr]).toEqual([1, expect.stringContaining('ended.txt: deliver_to: ')]);
  } finally {
    await Promise.all([hooks.close(), target.close()]);
  }
});

itLong('a dry run prints what each file would do, and converts, stores and counts nothing', async () => {
  const owner = await createTenant(stack);
  const env = { DOCFORGE_URL: stack.baseUrl, DOCFORGE_API_KEY: owner.apiKey };
  const dryRun = (args: readonly string[], input?: string) =>
    runCommand([...args, '--dry-run'], { cwd, env, ...(input === undefined ? {} : { input }) });
  await writeFile(join(cwd, 'plan.txt'), 'Some text.');
  await writeFile(join(cwd, 'drawn.pdf'), simplePdf(['First']));
  await writeFile(join(cwd, 'large.txt'), 'A line of a text.\n'.repeat(260_000));
  await writeFile(join(cwd, 'plan.json'), '[{"to":"pdf"},{"name":"read","format":"text"}]');
  const before = await readdir(cwd);

  const text = await dryRun(['convert', 'plan.txt', 'drawn.pdf', '--to', 'docx', '-j', '1']);
  const json = await dryRun([
    ...['extract', 'drawn.pdf', 'large.txt', 'none.txt', 'https://a.example/a', '--json', '-j', '1'],
    ...['--format', 'chunks'],
  ]);
  const steps = await dryRun(['convert', 'plan.txt', '--steps', 'plan.json', '--out', 'steps/']);
  const stdin = await dryRun(['convert', '-', '--to', 'html'], '%PDF-1.7 trailer << /Encrypt 2 0 R >>');
  const refused = await dryRun(['convert', 'plan.txt', '--to', 'pptx', '--force']);
  const existing = await dryRun(['convert', 'plan.txt', '--to', 'text', '--out', 'plan.json']);

  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout.split('\n')).toEqual([
    expect.stringMatching(
      /^plan\.txt: text to docx; engines: docforge-text-reader \+ docforge-docx-writer; text recognition: never; password: not needed; 2 operations, \d+ left$/,
    ),
    expect.stringMatching(
      /^drawn\.pdf: pdf to docx; engines: .+; text recognition: if needed; password: not needed; 2 operations/,
    ),
    '',
  ]);
  const lines = json.stdout.trim().split('\n');
  expect(json.code).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      input: 'drawn.pdf',
      status: 'dry_run',
      type: 'extraction',
      from: 'pdf',
      format: 'chunks',
      engines: expect.any(Array),
      text_recognition: 'if_needed',
      password_needed: false,
      operations: {
        counted: 2,
        left: expect.any(Number),
        limit: expect.any(Number),
        resets_at: expect.any(String),
      },
      limit_reached: null,
    },
    {
      input: 'large.txt',
      status: 'failed',
      error: { code: 'file_too_large', message: expect.stringContaining('uploads nothing') },
    },
    { input: 'none.txt', status: 'failed', error: expect.objectContaining({ code: 'unreadable_input' }) },
    expect.objectContaining({ input: 'https://a.example/a', status: 'dry_run', from: null, engines: null }),
  ]);
  expect([steps.code, steps.stdout.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^plan\.txt: 2 steps; password: not needed; 3 operations, \d+ left$/),
      expect.stringMatching(/^ {2}step_1: text to pdf; engines: /),
      expect.stringMatching(/^ {2}read: pdf to text; engines: /),
      '',
    ],
  ]);
  expect([stdin.code, stdin.stdout]).toEqual([0, expect.stringContaining('unknown until the file is read')]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('cannot convert text to "pptx"'),
  ]);
  expect([existing.code, existing.stderr]).toEqual([1, expect.stringContaining('plan.json already exists')]);
  expect(await readdir(cwd)).toEqual(before);
  const token = await owner.authorize();
  const { json: usage } = await owner.call({ path: '/usage', token });
  const { json: stored } = await owner.call({ path: '/files', token });
  expect([usage.operations.used, stored.data, await jobsOfTenant(owner)]).toEqual([0, [], []]);
});

itLong(
  'a dry run fails if the operations of the month do not suffice, for a file or for all together',
  async () => {
    const owner = await createTenant(stack, 'free');
    const env = { DOCFORGE_URL: stack.baseUrl, DOCFORGE_API_KEY: owner.apiKey };
    const token = await owner.authorize();
    for (let count = 0; count < 47; count += 1) await owner.upload(token, 'Some text.', 'a.txt');
    await writeFile(join(cwd, 'one.txt'), 'One');
    await writeFile(join(cwd, 'three.txt'), 'Three');
    const dryRun = (...args: string[]) =>
      runCommand(['extract', ...args, '--dry-run', '--out', 'dry/'], { cwd, env });

    const one = await dryRun('one.txt');
    const both = await dryRun('one.txt', 'three.txt');
    for (let count = 0; count < 2; count += 1) await owner.upload(token, 'Some text.', 'a.txt');
    const none = await dryRun('one.txt', 'three.txt', '-j', '1');

    expect([one.code, one.stderr]).toEqual([0, '']);
    expect([both.code, both.stderr]).toEqual([
      1,
      'docforge: Together, the files would count as 4 operations; 3 left this month. Convert fewer files.\n',
    ]);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^docforge: one\.txt: Monthly usage limit reached \(50\)\. It would count as 2 operations; 1 left until .*\ndocforge: 1 more document was not tried/,
      ),
    ]);
  },
);

itLong('a dry run fails if the minutes of the hour are used up, and notes a missing slot', async () => {
  const owner = await createTenant(stack, 'free');
  const env = { DOCFORGE_URL: stack.baseUrl, DOCFORGE_API_KEY: owner.apiKey };
  const change = (values: object) => changeItem(owner.table, keys.account(owner.accountId), { ...values });
  const dryRun = (...args: string[]) =>
    runCommand(['extract', 'slot.txt', '--dry-run', '--out', 'dry/', ...args], { cwd, env });
  await writeFile(join(cwd, 'slot.txt'), 'One');

  await change({ slots: takenSlots(3) });
  const waiting = await dryRun();
  const waitingJson = await dryRun('--json');
  // An hour that does not end during the test.
  await change({ engine_hour: '9999-12-31T23', engine_ms: 600_000 });
  const refused = await dryRun();
  const refusedJson = await dryRun('--json');

  expect([waiting.code, waiting.stderr]).toEqual([
    0,
    'slot.txt: would wait for another job of the account to end\n',
  ]);
  expect(waiting.stdout).toMatch(/^slot\.txt: text to text; engines: /);
  expect([waitingJson.code, JSON.parse(waitingJson.stdout)]).toEqual([
    0,
    expect.objectContaining({ status: 'dry_run', limit_reached: 'active_jobs_limit_reached' }),
  ]);
  const message = 'Hourly engine time reached. Wait for the next hour or upgrade your plan.';
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([1, '', `docforge: slot.txt: ${message}\n`]);
  expect([refusedJson.code, JSON.parse(refusedJson.stdout)]).toEqual([
    1,
    { input: 'slot.txt', status: 'failed', error: { code: 'engine_time_limit_reached', message } },
  ]);
});

test('sends a stored key to its own service only', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;

  const { code } = await runCommand(['jobs'], { cwd, env: { DOCFORGE_URL: `http://127.0.0.1:${port}` } });

  expect([code, connections]).toEqual([3, 0]);
  server.close();
});

test('refuses a wrong key and keeps the stored one', async () => {
  const args = ['login', '--url', stack.baseUrl, '--key', '-'];

  const { code, stderr } = await runCommand(args, { cwd, input: `df_live_${'A'.repeat(32)}` });

  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^docforge: .*docforge login with a valid key\.\n$/),
  ]);
  expect((await docforge('jobs')).code).toBe(0);
});

itLong('Ctrl-C cancels the jobs, leaves no file and ends with 130', async () => {
  // Its jobs stay queued, so that none ends before the signal.
  const idle = await startIdleStack();
  try {
    const description = idle.describe();
    const owner = await createTenant(description);
    const jobs = () => jobsOfTenant(owner);
    const env = { DOCFORGE_URL: description.baseUrl, DOCFORGE_API_KEY: owner.apiKey };
    await writeFile(join(cwd, 'long.txt'), 'A line of a text.\n');
    const { child, ended } = startCommand(['convert', 'long.txt', '--to', 'pdf', '--out', 'long/'], {
      cwd,
      env,
    });
    await expect
      .poll(jobs, { timeout: 60_000, interval: 500 })
      .toMatchObject([{ status: 'queued', to: 'pdf' }]);

    child.kill('SIGINT');
    const { code } = await ended;

    expect(code).toBe(130);
    expect(await jobs()).toMatchObject([{ status: 'cancelled' }]);
    await expect(stat(join(cwd, 'long'))).rejects.toThrow('ENOENT');
  } finally {
    await idle.close();
  }
});

itLong('watches a folder until Ctrl-C', async () => {
  const folder = join(cwd, 'inbox');
  await mkdir(folder);
  await writeFile(join(folder, 'before.txt'), 'Was there before');
  const { child, ended, stderr } = startCommand(
    ['convert', '--watch', 'inbox', '--to', 'html', '--out', 'done'],
    { cwd },
  );
  await expect.poll(stderr, { timeout: 30_000 }).toContain('Watching inbox');
  // The first listing, after which files count as arrived.
  await new Promise((resolve) => setTimeout(resolve, 1500));

  await writeFile(join(folder, 'one.txt'), 'One');
  await writeFile(join(folder, '.hidden.txt'), 'Hidden');
  await expect
    .poll(() => readdir(join(cwd, 'done')).catch(() => []), { timeout: 60_000 })
    .toEqual(['one.html']);
  child.kill('SIGINT');

  expect(await ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^inbox\/one\.txt -> done\/one\.html/),
  });
});

test('removes the key', async () => {
  expect((await docforge('logout')).code).toBe(0);
  expect((await docforge('jobs')).code).toBe(3);
});
