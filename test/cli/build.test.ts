import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommand } from '../../cli/build.ts';

// In the checkout, so that the packages of the command are found.
const folder = join(import.meta.dirname, '..', '..', 'build', `test-cli-${process.pid}`);

beforeAll(() => buildCommand(folder));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): string =>
  execFileSync(process.execPath, [join(folder, 'main.js'), ...args], { encoding: 'utf8', stdio: 'pipe' });

it('builds a command that starts', () => {
  expect(run('--help')).toContain('docforge convert *.docx --to pdf --out out/');
  expect(statSync(join(folder, 'main.js')).mode & 0o111).toBe(0o111);
});

it('lists every package that it imports, with the version of the project', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const imported = [...code.matchAll(/^(?:import|export|\}) .*from "([^.][^"]*)"/gm)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );

  expect([...new Set(imported)].sort()).toEqual(Object.keys(dependencies).sort());
  expect(Object.values(dependencies)).not.toContain(undefined);
});

it('says what --local needs', () => {
  expect(() => run('formats', '--local')).toThrow('Install it next to docforge');
});
