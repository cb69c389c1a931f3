import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailAddress } from '../../../lib/accounts/account.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runsOf } from '../../support/long-run.ts';

describe('emailAddress', () => {
  it.each([
    ['Some.Body+Tag@Example.Test', 'some.body+tag@example.test'],
    ['  ada@example.test ', 'ada@example.test'],
    // Only A to Z are folded.
    ['Åsa@example.test', 'Åsa@example.test'],
    ['boo\u212a@example.test', 'boo\u212a@example.test'],
    ['\u0130@example.test', '\u0130@example.test'],
    ['a\u200b@example.test', 'a\u200b@example.test'],
  ])('returns the address of %j', (text, address) => {
    expect(emailAddress(text)).toBe(address);
  });

  it.each([
    ...[
      '\u0000',
      '\u001b',
      '\t',
      '\n',
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u2028',
      '\u3000',
      '\ufeff',
      '\ud800',
    ].flatMap((one) => [`${one}ada@example.test`, `ada@example.test${one}`, `a${one}da@example.test`]),
    '',
    'ada',
    '@example.test',
    'ada@',
    'a@b@example.test',
    'a da@example.test',
    `${'a'.repeat(243)}@example.test`,
  ])('refuses %j', (text) => {
    expect(emailAddress(text)).toBeUndefined();
  });

  it('returns one address for two texts only if they differ in the case of ASCII letters or in surrounding spaces', () => {
    const plain = (text: string): string =>
      [...text].map((one) => (one >= 'A' && one <= 'Z' ? one.toLowerCase() : one)).join('');
    const local = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 });
    const relative = (text: string) =>
      fc.constantFrom(
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFKC'),
        text.normalize('NFD'),
        text.replaceAll('k', '\u212a'),
        ` ${text}`,
        `${text}\u00a0`,
      );

    fc.assert(
      fc.property(
        local.chain((text) =>
          fc.tuple(fc.constant(`k${text}@example.test`), relative(`k${text}@example.test`)),
        ),
        ([one, other]) => {
          const [first, second] = [emailAddress(one), emailAddress(other)];
          if (first === undefined || first !== second) return;
          expect(plain(other.replace(/^ +/, ''))).toBe(plain(one));
        },
      ),
      { numRuns: runsOf(200, 2000) },
    );
  });
});
