import { expect, it } from 'vitest';
import { foreseen, unforeseenFailure } from '../../../lib/conversions/routing/failures.ts';

// The exception of C++ in a module of these bytes: it imports no function, exports a tag `t` and a function `f` that throws it.
const thrower = Buffer.from(
  '0061736d010000000104016000000302010' + '00d0301000007090201740400016600000a0601040008000b',
  'hex',
);

it('is about the document if a program in WebAssembly threw an exception', () => {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly');
  const { exports } = new Instance(new Module(thrower));
  let thrown: unknown;
  try {
    exports.f();
  } catch (error) {
    thrown = error;
  }

  expect(Object.prototype.toString.call(thrown)).toBe('[object WebAssembly.Exception]');
  expect(unforeseenFailure(thrown)).toMatchObject({ code: 'corrupt_document' });
  expect(unforeseenFailure(new TypeError('x'))).toMatchObject({ code: 'internal_error' });
});

it.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  new RangeError('Invalid string length'),
])('reports a document as too complex that exceeds what a process has (%s)', (thrown) => {
  expect(foreseen(thrown)).toMatchObject({ code: 'too_complex', cause: thrown });
  expect(foreseen(new RangeError('x'))).not.toHaveProperty('code');
});
