import { expect, it } from 'vitest';
import { contextOf } from '../../local/local-context.ts';

it('runs with open sign-up, and with large uploads unless they are switched off', () => {
  expect(contextOf([])).toEqual({ signUp: 'open', largeUploads: 'true' });
  expect(contextOf(['--no-large-uploads'])).toEqual({ signUp: 'open' });
});

it('refuses any other argument', () => {
  expect(() => contextOf(['--port=1'])).toThrow('--port=1 is not an argument of npm start');
});
