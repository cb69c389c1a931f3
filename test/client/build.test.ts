import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClientTypes, buildClient } from '../../client/build.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'docforge-client-build-'));
const packageFolder = join(folder, 'node_modules', 'docforge-client');

beforeAll(async () => {
  await buildClient(packageFolder);
  addClientTypes(packageFolder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has no dependencies, in code or in types', () => {
  const files = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' });
  const imports = files
    .filter((name) => /\.(js|d\.ts)$/.test(name))
    .flatMap((name) =>
      [
        ...readFileSync(join(packageFolder, name), 'utf8').matchAll(
          /^(?:import|export|\}) .*from ["']([^.][^"']*)["']|import\(["']([^.][^"']*)["']\)/gm,
        ),
      ].map(([, named, loaded]) => `${name}: ${named ?? loaded}`),
    );

  expect(imports.sort()).toEqual([
    'node-files.js: node:fs',
    'node-files.js: node:fs/promises',
    'node-files.js: node:path',
    'node-files.js: node:stream',
  ]);
});

it('is bundled for browsers without modules of Node.js', async () => {
  const entry = join(folder, 'page.js');
  writeFileSync(entry, "import { DocForge } from 'docforge-client'; globalThis.DocForge = DocForge;");

  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  });

  expect(outputFiles[0]?.text).not.toContain('node:');
  expect(outputFiles[0]?.text).toContain('Files by path need Node.js');
});

it('has types that a strict project can use', () => {
  writeFileSync(
    join(folder, 'app.ts'),
    `import { DocForge, DocForgeError, JobFailedError, verifyWebhook, type ErrorCode, type Result } from 'docforge-client';
const docforge = new DocForge({ apiKey: 'df_live_', baseUrl: 'https://api.test' });
export const run = async (): Promise<Result> => docforge.convert('a.docx', { to: 'pdf', options: { toc: true } });
export const code: ErrorCode = 'encrypted_document';
export const refused = (error: unknown): string =>
  error instanceof JobFailedError ? error.job.job_id : error instanceof DocForgeError ? error.code : '';
export const event = verifyWebhook('{}', new Headers(), 'whsec_');
// @ts-expect-error: there is no such code.
export const wrong: ErrorCode = 'no_such_code';
// @ts-expect-error: a target format is required.
docforge.convert('a.docx', {});
`,
  );
  const options = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
    },
    files: ['app.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = (): Buffer => execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'pipe' });

  expect(run).not.toThrow();
});
