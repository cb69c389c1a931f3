import { expect, it } from 'vitest';
import { projectProblems } from '../../packaging/release.ts';
import { version } from '../../packaging/version.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ version }),
  'package-lock.json': JSON.stringify({ version }),
  'client-python/pyproject.toml': `[project]\nversion = "${version}"\n`,
  'CHANGELOG.md': `# Changelog\n\n## ${version} (2026-12-01)\n`,
};
const problems = (changes: Readonly<Record<string, string>> = {}, status = '', check = false) =>
  projectProblems((path) => ({ ...files, ...changes })[path] ?? '', status, { check });

it('accepts a clean checkout with equal versions and a section of the changelog', () => {
  expect(problems()).toEqual([]);
});

it('refuses changes that are not committed', () => {
  expect(problems({}, ' M README.md')).toEqual(['The checkout has changes. Commit them:\n M README.md']);
});

it.each(['package.json', 'package-lock.json', 'client-python/pyproject.toml'])(
  'refuses another version in %s',
  (path) => {
    expect(problems({ [path]: (files[path] ?? '').replace(version, '9.9.9') })).toEqual([
      `${path} has version 9.9.9, packaging/version.ts has ${version}. Make them equal.`,
    ]);
  },
);

it('accepts the unreleased section in a check only', () => {
  const unreleased = { 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n' };

  expect(problems(unreleased, '', true)).toEqual([]);
  expect(problems(unreleased)).toEqual([
    `The first section of CHANGELOG.md is Unreleased. Rename "Unreleased" to "${version}" with the date.`,
  ]);
});
