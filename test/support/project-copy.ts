import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Copies what a clone would contain, that is no ignored file, and links the installed packages. */
export const copyProject = async (to: string): Promise<void> => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 ** 2,
  });
  const names = listed.split('\0').filter((name) => name !== '');
  for (const folder of new Set(names.map((name) => dirname(join(to, name)))))
    await mkdir(folder, { recursive: true });
  // A file that is deleted and not committed is still listed.
  for (const name of names) await copyFile(join(root, name), join(to, name)).catch(() => undefined);
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'), 'dir');
};
