import { readdirSync, statSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { expect, it } from 'vitest';
import { packageFile } from '../../lib/conversions/package-assets.ts';
import { enginePackages } from '../../lib/conversions/packages.ts';

const matches = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesGlob(path, pattern));

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'names only files that exist, far below the 250 MB that Lambda takes',
  () => {
    let bytes = 0;
    for (const { name, include, exclude = [] } of enginePackages) {
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
    expect(bytes).toBeLessThan(170_000_000);
  },
);
