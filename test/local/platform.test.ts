import { expect, it } from 'vitest';
import { currentLibc, platformProblem } from '../../local/platform.ts';

it('runs on Linux x64 with glibc, such as this machine', () => {
  expect(platformProblem('linux', 'x64', 'glibc')).toBeUndefined();
  expect(platformProblem(process.platform, process.arch, currentLibc())).toBeUndefined();
});

it.each([
  ['darwin', 'arm64', 'other', 'darwin arm64'],
  ['linux', 'arm64', 'glibc', 'linux arm64'],
  ['linux', 'x64', 'other', 'linux x64 without glibc'],
  ['win32', 'x64', 'other', 'win32 x64'],
] as const)('refuses %s on %s with %s', (platform, arch, libc, found) => {
  expect(platformProblem(platform, arch, libc)).toBe(
    `npm start needs Linux on x64 with glibc; this is ${found}. Use the container image: docker compose up. docs/site/platforms.md lists what runs where.`,
  );
});
