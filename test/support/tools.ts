import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'tools');

/** The path of a file in one of the packages that only long tests need. The first call installs them. */
export const toolFile = (name: string, ...path: string[]): string => {
  if (!existsSync(join(folder, 'node_modules', name)))
    execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', folder], { stdio: 'inherit' });
  return join(folder, 'node_modules', name, ...path);
};
