import { existsSync, globSync, rmSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { root } from './build-package.ts';
import { usedParts } from './used-parts.ts';

/** Deletes the rest of these packages, a third of an installation. `npm ci` runs this file at its end, without an argument. */
const trim = (nodeModules: string): void => {
  for (const { name, include, exclude = [] } of usedParts) {
    const folder = join(nodeModules, name);
    if (!existsSync(folder)) continue;
    for (const entry of globSync(['**', '**/.*'], { cwd: folder, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const matches = (pattern: string): boolean => matchesGlob(path.slice(folder.length + 1), pattern);
      if (entry.isFile() && (include?.some(matches) === false || exclude.some(matches))) rmSync(path);
    }
  }
};

trim(process.argv[2] ?? join(root, 'node_modules'));
