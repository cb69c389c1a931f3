import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRoots, type Roots } from '../../cli/mcp/roots.ts';
import { itLong } from '../support/long-run.ts';

let folder = '';
let root = '';
let roots: Roots;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'docforge-roots-')));
  root = join(folder, 'root');
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'outside', 'note.txt'), 'Secret');
  await writeFile(join(root, 'sub', 'note.txt'), 'Text');
  roots = await openRoots([root]);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Replaces a folder by a link to another one, and back, until it is killed. */
const swapper = `
const { renameSync, symlinkSync } = require('node:fs');
const [root, outside] = process.argv.slice(1);
symlinkSync(outside, root + '/link');
process.stdout.write('ready');
for (;;) {
  renameSync(root + '/sub', root + '/kept');
  renameSync(root + '/link', root + '/sub');
  renameSync(root + '/sub', root + '/link');
  renameSync(root + '/kept', root + '/sub');
}`;

itLong(
  'reads no file outside while a folder is replaced by a link',
  async () => {
    const attacker = spawn(process.execPath, ['-e', swapper, root, join(folder, 'outside')]);
    await once(attacker.stdout, 'data');
    const read = new Set<string>();
    try {
      for (let count = 0; count < 5000; count += 1)
        read.add(
          await roots.read('sub/note.txt').then(
            ({ bytes }) => Buffer.from(bytes).toString(),
            () => 'refused',
          ),
        );
    } finally {
      attacker.kill('SIGKILL');
      await once(attacker, 'close');
    }

    expect(read).not.toContain('Secret');
    expect(read).toContain('refused');
  },
  60_000,
);

it('writes into the folder that it checked, whatever is in its place later', async () => {
  const place = await roots.place('sub/new.txt');
  await rename(join(root, 'sub'), join(root, 'moved'));
  await symlink(join(folder, 'outside'), join(root, 'sub'));

  await place.write(Buffer.from('Result'));
  await place.close();

  expect(await readdir(join(folder, 'outside'))).toEqual(['note.txt']);
  expect((await readdir(join(root, 'moved'))).sort()).toEqual(['new.txt', 'note.txt']);
});

it('writes nothing if the folder was moved out of the roots', async () => {
  const place = await roots.place('sub/new.txt');
  await rename(join(root, 'sub'), join(folder, 'outside', 'moved'));

  await expect(place.write(Buffer.from('Result'))).rejects.toThrow('outside the allowed folders');
  await place.close();

  expect(await readdir(join(folder, 'outside', 'moved'))).toEqual(['note.txt']);
});

it('refuses hard links, and files that exist before or after the conversion', async () => {
  await link(join(folder, 'outside', 'note.txt'), join(root, 'hard.txt'));
  const place = await roots.place('sub/new.txt');
  await writeFile(join(root, 'sub', 'new.txt'), 'Another');
  await symlink('/nowhere', join(root, 'dangling.txt'));

  await expect(roots.read('hard.txt')).rejects.toThrow('hard.txt has several hard links');
  await expect(roots.place('hard.txt')).rejects.toThrow('hard.txt already exists. Pass another output_path.');
  await expect(roots.place('dangling.txt')).rejects.toThrow('exists');
  await expect(place.write(Buffer.from('Result'))).rejects.toThrow(
    'sub/new.txt already exists. Pass another output_path.',
  );
  await place.close();
  expect(await readFile(join(root, 'sub', 'new.txt'), 'utf8')).toBe('Another');
  expect(await readdir(join(root, 'sub'))).toEqual(['new.txt', 'note.txt']);
});
