import { readdirSync, statSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../../lib/conversions/base/package-assets.ts';
import { packagesOf } from '../../../lib/conversions/deployment/packages.ts';
import { engines } from '../../../lib/conversions/routing/registry.ts';

const matches = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesGlob(path, pattern));

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the packages of a worker', () => {
  // Lambda's limit is 250 MiB including the function's code. LibreOffice's compressed image has 45 MB.
  it.each([
    ['standard', 230_000_000],
    ['browser', 230_000_000],
    ['office', 190_000_000],
  ] as const)("%s list only files that exist, within Lambda's limit", (worker, limit) => {
    let bytes = 0;
    for (const { name, include, exclude = [] } of packagesOf(worker)) {
      const folder = packageFile(name);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
      for (const pattern of include ?? []) {
        expect(
          files.some((file) => matchesGlob(file, pattern)),
          `${name}/${pattern}`,
        ).toBe(true);
      }
      const kept = files.filter((file) => matches(file, include ?? ['**']) && !matches(file, exclude));
      bytes += kept.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    }

    expect(bytes).toBeGreaterThan(100_000_000);
    expect(bytes).toBeLessThan(limit);
  });
});

it.each(engines.filter((engine) => engine.package !== undefined))(
  '$name has its package in its worker',
  (engine) => {
    const names = packagesOf(engine.worker ?? 'standard').map(({ name }) => name);

    expect(names).toContain(engine.package);
  },
);
