import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itLong } from '../support/long-run.ts';
import { runCommand, runHere } from '../support/run-command.ts';

let cwd = '';
const keptSteps = [
  { name: 'cover', to: 'pdf', output: true },
  { to: 'pdf', inputs: ['cover'], options: { watermark: 'Draft' }, output: true },
  { format: 'text', inputs: ['step_2'] },
];

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docforge-local-'));
  await writeFile(join(cwd, 'a.md'), '# Title\n\nText\n');
  await writeFile(join(cwd, 'b "ü".html'), '<p>Grüße</p>');
  await writeFile(join(cwd, 'steps.json'), '[{"to":"pdf"}]');
  await writeFile(join(cwd, 'empty.json'), '[]');
  await writeFile(join(cwd, 'kept.json'), JSON.stringify(keptSteps));
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

const docforge = (...args: string[]) => runHere(args, { cwd });
/** In a process of its own, which finds the modules of the checkout as Node does. */
const program = (...args: string[]) => runCommand(args, { cwd });

it('converts several files to a folder without a service, and does not replace them', async () => {
  const args = ['convert', 'a.md', 'b "ü".html', '--to', 'docx', '--out', 'out/', '--local'];

  const first = await docforge(...args);
  const second = await docforge(...args);
  const forced = await docforge(...args, '--force', '--quiet');

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^a\.md -> out\/a\.docx \(\d+ bytes.*\)\nb "ü"\.html -> out\/b "ü"\.docx \(/);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(
    'out/a.docx already exists. Choose another folder with --out, or replace it with --force.',
  );
  expect(forced).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readdir(join(cwd, 'out'))).toEqual(['a.docx', 'b "ü".docx']);
});

it('reads the format of text from its name, and writes to standard output', async () => {
  const { code, stdout, stderr } = await docforge('convert', 'a.md', '--to', 'html', '--out', '-', '--local');

  expect(code).toBe(0);
  expect(stdout).toContain('<h1');
  expect(stderr).toBe('');
});

it('reads standard input', async () => {
  const args = ['extract', '-', '--format', 'text', '--local', '-q'];

  expect(await runHere(args, { cwd, input: '<p>One</p>' })).toEqual({
    code: 0,
    stdout: 'One',
    stderr: '',
  });
});

it('merges files, and passes options', async () => {
  await docforge('convert', 'a.md', '--to', 'pdf', '--out', 'one.pdf', '--local', '-O', 'page_size=Letter');
  await docforge(
    'convert',
    'b "ü".html',
    '--to',
    'pdf',
    '--out',
    'two.pdf',
    '--local',
    '-O',
    'landscape:=true',
  );

  const merged = await docforge('merge', 'two.pdf', 'one.pdf', '--out', 'all.pdf', '--local', '--json');
  const text = await docforge('extract', 'all.pdf', '--out', '-', '--local', '-q');

  expect(JSON.parse(merged.stdout)).toMatchObject({ status: 'complete', output: 'all.pdf', pages: 2 });
  expect(text.stdout).toMatch(/Grüße.*Title/s);
});

itLong('runs steps, and keeps the results of those with "output"', async () => {
  const args = ['convert', 'a.md', '--steps', 'kept.json', '--local'];

  const inFolder = await program(...args, '--out', 'steps/');
  const again = await program(...args, '--out', 'steps/');
  const toFile = await program(...args, '--out', 'steps/named.txt', '--json');

  expect([inFolder.code, inFolder.stderr]).toEqual([0, '']);
  expect(inFolder.stdout.replaceAll(/\d+ bytes/g, 'N bytes').split('\n')).toEqual([
    'a.md -> steps/a.cover.pdf (N bytes)',
    'a.md -> steps/a.step_2.pdf (N bytes)',
    'a.md -> steps/a.txt (N bytes, 1 page)',
    '',
  ]);
  expect(await readFile(join(cwd, 'steps', 'a.txt'), 'utf8')).toMatch(/Title\s+Text/);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('steps/a.txt already exists')]);
  expect(JSON.parse(toFile.stdout)).toMatchObject({
    output: 'steps/named.txt',
    steps: [
      { step: 'cover', output: 'steps/named.cover.pdf', size_bytes: expect.any(Number) },
      { step: 'step_2', output: 'steps/named.step_2.pdf', size_bytes: expect.any(Number) },
    ],
  });
  expect((await readdir(join(cwd, 'steps'))).length).toBe(6);
});

it('does not convert if the result of a step would replace a file', async () => {
  await mkdir(join(cwd, 'taken'));
  await writeFile(join(cwd, 'taken', 'a.cover.pdf'), 'taken');

  const { code, stderr } = await docforge(
    ...['convert', 'a.md', '--steps', 'kept.json', '--local', '--out', 'taken/'],
  );

  expect([code, stderr]).toEqual([1, expect.stringContaining('taken/a.cover.pdf already exists')]);
  expect(await readdir(join(cwd, 'taken'))).toEqual(['a.cover.pdf']);
});

it('reports each failed document as JSON and converts the others', async () => {
  await writeFile(join(cwd, 'bad.pdf'), '%PDF-1.4 garbage');
  await writeFile(join(cwd, 'empty.txt'), '');

  const { code, stdout } = await docforge(
    'extract',
    'bad.pdf',
    'empty.txt',
    'none.txt',
    '.',
    'a.md',
    '--json',
    '--local',
    '-o',
    'x/',
  );

  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(lines.map(({ input, status, error }) => [input, status, error?.code])).toEqual([
    ['bad.pdf', 'failed', 'corrupt_document'],
    ['empty.txt', 'failed', 'empty_file'],
    ['none.txt', 'failed', 'unreadable_input'],
    ['.', 'failed', 'unreadable_input'],
    ['a.md', 'complete', undefined],
  ]);
});

it('refuses two results with one path, and a result that is its input', async () => {
  await mkdir(join(cwd, 'other'), { recursive: true });
  await writeFile(join(cwd, 'other', 'a.html'), '<p>Other</p>');

  const same = await docforge(
    'convert',
    'a.md',
    'other/a.html',
    '-t',
    'odt',
    '-o',
    'same/',
    '--local',
    '--force',
  );
  const itself = await docforge('convert', 'b "ü".html', '-t', 'html', '--local', '--force');

  expect(same.code).toBe(1);
  expect(same.stderr).toContain('same/a.odt is already the result of a.md');
  expect(itself.stderr).toContain('The result would replace its input');
  expect(await readFile(join(cwd, 'b "ü".html'), 'utf8')).toBe('<p>Grüße</p>');
});

it.each([
  [[], 0, /Exit codes/],
  [['--help'], 0, /Exit codes/],
  [['convert', 'a.md'], 2, /--to, or a file of steps/],
  [['convert', 'a.md', '-t', 'pdf', '--steps', 'steps.json'], 2, /--to, or a file of steps/],
  [['convert', 'a.md', '--steps', 'none.json'], 2, /none\.json cannot be read/],
  [['convert', 'a.md', '--steps', 'a.md'], 2, /a\.md is not JSON/],
  [['convert', 'a.md', '--steps', 'empty.json'], 2, /not a list of steps/],
  [['convert', 'a.md', '--steps', 'steps.json', '-O', 'toc:=true'], 2, /Each step has its own options/],
  [['convert', 'a.md', '--steps', 'kept.json', '--out', '-', '--local'], 2, /Remove "output" from/],
  [
    ['convert', 'a.md', '-t', 'pdf', '--webhook-url', 'https://a.example', '--local'],
    2,
    /Remove it or --local/,
  ],
  [['extract', 'a.md', '--deliver-to', 'https://a.example', '--local'], 2, /--deliver-to needs a service/],
  [['extract', 'a.md', 'b.md', '--deliver-to', 'https://a.example'], 2, /accepts one result/],
  [['extract', '--watch', '.', '-o', 'x', '--deliver-to', 'https://a.example'], 2, /accepts one result/],
  [['convert', 'a.md', '-t', 'pdf', '--dry-run', '--local'], 2, /needs a service\. Remove --local/],
  [['extract', '--watch', '.', '-o', 'x', '--dry-run', '--local'], 2, /Pass the files instead/],
  [['merge', 'one.pdf', '-o', 'x.pdf', '--dry-run'], 2, /unknown option '--dry-run'/],
  [['convrt'], 2, /unknown command 'convrt'\n\(Did you mean convert\?\)/],
  [['help', 'convrt'], 2, /unknown command 'convrt'\n\(Did you mean convert\?\)/],
  [['convrt', '--help'], 2, /unknown command/],
  [['help', 'convert'], 0, /^Convert each file.*\n\nExamples\n {2}docforge convert.*\n\nOutput\n {2}-o/s],
  [['convert', '--tp', 'pdf'], 2, /\(Did you mean --to\?\)\nRun docforge convert --help/],
  [['formats', 'docs', '--local'], 2, /Unknown format "docs"\. Did you mean docx\?/],
  [['-v'], 0, /^\d+\.\d+\.\d+\n$/],
  [['convert', '-t', 'pdf', '--local'], 2, /Pass at least one file/],
  [['convert', '-', '-', '-t', 'pdf', '--local'], 2, /read only once/],
  [['convert', 'a.md', 'a.md', '-t', 'pdf', '-o', '-', '--local'], 2, /accepts one result/],
  [['convert', 'a.md', '-t', 'mp3', '--local'], 2, /Unknown format "mp3"/],
  [['convert', 'a.md', '-t', 'pdf', '-O', 'x', '--local'], 2, /name=text/],
  [['convert', 'a.md', '-t', 'pdf', '-j', '0'], 2, /whole number of at least 1/],
  [['convert', 'https://example.com/a.pdf', '-t', 'text', '--local'], 2, /URLs need a service/],
  [['convert', '--watch', '.', '-t', 'pdf', '-o', '.', '--local'], 2, /another folder/],
  [['convert', '--watch', 'none', '-t', 'pdf', '-o', 'x', '--local'], 2, /existing folder/],
  [['extract', 'a.md', '-F', 'soul', '--local'], 2, /Cannot extract "soul"\. Use text, markdown/],
  [['merge', 'one.pdf'], 2, /--out/],
  [['completion', 'tcsh'], 2, /bash, zsh, fish/],
  [['login', '--url', 'http://127.0.0.1:1', '--key', 'df_live_x'], 2, /visible to other users/],
  [['jobs'], 3, /Not signed in/],
  [['convert', 'a.md', '-t', 'pdf'], 3, /docforge login/],
] as const)('%j ends with %i', async (args, code, message) => {
  const run = await docforge(...args);

  expect(run.code).toBe(code);
  expect(run.stdout + run.stderr).toMatch(message);
  // Usage errors of the parser are followed by the hint at the help.
  expect((run.stdout + run.stderr).split('\n').every((line) => line.length <= 120)).toBe(true);
});

it('has help of at most 80 columns', async () => {
  for (const command of [
    'convert',
    'extract',
    'merge',
    'formats',
    'jobs',
    'mcp',
    'login',
    'logout',
    'completion',
  ]) {
    const { stdout } = await docforge(command, '--help');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

itLong('ends with 4 if the service is not reachable', async () => {
  const env = { DOCFORGE_URL: 'http://127.0.0.1:1', DOCFORGE_API_KEY: 'df_live_x' };

  const { code, stderr } = await runCommand(['convert', 'a.md', 'b "ü".html', '-t', 'pdf', '-j', '1'], {
    cwd,
    env,
  });

  expect(code).toBe(4);
  expect(stderr).toBe(
    'docforge: a.md: 127.0.0.1:1 is not reachable. Check the URL and the connection.\ndocforge: 1 more document was not tried, because the same error would occur.\n',
  );
});

it.each([
  [['a.md', 'b "ü".html'], 'new', 2, []],
  [['a.md', 'b "ü".html'], 'new/', 0, ['new/a.odt', 'new/b "ü".odt']],
  [['a.md'], 'old', 0, ['old/a.odt']],
  [['a.md'], 'page', 0, ['page']],
] as const)('%j with --out %s', async (inputs, out, code, files) => {
  const folder = await mkdtemp(join(cwd, 'placement-'));
  await mkdir(join(folder, 'old'));
  for (const name of inputs) await copyFile(join(cwd, name), join(folder, name));

  const run = await runHere(['convert', ...inputs, '-t', 'odt', '--out', out, '--local', '--force'], {
    cwd: folder,
  });

  expect([run.code, run.stderr]).toEqual([
    code,
    code === 0
      ? ''
      : 'docforge: Several results need a folder, and new is not one. To create it, write --out new/.\n',
  ]);
  for (const name of files) expect((await stat(join(folder, name))).isFile()).toBe(true);
});

it('names each JSON extract by its kind', async () => {
  await docforge('extract', 'a.md', '--format', 'tables', '--out', 'kinds/', '--local');
  await docforge('extract', 'a.md', '--format', 'chunks', '--out', 'kinds/', '--local');
  await docforge('extract', 'a.md', '--format', 'markdown', '--out', 'kinds/', '--local');

  expect(await readdir(join(cwd, 'kinds'))).toEqual(['a.chunks.json', 'a.md', 'a.tables.json']);
});

it('lists the options of a pair, by any name of the target', async () => {
  const { code, stdout } = await program('formats', 'docx', 'txt', '--local');
  const unknown = await program('formats', 'docx', 'pfd', '--local');

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Convert docx to text\n/);
  expect(stdout).toMatch(/^comments +omit, notes \(default: omit\)$/m);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    'docforge: Cannot convert docx to "pfd". Did you mean pdf? docforge formats docx lists the targets.\n',
  ]);
});

it('prints its version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));

  expect(await docforge('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
