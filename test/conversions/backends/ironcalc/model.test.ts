import { expect, it, vi } from 'vitest';
import { withModel } from '../../../../lib/conversions/backends/ironcalc/model.ts';

const copies = vi.hoisted((): string[] => []);

vi.mock('../../../../lib/conversions/base/package-assets.ts', async (original) => ({
  ...(await original<object>()),
  loadPackage: async (name: string) => {
    const isTrapped = copies.length === 0;
    copies.push(name);
    return {
      initSync: () => undefined,
      Model: class {
        constructor() {
          if (isTrapped) throw new Error('memory access out of bounds');
        }
        readonly free = () => undefined;
      },
    };
  },
}));

it('has another copy of the library after a model could not be made', async () => {
  expect(await withModel(() => 'calculated')).toBeUndefined();
  expect(await withModel(() => 'calculated')).toBe('calculated');
  expect(new Set(copies).size).toBe(2);
});
