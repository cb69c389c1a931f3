import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createControlGroup } from '../../../local/function-host/control-group.ts';
import { temporaryFolder } from '../fixture-stack.ts';

let root: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory: root, remove } = await temporaryFolder());
});
afterEach(() => remove());

/** All files of the tree with their text. */
async function filesOfTree(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')])),
  );
}

const asFirstVersion = () => Promise.all(['cpu', 'memory', 'pids'].map((name) => mkdir(join(root, name))));
const asSecondVersion = () => writeFile(join(root, 'cgroup.controllers'), 'cpuset cpu io memory pids');

const limits = { processors: 0.5, memoryBytes: 512 * 1_048_576, tasks: 1024 };

it('limits a group of the first version of cgroups in the tree of each controller', async () => {
  await asFirstVersion();

  const group = await createControlGroup('own', limits, root);
  await group.add(42);

  expect(await filesOfTree()).toEqual({
    'cpu/own/cpu.cfs_period_us': '100000',
    'cpu/own/cpu.cfs_quota_us': '50000',
    'cpu/own/cgroup.procs': '42',
    'memory/own/memory.limit_in_bytes': '536870912',
    'memory/own/cgroup.procs': '42',
    'pids/own/pids.max': '1024',
    'pids/own/cgroup.procs': '42',
  });
});

it('limits a group of the second version in the one tree, whose root enables the controllers', async () => {
  await asSecondVersion();

  const group = await createControlGroup('own', limits, root);
  await group.add(42);

  expect(await filesOfTree()).toEqual({
    'cgroup.controllers': 'cpuset cpu io memory pids',
    'cgroup.subtree_control': '+cpu +memory +pids',
    'own/cpu.max': '50000 100000',
    'own/memory.max': '536870912',
    'own/pids.max': '1024',
    'own/cgroup.procs': '42',
  });
});

it.each([
  ['first', asFirstVersion, ['pids/own/pids.max']],
  ['second', asSecondVersion, ['cgroup.controllers', 'cgroup.subtree_control', 'own/pids.max']],
])('leaves out the limits that are not set, in the %s version', async (_version, mount, files) => {
  await mount();

  await createControlGroup('own', { tasks: 1 }, root);

  expect(Object.keys(await filesOfTree()).toSorted()).toEqual(files);
});

it.each([
  ['nothing is mounted', async () => undefined],
  [
    'a group of the first version exists',
    async () => {
      await asFirstVersion();
      await mkdir(join(root, 'pids', 'own'));
    },
  ],
  [
    'the second version has no controllers to enable',
    async () => {
      await asSecondVersion();
      await mkdir(join(root, 'cgroup.subtree_control'));
    },
  ],
])('says that it needs root and Linux if %s', async (_title, mount) => {
  await mount();

  await expect(createControlGroup('own', { tasks: 1 }, root)).rejects.toThrow(
    'No cgroup can be created here. Run this as root, on Linux.',
  );
});

it('has no folder left once it is removed', async () => {
  await asFirstVersion();
  const group = await createControlGroup('own', { tasks: 1 }, root);
  // The kernel removes these files with their folder.
  const folder = join(root, 'pids', 'own');
  for (const file of await readdir(folder)) await rm(join(folder, file));

  await group.remove();

  expect(await readdir(join(root, 'pids'))).toEqual([]);
});
