import { expect, it } from 'vitest';
import { contextOf } from '../../local/local-context.ts';

it('runs with large uploads unless they are switched off', () => {
  expect(contextOf([])).toEqual({ largeUploads: 'true' });
  expect(contextOf(['--no-large-uploads'])).toEqual({});
});

it('refuses any other argument', () => {
  expect(() => contextOf(['--port=1'])).toThrow('--port=1 is not an argument of npm start');
});
