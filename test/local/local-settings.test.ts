import { expect, it } from 'vitest';
import { readArguments } from '../../local/local-settings.ts';

const always = { signUp: 'open', operators: ['operator@docforge.example'] };

it('runs with open sign-up, and with large uploads unless they are switched off', () => {
  expect(readArguments([])).toEqual({
    asLambda: false,
    settings: { ...always, largeUploads: true },
  });
  expect(readArguments(['--no-large-uploads']).settings).toEqual(always);
});

it('runs functions as Lambda does, with or without large uploads', () => {
  expect(readArguments(['--as-lambda'])).toEqual({ ...readArguments([]), asLambda: true });
  expect(readArguments(['--no-large-uploads', '--as-lambda'])).toEqual({
    asLambda: true,
    settings: always,
  });
});

it('refuses any other argument', () => {
  expect(() => readArguments(['--port=1'])).toThrow(
    '--port=1 is not an argument of npm start. Its arguments are --as-lambda and --no-large-uploads.',
  );
});
