import { afterEach, describe, expect, it, vi } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';

const createdOf = async (date: string): Promise<unknown> => {
  const mail = Buffer.from(`From: ada@example.com\r\nSubject: Plans\r\nDate: ${date}\r\n\r\nHello\r\n`);
  const { bytes } = await extract(mail, { from: 'eml', format: 'metadata' });
  return JSON.parse(Buffer.from(bytes).toString()).created;
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the time of sending', () => {
  it.each([
    ['Mon, 3 Feb 2020 10:00:00', '2020-02-03T10:00:00Z'],
    ['Mon Feb  3 10:00:00 2020', '2020-02-03T10:00:00Z'],
    ['2020-02-03T10:00:00', '2020-02-03T10:00:00Z'],
    ['Mon, 3-Feb-2020 10:00', '2020-02-03T10:00:00Z'],
    ['Mon, 3 Feb 2020 10:00:00 +0900 (JST)', '2020-02-03T01:00:00Z'],
    ['3 Feb 2020 10:00:00 EST', '2020-02-03T15:00:00Z'],
    ['some day', null],
  ])('does not depend on the time zone of the machine: %s', async (date, created) => {
    for (const zone of ['Asia/Kathmandu', 'UTC', 'America/New_York']) {
      vi.stubEnv('TZ', zone);

      expect(await createdOf(date)).toBe(created);
    }
  });
});
