import { describe, expect, it } from 'vitest';
import { isInFolders, isS3Address, parseBucketFolders, parseS3Address } from '../../../lib/api/s3-address.ts';

describe('parseBucketFolders', () => {
  it('reads buckets, folders and the place of the account', () => {
    expect(parseBucketFolders('')).toEqual([]);
    expect(parseBucketFolders('my-bucket, other.bucket/in/,third/of-{account}/out')).toEqual([
      { bucket: 'my-bucket', prefix: '' },
      { bucket: 'other.bucket', prefix: 'in/' },
      { bucket: 'third', prefix: 'of-{account}/out/' },
    ]);
  });

  it.each([
    'My-Bucket',
    'ab',
    's3://my-bucket/in',
    'my-bucket/*',
    'my-bucket/a?',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a policy
    'my-bucket/${aws:username}',
    'my-bucket/{accounts}',
    'my-bucket//a',
    'my-bucket/../a',
    'my-bucket/ä',
  ])('refuses %s', (entry) => {
    expect(() => parseBucketFolders(`good-bucket,${entry}`)).toThrow(JSON.stringify(entry));
  });
});

describe('parseS3Address', () => {
  it('returns the key as it is', () => {
    expect(parseS3Address('s3://my-bucket/in/a%20b ü?#.pdf')).toEqual({
      bucket: 'my-bucket',
      key: 'in/a%20b ü?#.pdf',
    });
  });

  it.each([
    's3://my-bucket',
    's3://my-bucket/',
    's3://my-bucket/a/',
    's3://my-bucket//a',
    's3://my-bucket/a/../b',
    's3://my-bucket/./b',
    's3://my-bucket/a\nb',
    's3://My_Bucket/a',
    's3:///a',
    's3:my-bucket/a',
    'S3://my-bucket/a',
    `s3://my-bucket/${'ü'.repeat(513)}`,
    'https://my-bucket/a',
  ])('refuses %j', (address) => {
    expect(parseS3Address(address)).toBeUndefined();
  });

  it('recognizes the scheme in any case, so that none is taken for a public URL', () => {
    expect(['s3://a/b', 'S3:a', 'https://s3:1/'].map(isS3Address)).toEqual([true, true, false]);
  });
});

describe('isInFolders', () => {
  const folders = parseBucketFolders('my-bucket/in,my-bucket/of/{account},whole');
  const isIn = (address: string, accountId = 'acct_1') => {
    const parsed = parseS3Address(address);
    return parsed !== undefined && isInFolders(parsed, accountId, folders);
  };

  it.each(['s3://my-bucket/in/a', 's3://my-bucket/in/b/c', 's3://my-bucket/of/acct_1/a', 's3://whole/a'])(
    'allows %s',
    (address) => expect(isIn(address)).toBe(true),
  );

  it.each([
    's3://my-bucket/a',
    's3://my-bucket/in',
    's3://my-bucket/inside/a',
    's3://my-bucket/of/acct_2/a',
    's3://my-bucket/of/acct_10/a',
    's3://my-bucket/of/{account}/a',
    's3://whole2/a',
    's3://my-bucket.whole/a',
  ])('does not allow %s', (address) => expect(isIn(address)).toBe(false));
});
