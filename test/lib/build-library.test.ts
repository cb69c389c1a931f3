import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildLibrary } from '../../lib/build-library.ts';

const packages = join(import.meta.dirname, '..', '..', 'node_modules');

let folder: string;
let library: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-library-'));
  library = join(folder, 'node_modules', 'docforge-conversions');
  await mkdir(library, { recursive: true });
  await buildLibrary(library);
  // The packages that npm would install with it.
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
  const transitive = (await readdir(packages)).filter((name) => !name.startsWith('.'));
  const names = new Set([
    ...Object.keys(dependencies).map((name) => name.split('/')[0] ?? ''),
    ...transitive,
  ]);
  for (const name of names) await symlink(join(packages, name), join(folder, 'node_modules', name));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (script: string): Promise<string> => {
  const file = join(folder, 'use.mjs');
  await writeFile(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  return stdout;
};

it('converts in the importing process', async () => {
  const said = await run(`
    import { convert, extract } from 'docforge-conversions';
    const pdf = await convert(Buffer.from('Grüße, 世界'), { from: 'text', to: 'pdf' });
    const text = await extract(pdf.bytes, { format: 'text' });
    console.log(Buffer.from(text.bytes).toString().trim());
  `);

  expect(said).toBe('Grüße, 世界\n');
});

it('converts in a separate process, for untrusted documents', async () => {
  const said = await run(`
    import { writeFile, readFile } from 'node:fs/promises';
    import { createEngineProcess } from 'docforge-conversions/process';
    const engine = createEngineProcess({
      entry: new URL(import.meta.resolve('docforge-conversions/engine-main')),
      memoryLimitBytes: 2 ** 30,
    });
    await writeFile('in.csv', 'Fruit,Tons\\nApple,12\\n');
    const task = { tenant: 'me', operation: 'convert', from: 'csv', to: 'json', options: {} };
    await engine.run({ ...task, inputPath: 'in.csv', outputPath: 'out.json' }, { deadlineSeconds: 30 });
    console.log(JSON.stringify(JSON.parse(await readFile('out.json', 'utf8'))));
    await engine.close();
  `).catch((error: Error) => error.message);

  expect(said).toBe('[{"Fruit":"Apple","Tons":12}]\n');
});

it('depends on every package that it imports', async () => {
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));

  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['zod', '@llamaindex/liteparse', 'pdf-parse', 'sharp', 'htmlparser2']),
  );
});
