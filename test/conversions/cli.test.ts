import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledCommand } from '../support/bundle-engine.ts';
import { itLong } from '../support/long-run.ts';

const program = fileURLToPath(bundledCommand);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-cli-'));
  await writeFile(join(folder, 'a.html'), '<h1>Harvest</h1><p>Apples.</p>');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

it('converts by the extension of the output and prints the engine', async () => {
  const { code, stderr } = await run('a.html', 'a.md');

  expect([code, stderr]).toEqual([
    0,
    'htmlparser2-html-reader + docforge-markdown-writer 12.0.0 + built-in\n',
  ]);
  expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('# Harvest\n\nApples.\n');
});

itLong('exits after a conversion in a browser', async () => {
  const { code, stderr } = await run('a.html', 'a.pdf');

  expect([code, stderr]).toEqual([0, expect.stringMatching(/^chromium-html-to-pdf .*, 1 page\n$/)]);
});

const library = new URL('../../lib/conversions/index.ts', import.meta.url).href;

itLong('lets a script that uses the library end by itself after a conversion in a browser', async () => {
  const script = `import { convert } from '${library}'; const page = Buffer.from('<!doctype html>Hi'); const all = await Promise.all([convert(page, { to: 'pdf' }), convert(page, { to: 'png' })]); console.log(all.map(({ extension }) => extension).join());`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);

  expect(stdout).toBe('pdf,png\n');
});

itLong('exits after a conversion in LibreOffice', async () => {
  await writeFile(join(folder, 'a.rtf'), '{\\rtf1\\ansi Apples.\\par}');

  const { code, stderr } = await run('a.rtf', 'a.pdf');

  expect([code, stderr]).toEqual([0, expect.stringMatching(/^libreoffice-.*, 1 page\n$/)]);
});

itLong(
  'lets a script end by itself after a conversion in LibreOffice and after it has read a PDF',
  async () => {
    const script = `import { convert, extract } from '${library}'; const { bytes, report } = await convert(Buffer.from('{\\\\rtf1 Apples.}'), { from: 'rtf', to: 'pdf' }); const text = await extract(bytes); console.log(report.engine, Buffer.from(text.bytes).toString().trim());`;

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);

    expect(stdout).toMatch(/^libreoffice-\S* Apples\.\n$/);
  },
);

itLong('lets a signal end a script that has converted in LibreOffice', async () => {
  const script = `import { convert } from '${library}'; await convert(Buffer.from('{\\\\rtf1 Apples.}'), { to: 'pdf', filename: 'a.rtf' }); setInterval(() => undefined, 1000); process.kill(process.pid, 'SIGTERM');`;

  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });

  await expect(ended).rejects.toMatchObject({ signal: 'SIGTERM' });
});

itLong('leaves no program of LibreOffice behind', async () => {
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const env = { ...process.env, TMPDIR: scratch };

  const { stderr } = await promisify(execFile)(process.execPath, [program, 'a.rtf', 'b.pdf'], {
    cwd: folder,
    env,
  });

  expect(stderr).toMatch(/^libreoffice-wasm-/);
  expect((await readdir(scratch)).filter((name) => name.startsWith('libreoffice'))).toEqual([]);
});

it('extracts to standard output', async () => {
  const { stdout } = await run('a.html', '-', '--extract', 'text');

  expect(stdout).toBe('Harvest\n\nApples.');
});

it.each([
  ['a missing file', ['none.html', 'a.md'], 'no such file'],
  ['an unknown format', ['a.html', 'a.wpd'], 'Unknown format ".wpd"'],
  [
    'an unknown option',
    ['a.html', 'a.md', '--option', 'colour=red'],
    'options.colour: unknown option for html to markdown.',
  ],
  ['an option without a value', ['a.html', 'a.md', '--option', 'toc'], 'expected name=text'],
  ['an option that is not JSON', ['a.html', 'a.md', '--option', 'toc:=yes'], 'not JSON'],
  ['an unknown flag', ['a.html', 'a.md', '--quick'], '--quick'],
])('explains %s without a stack trace', async (_, args, message) => {
  const { code, stderr } = await run(...args);

  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});
