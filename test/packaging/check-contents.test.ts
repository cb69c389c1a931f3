import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../../packaging/build-package.ts';
import { contentProblems, packagesWithoutLicence, requiredFiles } from '../../packaging/check-contents.ts';

let folder: string;
const write = (path: string, content = ''): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docforge-contents-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('accepts code, types and source maps without sources', () => {
  write('index.js', 'export const key = "df_live_...";');
  write('index.js.map', '{"sources":["../client/index.ts"]}');
  write('node_modules/other/test/a.js');

  expect(contentProblems(folder, ['index.js'])).toEqual([]);
});

it.each([
  ['index.js', `// ${root}/client/index.ts`, `index.js contains ${root}/, a path of this machine.`],
  ['types/a.d.ts', `df_live_${'a1'.repeat(16)}`, 'types/a.d.ts contains what looks like a secret.'],
  ['index.js.map', '{"sourcesContent":[]}', 'index.js.map is a source map with the sources.'],
  ['test/a.js', '', 'test/a.js does not belong into a package.'],
  ['chunks/a.test.js', '', 'chunks/a.test.js does not belong into a package.'],
  ['.npmrc', '', '.npmrc does not belong into a package.'],
])('refuses %s with "%s"', (path, content, problem) => {
  write(path, content);

  expect(contentProblems(folder, [])).toEqual([problem]);
});

it('requires what the manifest names, README and licence', () => {
  const required = requiredFiles({
    exports: { '.': { types: './types/index.d.ts', default: './index.js' }, './main': './main.js' },
    bin: { docforge: 'main.js' },
  });

  expect(required).toEqual(['README.md', 'LICENSE', 'types/index.d.ts', 'index.js', 'main.js']);
  expect(contentProblems(folder, ['README.md'])).toEqual(['README.md is missing.']);
});

it('finds included packages without the text of their licence', () => {
  write('node_modules/a/package.json', '{"license":"ISC"}');
  write('node_modules/b/package.json', '{"license":"ISC"}');
  write('node_modules/b/LICENSE.md');
  write('node_modules/c/package.json', '{"license":"MIT"}');

  expect(packagesWithoutLicence(folder, ['a', 'b', 'c'])).toEqual(['a']);
});
