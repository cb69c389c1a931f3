import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCache } from '../../cdk/build-cache.ts';

let root: string;
let output: string;
let built: string[];

const write = (path: string, content: string): void => {
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), 1, 1);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docforge-builds-'));
  output = join(root, 'out');
  built = [];
  write('package-lock.json', '{}');
  for (const name of ['a', 'b', 'shared']) write(`${name}.ts`, name);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Builds a and b as a new process, each from its own source and a shared one. */
const run = (settings: unknown = {}): string[] => {
  built = [];
  rmSync(output, { recursive: true, force: true });
  buildCache(root, join(root, 'cache'))(['a', 'b'], settings, output, (names, folder) => {
    for (const name of names) {
      built.push(name);
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'index.mjs'), readFileSync(join(root, `${name}.ts`)));
    }
    return (name) => [`${name}.ts`, 'shared.ts', 'node_modules/x/index.js'];
  });
  return built;
};

const content = (name: string): string => readFileSync(join(output, name, 'index.mjs'), 'utf8');

it('builds all the first time and nothing the second time', () => {
  expect(run()).toEqual(['a', 'b']);
  expect(run()).toEqual([]);
  expect([content('a'), content('b')]).toEqual(['a', 'b']);
});

it('builds only what has a changed source', () => {
  run();
  write('a.ts', 'new');

  expect(run()).toEqual(['a']);
  expect([content('a'), content('b')]).toEqual(['new', 'b']);
  expect(run()).toEqual([]);
});

it.each(['shared.ts', 'package-lock.json', 'tsconfig.json'])(
  'builds all again after %s has changed',
  (path) => {
    run();
    write(path, 'changed');

    expect(run()).toEqual(['a', 'b']);
  },
);

it('builds again with other settings, and after a source was deleted or a kept folder', () => {
  run();

  expect(run({ minify: true })).toEqual(['a', 'b']);
  for (const kept of readdirSync(join(root, 'cache')).filter((name) => name.startsWith('a@')))
    rmSync(join(root, 'cache', kept), { recursive: true });
  expect(run({ minify: true })).toEqual(['a']);
  expect(existsSync(join(output, 'b', 'index.mjs'))).toBe(true);
});

it('does not keep what was built from a file that was saved meanwhile', () => {
  utimesSync(join(root, 'a.ts'), Date.now() / 1000 + 60, Date.now() / 1000 + 60);

  expect(run()).toEqual(['a', 'b']);
  expect(run()).toEqual(['a']);
});

it('keeps one folder of each name, and leaves no other files', () => {
  run();
  write('a.ts', 'new');
  run();

  expect(readdirSync(join(root, 'cache')).map((name) => name.replace(/@.*/, '@'))).toEqual(
    expect.arrayContaining(['a.json', 'a@', 'b.json', 'b@']),
  );
  expect(readdirSync(join(root, 'cache'))).toHaveLength(4);
});
