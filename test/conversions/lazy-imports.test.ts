import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const registry = 'lib/conversions/routing/registry.ts';

/** What a program prints after a module has run. */
async function printedBy(program: string, before: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(before)}`,
      '--input-type=module',
      '--eval',
      program,
    ],
    { cwd: root, maxBuffer: 10_000_000 },
  );
  return stdout.split('\n');
}

/** The URLs of the modules that a program loads. */
const urlsOf = async (program: string): Promise<readonly string[]> =>
  await printedBy(
    program,
    `import { registerHooks } from 'node:module';
     registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });`,
  );

/** The modules that a program loads, relative to the project. */
const modulesOf = async (program: string): Promise<readonly string[]> =>
  (await urlsOf(program))
    .filter((url) => url.includes(root))
    .map((url) => url.slice(url.indexOf(root) + root.length + 1));

/** The engines' own files. */
const engineFiles = [...readFileSync(join(root, registry), 'utf8').matchAll(/from '\.\.\/(.+)'/g)].map(
  ([, path]) => `lib/conversions/${path}`,
);

/** What engines consist of until they convert: options, limits, what is installed, and the code that creates them. */
const dataFiles = [
  /^lib\/(?:faults|workers)\.ts$/,
  /^lib\/conversions\/(?:(?:errors|formats)\.ts|base\/|engine\/|routing\/(?:registry|routes|container-readers)\.ts)/,
  /^lib\/conversions\/shared\/xml\/package-reader\.ts$/,
  /[/-](?:options|limits|package|installation|profiles|languages|needs|office-formats|text-extracts)\.ts$/,
  /^lib\/conversions\/backends\/(?:fonts\/metric-fonts|libreoffice\/libreoffice)\.ts$/,
];

it('loads the code and the packages of engines when a document needs them, not before', async () => {
  const modules = await modulesOf(`await import('./${registry}')`);

  expect(modules).toEqual(expect.arrayContaining([registry, ...engineFiles]));
  const others = modules.filter(
    (path) =>
      !path.startsWith('node_modules/zod/') &&
      !engineFiles.includes(path) &&
      !dataFiles.some((pattern) => pattern.test(path)),
  );
  expect(others).toEqual([]);
});

it('compiles no schema of options before a document needs it', async () => {
  const printed = await printedBy(
    `await import('./${registry}'); console.log(compiled);`,
    // Zod tries an empty function first.
    `globalThis.compiled = 0;
     globalThis.Function = new Proxy(Function, {
       construct: (target, code) => {
         if (code.at(-1) !== '') compiled += 1;
         return new target(...code);
       },
     });`,
  );

  expect(printed).toEqual(['0', '']);
});

it.each([
  ['formats/pdf/reader.ts', 'liteparse'],
  ['formats/html/browser-printer.ts', 'chromiumPdf'],
])('%s starts without hashes, which few of its documents need', async (path, engine) => {
  const urls = await urlsOf(
    `const { ${engine} } = await import('./lib/conversions/${path}');
     await ${engine}.warm();`,
  );

  expect(urls).toContain('node:fs');
  expect(urls).not.toContain('node:crypto');
});
