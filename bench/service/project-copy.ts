import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Files that a stack does not need or creates itself. */
const leftOut = new Set(['bench', 'build', 'cdk.out', 'coverage', 'node_modules', 'test']);

/**
 * Copies the project's sources: the first start has no synthesized assembly, the project's build stays unchanged, and saved
 * files do not affect the measurement.
 */
export const copyProject = async (to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const entries = await readdir(root);
  const copied = entries.filter((name) => !name.startsWith('.') && !leftOut.has(name));
  await Promise.all(copied.map((name) => cp(join(root, name), join(to, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'), 'dir');
};
