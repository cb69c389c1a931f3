import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What a stack does not run from, or makes for itself. */
const leftOut = new Set(['bench', 'build', 'cdk.out', 'coverage', 'docs', 'node_modules', 'test']);

/**
 * Copies the project's sources, so that a first start has nothing synthesised, the project's own build stays as it is,
 * and nobody who saves a file meanwhile changes what is measured.
 */
export const copyProject = async (to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const entries = await readdir(root);
  const copied = entries.filter((name) => !name.startsWith('.') && !leftOut.has(name));
  await Promise.all(copied.map((name) => cp(join(root, name), join(to, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'), 'dir');
};
