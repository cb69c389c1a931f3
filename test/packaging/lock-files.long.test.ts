import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
