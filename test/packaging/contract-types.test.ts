import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../packaging/build-package.ts';
import { contractModules } from '../../packaging/contract-types.ts';

it('has written the current types and limits into the clients: npm run generate:types writes them', async () => {
  for (const [path, source] of Object.entries(contractModules()))
    expect(await readFile(join(root, path), 'utf8'), path).toBe(source);
});
