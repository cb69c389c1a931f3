import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What a stack creates itself, or gets by a link. */
const leftOut = new Set(['build', 'cdk.out', 'coverage', 'node_modules']);

/**
 * Copies the project's sources: the first start has no synthesized assembly, the project's build stays unchanged, and saved
 * files do not affect the measurement.
 */
export const copyProject = async (to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const entries = await readdir(root);
  const copied = entries.filter((name) => !name.startsWith('.') && !leftOut.has(name));
  await Promise.all(
    copied.map((name) =>
      cp(join(root, name), join(to, name), {
        recursive: true,
        filter: (path) => basename(path) !== 'node_modules',
      }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'), 'dir');
};
