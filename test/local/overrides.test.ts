import { describe, expect, it } from 'vitest';
import { parseOverrides } from '../../local/overrides.ts';
import { TemplateError } from '../../local/template/json.ts';

describe('parseOverrides', () => {
  it('reads names and values, and returns none if the variable is not set', () => {
    expect(parseOverrides('{"FILE_LIFETIME_SECONDS":"5"}')).toEqual({ FILE_LIFETIME_SECONDS: '5' });
    expect(parseOverrides(undefined)).toEqual({});
  });

  it.each([
    ['{', 'DOCFORGE_LOCAL_ENV is not JSON'],
    ['[]', 'DOCFORGE_LOCAL_ENV is not a JSON object'],
    ['{"A":1}', 'DOCFORGE_LOCAL_ENV: A is not a string'],
  ])('refuses %s', (text, message) => {
    expect(() => parseOverrides(text)).toThrow(new TemplateError(message));
  });
});
