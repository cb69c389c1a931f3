import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong, itLong } from '../support/long-run.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { commandPath, runCommand } from '../support/run-command.ts';
import { screenLines, startOnTerminal } from '../support/terminal.ts';

const widths = [40, 80, 120];
/** A name that clears the screen, and shows its end in reverse order. */
const hostile = 'a\u001b[2J\u202efdp\u0085\n\u2028名前.txt';
const libraryCli = join(import.meta.dirname, '..', '..', 'lib', 'conversions', 'cli.ts');
const adminCli = join(import.meta.dirname, '..', '..', 'admin', 'cli.ts');

let cwd = '';
let env: Record<string, string> = {};
let server: Server;

/** Answers as a service whose texts contain control characters. */
const responses: Readonly<Record<string, readonly [number, unknown]>> = {
  '/authorize': [200, { access_token: 'token', token_type: 'bearer', expires_in: 3600 }],
  '/usage': [
    200,
    {
      plan: hostile,
      operations: { used: 1, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
      jobs: { active: 0, max: 3 },
      keys: { used: 1, max: 2 },
      files: { max_bytes: 26_214_400, max_upload_bytes: 26_214_400 },
    },
  ],
  '/jobs': [
    200,
    {
      data: [
        {
          job_id: `job_${'0'.repeat(26)}`,
          status: 'failed',
          from: hostile,
          to: 'pdf',
          created_at: '2026-11-26T10:00:00.000Z',
          error: { code: 'encrypted_document', message: hostile },
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  ],
  '/job/job_1': [404, { error: 'job_not_found', message: `No job ${hostile} in this account.` }],
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docforge-terminal-'));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    const [status, body] = responses[path] ?? [404, { error: 'not_found', message: 'No such endpoint.' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  env = { DOCFORGE_URL: `http://127.0.0.1:${port}`, DOCFORGE_API_KEY: 'df_live_x' };
  await writeFile(join(cwd, 'encrypted.pdf'), '%PDF-1.7\ntrailer << /Encrypt 2 0 R >>\n%%EOF');
  await writeFile(join(cwd, 'a.md'), '# Title\n\nText\n');
  await writeFile(join(cwd, hostile), 'Text');
  await writeFile(join(cwd, 'steps.json'), '[{"name":"draft","to":"pdf","output":true},{"format":"text"}]');
  await mkdir(join(cwd, 'out'));
});

afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true, force: true });
});

const wordsOf = (text: string): string[] => text.match(/\S+/g)?.sort() ?? [];

const docforge = (...args: string[]) => [commandPath, ...args];

/** A command for each kind of message: results, warnings, refusals, usage errors, lists, help. */
const commands: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['a refused option', docforge('convert', 'a.md', '-t', 'pdf', '--local', '-O', 'pagesize=A4')],
  ['a refused document', docforge('extract', 'encrypted.pdf', '--local')],
  ['results', docforge('convert', 'a.md', hostile, '-t', 'html', '--local', '--force', '-o', 'out/')],
  ['steps', docforge('convert', 'a.md', '--steps', 'steps.json', '--local', '--force', '-o', 'out/')],
  ['JSON', docforge('extract', hostile, 'none.txt', '--local', '--force', '--json', '-o', 'out/')],
  ['an unknown flag', docforge('convert', `--${hostile}`)],
  ['an unknown command', docforge(hostile)],
  ['a wrong argument', docforge('convert', 'a.md', '-t', hostile, '--local')],
  ['a file that does not exist', docforge('extract', `no${hostile}`, '--local')],
  ['help', docforge('convert', '--help')],
  ['formats', docforge('formats', 'docx', '--local')],
  ['options', docforge('formats', 'docx', 'pdf', '--local')],
  ['options as JSON', docforge('formats', 'docx', 'pdf', '--local', '--json')],
  ['jobs', docforge('jobs')],
  ['jobs as JSON', docforge('jobs', '--json')],
  ['usage', docforge('usage')],
  ['a refused request', docforge('job', 'job_1')],
  ['an unsuitable URL', docforge('login', '--url', hostile, '--key', '-')],
  ['the library: help', [libraryCli, '--help']],
  ['the library: an unknown format', [libraryCli, 'a.md', hostile]],
  ['the library: a missing file', [libraryCli, hostile.toUpperCase(), 'x.pdf']],
  ['the administrator: help', [adminCli, '--help']],
  ['the administrator: an unknown command', [adminCli, hostile]],
];

const chosen = commands.flatMap(([name, command], index) =>
  (isLong ? widths : index % 16 === 0 ? [widths[index % widths.length] ?? 80] : []).map(
    (width) => [name, width, command] as const,
  ),
);

it.each(chosen)('shows %s whole on a terminal of %i columns', async (_name, width, command) => {
  const [path = '', ...args] = command;
  const settings = { cwd, env: { ...env, DOCFORGE_DATA_DIR: cwd } };

  const piped = await runCommand(args, settings, path);
  const home = { HOME: cwd, XDG_CONFIG_HOME: cwd, XDG_CACHE_HOME: cwd };
  const run = await startOnTerminal(width, [process.execPath, ...command], {
    cwd,
    env: programEnvironment({ ...home, ...settings.env }),
  }).ended;

  const text = piped.stdout + piped.stderr;
  expect(text).not.toMatch(/[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
  expect(run.code).toBe(piped.code);
  expect(text.length).toBeGreaterThan(20);
  expect(text).not.toMatch(/^ {4}at |node:internal/m);
  // Lists and help are as wide as the terminal, and results can end in another order.
  expect(wordsOf(screenLines(run.output, width).join('\n'))).toEqual(wordsOf(text));
});

it.each(isLong ? widths : [40])('redraws one bar on %i columns, and removes it', async (width) => {
  const names = Array.from({ length: 3 }, (_, index) => `名前の長い文書${'の'.repeat(20)}-${index}.txt`);
  for (const name of names) await writeFile(join(cwd, name), 'Text');
  const args = ['convert', ...names, '-t', 'html', '--local', '--force', '-o', 'out/'];

  const { output } = await startOnTerminal(width, [process.execPath, ...docforge(...args)], {
    cwd,
    env: programEnvironment({ HOME: cwd }),
  }).ended;

  const bars = [...output.matchAll(/[█░]{24} \d\/3/gu)];
  expect(bars.length).toBeGreaterThanOrEqual(4);
  for (const { index } of bars) {
    const before = screenLines(output.slice(0, index), width);
    // Each bar starts in an empty line, with nothing but results above it.
    expect(before.at(-1)).toBe('');
    expect(before.slice(0, -1).every((line) => line.includes(' -> '))).toBe(true);
  }
  expect(screenLines(output, width)).toEqual([
    ...names.map((name) => expect.stringMatching(`^${name} -> out/.*\\.html \\(\\d+ bytes`)),
    '',
  ]);
});

itLong('names the documents that Ctrl-C leaves', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `doc-${index}.txt`);
  for (const name of names) await writeFile(join(cwd, name), 'Text');
  const args = ['convert', ...names, '-t', 'pdf', '--local', '--force', '-o', 'out/'];
  const run = startOnTerminal(200, [process.execPath, ...docforge(...args)], {
    cwd,
    env: programEnvironment({ HOME: cwd }),
  });
  await expect.poll(run.output, { timeout: 60_000, interval: 20 }).toContain('0/30');

  run.type('\u0003');
  const { code, output } = await run.ended;

  expect(code).toBe(130);
  const [, done, left, further] =
    /docforge: Interrupted\. (\d+) of 30 documents were processed\. Not converted: (.+) and (\d+) more\./.exec(
      output,
    ) ?? [];
  expect(left?.split(', ')).toEqual(names.slice(Number(done), Number(done) + 10));
  expect(Number(done) + 10 + Number(further)).toBe(30);
});
