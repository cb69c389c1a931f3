import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt, isApiKey, isId, newApiKey, newId, newToken, secretHash } from '../../lib/ids.ts';
import { runsOf } from '../support/long-run.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Keys for every choice of their random characters. */
const apiKeys = fc
  .array(fc.integer({ min: 0, max: 61 }), { minLength: 26, maxLength: 26 })
  .map((picks) => newApiKey(() => picks.pop() ?? 0));

describe('an API key', () => {
  it('has the form of the contract and a valid checksum', () => {
    fc.assert(
      fc.property(apiKeys, (key) => {
        expect(key).toMatch(/^df_live_[0-9A-Za-z]{32}$/);
        expect(isApiKey(key)).toBe(true);
      }),
    );
  });

  it('is refused if any character changes', () => {
    fc.assert(
      fc.property(apiKeys, fc.nat({ max: 39 }), fc.constantFrom(...base62), (key, place, character) => {
        fc.pre(key.charAt(place) !== character);

        const changed = key.slice(0, place) + character + key.slice(place + 1);

        expect(isApiKey(changed)).toBe(false);
      }),
      { numRuns: runsOf(200, 2000) },
    );
  });

  it('is refused if two adjacent characters are swapped', () => {
    fc.assert(
      fc.property(apiKeys, fc.integer({ min: 8, max: 38 }), (key, place) => {
        const swapped =
          key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
        fc.pre(swapped !== key);

        expect(isApiKey(swapped)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused if it is shorter, longer or of another kind', () => {
    const key = newApiKey();

    const others = [key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), ''];

    expect(others.map(isApiKey)).toEqual(others.map(() => false));
  });

  it('draws each random character uniformly', () => {
    const counts = new Map<string, number>();
    const keys = Array.from({ length: 5000 }, () => newApiKey());

    for (const character of keys.flatMap((key) => [...key.slice(8, 34)])) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }

    // 130,000 draws: about 2,097 of each, with a standard deviation of 45; a deviation of six is not expected.
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 130_000 / 62)).toBeLessThan(6 * 46);
    expect(new Set(keys).size).toBe(5000);
  });
});

describe('a token', () => {
  it('is 256 random bits in base64url', () => {
    const tokens = Array.from({ length: 1000 }, newToken);

    expect(new Set(tokens).size).toBe(1000);
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });

  it('is identified by its SHA-256', () => {
    expect(secretHash('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

describe('an id', () => {
  it('has the form of its kind only', () => {
    const id = newId('job', Date.UTC(2026, 10, 20));

    expect(id).toMatch(/^job_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect([isId('job', id), isId('file', id), isId('account', id), isId('apiKey', id)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('sorts by creation time', () => {
    const time = fc.integer({ min: 1, max: 281_474_976_710_655 });
    fc.assert(
      fc.property(time, time, (one, other) => {
        fc.pre(one < other);

        expect(newId('file', one) < newId('file', other)).toBe(true);
      }),
    );
  });

  it('is distinguished from any other text', () => {
    const id = newId('file', 0);

    const others = [
      `${id}\n`,
      id.toLowerCase(),
      `${id}0`,
      id.slice(0, -1),
      `x${id}`,
      'file_',
      '',
      'file_/../x',
    ];

    expect(others.map((text) => isId('file', text))).toEqual(others.map(() => false));
  });

  it('is never found in random text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(isId('file', `file_${text}`)).toBe(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text));
      }),
    );
  });
});

describe('the first id of a time', () => {
  it('sorts after all earlier ids and before all later ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2 ** 48 - 1 }), (time) => {
        const first = firstIdAt('job', time);

        expect(isId('job', first)).toBe(true);
        expect(newId('job', time) >= first).toBe(true);
        expect(newId('job', time - 1) < first).toBe(true);
      }),
    );
  });

  it('is that of the millisecond in which the time is', () => {
    expect(firstIdAt('job', 1_700_000_000_000.5)).toBe(firstIdAt('job', 1_700_000_000_000));
  });
});
