import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommand } from '../../cli/build.ts';
import { buildClient } from '../../client/build.ts';
import { buildLibrary } from '../../lib/build-library.ts';
import { engines } from '../../packaging/build-package.ts';
import { isLong } from '../support/long-run.ts';
import { runToEnd } from '../support/run-to-end.ts';
import { toolFile } from '../support/tools.ts';

const root = join(import.meta.dirname, '..', '..');
const nodeOf = (name: string): string => toolFile(name, 'bin', 'node');
const { dependencies } = JSON.parse(await readFile(join(root, 'test', 'tools', 'package.json'), 'utf8'));
const versionOf = (name: string): string => dependencies[name].split('@').at(-1);

let folder = '';

/** Programs that use each package, and how each ends. */
const programs: Readonly<Record<string, string>> = {
  'docforge-conversions': `import { convert, extract } from 'docforge-conversions';
import 'docforge-conversions/router';
import 'docforge-conversions/steps';
import 'docforge-conversions/process';
const pdf = await convert(Buffer.from('# Title\\n\\nText'), { from: 'markdown', to: 'pdf' });
console.log(Buffer.from((await extract(pdf.bytes, { format: 'text' })).bytes).toString());`,
  ...Object.fromEntries(
    ['router', 'steps', 'process', 'engine-main'].map((name) => [
      `docforge-conversions/${name}`,
      `await import('docforge-conversions/${name}'); process.exit(0);`,
    ]),
  ),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-versions-'));
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  await buildCommand(join(packages, 'docforge'));
  await buildLibrary(join(packages, 'docforge-conversions'));
  await buildClient(join(packages, 'docforge-client'));
  for (const name of await readdir(join(root, 'node_modules')))
    if (!name.startsWith('.') && !existsSync(join(packages, name)))
      await symlink(join(root, 'node_modules', name), join(packages, name));
  await writeFile(join(folder, 'a.md'), '# Title\n\nText\n');
  for (const [index, program] of Object.values(programs).entries())
    await writeFile(join(folder, `program-${index}.mjs`), program);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A Node.js, or this one that reports another version. */
type Runtime = { readonly node: string; readonly args: readonly string[] };

const pretending = (version: string): Runtime => ({
  node: process.execPath,
  args: [
    '--import',
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
  ],
});

const run = ({ node, args }: Runtime, ...program: string[]) =>
  runToEnd(node, [...args, ...program], { cwd: folder });

const command = (...args: string[]) => [join('node_modules', 'docforge', 'main.js'), ...args];
const libraryCommand = (...args: string[]) => [
  join('node_modules', 'docforge-conversions', 'cli.js'),
  ...args,
];

const older: readonly (readonly [version: string, runtime: () => Runtime])[] = [
  ['20.20.2', () => pretending('20.20.2')],
  ['22.17.1', () => pretending('22.17.1')],
  ...(isLong ? [[versionOf('older'), () => ({ node: nodeOf('older'), args: [] })] as const] : []),
];

it.each(older)('the packages refuse Node.js %s in one sentence', async (version, runtime) => {
  const sentence = (name: string) => `${name} needs Node.js 22.18 or newer; this is ${version}.`;

  expect(await run(runtime(), ...command('convert', 'a.md', '--to', 'pdf', '--local'))).toEqual({
    code: 1,
    stdout: '',
    stderr: `${sentence('docforge')}\n`,
  });
  expect(await run(runtime(), ...libraryCommand('a.md', 'a.pdf'))).toEqual({
    code: 1,
    stdout: '',
    stderr: `${sentence('docforge-conversions')}\n`,
  });
  for (const index of Object.keys(programs).keys()) {
    const { code, stderr } = await run(runtime(), `program-${index}.mjs`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`Error: ${sentence('docforge-conversions')}\n`),
    ]);
  }
});

const supported: readonly (readonly [version: string, runtime: () => Runtime])[] = [
  ['22.18.0 (pretended)', () => pretending('22.18.0')],
  ...(isLong ? [[versionOf('oldest'), () => ({ node: nodeOf('oldest'), args: [] })] as const] : []),
];

it.each(supported)('the packages run with Node.js %s', async (_version, runtime) => {
  const converted = await run(runtime(), ...command('convert', 'a.md', '--to', 'pdf', '--local', '--force'));
  const merged = await run(runtime(), ...libraryCommand('a.md', '-', '--to', 'html'));
  const used = await run(runtime(), 'program-0.mjs');
  expect([converted.code, converted.stderr]).toEqual([0, '']);
  expect([merged.code, merged.stdout]).toEqual([0, expect.stringContaining('<h1')]);
  expect([used.code, used.stdout]).toEqual([0, expect.stringMatching(/Title\s+Text/)]);
});

it.each([...older, ...supported])('the client calls a service with Node.js %s', async (_version, runtime) => {
  const program = `
    import { createServer } from 'node:http';
    import { DocForge } from 'docforge-client';
    const server = createServer((request, response) => response.end('{"plan":"pro"}')).listen(0, async () => {
      const baseUrl = 'http://127.0.0.1:' + server.address().port;
      const docforge = new DocForge({ baseUrl, accessToken: () => 'token' });
      console.log((await docforge.usage({ signal: new AbortController().signal })).plan);
      server.close();
    });`;

  expect(await run(runtime(), '--input-type=module', '-e', program)).toEqual({
    code: 0,
    stdout: 'pro\n',
    stderr: '',
  });
});

it('the manifests name the oldest version that is tested', async () => {
  expect(engines.node).toBe('>=22.18');
  expect(versionOf('oldest')).toBe('22.18.0');
  expect(versionOf('older')).toMatch(/^20\./);
  for (const [name, expected] of [
    ['docforge', engines],
    ['docforge-conversions', engines],
    ['docforge-client', { node: '>=20' }],
  ] as const)
    expect(
      JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).engines,
    ).toEqual(expected);
});
