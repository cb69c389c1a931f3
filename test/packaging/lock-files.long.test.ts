import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolFile } from '../support/tools.ts';

const root = join(import.meta.dirname, '..', '..');

it('every lock file fits its manifest', { timeout: 300_000 }, () => {
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '');

  for (const lock of locks) {
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--prefix', join(root, lock, '..')];
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
  expect(locks.length).toBeGreaterThan(3);
});

it('npm ci warns about nothing, with Node.js 20 either', { timeout: 300_000 }, () => {
  const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
  const args = [npm, 'ci', '--dry-run', '--offline', '--ignore-scripts'];

  for (const node of [process.execPath, toolFile('older', 'bin', 'node')])
    expect(spawnSync(node, args, { cwd: root, encoding: 'utf8' }).stderr).toBe('');
});
