import { chown, link, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { arrivals, readArrival } from '../../cli/watch.ts';

let folder = '';
let inbox = '';
let skipped: string[] = [];
const watch = () =>
  arrivals(inbox, (path, reason) => skipped.push(`${path.slice(inbox.length + 1)} ${reason}`));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-watch-'));
  inbox = join(folder, 'inbox');
  skipped = [];
  await mkdir(inbox);
  await writeFile(join(folder, 'secret.txt'), 'Secret');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it('lists a new file once it no longer changes, and again when it changes', async () => {
  await writeFile(join(inbox, 'before.txt'), 'x');
  const poll = await watch();

  await writeFile(join(inbox, 'one.txt'), 'One');
  const growing = await poll();
  await writeFile(join(inbox, 'one.txt'), 'One, two');
  const changed = await poll();
  const complete = await poll();
  const again = await poll();
  await utimes(join(inbox, 'one.txt'), 1, 1);
  await poll();

  expect([growing, changed, complete, again, await poll()]).toEqual([
    [],
    [],
    [join(inbox, 'one.txt')],
    [],
    [join(inbox, 'one.txt')],
  ]);
});

it('reports links and files of other users once, and does not list them', async () => {
  const poll = await watch();
  await symlink(join(folder, 'secret.txt'), join(inbox, 'symbolic.txt'));
  await link(join(folder, 'secret.txt'), join(inbox, 'hard.txt'));
  await writeFile(join(inbox, 'another.txt'), 'x');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(join(inbox, 'another.txt'), 65_534, 65_534);

  await poll();
  const listed = await poll();
  await poll();

  expect(listed).toEqual(isRoot ? [] : [join(inbox, 'another.txt')]);
  expect(skipped).toEqual([
    ...(isRoot ? ['another.txt belongs to another user'] : []),
    'hard.txt has several hard links, so it may also be in another folder',
    'symbolic.txt is a symbolic link',
  ]);
});

it('does not read a file that was replaced by a link after it was listed', async () => {
  const path = join(inbox, 'one.txt');
  const poll = await watch();
  await writeFile(path, 'One');
  await poll();
  expect(await poll()).toEqual([path]);
  expect((await readArrival(path)).toString()).toBe('One');

  await symlink(join(folder, 'secret.txt'), join(folder, 'symbolic'));
  await rename(join(folder, 'symbolic'), path);
  await expect(readArrival(path)).rejects.toThrow();
  await rm(path);
  await link(join(folder, 'secret.txt'), path);

  await expect(readArrival(path)).rejects.toThrow('hard links');
});

it('fails at once for a folder that does not exist', async () => {
  await rm(inbox, { recursive: true });

  await expect(watch()).rejects.toThrow('--watch needs an existing folder');
});
