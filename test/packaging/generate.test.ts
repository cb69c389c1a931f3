import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../packaging/build-package.ts';
import { generatedFiles } from '../../packaging/generate.ts';

it('has written the clients, the plans and the table of platforms: npm run generate', async () => {
  for (const [path, source] of Object.entries(generatedFiles()))
    expect(await readFile(join(root, path), 'utf8'), path).toBe(source);
});
