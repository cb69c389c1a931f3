import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addClientTypes, buildClient } from '../../client/build.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { toolFile } from '../support/tools.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const run = promisify(execFile);
const stack = inject('stack');
const root = join(import.meta.dirname, '..', '..');
let cwd = '';

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docforge-examples-'));
  const client = join(cwd, 'node_modules', 'docforge-client');
  await mkdir(join(cwd, 'node_modules'));
  // Its folder is linked, so that its own dependencies are found beside it.
  await symlink(dirname(toolFile('@langchain/core')), join(cwd, 'node_modules', '@langchain'));
  await copyFile(join(root, 'examples', 'langchain.ts'), join(cwd, 'langchain.ts'));
  await buildClient(client);
  addClientTypes(client);
  await writeFile(join(cwd, 'two.pdf'), simplePdf(['Page one', 'Page two']));
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Runs a program beside the examples and returns the JSON that it prints. */
const runProgram = async (program: string) => {
  const { apiKey } = await createTenant(stack);
  const client = `import { DocForge } from 'docforge-client';
const docforge = new DocForge({ baseUrl: process.env.DOCFORGE_URL, apiKey: process.env.DOCFORGE_API_KEY });`;
  await writeFile(join(cwd, 'program.js'), `${client}\n${program}`);
  const env = programEnvironment({ DOCFORGE_URL: stack.baseUrl, DOCFORGE_API_KEY: apiKey });
  const { stdout } = await run(process.execPath, ['program.js'], { cwd, env });
  return JSON.parse(stdout);
};

const chunk = {
  index: 0,
  path: [],
  page_start: 1,
  page_end: 2,
  boxes: [1, 2].map((page) => ({ page, box: Array.from({ length: 4 }, () => expect.any(Number)) })),
  token_count: expect.any(Number),
};

test('the loader for LangChain returns the chunks with their pages and boxes', async () => {
  const documents = await runProgram(`import { DocForgeLoader } from './langchain.ts';
const file = await new DocForgeLoader(docforge, 'two.pdf').load();
const page = await new DocForgeLoader(docforge, new TextEncoder().encode('One'), { filename: 'a.txt' }).load();
console.log(JSON.stringify([file, page]));`);

  expect(documents).toEqual([
    [{ pageContent: 'Page one\n\nPage two', metadata: { ...chunk, source: 'two.pdf' } }],
    [
      {
        pageContent: 'One',
        metadata: {
          ...chunk,
          page_start: null,
          page_end: null,
          boxes: [],
          source: expect.stringMatching(/^file_/),
        },
      },
    ],
  ]);
});

test('the example has the types of its library', async () => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    },
    include: ['*.ts'],
  };
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(options));

  const { stdout } = await run(process.execPath, [compiler, '-p', cwd]).catch(
    (error: { stdout: string }) => error,
  );

  expect(stdout).toBe('');
});
