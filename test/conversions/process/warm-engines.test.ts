import { expect, it } from 'vitest';
import { warmEngines } from '../../../lib/conversions/process/warm-engines.ts';

it('warms every engine even if one fails', async () => {
  const warmed: string[] = [];
  const broken = (): never => {
    throw new Error('A file of the library is missing.');
  };

  await warmEngines([
    { warm: async () => broken() },
    { warm: broken },
    {},
    {
      warm: async () => {
        await new Promise(setImmediate);
        warmed.push('last');
      },
    },
  ]);

  expect(warmed).toEqual(['last']);
});
