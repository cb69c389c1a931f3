import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLibrary } from '../../lib/build-library.ts';

const packages = join(import.meta.dirname, '..', '..', 'node_modules');

let folder: string;
let library: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-library-'));
  library = join(folder, 'node_modules', 'docforge-conversions');
  await mkdir(library, { recursive: true });
  await buildLibrary(library);
  // npm would install no more than these, and none of the optional ones.
  const { peerDependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
  const names = (await readdir(packages)).filter((name) => !name.startsWith('.'));
  for (const scope of names.filter((name) => name.startsWith('@'))) {
    await mkdir(join(folder, 'node_modules', scope));
    names.push(...(await readdir(join(packages, scope))).map((name) => `${scope}/${name}`));
  }
  for (const name of names.filter((each) => /^(?!@)|\//.test(each) && !(each in peerDependencies)))
    await symlink(join(packages, name), join(folder, 'node_modules', name));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

// The table of formats with all options is 5 MB.
const maxBuffer = 32 * 1024 ** 2;

const run = async (script: string): Promise<string> => {
  const file = join(folder, 'use.mjs');
  await writeFile(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, maxBuffer });
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

it('recognizes English text with data of its own', async () => {
  const said = await run(`
    import { convert, extract } from 'docforge-conversions';
    const { bytes } = await convert(Buffer.from('Apples and pears'), { from: 'text', to: 'png' });
    const text = await extract(bytes, { format: 'text' });
    console.log(Buffer.from(text.bytes).toString().trim());
  `);

  expect(said).toBe('Apples and pears\n');
  expect(await readdir(join(library, 'node_modules', 'docforge-tessdata-eng'))).toContain('README.md');
});

it('names the command that installs an optional package', async () => {
  const said = await run(`
    import { convert, extract } from 'docforge-conversions';
    const say = ({ code, message }) => console.log(code, message);
    const docx = await convert(Buffer.from('a'), { from: 'text', to: 'docx' });
    await convert(docx.bytes, { from: 'docx', to: 'rtf' }).catch(say);
    const { bytes } = await convert(Buffer.from('a'), { from: 'text', to: 'png' });
    await extract(bytes, { format: 'text', options: { ocr_languages: ['deu'] } }).catch(say);
  `);
  const { dependencies } = JSON.parse(readFileSync(join(packages, '..', 'package.json'), 'utf8'));
  const commandOf = (name: string): string => `Run npm install ${name}@${dependencies[name]}\n`;

  expect(said).toContain(commandOf('@matbee/libreoffice-converter'));
  expect(said).toContain(commandOf('@tesseract.js-data/deu'));
});

describe('the documentation', () => {
  const page = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');
  const blocks = Array.from(page.matchAll(/```(ts|sh)\n(.*?)```/gs), ([, language, code = '']) => ({
    language,
    code,
  }));
  const examples = blocks.filter(({ language }) => language === 'ts').map(({ code }) => code);
  const commands = blocks
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('npm run --silent convert -- '))
    .map((line) => line.split(' ').slice(5));

  beforeAll(async () => {
    await run(`
      import { writeFile } from 'node:fs/promises';
      import { convert } from 'docforge-conversions';
      for (const name of ['report.docx', 'in.pdf', 'one.pdf', 'two.pdf', 'scan.pdf']) {
        const { bytes } = await convert(Buffer.from('# Harvest\\n\\nApples.'), { from: 'markdown', to: name.split('.')[1] });
        await writeFile(name, bytes);
      }
    `);
  });

  it('has examples that run', async () => {
    const printed: string[] = [];
    for (const code of examples) printed.push(await run(code));

    expect(printed).toEqual([
      expect.stringMatching(/Apples\..*engine/s),
      expect.stringContaining('pdf convert markdown'),
      expect.stringMatching(/^clean pdf \d+\nstep_2 pdf \d+\n$/),
      '',
    ]);
    expect(await readFile(join(folder, 'report.pdf'), 'latin1')).toMatch(/^%PDF-/);
    expect(await readFile(join(folder, 'out.md'), 'utf8')).toContain('Apples.');
  });

  it.each(commands)('has a command that runs: %s …', async (...words) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(library, 'cli.js'), ...words], {
      cwd: folder,
    });

    if (words.includes('-')) expect(stdout).toContain('Apples.');
    else if (words[0] === '--formats') expect(stdout).toMatch(/^epub .*\bmarkdown\b/m);
    else
      expect(
        (await readFile(join(folder, words.find((word) => /^(?:report|both)\.pdf$/.test(word)) ?? '')))
          .length,
      ).toBeGreaterThan(100);
  });
});

it('depends on every package that it imports', async () => {
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));

  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['zod', '@llamaindex/liteparse', 'pdf-parse', 'sharp', 'htmlparser2']),
  );
});
