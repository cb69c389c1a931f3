import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of temporary files of a function, in place of /tmp, and its size. */
export type Scratch = { readonly folder: string; readonly megabytes: number };

/**
 * Mounts a file system of this size on the folder, and runs a command. Its image is a sparse file, because files of a tmpfs would count as
 * memory of the function. Only the loop device refers to the image, and only the process and its descendants to the mount, so both
 * end with them, however they end.
 */
const script = `
  folder=$1 megabytes=$2
  shift 2
  (
    PATH=$PATH:/usr/sbin:/sbin
    truncate -s "\${megabytes}M" "$folder.img" &&
      mke2fs -q -F -t ext4 -m 0 -O ^has_journal,^resize_inode -E nodiscard "$folder.img" &&
      mount -o loop "$folder.img" "$folder" &&
      rmdir "$folder/lost+found"
    rm -f "$folder.img"
  )
  exec "$@"`;

/** Returns the command that runs a command with the folder as a file system of its own. Needs root and util-linux, and e2fsprogs. */
export const inOwnScratch = (
  { folder, megabytes }: Scratch,
  command: readonly string[],
): readonly string[] => [
  'unshare',
  '--mount',
  '/bin/sh',
  '-c',
  script,
  'sh',
  folder,
  String(megabytes),
  ...command,
];

/** Whether this machine lets this process mount file systems. */
export function canLimitScratch(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-scratch-'));
  try {
    const [command = '', ...parameters] = inOwnScratch({ folder, megabytes: 8 }, ['mountpoint', folder]);
    return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the bytes that the files below a folder take. */
export async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const stats = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    return (stats?.blocks ?? 0) * 512;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
