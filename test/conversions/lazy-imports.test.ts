import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The modules that a program loads, relative to the project. */
async function modulesOf(program: string): Promise<readonly string[]> {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      '--input-type=module',
      '--eval',
      program,
    ],
    { cwd: root, maxBuffer: 10_000_000 },
  );
  return stdout.split('\n').map((url) => url.slice(url.indexOf(root) + root.length + 1));
}

it('loads readers and their packages when a document needs them, not before', async () => {
  const modules = await modulesOf("await import('./lib/conversions/index.ts')");

  const own = modules.filter((path) => path.startsWith('lib/'));
  expect(own.length).toBeGreaterThan(100);
  for (const late of [
    'formats/docx/read/read-docx.ts',
    'formats/odt/read-odt.ts',
    'formats/pptx/read-pptx.ts',
    'formats/xlsx/read-xlsx.ts',
    'formats/ods/read-ods.ts',
    'shared/open-encrypted.ts',
  ])
    expect(own).not.toContain(`lib/conversions/${late}`);
  const packages = new Set(
    modules.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean),
  );
  for (const late of ['@e965/xlsx', '@llamaindex/liteparse', '@hyzyla/pdfium', 'pdfkit', 'sharp', 'fontkit'])
    expect([...packages]).not.toContain(late);
});
