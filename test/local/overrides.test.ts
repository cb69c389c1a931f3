import { describe, expect, it } from 'vitest';
import { createOverride, parseOverrides } from '../../local/overrides.ts';
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

describe('createOverride', () => {
  const definitions = [
    { environment: { TABLE_NAME: 'table' } },
    { environment: { RETENTION_SECONDS: '7200' } },
  ];

  it('replaces a variable only where it is declared', () => {
    const override = createOverride(definitions, { RETENTION_SECONDS: '5' });

    expect(definitions.map(({ environment }) => override(environment))).toEqual([
      { TABLE_NAME: 'table' },
      { RETENTION_SECONDS: '5' },
    ]);
  });

  it('refuses a variable that none declares', () => {
    expect(() => createOverride(definitions, { OTHER: '5' })).toThrow('no function declares it');
  });
});
