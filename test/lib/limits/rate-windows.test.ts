import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countedAddress,
  type RateWindow,
  rateLimitHeaders,
  secondsLeft,
} from '../../../lib/limits/rate-windows.ts';

describe('countedAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ])('counts %s as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  const groups = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length });
  const write = (all: readonly number[], padded: boolean): string =>
    all.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0')).join(':');

  it('maps all addresses of a /64 to one key, in any notation', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
        const written = new URL(`http://[${write([...network, ...other], false)}]`).hostname.slice(1, -1);

        const counted = countedAddress(write([...network, ...one], true).toUpperCase());

        expect(countedAddress(written)).toBe(counted);
      }),
    );
  });

  it('distinguishes two /64 prefixes', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (one, other, host) => {
        fc.pre(one.join() !== other.join());

        expect(countedAddress(write([...one, ...host], false))).not.toBe(
          countedAddress(write([...other, ...host], false)),
        );
      }),
    );
  });
});

describe('the headers of a window', () => {
  const window: RateWindow = {
    policy: 'default',
    limit: 60,
    remaining: 12,
    endsAt: 10_000,
    exceeded: false,
  };

  it('contain the limit, the remaining calls and the end of the window', () => {
    expect(rateLimitHeaders(window, 60, 2_500)).toEqual({
      RateLimit: '"default";r=12;t=8',
      'RateLimit-Policy': '"default";q=60;w=60',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '12',
      'x-ratelimit-reset': '8',
    });
  });

  it('never ask a client to retry before the window has ended', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 70_000 }), (before) => {
        const now = window.endsAt - before;

        const seconds = secondsLeft(window, now);

        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(now + seconds * 1000).toBeGreaterThanOrEqual(window.endsAt);
        expect(seconds).toBeLessThanOrEqual(Math.max(1, before / 1000 + 1));
      }),
    );
  });
});
