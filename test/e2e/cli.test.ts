import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand, startCommand } from '../support/run-command.ts';
import { simplePdf } from './support/documents.ts';
import { startIdleStack } from './support/idle-stack.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

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

test('extracts, merges and lists', async () => {
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
  expect(formats.stdout).toMatch(/^pdf +convert +markdown /m);
});

test('runs the steps of a file', async () => {
  await writeFile(join(cwd, 'c.pdf'), simplePdf(['First']));
  await writeFile(join(cwd, 'steps.json'), '[{"to":"pdf","options":{"watermark":"X"}},{"format":"text"}]');
  await writeFile(join(cwd, 'wrong.json'), '[{"to":"pdf"},{"to":"pdf","inputs":["nothing"]}]');

  const run = await docforge('convert', 'c.pdf', '--steps', 'steps.json', '--out', 'steps/');
  const wrong = await docforge('convert', 'c.pdf', '--steps', 'wrong.json', '--out', 'steps/');

  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(await readFile(join(cwd, 'steps', 'c.txt'), 'utf8')).toContain('First');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('steps.1.inputs: "nothing"')]);
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

test('Ctrl-C cancels the jobs, leaves no file and ends with 130', async () => {
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

test('watches a folder until Ctrl-C', async () => {
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

test('writes completion that the shell accepts', async () => {
  const { stdout } = await docforge('completion', 'bash');
  const script = `${stdout}\nCOMP_WORDS=(docforge con) COMP_CWORD=1; _docforge; echo "\${COMPREPLY[@]}"; COMP_WORDS=(docforge convert --fo) COMP_CWORD=2; _docforge; echo "\${COMPREPLY[@]}"`;

  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('convert\n--force\n');
});

test('removes the key', async () => {
  expect((await docforge('logout')).code).toBe(0);
  expect((await docforge('jobs')).code).toBe(3);
});
