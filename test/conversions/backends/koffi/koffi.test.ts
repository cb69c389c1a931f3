import { expect, it } from 'vitest';

it('loads koffi again in a process where another copy of the module has loaded a library', async () => {
  const path = '../../../../lib/conversions/backends/koffi/koffi.ts';
  const first = await import(path);
  const second = await import(`${path}?second`);
  expect(second.loadKoffi).not.toBe(first.loadKoffi);

  first.loadKoffi().load(null);
  expect(second.loadKoffi()).toBe(first.loadKoffi());
});
